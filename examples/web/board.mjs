// board.mjs - what a board tells over its serial line (docs/board-log.md): from a file, or from the port
// itself where the browser has Web Serial. Its replay is opened, and its hashes are compared with those of
// the run that is open, tick by tick as they become known.
import { button, element, hex } from './elements.mjs';
import { showMessage } from './messages.mjs';

const LOOK_TIME = 400; // milliseconds from one look at what has come to the next
const BAUD = 115200;
const SHOWN = ['replay', 'snapshot', 'film'];
const CHUNK = 1 << 20;

const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

export class Board {
  #page;
  #log = null;
  #next = 0; // the first hash that has not been compared
  #equal = 0;
  #opened = -1; // the last part that was opened
  #timer = 0;
  #reader = null;

  constructor(page) {
    this.#page = page;
  }

  get info() {
    return this.#log?.info() ?? null;
  }

  #begin() {
    this.close();
    this.#log = this.#page.studio.board();
    this.#next = this.#equal = 0;
    this.#opened = -1;
  }

  close() {
    clearInterval(this.#timer);
    this.#reader?.cancel().catch(() => {});
    this.#reader = null;
    this.#log?.close();
    this.#log = null;
  }

  // ---- a file ----

  /* True when something of it was opened, or could be compared with what is. */
  async open({ name, bytes }) {
    this.#begin();
    for (let at = 0; at < bytes.length; at += CHUNK) this.#log.feed(bytes.subarray(at, at + CHUNK));
    this.#log.feed(new Uint8Array(0));
    const info = this.#log.info();
    const found = this.#best(info.parts);
    const isOpen = found >= 0 && (await this.#openPart(found, name));
    const notes = this.#notes(name, info);
    if (notes.length) showMessage(notes, { isError: info.damaged > 0, stays: true });
    this.#watch();
    return isOpen || info.hashes > 0;
  }

  /* The last one that is whole, else the last one with anything in it. */
  #best(parts) {
    const good = parts.map((part, i) => ({ ...part, i })).filter(part => part.size > 0 && SHOWN.includes(part.type));
    return (good.findLast(part => part.whole) ?? good.at(-1))?.i ?? -1;
  }

  #notes(name, { parts, hashes, damaged, damagedLine, from, to }) {
    const lines = parts.map(part => {
      const end = part.lost ? `, bytes are missing before line ${part.lost}` : part.whole ? '' : ', cut off';
      return `${name}: ${part.type}, ${part.size} bytes, lines ${part.first} to ${part.last}${end}`;
    });
    if (hashes) lines.push(`${name}: ${plural(hashes, 'hash').replace('hashs', 'hashes')}, ticks ${from} to ${to}`);
    if (damaged) lines.push(`${name}: ${plural(damaged, 'line')} arrived damaged, the first is line ${damagedLine}`);
    if (!parts.length && !hashes) lines.push(`${name}: no whole line of a board in it`);
    return lines;
  }

  async #openPart(index, name) {
    const { type } = this.#log.info().parts[index];
    this.#opened = index;
    const path = `/board/${index}.${type}`,
      bytes = this.#log.part(index);
    this.#page.studio.put(path, bytes);
    const isOpen = await this.#page.files.open({ name: `${name}: ${type}`, path, bytes });
    if (isOpen) this.#next = this.#equal = 0;
    return isOpen;
  }

  // ---- hashes ----

  #watch() {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.look(), LOOK_TIME);
    this.look();
  }

  /* Compares what can be compared by now. */
  look() {
    const run = this.#page.player.run;
    if (!this.#log?.isAlive) return this.close();
    const info = this.#log.info();
    if (this.#reader) this.#openNew(info);
    if (!run?.isAlive || this.#next >= info.hashes) return undefined;
    const { compared, next, differs } = this.#log.compare(run, this.#next);
    this.#next = next;
    this.#equal += compared - (differs ? 1 : 0);
    if (differs) this.#differs(differs);
    else if (compared && next === info.hashes)
      showMessage([`The board agrees: ${plural(this.#equal, 'tick')} compared, to tick ${info.to}.`], { stays: true });
    return undefined;
  }

  #differs({ tick, line, board, here }) {
    this.#next = Infinity; // behind the first difference all are different
    this.#page.player.pause();
    this.#page.player.seek(tick);
    showMessage(
      [
        `The board leaves this run at tick ${tick}: it has ${hex(board)} (line ${line}), here it is ${hex(here)}.`,
        `${plural(this.#equal, 'tick')} before it agreed. A snapshot of that tick, told by the board, can be compared value by value.`,
      ],
      { isError: true },
    );
  }

  // ---- a port ----

  /* A file that has become whole is opened; when the board begins anew, so does the comparison. */
  #openNew({ parts, runs }) {
    const found = this.#best(parts.map(part => ({ ...part, size: part.whole ? part.size : 0 })));
    if (found > this.#opened) this.#openPart(found, 'board');
    if (runs !== this.runs && this.#next !== 0) this.#next = this.#equal = 0;
    this.runs = runs;
  }

  async #read(port) {
    this.#reader = port.readable.getReader();
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done || !this.#log) break;
      this.#log.feed(value);
    }
  }

  async listen(baudRate) {
    let port;
    try {
      port = await navigator.serial.requestPort();
      await port.open({ baudRate });
    } catch (problem) {
      if (problem.name !== 'NotFoundError') showMessage([`The port cannot be opened: ${problem.message}`]);
      return;
    }
    this.#begin();
    const reading = this.#read(port);
    this.#watch();
    showMessage([`Listening to the board at ${baudRate} baud.`]);
    try {
      await reading;
    } catch (problem) {
      showMessage([`The port was closed: ${problem.message}`]);
    }
    this.#reader?.releaseLock();
    this.#reader = null;
    await port.close().catch(() => {});
  }

  /* Asks for the rate, then for the port. */
  ask() {
    const rate = element('input', { type: 'number', min: 300, max: 4000000, value: BAUD, 'aria-label': 'Baud' });
    const dialog = element(
      'dialog',
      { 'aria-label': 'A board', onclose: () => dialog.remove() },
      element('h2', {}, 'A board over USB'),
      element('p', {}, 'Lines that pawl_log writes are read: a replay is opened, hashes are compared with the run that is open.'),
      element('p', {}, element('label', {}, 'Baud ', rate)),
      button('Choose the port…', () => {
        dialog.close();
        this.listen(Number(rate.value) || BAUD);
      }),
      button('Cancel', () => dialog.close(), { class: 'quiet' }),
    );
    document.body.append(dialog);
    dialog.showModal();
  }
}
