// module.mjs - the modules of the studio in node alone: scenes have the hashes of the program, time goes
// back to them, maps are read, a run is inspected and compared, and two pages play.
//
// usage: module.mjs FOLDER PROGRAM    (build/studio; the program pawl); SEED=n: an earlier run's numbers
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { below, finish, hex, Module, program, seed, tell } from './node.mjs';

const TICKS = 300;

const hashOf = path => {
  const said = execFileSync(program, ['run', path, '--ticks', String(TICKS)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return /hash=([0-9a-f]{8})/.exec(said.trim().split('\n').at(-1))?.[1];
};

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
  const path = module.give('/scenes/vehicle.json');
  const compared = calls.compare_open(path, 0, path, 0);
  while (!calls.compare_advance(compared, 100));
  tell('equal runs are equal', JSON.parse(module.take(calls.compare_result(compared))).equal);
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
for (const name of readdirSync('examples/scenes')) {
  const wanted = hashOf(`examples/scenes/${name}`);
  testFile(below(2) ? 'studio-simd.wasm' : 'studio-plain.wasm', `/scenes/${name}`, wanted);
}
for (const name of readdirSync('examples/maps').filter(one => /\.(tmx|tmj|ldtk|svg)$/.test(one)))
  testFile('studio-maps.wasm', `/maps/${name}`, hashOf(`examples/maps/${name}`));
testValues();
testDuel();
finish('studio');
