// memory.mjs - the memory of the module: what lies where, for how long, and how a call borrows some
// for its arguments.
//
// The library has no malloc. Blocks come from the memory behind its stack and constants: rounded up
// to a size of a list, and kept in a list of free ones of that size when the object of JavaScript
// that holds them is no longer reachable. A call's arguments lie on the stack of the module itself.
import { moduleBytes } from './load.mjs';

const { instance } = await WebAssembly.instantiate(await moduleBytes, {});

/* Every function of the library, under its name of C, as WebAssembly has it. */
export const C = instance.exports;

/* What memory holds now: made anew when it grows, for then the older views are empty. */
export const heap = {};

function look() {
  const { buffer } = C.memory;
  heap.view = new DataView(buffer);
  heap.u8 = new Uint8Array(buffer);
  heap.i32 = new Int32Array(buffer);
  heap.u32 = new Uint32Array(buffer);
}
look();

const HEAD = 8; // before each block: its size
const LARGE = 2048; // bytes that do not go on the stack, which has 64 KB for all
const free = new Map();
let end = C.__heap_base.value + 15 & ~15;

/* Of 4 sizes for each power of two, the smallest with room: at most a quarter is lost. */
function rounded(size) {
  const step = Math.max(16, 2 ** (Math.floor(Math.log2(Math.max(size, 1))) - 2));
  return Math.ceil(size / step) * step;
}

/* Zeroed bytes, aligned to 8. */
export function allocate(size) {
  const whole = rounded(size + HEAD), same = free.get(whole);
  let address = same?.pop();
  if (address === undefined) {
    const missing = end + whole - heap.u8.length;
    if (missing > 0) {
      C.memory.grow(Math.ceil(missing / 65536));
      look();
    }
    address = end;
    end += whole;
    heap.u32[address >>> 2] = whole;
  } else {
    heap.u8.fill(0, address + HEAD, address + whole);
  }
  return address + HEAD;
}

export function release(address) {
  const whole = heap.u32[address - HEAD >>> 2];
  if (!free.has(whole)) free.set(whole, []);
  free.get(whole).push(address - HEAD);
}

/* Functions to be called when a block is no more, which is never in the middle of a call. */
const gone = new FinalizationRegistry(({ address, then }) => {
  for (const one of then ?? []) one();
  if (address) release(address);
});

/* Memory that lives as long as something of JavaScript refers to it, and what it needs: `kept` are
 * the objects whose addresses have been written into it. */
export class Block {
  constructor(size, address = 0) {
    this.size = size;
    this._a = address || allocate(size);
    this.kept = null;
    this.ending = { address: address ? 0 : this._a, then: null };
    gone.register(this, this.ending);
  }

  /* Keeps something alive, in place of what was kept under the same key. */
  keep(key, thing) {
    if (thing) (this.kept ??= new Map()).set(key, thing);
    else this.kept?.delete(key);
  }

  get isUser() { return this.kept !== null || this.ending.then !== null; }

  /* To be called when this block is no more; it must not refer to it. */
  atEnd(call) { (this.ending.then ??= []).push(call); }

  /* The bytes, without a copy. Ask again after objects were made: memory may have grown. */
  get bytes() { return heap.u8.subarray(this._a, this._a + this.size); }
  get words() { return heap.i32.subarray(this._a >>> 2, this._a + this.size >>> 2); }
  get length() { return this.size; }
}

/* Memory of others, which is good as long as the library says. */
export const foreign = new Block(0, 8);

/* Zeroed memory, aligned as the library wants it, to lay a world or a session into. */
export const buffer = size => new Block(size);

const CHUNK = 4096, SMALL = 256;
let chunk = null, used = 0;

/* [block, address] for a record. Small ones without addresses, such as the position of a body, share
 * a block, since to give a block back costs more than to fill it. */
export function place(size, isAlone) {
  if (isAlone || size > SMALL) {
    const block = new Block(size);
    return [block, block._a];
  }
  if (!chunk || used + size > CHUNK) {
    chunk = new Block(CHUNK);
    used = 0;
  }
  const at = chunk._a + used;
  used += size + 7 & ~7;
  return [chunk, at];
}

// ---- what a call borrows ----

const borrowed = [];
const stack = C.__stack_pointer;

export const enter = () => stack.value;

export function push(size) {
  const top = stack.value = stack.value - (size > LARGE ? 16 : size + 15 & ~15);
  if (size <= LARGE) return top;
  borrowed.push({ top, address: allocate(size) });
  return borrowed.at(-1).address;
}

export function leave(top) {
  while (borrowed.length && borrowed.at(-1).top < top) release(borrowed.pop().address);
  stack.value = top;
}

/* Text behind which is a zero, as C has it. */
const encoder = new TextEncoder(), decoder = new TextDecoder();
export const encoded = text => encoder.encode(text + '\0');

export function text(address) {
  return address ? decoder.decode(heap.u8.subarray(address, heap.u8.indexOf(0, address))) : null;
}
