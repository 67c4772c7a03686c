// boards.mjs - what boards tell, and films: dropped on the page, or read from a port that is made up.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { crc32 } from './crc32.mjs';
import { equal, hashNow, holds, openScene, playTo, test } from './support.mjs';

/* `make board-record-check` has let these machines run. */
const LOGS = ['native', 'cortex-m3', 'powerpc'].map(name => ({ name, path: `build/logs/${name}.log` }));
const TICKS = 240;

/* One file as if it were dropped. */
const drop = (page, name, bytes) =>
  page.evaluate(
    async ({ name, bytes }) => {
      document.querySelectorAll('#messages > *').forEach(old => old.remove());
      return globalThis.studioPage.files.take([new File([Uint8Array.from(atob(bytes), c => c.charCodeAt(0))], name)]);
    },
    { name, bytes: Buffer.from(bytes).toString('base64') },
  );

const says = (page, words) =>
  page.waitForFunction(words => document.querySelector('#messages').textContent.includes(words), words, { timeout: 20000 });

const hashOf = text => /^hash ([0-9a-f]{8})/m.exec(text)[1];

/* What the board says itself, at the end of its log. */
async function testLog(page, { name, path }) {
  const text = readFileSync(path, 'utf8');
  holds(await drop(page, `${name}.log`, text), 'nothing of it opens');
  equal(await page.evaluate(() => globalThis.studioPage.player.info.type), 'replay', 'what is open');
  await playTo(page, TICKS);
  equal(await hashNow(page), hashOf(text), 'the hash of its end');
  await says(page, `The board agrees: 24 ticks compared, to tick ${TICKS}`);
}

/* A board with one wrong bit, which it believes. */
async function testOther(page) {
  const line = '@pawl hash 150 ';
  const text = readFileSync(LOGS[0].path, 'utf8').replace(/^@pawl hash 150 (.{8}) .{8}$/m, (_, hash) => {
    const words = `${line}${((parseInt(hash, 16) ^ 1) >>> 0).toString(16).padStart(8, '0')} `;
    return words + crc32(words).toString(16).padStart(8, '0');
  });
  holds(await drop(page, 'other.log', text), 'nothing of it opens');
  await playTo(page, TICKS);
  await says(page, 'The board leaves this run at tick 150');
  equal(await page.evaluate(() => globalThis.studioPage.player.tick), 150, 'the tick that is shown');
}

async function testDamaged(page, random) {
  const lines = readFileSync(LOGS[0].path, 'utf8').split('\n');
  const at = 2 + random.below(50);
  lines[at] = lines[at].replace(/(.{20})./, '$1~');
  await drop(page, 'bent.log', lines.join('\n'));
  await says(page, '1 line arrived damaged');
}

/* Hashes alone go with the run that is open. */
async function testHashes(page, program) {
  const words = [30, 60].map(tick => {
    const hash = program.hash('run', 'examples/scenes/arch.json', '--ticks', String(tick));
    const line = `@pawl hash ${tick} ${hash} `;
    return `[12:00:${tick}] ${line}${crc32(line).toString(16).padStart(8, '0')}`;
  });
  await openScene(page, 'arch');
  holds(await drop(page, 'hashes.log', `boot\r\n${words.join('\r\n')}`), 'they are not taken');
  await playTo(page, 60);
  await says(page, 'The board agrees: 2 ticks compared, to tick 60');
  equal(await page.evaluate(() => globalThis.studioPage.player.source.name), 'arch', 'what is open');
}

/* A port that gives a log in pieces. */
async function testPort(page) {
  const text = readFileSync(LOGS[0].path, 'utf8');
  await page.evaluate(async text => {
    const bytes = new TextEncoder().encode(text);
    let at = 0;
    const readable = new ReadableStream({
      async pull(to) {
        await new Promise(done => setTimeout(done, 1));
        if (at >= bytes.length) return;
        to.enqueue(bytes.slice(at, at + 97));
        at += 97;
      },
    });
    const port = { readable, open: async ({ baudRate }) => (globalThis.baud = baudRate), close: async () => {} };
    Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => port }, configurable: true });
  }, text);
  await page.evaluate(() => document.querySelector('#open-port').click());
  await page.getByLabel('Baud').fill('230400');
  await page.getByText('Choose the port').click();
  await page.waitForFunction(() => globalThis.studioPage.player.source.path === '/board/0.replay', null, { timeout: 20000 });
  equal(await page.evaluate(() => globalThis.baud), 230400, 'the rate of the port');
  await playTo(page, TICKS);
  equal(await hashNow(page), hashOf(text), 'the hash of its end');
  await says(page, 'The board agrees');
}

async function testFilm(page, program) {
  const path = program.file('arch.film', '');
  execFileSync(program.path, ['run', 'examples/scenes/arch.json', '--ticks', '90', '--film', path]);
  holds(await drop(page, 'arch.film', readFileSync(path)), 'the film does not open');
  const shown = await page.evaluate(() => {
    const { player, draw } = globalThis.studioPage;
    player.seek(90);
    globalThis.studioPage.draw();
    return { type: player.info.type, tick: player.tick, last: player.last, draws: typeof draw };
  });
  equal(shown.type, 'film', 'what is open');
  equal(shown.tick, 90, 'the tick that is shown');
  await page.screenshot({ path: 'build/web-shots/film.png' });
}

export async function testBoards({ browser, program, random }) {
  const page = await browser.page();
  for (const log of LOGS)
    await test(`what a board of ${log.name} tells opens, plays and agrees`, () => testLog(page, log));
  await test('a board that is wrong is told with its tick', () => testOther(page));
  await test('a damaged line is told', () => testDamaged(page, random));
  await test('hashes alone are compared with the run that is open', () => testHashes(page, program));
  await test('a board is read from its port', () => testPort(page));
  await test('a film is shown', () => testFilm(page, program));
  await page.context().close();
}
