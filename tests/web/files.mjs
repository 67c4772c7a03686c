// files.mjs - files of the user: what can be opened is opened, and what cannot be is told, whatever it holds.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { damage } from './hostile.mjs';
import { equal, hashNow, holds, openScene, playTo, test } from './support.mjs';

const CORPUS = 'tests/fuzz/corpus';
const DAMAGED = 24;

/* Files as if they were dropped: what the page then says, and whether it is alive. */
const drop = (page, files) =>
  page.evaluate(
    async files => {
      const { studioPage } = globalThis;
      document.querySelectorAll('#messages > *').forEach(old => old.remove());
      const made = files.map(({ name, bytes }) => new File([Uint8Array.from(atob(bytes), c => c.charCodeAt(0))], name));
      const isOpen = await studioPage.files.take(made);
      if (isOpen) studioPage.player.seek(studioPage.player.first + 5);
      studioPage.draw();
      return {
        isOpen,
        said: document.querySelector('#messages').textContent,
        alive: studioPage.player.run?.isAlive === true,
      };
    },
    files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes).toString('base64') })),
  );

const read = path => ({ name: basename(path), bytes: readFileSync(path) });

async function testHostile(page, files) {
  for (const file of files) {
    const { isOpen, said, alive } = await drop(page, [file]);
    holds(alive, `${file.name}: nothing is open any more`);
    holds(isOpen || said.length > 0, `${file.name}: it is neither opened nor told about`);
    holds(!said.includes('The module stopped'), `${file.name}: ${said}`);
  }
}

/* After all that, the page gets the bits of the program. */
async function testStillRight(page, program) {
  await openScene(page, 'arch');
  await playTo(page, 60);
  equal(await hashNow(page), program.hash('run', 'examples/scenes/arch.json', '--ticks', '60'), 'the hash of tick 60');
}

async function testReplay(page, program) {
  const path = program.file('wall.replay', '');
  execFileSync(program.path, ['record', 'examples/scenes/wall.json', '--ticks', '120', '-o', path]);
  const { isOpen } = await drop(page, [read(path)]);
  holds(isOpen, 'the replay does not open');
  await playTo(page, 120);
  equal(await hashNow(page), program.hash('run', 'examples/scenes/wall.json', '--ticks', '120'), 'the hash of its end');
}

async function testMap(page, program) {
  const { isOpen, said } = await drop(
    page,
    ['platformer.tmx', 'tiles.tsx', 'tiles.png'].map(name => read(join('examples/maps', name))),
  );
  holds(isOpen, `the map does not open: ${said}`);
  await playTo(page, 60);
  equal(
    await hashNow(page),
    program.hash('run', 'examples/maps/platformer.tmx', '--ticks', '60'),
    'the hash of tick 60',
  );
}

async function testScript(page, program) {
  const { isOpen, said } = await drop(page, [
    read('examples/scenes/stack20.json'),
    read('examples/scripts/stack20.txt'),
  ]);
  holds(isOpen, `scene and script do not open: ${said}`);
  await playTo(page, 220);
  equal(
    await hashNow(page),
    program.hash('run', 'examples/scenes/stack20.json', '--script', 'examples/scripts/stack20.txt', '--ticks', '220'),
    'the hash of tick 220',
  );
}

/* A call with a handle that is none traps: everything is there again afterwards. */
async function testTrap(page, program) {
  await openScene(page, 'arch');
  const said = await page.evaluate(() => {
    const { player } = globalThis.studioPage;
    player.attempt(() => player.studio.call('studio_tick', -16));
    return document.querySelector('#messages').textContent;
  });
  holds(said.includes('started again'), `the page says only: ${said}`);
  equal(await page.evaluate(() => globalThis.studioPage.player.source.name), 'arch', 'what is open');
  await testStillRight(page, program);
}

export async function testFiles({ browser, program, random }) {
  const page = await browser.page();
  const corpus = readdirSync(CORPUS).flatMap(folder =>
    readdirSync(join(CORPUS, folder)).map(name => read(join(CORPUS, folder, name))),
  );
  const scenes = ['scenes', 'maps', 'rube'].flatMap(folder =>
    readdirSync(join('examples', folder), { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => read(join('examples', folder, entry.name))),
  );
  const replays = ['world.replay', 'game.replay', 'world.film'].map(name => read(join('tests/replays/1', name)));
  const snapshots = readdirSync(join(CORPUS, 'snapshot')).map(name => read(join(CORPUS, 'snapshot', name)));
  const all = [...scenes, ...replays, ...snapshots];
  const damaged = Array.from({ length: DAMAGED }, () => damage(random.pick(all), random.pick(all), random.below));
  const noise = { name: 'noise.json', bytes: Buffer.from(Array.from({ length: 4096 }, () => random.below(256))) };
  await test('a replay of the program opens and ends with its hash', () => testReplay(page, program));
  await test('a map opens with the files beside it', () => testMap(page, program));
  await test('a scene and its script open together', () => testScript(page, program));
  await test('files of the fuzz corpora are opened or told about', () => testHostile(page, [...corpus, noise]));
  await test('damaged scenes, maps, replays and snapshots are opened or told about', () => testHostile(page, damaged));
  await test('afterwards the page has the bits of the program', () => testStillRight(page, program));
  await test('a module that traps is started again, and what was open is open', () => testTrap(page, program));
  await page.context().close();
}
