// support.mjs - what the tests of the page share: a server, a browser, the program to compare with, and a
// count of what passed.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const PLAYWRIGHT = 'build/tools/playwright-core-1.65.1/node_modules/playwright-core/index.mjs';
const CROWDED = 1.15;
export const SHOTS = 'build/web-shots';

let passed = 0,
  failed = 0,
  skipped = 0;

/* Thrown by work that cannot be done on this machine. */
export class Skip extends Error {}

/* A claim, and the work that proves it or throws. */
export async function test(claim, work) {
  try {
    await work();
    passed++;
  } catch (problem) {
    if (problem instanceof Skip) {
      skipped++;
      return console.log(`not run, for ${problem.message}: ${claim}`);
    }
    failed++;
    console.log(
      `FAILED: ${claim}\n    ${String(problem.message ?? problem)
        .split('\n')
        .slice(0, 12)
        .join('\n    ')}`,
    );
  }
}

/* What this machine has no tool for, and so is not run. */
export function skip(what) {
  skipped++;
  console.log(`not run: ${what}`);
}

export function equal(got, wanted, what) {
  if (!Object.is(got, wanted)) throw new Error(`${what}: ${got}, not ${wanted}`);
}

export function holds(is, what) {
  if (!is) throw new Error(what);
}

/* How much longer work takes by the clock than on the processor: 1 where nobody else works. */
function crowd() {
  const begin = performance.now(),
    before = process.cpuUsage();
  while (performance.now() - begin < 250);
  const { user, system } = process.cpuUsage(before);
  return (performance.now() - begin) / ((user + system) / 1000);
}

/* A claim about time by the clock. Where other programs keep the processors busy it cannot be judged. */
export async function timed(claim, work) {
  const before = crowd();
  let problem = null;
  await work().catch(one => (problem = one));
  if (problem && Math.max(before, crowd()) > CROWDED) {
    skipped++;
    console.log(`not judged, for other programs keep this machine busy: ${claim}: ${problem.message}`);
    return;
  }
  await test(claim, () => {
    if (problem) throw problem;
  });
}

// ---- figures: what the tests measure, for the table of a page ----

const figures = [];

/* `measured` in words or as a number; with a bar the most that it may be. */
export function figure(what, measured, bar = null) {
  figures.push({ what, measured, bar });
}

/* The table between the marks of a page. */
export function writeFigures(path) {
  const marks = ['<!-- begin of the figures -->', '<!-- end of the figures -->'];
  const rows = figures.map(({ what, measured, bar }) => {
    const verdict = bar === null ? '-' : parseFloat(measured) <= parseFloat(bar) ? 'PASS' : 'MISSED';
    return `| ${what} | ${measured} | ${bar ?? '-'} | ${verdict} |`;
  });
  const table = ['| what | measured | at most | verdict |', '|---|---:|---:|---:|', ...rows].join('\n');
  const text = readFileSync(path, 'utf8'),
    [before, rest] = text.split(marks[0]),
    after = rest?.split(marks[1])[1];
  if (after === undefined) throw new Error(`${path} has no lines ${marks.join(' and ')}`);
  writeFileSync(path, `${before}${marks[0]}\n${table}\n${marks[1]}${after}`);
  console.log(table);
}

/* Says how many have passed; the status of the whole. */
export function finish(name = 'web') {
  console.log(`${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  return failed === 0 ? 0 : 1;
}

// ---- random numbers: xorshift32, from a seed that is printed ----

export function generator(seed) {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  for (let i = 0; i < 8; i++) next();
  return { below: limit => next() % limit, pick: list => list[next() % list.length] };
}

// ---- the program ----

export class Program {
  folder = mkdtempSync(join(tmpdir(), 'web-'));

  constructor(path) {
    this.path = resolve(path);
  }

  /* The last hash of what it prints. */
  hash(...given) {
    const said = execFileSync(this.path, given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return [...said.matchAll(/\bhash=([0-9a-f]{8})\b/g)].at(-1)?.[1] ?? said;
  }

  /* The hash that a program in C prints, with the library of that build. */
  compiled(source) {
    const path = join(this.folder, 'program'),
      build = dirname(this.path);
    const libraries = ['libpawl.a', 'libfixmath.a'].map(name => join(build, name));
    execFileSync('cc', ['-std=c11', '-Iinclude', '-o', path, this.file('program.c', source), ...libraries]);
    return /hash=([0-9a-f]{8})\s*$/.exec(execFileSync(path, { encoding: 'utf8' }))?.[1];
  }

  file(name, content) {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  read(name) {
    return readFileSync(join(this.folder, name));
  }
  end() {
    rmSync(this.folder, { recursive: true });
  }
}

// ---- the browser ----

export async function serve(folder) {
  const server = spawn('python3', ['-B', 'examples/web/server.py', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((done, fail) => {
    server.stdout.once('data', said => done(String(said).trim()));
    server.once('exit', () => fail(new Error('the server has ended')));
  });
  return { url, end: () => server.kill() };
}

/* Chromium without a window; everything it complains of fails a test. */
export class Browser {
  complaints = [];

  static async open(url, args = []) {
    const { chromium } = await import(pathToFileURL(resolve(PLAYWRIGHT)));
    const made = new Browser();
    made.url = url;
    made.browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', ...args],
    });
    return made;
  }

  async page(options = {}, path = '') {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(120000); // this machine may have other work
    const page = await context.newPage();
    page.on('pageerror', problem => this.complaints.push(problem.stack ?? String(problem)));
    page.on('console', said => {
      if (said.type() === 'error') this.complaints.push(said.text());
    });
    page.on('request', request => {
      if (!request.url().startsWith(this.url) && !/^(blob|data):/.test(request.url()))
        this.complaints.push(`asks ${request.url()}`);
    });
    if (path !== null) await this.go(page, path);
    return page;
  }

  async go(page, path) {
    await page.goto(this.url + path);
    await page.waitForFunction(
      () => document.documentElement.dataset.ready === 'yes' && globalThis.studioPage.player.run,
      null,
      { timeout: 30000 },
    );
  }

  async end() {
    await this.browser.close();
  }
}

/* Opens a scene by its name, standing at its beginning. */
export async function openScene(page, name) {
  await page.evaluate(async name => {
    const { findItem } = await import('./main.mjs');
    const { studioPage } = globalThis;
    if (!(await studioPage.openItem(await findItem(name), { plays: false }))) throw new Error(`${name} does not open`);
  }, name);
}

/* Simulates up to a tick and stands there. */
export async function playTo(page, tick) {
  await page.evaluate(async tick => {
    const { player } = globalThis.studioPage;
    player.seek(tick);
    while (player.isSeeking) await new Promise(requestAnimationFrame);
  }, tick);
}

export const hashNow = page =>
  page.evaluate(() => globalThis.studioPage.player.run.hash().toString(16).padStart(8, '0'));

/* Where the middle of a place of the world is in the window. */
export const screenOf = (page, x, y) =>
  page.evaluate(
    ([x, y]) => {
      const box = document.querySelector('#picture').getBoundingClientRect();
      const [left, top] = globalThis.studioPage.camera.toScreen(x, y);
      return [box.left + left, box.top + top];
    },
    [x, y],
  );

/* In a page: all scenes in a module of its own, after the ticks of the table; what differs. */
export async function runAllScenes(simd) {
  const { hashOf } = await import('./wall.mjs');
  const { Studio } = await import('./main.mjs');
  const { loadLibrary, ticksOfHashes } = await import('./main.mjs');
  const studio = await Studio.load(simd ? 'simd' : 'plain'),
    ticks = await ticksOfHashes(),
    others = [];
  let count = 0;
  for (const item of (await loadLibrary()).flatMap(group => group.items)) {
    // The plain module is slower, and shares all but its lanes: maps differ only in how they are read.
    if (!simd && !item.path.startsWith('/scenes/')) continue;
    const hash = (await hashOf(studio, item, ticks)).toString(16).padStart(8, '0');
    if (hash !== item.hash) others.push(`${item.name}: ${hash}, not ${item.hash}`);
    count++;
  }
  return { count, others };
}
