// kinds.mjs - how a value of C is read, written, handed over and given back, for each of its types.
//
// A kind has `size`, get(at, owner) and put(at, given, owner) for memory, `wasm` ('i' or 'I', a number
// of 32 or 64 bits), to(given) and from(value) for parameters and results. `owner` is the block that
// the memory is in: what is written as an address stays alive with it.
import { Fx, Share, Turn, Wide } from './fixed.mjs';
import { Block, buffer, C, encoded, enter, foreign, heap, leave, push, text } from './memory.mjs';

function refuse(given, wanted) {
  const shown = typeof given === 'object' && given !== null ? given.constructor?.name : String(given);
  throw new TypeError(`${shown} is no ${wanted}`);
}

// ---- numbers ----

function integer(size, signed) {
  const bits = size * 8, name = `${signed ? 'Int' : 'Uint'}${bits}`;
  const low = signed ? -(2 ** (bits - 1)) : 0, high = 2 ** (signed ? bits - 1 : bits) - 1;
  const kind = {
    size, wasm: 'i',
    get: at => heap.view[`get${name}`](at, true),
    put: (at, given) => heap.view[`set${name}`](at, kind.to(given), true),
    to(given) {
      if (typeof given === 'bigint') given = Number(given);
      if (!Number.isInteger(given)) refuse(given, 'whole number');
      if (given < low || given > high) throw new RangeError(`${given} is not within ${low} .. ${high}`);
      return given;
    },
    from: signed ? value => value : value => value >>> 0,
  };
  return kind;
}

function big(signed) {
  const name = signed ? 'BigInt64' : 'BigUint64', trim = signed ? BigInt.asIntN : BigInt.asUintN;
  const kind = {
    size: 8, wasm: 'I',
    get: at => heap.view[`get${name}`](at, true),
    put: (at, given) => heap.view[`set${name}`](at, kind.to(given), true),
    to(given) {
      if (typeof given !== 'bigint' && !Number.isSafeInteger(given)) refuse(given, 'BigInt or whole number');
      if (trim(64, BigInt(given)) !== BigInt(given)) throw new RangeError(`${given} does not fit 64 bits`);
      return BigInt(given);
    },
    from: value => trim(64, value),
  };
  return kind;
}

/* Of a class of fixed.mjs, over the integer that C has. */
function fixed(cls, raw) {
  return {
    ...raw,
    get: at => cls.fromRaw(raw.get(at)),
    put: (at, given) => raw.put(at, cls.toRaw(given)),
    to: given => cls.toRaw(given),
    from: value => cls.fromRaw(raw.from(value)),
  };
}

const i32 = integer(4, true), u32 = integer(4, false), u8 = integer(1, false);
export const kinds = {
  u8, i8: integer(1, true), u16: integer(2, false), i16: integer(2, true), u32, i32,
  u64: big(false), i64: big(true),
  bool: {
    size: 1, wasm: 'i', get: at => heap.u8[at] !== 0, put: (at, given) => { heap.u8[at] = given ? 1 : 0; },
    to: given => (given ? 1 : 0), from: value => value !== 0,
  },
  fx: fixed(Fx, i32), wide: fixed(Wide, big(true)), share: fixed(Share, i32), turn: fixed(Turn, u32),
};

// ---- several of a kind ----

/* Elements of a kind, one behind the other in the memory of the module: nothing is copied. */
export class List {
  static get(kind, at, length, owner) {
    const made = new this();
    return Object.assign(made, { kind, _a: at, _o: owner, length });
  }

  static of(kind, given) {
    if (given instanceof List && given.kind === kind) return given;
    if (given === null || given === undefined) return List.get(kind, 0, 0, foreign);
    if (typeof given === 'string' || typeof given[Symbol.iterator] !== 'function') refuse(given, 'list');
    const elements = [...given], made = array(kind, elements.length);
    elements.forEach((one, i) => made.set(i, one));
    return made;
  }

  check(i) {
    if (!Number.isInteger(i) || i < 0 || i >= this.length) throw new RangeError(`no element ${i} of ${this.length}`);
    return this._a + i * this.kind.size;
  }

  at(i) { return this.kind.get(this.check(i), this._o); }
  set(i, given) { this.kind.put(this.check(i), given, this._o); }
  first(count) { return List.get(this.kind, this._a, Math.min(count, this.length), this._o); }

  *[Symbol.iterator]() {
    if (this.length === Infinity) throw new RangeError('a list without end: first(count) of it has one');
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }

  get end() { return Math.min(this._a + this.length * this.kind.size, heap.u8.length); }

  /* Words from one element to the next. */
  get stride() { return this.kind.size >>> 2; }

  /* The memory, without a copy. Ask again after objects were made: memory may have grown. */
  get bytes() { return heap.u8.subarray(this._a, this.end); }
  get words() { return heap.i32.subarray(this._a >>> 2, this.end >>> 2); }
}

/* Zeroed room for so many: array(Pose, 16), array(kinds.u32, 8). */
export function array(kind, length) {
  const block = buffer(kind.size * length);
  return List.get(kind, block._a, length, block);
}

/* A field that is an array. */
export function several(kind, length) {
  return {
    size: kind.size * length,
    align: kind.align ?? kind.size,
    holds: kind.holds,
    get: (at, owner) => List.get(kind, at, length, owner),
    put(at, given, owner) {
      const elements = [...given];
      if (elements.length > length) throw new RangeError(`${elements.length} elements where there is room for ${length}`);
      elements.forEach((one, i) => kind.put(at + i * kind.size, one, owner));
    },
  };
}

// ---- addresses ----

/* Bytes of a program as memory of the module: where they lie there already, themselves. */
export function bytesOf(given, make) {
  if (given === null || given === undefined) return { _a: 0, length: 0 };
  if (given._a !== undefined) return given instanceof Block ? given : { _a: given._a, length: (given.asBytes?.() ?? given.bytes).length };
  if (given instanceof ArrayBuffer) given = new Uint8Array(given);
  if (!ArrayBuffer.isView(given)) refuse(given, 'Uint8Array or buffer of pawl');
  if (given.buffer === C.memory.buffer) return { _a: given.byteOffset, length: given.byteLength };
  const source = new Uint8Array(given.buffer, given.byteOffset, given.byteLength), made = make(source.length);
  heap.u8.set(source, made._a);
  return made;
}

function address(put) {
  return {
    size: 4, wasm: 'i', holds: true,
    put(at, given, owner) {
      const found = given === null || given === undefined ? null : Number.isInteger(given) ? { _a: given } : put(given);
      heap.u32[at >>> 2] = found ? found._a : 0;
      owner.keep(at, found?._o ?? found);
    },
  };
}

/* How many there are: a field at a distance from the pointer, or without end. */
const counted = (at, count) => (count ? Number(count[1].get(at + count[0])) : Infinity);

/* To a record, or to `count` of a kind, [distance of the field that says it, its kind]. */
export function pointer(kind, { single = false, constant = false, count } = {}) {
  return {
    ...address(given => {
      if (given._a !== undefined) return given;
      if (!constant) refuse(given, 'array or record of pawl, which the library can write to');
      return single ? new (kind())(given) : List.of(kind(), given);
    }),
    get(at, owner) {
      const found = heap.u32[at >>> 2];
      if (single) return found ? kind().get(found, owner) : null;
      return List.get(kind(), found, found ? counted(at, count) : 0, owner);
    },
  };
}

export function bytes({ constant = false, count } = {}) {
  return {
    ...address(given => bytesOf(given, size => (constant ? buffer(size) : refuse(given, 'buffer of pawl')))),
    get(at) {
      const found = heap.u32[at >>> 2];
      return found ? heap.u8.subarray(found, count ? found + counted(at, count) : undefined) : null;
    },
  };
}

/* To a world and its like. */
export const object = cls => ({ ...address(given => given), get: at => cls().found(heap.u32[at >>> 2]), from: value => cls().found(value) });
kinds.text = { ...address(given => bytesOf(encoded(given), buffer)), get: at => text(heap.u32[at >>> 2]) };
kinds.raw = { ...address(given => given), get: at => heap.u32[at >>> 2], from: value => value >>> 0 };

// ---- functions of the program ----

/* What a function of the program is handed: */
export const given = {
  copy: cls => ({ wasm: 'i', from(value) { const made = new (cls())(); made.constructor.put(made._a, cls().get(value, foreign), made._o); return made; } }),
  record: cls => ({ wasm: 'i', from: value => (value ? cls().get(value, foreign) : null) }),
  list: (kind, count) => ({ wasm: 'i', from: (value, all) => List.get(kind(), value, value ? all[count] : 0, foreign) }),
  bytes: count => ({ wasm: 'i', from: (value, all) => (value ? heap.u8.subarray(value, count === undefined ? undefined : value + all[count]) : null) }),
  function: { wasm: 'i', from: value => table.get(value) },
};

const table = C.__indirect_function_table;
const programs = new Map(), unused = [], modules = new Map();
let thrown = null;

/* A module that imports a function and exports it: so a function of JavaScript gets a type of
 * WebAssembly and can stand in the table, everywhere, without WebAssembly.Function. */
function module(signature) {
  const [parameters, result] = signature.split(':').map(part => [...part].map(one => (one === 'I' ? 0x7E : 0x7F)));
  const type = [1, 0x60, parameters.length, ...parameters, result.length, ...result];
  return new WebAssembly.Module(Uint8Array.from([0, 0x61, 0x73, 0x6D, 1, 0, 0, 0, 1, type.length, ...type,
    2, 7, 1, 1, 0x65, 1, 0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0]));
}

function install(signature, call) {
  if (!modules.has(signature)) modules.set(signature, module(signature));
  const made = new WebAssembly.Instance(modules.get(signature), { e: { f: call } });
  const slot = unused.pop() ?? table.grow(1);
  table.set(slot, made.exports.f);
  return slot;
}

/* A pointer to a function whose first parameter is a context, which functions of JavaScript have no
 * need of. What it throws ends the call of the library that called it, as soon as that returns. */
export function callback(parameters, result) {
  const record = typeof result === 'function' ? result() : null;
  const signature = `${record ? 'i' : ''}i${parameters.map(one => one.wasm).join('')}:${result && !record ? result.wasm : ''}`;
  const zero = result?.wasm === 'I' ? 0n : 0;
  const call = program => (...values) => {
    const into = record ? values.shift() : 0;
    const top = enter();
    values.shift();
    try {
      const answer = program(...parameters.map((one, i) => one.from(values[i], values)));
      if (record) record.put(into, answer, foreign);
      else if (result) return result.to(answer);
    } catch (error) {
      thrown ??= { error };
      if (record) heap.u8.fill(0, into, into + record.size);
    }
    leave(top);
    return zero;
  };
  return {
    size: 4, holds: true,
    get: at => programs.get(heap.u32[at >>> 2]) ?? null,
    put(at, program, owner) {
      heap.u32[at >>> 2] = 0;
      if (program === null || program === undefined) return;
      if (typeof program !== 'function') refuse(program, 'function');
      const slot = install(signature, call(program));
      programs.set(slot, program);
      owner.atEnd(() => { programs.delete(slot); unused.push(slot); });
      heap.u32[at >>> 2] = slot;
    },
  };
}

/* Ends a call: gives back what it borrowed, and throws what a function of the program has thrown. */
export function done(top) {
  leave(top);
  if (!thrown) return;
  const { error } = thrown;
  thrown = null;
  throw error;
}

/* A record or a text for the time of a call. */
export const borrow = size => ({ _a: push(size), length: size });
