// node.mjs - what tests of the studio's modules in node share: a module with its files, numbers that are
// drawn afresh, and what passed.
//
// Their first argument is the folder of the modules, the second one the program pawl. SEED=n draws an
// earlier run's numbers.
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

export const [folder, program] = process.argv.slice(2);
export const seed = Number(process.env.SEED) || randomInt(1, 2 ** 31);
let state = seed,
  passed = 0,
  failed = 0;

export const below = limit => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};

export function tell(claim, is, what = '') {
  if (is) passed++;
  else {
    failed++;
    console.log(`FAILED: ${claim} ${what}`);
  }
}

export function finish(name) {
  console.log(`${name}: ${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

export const hex = hash => (hash >>> 0).toString(16).padStart(8, '0');

export class Module {
  constructor(name, preopens, stderr = 2) {
    const bytes = readFileSync(join(folder, name));
    const wasi = new WASI({ version: 'preview1', preopens, stderr });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), wasi.getImportObject());
    wasi.initialize(instance);
    this.calls = instance.exports;
  }

  give(text) {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const at = this.calls.malloc(bytes.length);
    new Uint8Array(this.calls.memory.buffer).set(bytes, at);
    return at;
  }

  take(at) {
    const memory = new Uint8Array(this.calls.memory.buffer);
    return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  /* Bytes of the module as they are now. */
  bytes(at, size) {
    return new Uint8Array(this.calls.memory.buffer, at, size).slice();
  }

  /* Doubles that a call writes. */
  numbers(count, call) {
    const at = this.calls.malloc(8 * count);
    const values = Array.from(new Float64Array(this.calls.memory.buffer, at, call(at)));
    this.calls.free(at);
    return values;
  }
}
