// run.mjs EMULATOR PROGRAM - run an ELF file on an RP2040 that rp2040js emulates; the status is what
// the program prints as `!EXIT n` on a line of its own. EMULATOR is the folder that npm installed
// into.
//
// The emulator forgives more than the chip. Here an access that is not aligned, an address where
// nothing is and an instruction that the processor lacks are hard faults, as there. It has one core;
// the other one, the queues between them and how the ROM starts it (datasheet 2.3.1.4, 2.8.2) are
// added here. The cores take turns, one instruction each.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const HERTZ = 125e6;
const VECTORS = 0x10000100; // what the second boot stage jumps through
const HARD_FAULT = 3;
const SECONDS = 600;
const BATCH = 100000; // instructions between two looks at the clock on the wall

const [emulator, program] = process.argv.slice(2);
const modules = resolve(emulator, 'node_modules/rp2040js/dist/esm');
const { RP2040 } = await import(pathToFileURL(`${modules}/index.js`));
const { CortexM0Core } = await import(pathToFileURL(`${modules}/cortex-m0-core.js`));

class Fault extends Error {}

function fail(what) {
  throw new Fault(what);
}

// Segments go where they are loaded, which for .data is not where they run.
function load(chip, elf) {
  const view = new DataView(elf.buffer, elf.byteOffset, elf.length);
  const first = view.getUint32(28, true);
  const size = view.getUint16(42, true);
  for (let i = 0; i < view.getUint16(44, true); i++) {
    const [type, offset, , physical, length] =
      Array.from({ length: 5 }, (_, word) => view.getUint32(first + i * size + 4 * word, true));
    if (type === 1 && length > 0)
      chip.flash.set(elf.subarray(offset, offset + length), physical - 0x10000000);
  }
}

function demand_alignment(core) {
  for (const [bytes, mask] of [[16, 1], [32, 3]]) {
    const read = core[`readUint${bytes}`].bind(core);
    const write = core[`writeUint${bytes}`].bind(core);
    core[`readUint${bytes}`] = address => address & mask ? fail('unaligned') : read(address);
    core[`writeUint${bytes}`] = (address, value) =>
      address & mask ? fail('unaligned') : write(address, value);
  }
}

function start(chip) {
  // It also warns of registers that it does not model.
  const refuse = (part, text) => { if (/address|Instruction/.test(text)) fail(text); };
  chip.logger = { debug() {}, info() {}, warn: refuse, error: refuse };
  chip.core.VTOR = VECTORS;
  chip.core.reset();
  demand_alignment(chip.core);
}

// The cores that run. Core 1 comes when core 0 has sent what the ROM waits for: 0, 0, 1, vectors,
// stack and entry, each of which is sent back.
class Cores {
  constructor(chip) {
    this.chip = chip;
    this.running = [chip.core];
    this.current = 0;
    this.queues = [[], []]; // what each core has yet to read
    this.heard = [];
    const { sio } = chip;
    const read = sio.readUint32.bind(sio);
    const write = sio.writeUint32.bind(sio);
    sio.readUint32 = offset => this.read(offset) ?? read(offset);
    sio.writeUint32 = (offset, value) =>
      offset === 0x54 ? this.send(value >>> 0) : write(offset, value);
  }

  read(offset) {
    const queue = this.queues[this.current];
    if (offset === 0x00) return this.current;
    if (offset === 0x50) return (queue.length > 0 ? 1 : 0) | (this.queues[1 - this.current].length < 8 ? 2 : 0);
    return offset === 0x58 ? queue.shift() ?? 0 : undefined;
  }

  send(word) {
    if (this.current === 1 || this.running.length > 1) this.queues[1 - this.current].push(word);
    else this.hear(word);
  }

  hear(word) {
    const expected = [0, 0, 1][this.heard.length];
    this.heard = expected === undefined || expected === word ? [...this.heard, word] : [];
    this.queues[0].push(word);
    if (this.heard.length === 6) this.begin(...this.heard.slice(3));
  }

  begin(vectors, stack, entry) {
    const core = new CortexM0Core(this.chip);
    core.VTOR = vectors;
    core.SP = stack;
    core.PC = entry & ~1;
    demand_alignment(core);
    this.running.push(core);
  }

  // An event that wakes a core may come at any time, so none of them waits for long.
  step() {
    let cycles = 0;
    for (this.current = 0; this.current < this.running.length; this.current++) {
      const core = this.running[this.current];
      cycles = Math.max(cycles, step(core));
      core.waiting = false;
    }
    this.current = 0;
    return cycles;
  }
}

let line = '';
let status = null;
function put(byte) {
  line += String.fromCharCode(byte);
  if (byte !== 10) return;
  const end = /^!EXIT (-?\d+)\n$/.exec(line);
  if (end) status = Number(end[1]) & 255;
  else process.stdout.write(line);
  line = '';
}

// A fault while one is being told of is what the chip calls a lockup.
function step(core) {
  const counter = core.PC;
  try {
    return core.executeInstruction();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (core.IPSR === HARD_FAULT) {
      process.stdout.write(`${line}\nLockup: ${error.message}\n`);
      process.exit(134);
    }
    core.PC = counter;
    core.exceptionEntry(HARD_FAULT);
    core.PC &= ~1;
    return 1;
  }
}

const chip = new RP2040();
load(chip, readFileSync(program));
start(chip);
const cores = new Cores(chip);
chip.uart[0].onByte = put;
chip.onBreak = () => fail('breakpoint');
const begin = Date.now();
while (status === null) {
  for (let i = 0; i < BATCH && status === null; i++)
    chip.clock.tick(cores.step() * 1e9 / HERTZ);
  if (Date.now() - begin > 1000 * SECONDS) {
    process.stdout.write(`${line}\nrun.mjs: still running after ${SECONDS} s\n`);
    status = 124;
  }
}
process.exitCode = status;
