// test_js_abi.mjs - what pawl.mjs takes for granted about wasm32: layouts, as clang has them, and
// how functions are called, as the module itself says. Run in the root of the repository.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import * as pawl from 'pawl';

const api = JSON.parse(readFileSync('build/pawl_api.json'));
const className = name => name.replace('pawl_', '').split('_').map(part => part[0].toUpperCase() + part.slice(1)).join('');
const fieldName = name => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const functions = api.functions.filter(one => one.supplied_by === 'library');
const records = new Map(api.records.map(one => [one.name, one]));

test('sizes and offsets of all records, and of their fields, are those of clang for wasm32', () => {
  const lines = [...new Set(api.records.map(one => `#include <pawl/${one.header}>`)), '#include <stddef.h>'];
  let checked = 0;
  for (const one of api.records) {
    const record = pawl[className(one.name)];
    lines.push(`_Static_assert(sizeof(${one.name}) == ${record.size}, "${one.name}");`);
    assert.equal(record.size, one.layouts.ilp32.size, one.name);
    for (const { name } of one.fields) {
      if (name === 'pad') continue;
      const [offset, kind] = record.FIELDS[fieldName(name)];
      lines.push(`_Static_assert(offsetof(${one.name}, ${name}) == ${offset}, "${one.name}.${name}");`);
      lines.push(`_Static_assert(sizeof(((${one.name} *)0)->${name}) == ${kind.size}, "size of ${one.name}.${name}");`);
      checked++;
    }
  }
  assert.ok(checked > 1000, `${checked} fields`);
  const folder = mkdtempSync(join(tmpdir(), 'pawl-js-'));
  try {
    writeFileSync(join(folder, 'layout.c'), lines.join('\n') + '\n');
    execFileSync('clang', ['--target=wasm32', '-std=c11', '-ffreestanding', '-isystem', 'port/common/include', '-Iinclude',
      '-fsyntax-only', join(folder, 'layout.c')], { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// ---- types of functions ----

/* Names of exported functions with their types, "ii:i", from the bytes of a module. */
function signatures(bytes) {
  let at = 8;
  const number = () => { // LEB128
    let value = 0, shift = 0, byte;
    do { byte = bytes[at++]; value += (byte & 127) * 2 ** shift; shift += 7; } while (byte & 128);
    return value;
  };
  const several = read => Array.from({ length: number() }, read);
  const letters = () => several(() => ({ 0x7F: 'i', 0x7E: 'I' })[bytes[at++]]).join('');
  let types = [], indices = [];
  const found = new Map();
  while (at < bytes.length) {
    const section = bytes[at++], size = number(), end = at + size;
    if (section === 1) types = several(() => { at++; return `${letters()}:${letters()}`; });
    if (section === 3) indices = several(number);
    if (section === 7) {
      several(() => {
        const length = number(), name = new TextDecoder().decode(bytes.subarray(at, at + length));
        at += length;
        const kind = bytes[at++], index = number();
        if (kind === 0) found.set(name, types[indices[index]]);
      });
    }
    at = end;
  }
  return found;
}

const letter = type => (!type.includes('*') && !type.includes('[') && /^(pawl_wide|u?int64_t)$/.test(type.replace('const ', '')) ? 'I' : 'i');

function expected(one) {
  const { type } = one.result, isRecord = records.has(type);
  const result = type === 'void' || isRecord ? '' : letter(type);
  return `${isRecord ? 'i' : ''}${one.parameters.map(parameter => letter(parameter.type)).join('')}:${result}`;
}

test('all public functions are exported, with the types that pawl.mjs calls them with', () => {
  const found = signatures(readFileSync('build/bindings/js/pawl.wasm'));
  assert.ok(functions.length > 600);
  for (const one of functions) assert.equal(found.get(one.name), expected(one), one.name);
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync('build/bindings/js/pawl.wasm')));
  assert.deepEqual(imports, []);
});

test('every function is called somewhere in pawl.mjs, and has its comment in pawl.d.ts', () => {
  const calls = readFileSync('build/bindings/js/pawl.mjs', 'utf8'), types = readFileSync('build/bindings/js/pawl.d.ts', 'utf8');
  for (const one of functions) {
    assert.ok(new RegExp(`C\\.${one.name}\\b`).test(calls), one.name);
    const first = one.comment.split('\n')[0].trim().replace('*/', '* /');
    assert.ok(types.includes(first), `${one.name}: ${first}`);
  }
});
