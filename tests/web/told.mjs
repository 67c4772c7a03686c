// told.mjs - what others hand over, in the studio's module in node: films, and what boards tell.
//
// usage: told.mjs FOLDER PROGRAM RECORD    (as node.mjs says; build/board-record)
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { below, finish, hex, Module, program, seed, tell } from './node.mjs';

const record = process.argv[4];
const place = mkdtempSync(join(tmpdir(), 'pawl-'));
const module = new Module('studio-plain.wasm', { '/': place }),
  { calls } = module;
const json = at => JSON.parse(module.take(at));
const pawl = (...words) => execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const identify = name => module.take(calls.studio_identify(module.give(`/${name}`)));

// ---- films ----

function testFilm() {
  pawl('run', 'examples/scenes/demo.json', '--ticks', '200', '--film', join(place, 'a.film'));
  tell('a film is known', identify('a.film') === 'film');
  const run = calls.studio_open(module.give('/a.film'), 0, 0);
  const info = json(calls.studio_info(run));
  tell('a film has its ticks', info.type === 'film' && calls.studio_first(run) === 0 && calls.studio_last(run) === 200);
  tell('a film has bodies', info.bodies > 5 && info.camera[0] < info.camera[2], JSON.stringify(info));
  const [left, bottom, right, top] = info.camera;
  const draw = tick => {
    calls.studio_seek(run, tick);
    const size = calls.studio_draw(run, (left + right) / 2, (bottom + top) / 2, right - left, 640, 400, 0xffff, 0, 0);
    return Buffer.from(module.bytes(calls.studio_marks(run), 4 * size)).toString('base64');
  };
  const first = draw(0),
    later = draw(1 + below(200));
  tell('a film shows something, which moves', first.length > 200 && first !== later);
  tell('and the same again', draw(0) === first);
  tell('a film takes no edit', calls.studio_do(run, module.give('gravity 0 0')) === 0);
  tell('a film has no memory', calls.studio_memory(run) === 0 && calls.studio_kept(run) === 0);
  calls.studio_close(run);
}

// ---- boards ----

/* In portions of any size, as a port has them. */
function feed(board, bytes) {
  for (let at = 0; at < bytes.length; ) {
    const size = Math.min(1 + below(300), bytes.length - at),
      to = calls.malloc(size);
    new Uint8Array(calls.memory.buffer, to, size).set(bytes.subarray(at, at + size));
    calls.board_feed(board, to, size);
    calls.free(to);
    at += size;
  }
  calls.board_feed(board, 0, 0);
}

const open = path => calls.studio_open(module.give(path), 0, 0);

const told = execFileSync(record);

function testBoard() {
  writeFileSync(join(place, 'board.txt'), told);
  tell('a log is known', identify('board.txt') === 'board');
  const board = calls.board_open();
  feed(board, told);
  const text = json(calls.board_text(board)),
    [part] = text.parts;
  tell('it has a replay and hashes', text.parts.length === 1 && part.type === 'replay' && part.whole && text.hashes === 24, JSON.stringify(text));
  tell('and nothing damaged', text.damaged === 0 && part.lost === 0);
  writeFileSync(join(place, 'board.rep'), module.bytes(calls.board_bytes(board, 0), part.size));
  const run = open('/board.rep'),
    wanted = /^hash ([0-9a-f]{8})$/m.exec(told.toString())[1];
  while (calls.studio_play(run, 100) === 100);
  tell('the replay plays to the hash of the board', hex(calls.studio_hash(run)) === wanted);
  const same = json(calls.board_compare(board, run, 0));
  tell('all hashes are equal', same.compared === 24 && same.next === 24 && same.differs === null, JSON.stringify(same));
  pawl('run', 'examples/scenes/demo.json', '--ticks', '90', '--snapshot', join(place, 'other.snap'));
  const other = open('/other.snap');
  calls.studio_play(other, 30);
  const differs = json(calls.board_compare(board, other, 0));
  tell('another run differs at once', differs.differs?.tick === 90 && differs.compared === 1, JSON.stringify(differs));
  tell('what is not known yet waits', json(calls.board_compare(board, other, 15)).compared === 0);
  for (const one of [run, other]) calls.studio_close(one);
  calls.board_close(board);
}

/* Noise on the line: whatever is taken is a beginning of the file, and the module goes on. */
function testNoise() {
  const whole = readFileSync(join(place, 'board.rep'));
  let good = true,
    damaged = 0;
  for (let round = 0; round < 40; round++) {
    const noisy = Buffer.from(told),
      board = calls.board_open();
    for (let left = 1 + below(60); left > 0; left--) noisy[below(noisy.length)] = below(256);
    feed(board, noisy);
    const text = json(calls.board_text(board));
    damaged += text.damaged;
    text.parts.forEach((part, i) => {
      const bytes = module.bytes(calls.board_bytes(board, i), part.size);
      good &&= Buffer.compare(Buffer.from(bytes), whole.subarray(0, part.size)) === 0;
    });
    calls.board_close(board);
  }
  tell('what noise leaves is right', good);
  tell('and noise is told', damaged > 40, String(damaged));
}

console.log(`told: SEED=${seed}`);
try {
  testFilm();
  testBoard();
  testNoise();
} finally {
  rmSync(place, { recursive: true });
}
finish('told');
