// studio.mjs - the module studio.wasm behind two classes: texts, buffers, files in memory, and what it
// prints.
//
// All of the page's knowledge about the module is here. Methods take and give plain data, so that the
// module can move to a worker without the rest of the page noticing more than an `await`.
import { ConsoleStdout, Directory, File, OpenFile, PreopenDirectory } from './lib/wasi/fs_mem.js';
import WASI, { WASIProcExit } from './lib/wasi/wasi.js';

const ONE = 65536; // Q16.16
const TEXT = new TextEncoder();
const WORDS = new TextDecoder();
const RAW_MAX = 0x7fffffff;
const ELSEWHERE = /read by another module|no scene/; // of a file that the small modules do not read

export const LANES = { hash: 0, awake: 1, contacts: 2, energy: 3, work: 4, time: 5, edits: 6, ghost: 7 };
export const LAYERS = { shapes: 1, boxes: 2, islands: 4, joints: 8, centers: 16, contacts: 32, normals: 64, soft: 256 };
export const WRITES = { snapshot: 0, replay: 1 };

/* A module with one instruction of SIMD: (func (result v128) (i8x16.splat (i32.const 0))). */
const SIMD_MODULE = Uint8Array.from(atob('AGFzbQEAAAABBQFgAAF7AwIBAAoIAQYAQQD9Dws='), one => one.charCodeAt(0));
export const hasSimd = () => WebAssembly.validate(SIMD_MODULE);

/* What the module says when it cannot do something: its lines, as it printed them. */
export class StudioError extends Error {
  constructor(lines, fallback) {
    super(lines.length ? lines.join('\n') : fallback);
    this.name = 'StudioError';
    this.lines = lines;
  }

  get needsMaps() {
    return this.lines.some(line => ELSEWHERE.test(line));
  }
}

/* The module has trapped or ended itself; everything that was open is gone, and it has been started anew. */
export class StudioFault extends StudioError {
  constructor(lines, reason) {
    super([...lines, `The module stopped (${reason}). It has been started again.`]);
    this.name = 'StudioFault';
  }
}

export function toRaw(value) {
  return Math.max(-RAW_MAX, Math.min(RAW_MAX, Math.round(value * ONE)));
}
export const fromRaw = raw => raw / ONE;

/* How a line of a script calls the body of a slot, given as slot + 1. */
export const nameOf = body => `@${body - 1}`;

/* A number of the page as a decimal of a script, which has at most five digits behind the point. */
export const decimal = value => String(Number((Math.round(value * ONE) / ONE).toFixed(5)));

const compiled = new Map(); // by kind: a promise of a module

/* 'simd' and 'plain' read scenes, replays and snapshots; 'maps' is larger, plain, and reads maps as well;
 * 'trace' reads all that, and compares. */
async function compile(kind) {
  const answer = await fetch(new URL(`studio-${kind}.wasm`, import.meta.url));
  if (!answer.ok) throw new Error(`studio-${kind}.wasm: the server answers ${answer.status}`);
  const isTyped = answer.headers.get('Content-Type')?.startsWith('application/wasm');
  return isTyped ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

function moduleOf(kind) {
  if (!compiled.has(kind)) {
    compiled.set(kind, compile(kind));
    compiled.get(kind).catch(() => compiled.delete(kind)); // another time it may be had
  }
  return compiled.get(kind);
}

export const bestKind = () => (hasSimd() ? 'simd' : 'plain');

export class Studio {
  #module;
  #exports = null;
  #contents;
  #lines = [];
  kind;
  generation = 0; // of instances: what was opened in an earlier one is gone

  constructor(module, kind, contents = new Map()) {
    this.#module = module;
    this.#contents = contents;
    this.kind = kind;
    this.#start();
  }

  /* Fetched and compiled. */
  static async load(kind = bestKind()) {
    return new Studio(await moduleOf(kind), kind);
  }

  /* Another instance that has the same files: what happens there does nothing to this one. */
  async sibling(kind = this.kind) {
    return new Studio(await moduleOf(kind), kind, this.#contents);
  }

  /* Goes on as another kind of module; all that is open is gone then. */
  async turn(kind) {
    const module = await moduleOf(kind);
    if (kind === this.kind) return;
    this.#module = module;
    this.kind = kind;
    this.#start();
  }

  #start() {
    const said = line => this.#lines.push(line);
    const files = [
      new OpenFile(new File([])),
      ConsoleStdout.lineBuffered(said),
      ConsoleStdout.lineBuffered(said),
      new PreopenDirectory('/', this.#contents),
    ];
    const wasi = new WASI([], [], files, { debug: false });
    const instance = new WebAssembly.Instance(this.#module, { wasi_snapshot_preview1: wasi.wasiImport });
    wasi.initialize(instance);
    this.#exports = instance.exports;
    this.generation++;
  }

  // ---- files in memory ----

  put(path, bytes) {
    let at = this.#contents;
    const parts = path.split('/').filter(part => part && part !== '.' && part !== '..');
    const name = parts.pop();
    for (const part of parts) {
      if (!(at.get(part) instanceof Directory)) at.set(part, new Directory(new Map()));
      at = at.get(part).contents;
    }
    at.set(name, new File(bytes));
  }

  get(path) {
    let at = { contents: this.#contents };
    for (const part of path.split('/').filter(Boolean)) at = at?.contents?.get(part);
    return at?.data ?? null;
  }

  remove(path) {
    const parts = path.split('/').filter(Boolean),
      name = parts.pop();
    let at = { contents: this.#contents };
    for (const part of parts) at = at?.contents?.get(part);
    at?.contents?.delete(name);
  }

  // ---- calls ----

  has(name) {
    return typeof this.#exports[name] === 'function';
  }

  /* What was printed since this was asked last. */
  take() {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  /* A call of the module with numbers and texts. A trap or an exit becomes a StudioFault. */
  call(name, ...given) {
    const places = [];
    try {
      const passed = given.map(one =>
        typeof one === 'string' ? places[places.push(this.#lend(one)) - 1] : (one ?? 0),
      );
      return this.#exports[name](...passed);
    } catch (problem) {
      if (problem instanceof StudioError) throw problem;
      places.length = 0; // they went with the instance
      throw this.#revive(problem, name);
    } finally {
      for (const place of places) this.#exports.free(place);
    }
  }

  #revive(problem, name) {
    const lines = this.take();
    const isEnd =
      problem instanceof WASIProcExit || problem instanceof WebAssembly.RuntimeError || problem instanceof RangeError;
    if (!isEnd && this.has(name)) return problem;
    if (!this.has(name)) return new StudioError(lines, `this build of the module has no ${name}`);
    this.#start();
    return new StudioFault(lines, problem instanceof WASIProcExit ? `exit ${problem.code}` : problem.message);
  }

  #lend(text) {
    const bytes = TEXT.encode(text + '\0');
    const place = this.#exports.malloc(bytes.length);
    if (!place) throw new StudioError([], 'no memory is left for this text');
    new Uint8Array(this.#exports.memory.buffer, place, bytes.length).set(bytes);
    return place;
  }

  textAt(place) {
    if (!place) return '';
    const bytes = new Uint8Array(this.#exports.memory.buffer);
    return WORDS.decode(bytes.subarray(place, bytes.indexOf(0, place)));
  }

  text(name, ...given) {
    return this.textAt(this.call(name, ...given));
  }

  json(name, ...given) {
    const text = this.text(name, ...given);
    if (!text) throw new StudioError(this.take(), `${name} has no answer`);
    return JSON.parse(text);
  }

  /* A call with bytes, which it reads and does not keep. */
  lendBytes(bytes, work) {
    const place = this.#exports.malloc(bytes.length || 1);
    if (!place) throw new StudioError([], 'no memory is left for this file');
    new Uint8Array(this.#exports.memory.buffer, place, bytes.length).set(bytes);
    work(place);
    this.#exports.free(place);
  }

  bytes(place, count) {
    return new Uint8Array(this.#exports.memory.buffer, place, count).slice();
  }

  words(place, count) {
    return new Int32Array(this.#exports.memory.buffer, place, count);
  }

  /* `count` numbers that a call writes into a buffer, which is its last argument. */
  numbers(name, given, count) {
    const place = this.#exports.malloc(Math.max(8, count * 8));
    if (!place) return new Float64Array(0);
    const written = this.call(name, ...given, count, place);
    const numbers = new Float64Array(this.#exports.memory.buffer, place, Math.max(0, written)).slice();
    this.#exports.free(place);
    return numbers;
  }

  memory() {
    return this.#exports.memory.buffer.byteLength;
  }

  // ---- what can be opened ----

  identify(path) {
    return this.text('studio_identify', path);
  }

  /* Throws a StudioError with what the module printed. */
  open(path, script = null, spare = 64) {
    this.take();
    const handle = this.call('studio_open', path, script, spare);
    const lines = this.take();
    if (!handle) throw new StudioError(lines, `${path} could not be opened`);
    return new Run(this, handle, lines);
  }

  /* What a board tells, in portions. */
  board() {
    return new BoardLog(this, this.call('board_open'));
  }

  /* Of the kind 'trace'. Scenes run for so many ticks at least. */
  compare(a, b, ticks = 0) {
    this.take();
    const handle = this.call('compare_open', a.path, a.script ?? null, b.path, b.script ?? null, ticks);
    if (!handle) throw new StudioError(this.take(), 'these two cannot be compared');
    return new Comparison(this, handle);
  }
}

/* A world that is simulated, with its past. World coordinates are numbers of the page; the module has Q16.16. */
export class Run {
  #studio;
  #handle;
  #generation;

  constructor(studio, handle, notes) {
    this.#studio = studio;
    this.#handle = handle;
    this.#generation = studio.generation;
    this.notes = notes;
  }

  get isAlive() {
    return this.#handle !== 0 && this.#generation === this.#studio.generation;
  }

  #call(name, ...given) {
    if (!this.isAlive) throw new StudioError([], 'this run has ended');
    return this.#studio.call(`studio_${name}`, this.#handle, ...given);
  }
  #text(name, ...given) {
    return this.#studio.textAt(this.#call(name, ...given));
  }
  #json(name, ...given) {
    return JSON.parse(this.#text(name, ...given) || 'null');
  }
  #numbers(name, given, count) {
    return this.isAlive ? this.#studio.numbers(`studio_${name}`, [this.#handle, ...given], count) : new Float64Array(0);
  }

  close() {
    if (this.isAlive) this.#call('close');
    this.#handle = 0;
  }

  info() {
    return this.#json('info');
  }
  get tick() {
    return this.#call('tick');
  }
  get first() {
    return this.#call('first');
  }
  get last() {
    return this.#call('last');
  }
  get memory() {
    return this.#call('memory');
  }
  limitMemory(bytes) {
    if (this.#studio.has('studio_memory_max')) this.#call('memory_max', bytes);
  }
  hash() {
    return this.#call('hash') >>> 0;
  }
  play(ticks) {
    return this.#call('play', ticks);
  }
  seek(tick) {
    return this.#call('seek', tick) !== 0;
  }
  lane(lane, from, count) {
    return this.#numbers('lane', [lane, from], count);
  }

  /* Throws a StudioError when the module refuses the edit. */
  do(line) {
    this.#studio.take();
    if (!this.#call('do', line)) throw new StudioError(this.#studio.take(), `this could not be done: ${line}`);
  }
  spawn(what, x, y, size) {
    return this.#call('spawn', what, toRaw(x), toRaw(y), toRaw(size));
  }
  grab(x, y) {
    return this.#call('grab', toRaw(x), toRaw(y));
  }
  drag(x, y) {
    this.#call('drag', toRaw(x), toRaw(y));
  }
  release() {
    this.#call('release');
  }
  pick(x, y) {
    return this.#call('pick', toRaw(x), toRaw(y));
  }

  /* The marks of a picture as words, good until the next call of the module. */
  draw(view, layers, coloring, ghost) {
    const count = this.#call(
      'draw',
      toRaw(view.x),
      toRaw(view.y),
      toRaw(view.across),
      view.width,
      view.height,
      layers,
      coloring,
      ghost ? 1 : 0,
    );
    return this.#studio.words(this.#call('marks'), count);
  }

  inspect(body) {
    return this.#json('inspect', body);
  }
  search(text) {
    return this.#json('search', text);
  }
  watch(body, field) {
    return this.#call('watch', body, field);
  }
  unwatch(id) {
    this.#call('unwatch', id);
  }
  watched(id, from, count) {
    return this.#numbers('watched', [id, from], count);
  }
  script() {
    return this.#text('script');
  }

  /* Hashes of a board, from its hash `from` on, with those of ticks that are known. */
  compareBoard(board, from) {
    return JSON.parse(this.#studio.text('board_compare', board, this.#handle, from));
  }

  /* A file that the module writes, as bytes. */
  write(what) {
    const path = '/written';
    this.#studio.take();
    const isWritten = this.#call('write', what, path);
    const bytes = isWritten ? this.#studio.get(path)?.slice() : null;
    this.#studio.remove(path);
    if (!bytes) throw new StudioError(this.#studio.take(), 'this could not be written');
    return bytes;
  }

  /* Only a build that keeps other futures has one. */
  get hasGhost() {
    return this.#studio.has('studio_branch') && this.#call('branch') !== 0;
  }
  get ghostFrom() {
    return this.#call('ghost_from');
  }
  dropGhost() {
    this.#call('drop_ghost');
  }
  swapGhost() {
    this.#call('swap_ghost');
  }
}

/* Lines of a board, which may come as they arrive. */
class BoardLog {
  #studio;
  #handle;
  #generation;

  constructor(studio, handle) {
    this.#studio = studio;
    this.#handle = handle;
    this.#generation = studio.generation;
  }
  get isAlive() {
    return this.#handle !== 0 && this.#generation === this.#studio.generation;
  }
  close() {
    if (this.isAlive) this.#studio.call('board_close', this.#handle);
    this.#handle = 0;
  }
  /* No bytes: the text has ended. */
  feed(bytes) {
    if (this.isAlive) this.#studio.lendBytes(bytes, place => this.#studio.call('board_feed', this.#handle, place, bytes.length));
  }
  info() {
    return this.#studio.json('board_text', this.#handle);
  }
  /* A file of it. */
  part(index) {
    const { size } = this.info().parts[index];
    return this.#studio.bytes(this.#studio.call('board_bytes', this.#handle, index), size);
  }
  compare(run, from) {
    return run.compareBoard(this.#handle, from);
  }
}

export class Comparison {
  #studio;
  #handle;

  constructor(studio, handle) {
    this.#studio = studio;
    this.#handle = handle;
  }
  /* True when it is done; throws a StudioError when one of the runs cannot go on. */
  advance(steps) {
    const state = this.#studio.call('compare_advance', this.#handle, steps);
    if (state < 0) throw new StudioError(this.#studio.take(), 'one of them cannot go on');
    return state !== 0;
  }
  get progress() {
    return this.#studio.call('compare_progress', this.#handle);
  }
  result() {
    return this.#studio.json('compare_result', this.#handle);
  }

  /* The marks of a picture of one of them (0 or 1) as words, good until the next call of the module. */
  draw(side, view, layers) {
    const given = [toRaw(view.x), toRaw(view.y), toRaw(view.across), view.width, view.height, layers];
    const count = this.#studio.call('compare_draw', this.#handle, side, ...given);
    return this.#studio.words(this.#studio.call('compare_marks', this.#handle), count);
  }

  close() {
    this.#studio.call('compare_close', this.#handle);
  }
}
