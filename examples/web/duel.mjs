// duel.mjs - the module duel.wasm behind a class: a game of sumo with another page. Packets, keys and
// the time come from outside, so that it runs in a worker, in a page and in a test alike.
import { ConsoleStdout, WASI } from './lib/wasi/index.js';

const WORDS = new TextDecoder();

export class Duel {
  #exports;
  #handle;

  constructor(module, { isHost, seed, session }) {
    const quiet = ConsoleStdout.lineBuffered(() => {});
    const wasi = new WASI([], [], [quiet, quiet, quiet], { debug: false });
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
    wasi.initialize(instance);
    this.#exports = instance.exports;
    this.#handle = this.#exports.duel_open(isHost, seed, session);
    if (!this.#handle) throw new Error('the game does not begin');
  }

  /* Milliseconds each way, and a share of 0 to 1 that is lost, of what this page sends. */
  line(delay, jitter, loss, seed) {
    this.#exports.duel_line(this.#handle, delay, jitter, Math.round(loss * 10000), seed);
  }

  /* Keys of pawl/port.h, joined with |. */
  keys(held) {
    this.#exports.duel_keys(this.#handle, held);
  }

  /* Somebody who plays without looking. */
  bot(isOn, seed) {
    this.#exports.duel_bot(this.#handle, isOn, seed);
  }

  receive(bytes, now) {
    new Uint8Array(this.#exports.memory.buffer, this.#exports.duel_packet(this.#handle), bytes.length).set(bytes);
    this.#exports.duel_receive(this.#handle, bytes.length, now);
  }

  /* Ticks that are due; `send(bytes)` is called for each packet. */
  advance(now, send) {
    this.#exports.duel_advance(this.#handle, now);
    for (let size; (size = this.#exports.duel_send(this.#handle, now)) > 0;) {
      send(new Uint8Array(this.#exports.memory.buffer, this.#exports.duel_packet(this.#handle), size).slice());
    }
  }

  /* A bit of this page's state becomes another. */
  flip() {
    this.#exports.duel_flip(this.#handle);
  }

  /* {phase, tick, sure, hash, rollbacks, round_trip, stalls, desync, named, over, failed, scores, said} */
  status() {
    const memory = new Uint8Array(this.#exports.memory.buffer);
    const begin = this.#exports.duel_status(this.#handle);
    return JSON.parse(WORDS.decode(memory.subarray(begin, memory.indexOf(0, begin))));
  }

  /* The marks of a picture of so many pixels each way, as the studio has them. */
  draw(size) {
    const count = this.#exports.duel_draw(this.#handle, size);
    return new Int32Array(this.#exports.memory.buffer, this.#exports.duel_marks(this.#handle), count).slice();
  }
}
