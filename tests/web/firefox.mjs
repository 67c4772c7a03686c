// firefox.mjs - the gallery and the wall of hashes in another browser: Firefox ESR without a window.
//
// usage: firefox.mjs FOLDER PROGRAM    SEED=n: the random numbers of an earlier run
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { equal, finish, generator, holds, Program, runAllScenes, serve, SHOTS, test } from './support.mjs';

const PUPPETEER = 'build/tools/puppeteer-core-24.43.1/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js';
const FIREFOX = '/usr/bin/firefox-esr';
const LONG = 600000; // milliseconds: this machine may have other work

const isReady = () => document.documentElement.dataset.ready === 'yes' && globalThis.studioPage.player.run !== null;

async function open(browser, url, complaints) {
  const page = await browser.newPage();
  page.setDefaultTimeout(LONG);
  page.on('pageerror', problem => complaints.push(problem.stack ?? String(problem)));
  page.on('console', said => {
    if (said.type() === 'error') complaints.push(said.text());
  });
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(url);
  await page.waitForFunction(isReady);
  return page;
}

/* Every card is drawn when it comes into view, and opens its scene. */
async function testGallery(page, program, random) {
  if ((await page.$eval('#scenes', one => one.getAttribute('aria-expanded'))) !== 'true') await page.click('#scenes');
  await page.waitForSelector('#gallery .card');
  const names = await page.evaluate(async () => {
    const { loadLibrary } = await import('./main.mjs');
    return (await loadLibrary()).flatMap(group => group.items.map(item => item.name));
  });
  const cards = await page.$$('#gallery .card');
  equal(cards.length, names.length, 'cards');
  await page.waitForFunction(
    () => {
      const first = document.querySelector('#gallery .card canvas');
      if (!first) return false;
      const { data } = first.getContext('2d').getImageData(0, 0, first.width, first.height);
      return data.some((value, i) => i % 4 === 3 && value > 0);
    },
    { timeout: LONG },
  );
  for (let i = 0; i < 4; i++) {
    const number = random.below(cards.length);
    await page.evaluate(
      (number, name) =>
        new Promise(done => {
          const { player } = globalThis.studioPage;
          if (player.source.name === name) return done();
          player.addEventListener('open', () => done(), { once: true });
          document.querySelectorAll('#gallery .card')[number].click();
        }),
      number,
      names[number],
    );
    equal(await page.evaluate(() => globalThis.studioPage.player.source.name), names[number], 'what a card opens');
  }
  await page.screenshot({ path: `${SHOTS}/firefox-gallery.png` });
}

async function testScenes(page, simd) {
  const { count, others } = await page.evaluate(runAllScenes, simd);
  holds(count >= 34, `only ${count} scenes`);
  equal(others.join('; '), '', 'scenes that differ');
}

async function testSeeks(page, program, random) {
  const tick = 1 + random.below(400);
  const hash = await page.evaluate(async tick => {
    const { findItem } = await import('./main.mjs');
    const { studioPage } = globalThis,
      { player } = studioPage;
    await studioPage.openItem(await findItem('demo'), { plays: false });
    for (const to of [420, tick]) {
      player.seek(to);
      while (player.isSeeking) await new Promise(requestAnimationFrame);
    }
    return player.run.hash().toString(16).padStart(8, '0');
  }, tick);
  equal(hash, program.hash('run', 'examples/scenes/demo.json', '--ticks', String(tick)), `tick ${tick}, gone back to`);
}

/* The goldens of the wall; the scenes behind them have been run above. */
async function testWall(page) {
  await page.click('#tab-wall');
  await page.waitForSelector('#run-wall');
  await page.evaluate(() => document.querySelector('#run-wall').click());
  await page.waitForFunction(() => /agrees? with/.test(document.querySelector('#golden-sum').textContent), {
    timeout: LONG,
  });
  const said = await page.$eval('#golden-sum', sum => sum.textContent);
  holds(/^Your machine agrees with \d+ others\.$/.test(said), said);
  await page.evaluate(() => document.querySelector('#run-wall').click());
  await page.screenshot({ path: `${SHOTS}/firefox-wall.png` });
  return said;
}

async function main() {
  const [folder, path] = process.argv.slice(2);
  if (!existsSync(FIREFOX) || !existsSync(PUPPETEER)) {
    console.log('not run: there is no firefox-esr, or nothing to drive it\nfirefox: 0 passed, 0 failed, 1 skipped');
    return 0;
  }
  const seed = Number(process.env.SEED) || randomInt(1, 2 ** 31),
    random = generator(seed),
    complaints = [];
  console.log(`firefox: SEED=${seed}`);
  mkdirSync(SHOTS, { recursive: true });
  const { default: puppeteer } = await import(pathToFileURL(resolve(PUPPETEER)));
  const server = await serve(folder),
    program = new Program(path);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    protocolTimeout: LONG,
    timeout: LONG,
  });
  try {
    const page = await open(browser, server.url, complaints);
    console.log(`firefox: ${await browser.version()}`);
    await test('cards of the gallery are drawn, and open their scenes', () => testGallery(page, program, random));
    for (const simd of [true, false]) {
      await test(`every scene has the hash of the program after 600 ticks, ${simd ? 'SIMD' : 'plain'}`, () =>
        testScenes(page, simd));
    }
    await test('a moment that is gone back to has the hash of the program', () => testSeeks(page, program, random));
    await test('the wall finds that this browser agrees', async () => console.log(`firefox: ${await testWall(page)}`));
    await test('the browser complains of nothing', () => equal(complaints.join('\n'), '', 'complaints'));
  } finally {
    await browser.close();
    server.end();
    program.end();
  }
  return finish('firefox');
}

process.exitCode = await main();
