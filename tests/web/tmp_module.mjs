// module.mjs - the modules of the studio in node alone: scenes have the hashes of the program, time goes
// back to them, maps are read, a run is inspected, two are compared, and two pages play.
//
// usage: module.mjs FOLDER PROGRAM    (build/studio; the program pawl); SEED=n: an earlier run's numbers
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { WASI } from 'node:wasi';
import { testHostile } from './hostile.mjs';

const [folder, program] = process.argv.slice(2);
const seed = Number(process.env.SEED) || randomInt(1, 2 ** 31);
const TICKS = 300;
let state = seed,
  passed = 0,
  failed = 0;

const below = limit => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};

function tell(claim, is, what = '') {
  if (is) passed++;
  else {
    failed++;
    console.log(`FAILED: ${claim} ${what}`);
  }
}

class Module {
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

  /* Doubles that a call writes. */
  numbers(count, call) {
    const at = this.calls.malloc(8 * count);
    const values = Array.from(new Float64Array(this.calls.memory.buffer, at, call(at)));
    this.calls.free(at);
    return values;
  }
}

const hashOf = path => {
  const said = execFileSync(program, ['run', path, '--ticks', String(TICKS)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return /hash=([0-9a-f]{8})/.exec(said.trim().split('\n').at(-1))?.[1];
};
const hex = hash => (hash >>> 0).toString(16).padStart(8, '0');

/* A file to its last tick, then to ticks drawn afresh, and on from the last of them. */
function testFile(name, path, wanted) {
  const module = new Module(name, { '/': resolve('examples') }),
    { calls } = module;
  const run = calls.studio_open(module.give(path), 0, 16);
  if (!run) return tell(`${name}: ${path} is opened`, false);
  calls.studio_play(run, TICKS);
  tell(`${name}: ${path} has the hash of the program`, hex(calls.studio_hash(run)) === wanted, hex(calls.studio_hash(run)));
  const hashes = module.numbers(TICKS + 1, at => calls.studio_lane(run, 0, 0, TICKS + 1, at));
  let good = hashes.length === TICKS + 1;
  for (let i = 0; i < 10; i++) {
    const tick = below(TICKS + 1);
    good &&= calls.studio_seek(run, tick) !== 0 && calls.studio_hash(run) >>> 0 === hashes[tick];
  }
  calls.studio_play(run, TICKS - calls.studio_tick(run));
  tell(`${name}: ${path} goes back`, good && hex(calls.studio_hash(run)) === wanted);
  calls.studio_close(run);
}

function testValues() {
  const module = new Module('studio-plain.wasm', { '/': resolve('examples') }),
    { calls } = module;
  const run = calls.studio_open(module.give('/scenes/vehicle.json'), 0, 16);
  calls.studio_play(run, 60);
  const body = JSON.parse(module.take(calls.studio_inspect(run, 3)));
  const place = body.objects[0].fields.find(field => field.name === 'position.x');
  tell('a body is inspected', place?.unit === 'units' && Math.abs(Number(place.decimal) * 65536 - Number(place.raw)) < 1);
  const id = calls.studio_watch(run, 3, module.give('position.x'));
  const values = module.numbers(61, at => calls.studio_watched(run, id, 0, 61, at));
  tell('a value is watched', values.length === 61 && values[60] * 65536 === Number(place.raw));
  tell('a search finds', JSON.parse(module.take(calls.studio_search(run, module.give('velocity.x')))).hits.length > 10);
  calls.studio_seek(run, 30);
  tell('an edit in the past makes a branch', calls.studio_do(run, module.give('body @2 push 1 2')) === 1 && calls.studio_branch(run) === 1);
  tell('a mistake is refused', calls.studio_do(run, module.give('body @2 pish 1 2')) === 0);
  const flags = body.objects[0].fields.find(field => field.name === 'flags');
  tell('flags are told in words', /live, awake/.test(flags?.meaning), flags?.meaning);
}

/* Two runs: {equal, tick, ...}; null: they cannot be compared. A stage is never told here: what is hashed is
 * all that steps depend on, so only a machine that computes wrongly parts within one. */
function compare(module, [a, scriptA], [b, scriptB], ticks = 0) {
  const { calls } = module,
    lend = text => (text ? module.give(text) : 0);
  const compared = calls.compare_open(lend(a), lend(scriptA), lend(b), lend(scriptB), ticks);
  if (!compared) return null;
  let state = 0;
  while (state === 0) state = calls.compare_advance(compared, 1 + below(40));
  return { compared, ...(state < 0 ? { failed: true } : JSON.parse(module.take(calls.compare_result(compared)))) };
}

/* Words of a picture of one of them: how many marks, and whether they can be walked through. */
function marksOf({ calls }, compared, side) {
  const count = calls.compare_draw(compared, side, 0, 0, 65536 * 40, 400, 400, 1 | 8 | 256);
  const words = new Int32Array(calls.memory.buffer, calls.compare_marks(compared), count);
  let at = 0,
    marks = 0;
  for (; at < count; marks++) at += 6 + 2 * words[at];
  return at === count ? marks : 0;
}

function testCompare() {
  const own = mkdtempSync(join(tmpdir(), 'studio-'));
  const module = new Module('studio-trace.wasm', { '/': resolve('examples'), '/own': own });
  const scene = '/scenes/vehicle.json',
    tick = 1 + below(200),
    push = `pawl-script 1\ntick ${tick} body @2 push 1 2\n`;
  writeFileSync(join(own, 'push.txt'), push);
  const same = compare(module, [scene], [scene]);
  tell('equal runs are equal to their end', same?.equal && same.tick > 0 && same.changes.length === 0, JSON.stringify(same));
  const pushed = compare(module, [scene], [scene, '/own/push.txt']);
  const moved = pushed?.changes.filter(change => change.body === 3 && /velocity\.[xy]/.test(change.text)) ?? [];
  tell(`a push is found at its tick, ${tick}`, pushed?.tick === tick && pushed.input && !pushed.stage && moved.length === 2, pushed?.text);
  tell('it is marked in both worlds', moved.every(({ places }) => places.length === 2 && places.every(one => one.length === 1)));
  tell('both have a picture', pushed && [0, 1].every(side => marksOf(module, pushed.compared, side) > 3));
  const late = 800 + below(100);
  writeFileSync(join(own, 'late.txt'), push.replace(`tick ${tick}`, `tick ${late}`));
  const long = compare(module, [scene], [scene, '/own/late.txt'], late + 10);
  tell('scenes go on as long as is asked for', long?.tick === late, JSON.stringify(long?.tick));
  const map = '/maps/platformer.tmx';
  tell('maps are compared', compare(module, [map], [map], 30)?.equal);
  const arcade = readdirSync('examples/scenes').find(name => /"arcade"/.test(readFileSync(join('examples/scenes', name), 'utf8')));
  const played = compare(module, [`/scenes/${arcade}`], [`/scenes/${arcade}`]);
  tell(`arcades are compared by their hashes: ${arcade}`, played?.equal && marksOf(module, played.compared, 1) > 3);
  tell('an arcade and a world differ', compare(module, [`/scenes/${arcade}`], [scene])?.equal === false);
  tell('what is no run is not compared', compare(module, [scene], ['/own/push.txt']) === null);
  rmSync(own, { recursive: true });
}

/* Two minutes on a bad line, then a bit. */
function testDuel() {
  const pages = [1, 0].map(isHost => {
    const module = new Module('duel.wasm', {});
    const duel = module.calls.duel_open(isHost, 7, seed);
    module.calls.duel_line(duel, 100, 20, 1000, below(2 ** 31));
    module.calls.duel_bot(duel, 1, below(2 ** 31));
    return { module, calls: module.calls, duel };
  });
  const status = page => JSON.parse(page.module.take(page.calls.duel_status(page.duel)));
  const carry = (from, to, now) => {
    for (let size; (size = from.calls.duel_send(from.duel, now)) > 0;) {
      const bytes = new Uint8Array(from.calls.memory.buffer, from.calls.duel_packet(from.duel), size).slice();
      new Uint8Array(to.calls.memory.buffer, to.calls.duel_packet(to.duel), size).set(bytes);
      to.calls.duel_receive(to.duel, size, now);
    }
  };
  const run = (from, until, isOver = () => false) => {
    let now = from;
    for (; now < until && !isOver(); now += 4) {
      for (const page of pages) page.calls.duel_advance(page.duel, now);
      carry(pages[0], pages[1], now);
      carry(pages[1], pages[0], now);
    }
    return now;
  };
  const flip = run(1000, 121000);
  const before = pages.map(status);
  tell('two pages agree on a bad line', before.every(one => one.desync === 0 && one.sure > 6500), JSON.stringify(before));
  pages[1].calls.duel_flip(pages[1].duel);
  const named = run(flip, flip + 4000, () => pages.every(page => status(page).named)) - flip;
  console.log(`studio: a flipped bit was named after ${named} ms of the line's time`);
  const said = pages.map(page => status(page).said);
  tell('a bit is named', /at fault: the other page/.test(said[0]) && /velocity\.x {2}a 0x/.test(said[0]), said[0]);
}

console.log(`studio: SEED=${seed}`);
testHostile((...given) => new Module(...given), program, below, tell);
console.log(`studio: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
