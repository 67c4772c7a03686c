// example.mjs - the game that comes with the package for npm, played in Chromium: alone, with keys and a
// finger, back in time and again, and by two tabs; node plays the same keys to the same hashes.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { equal, holds, test } from '../../web/support.mjs';

/* As who copies it into a program of their own is told to. */
export function copyExample(from, folder) {
  cpSync(from, folder, { recursive: true });
  for (const name of readdirSync(folder).filter(one => one.endsWith('.mjs'))) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace("'../pawl.mjs'", "'pawl'"));
  }
  return folder;
}

/* A tab that notes everything which its worker tells. */
async function tab(context, url) {
  const page = await context.newPage();
  page.on('pageerror', problem => context.complaints.push(problem.stack ?? String(problem)));
  await page.addInitScript(() => {
    globalThis.seen = [];
    Object.defineProperty(globalThis, 'shown', {
      get: () => globalThis.seen.at(-1),
      set: ({ tick, hash, says, keys, scores, confirmed }) => globalThis.seen.push({ tick, hash, says, keys, scores, confirmed }),
    });
  });
  await page.goto(url);
  await page.waitForFunction(() => globalThis.shown);
  return page;
}

/* The next `count` steps. */
async function pass(page, count) {
  const from = await page.evaluate(() => globalThis.seen.length);
  await page.waitForFunction(wanted => globalThis.seen.length >= wanted, from + count);
}

async function hold(page, key, count) {
  await page.keyboard.down(key);
  await pass(page, count);
  await page.keyboard.up(key);
}

async function playAlone(page) {
  for (const key of ['ArrowRight', 'ArrowUp', 'KeyA']) await hold(page, key, 60);
  const { x, y, width } = await page.locator('canvas').boundingBox();
  await page.mouse.move(x + width - 20, y + 20); // a finger at the right, above the middle
  await page.mouse.down();
  await pass(page, 60);
  await page.mouse.up();
  await hold(page, 'KeyR', 90);
  await hold(page, 'ArrowLeft', 60);
  await page.keyboard.press('KeyP');
  await page.waitForFunction(() => globalThis.seen.some(one => one.says.startsWith('replay: ')));
}

/* Forward steps give node the keys, steps back take them away again. */
function verify(seen, Game) {
  const [first] = seen, logs = [];
  for (const { tick, keys, says, hash } of seen)
    if (says === 'alone') logs[tick - 1] = { keys, hash };
    else if (says === 'back') logs.length = tick;
  equal(first.tick, 1, 'the first tick that is told');
  const game = new Game();
  logs.forEach(({ keys, hash }, i) => {
    game.step([keys, 0]);
    equal(game.hash(), hash, `hash after ${i + 1} ticks`);
  });
  return game;
}

async function tryAlone(name, context, url, Game) {
  const page = await tab(context, url);
  await test(`${name}: it is played`, () => playAlone(page));
  const seen = await page.evaluate(() => globalThis.seen), hashes = new Map();
  await test(`${name}: node plays the same`, () => {
    const game = verify(seen, Game);
    holds(seen.some(one => one.keys === 6), 'the finger runs and jumps');
    holds(game.scores[0] > 0, 'a coin was found');
  });
  await test(`${name}: back gives the hashes of before`, () => {
    let count = 0;
    for (const { says, tick, hash } of seen) {
      if (says === 'alone') hashes.set(tick, hash);
      else if (says === 'back' && ++count) equal(hash, hashes.get(tick), `hash of tick ${tick}`);
    }
    holds(count >= 60, `${count} steps back`);
  });
  await test(`${name}: played again, the same`, () =>
    equal(seen.find(one => one.says.startsWith('replay: '))?.says, 'replay: the same', 'verdict'));
  await page.close();
}

async function tryTogether(name, context, url) {
  const pages = [await tab(context, `${url}?host`), await tab(context, `${url}?join`)];
  await test(`${name}: two tabs play one game`, async () => {
    for (const page of pages) await page.waitForFunction(() => globalThis.shown.tick > 20);
    for (const [i, key] of ['ArrowRight', 'ArrowLeft', 'ArrowUp'].entries()) await hold(pages[i % 2], key, 50);
    for (const page of pages) await pass(page, 120);
    const [one, other] = await Promise.all(pages.map(page => page.evaluate(() => globalThis.seen)));
    equal(one.at(-1).says, 'player 1', 'the first tab');
    equal(other.at(-1).says, 'player 2', 'the second tab');
    const late = new Map(one.slice(-100).map(({ tick, hash }) => [tick, hash])), both = other.slice(-100).filter(({ tick }) => late.has(tick));
    holds(both.length > 0, 'they are at about the same tick');
    for (const { tick, hash } of both) equal(hash, late.get(tick), `hash of tick ${tick}`);
    for (const { confirmed } of [one.at(-1), other.at(-1)]) holds(confirmed > 200, `${confirmed} ticks are confirmed`);
  });
  for (const page of pages) await page.close();
}

/* `path` of the page; `rules` the game as node imports it. */
export async function tryExample(name, browser, path, rules) {
  const { Game } = await import(pathToFileURL(resolve(rules)));
  const context = (await browser.page({}, null)).context(), url = `${browser.url}${path}`;
  context.complaints = browser.complaints;
  try {
    await tryAlone(name, context, url, Game);
    await tryTogether(name, context, url);
  } finally {
    await context.close();
  }
}
