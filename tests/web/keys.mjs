// keys.mjs - everything can be reached and done with the keyboard alone.
import { equal, hashNow, holds, openScene, playTo, test } from './support.mjs';

const STOPS_MAX = 120;
const at = page => page.evaluate(() => globalThis.studioPage.player.tick);

/* What Tab goes to, in order: names as assistive programs would say them. */
async function walk(page) {
  const stops = [];
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < STOPS_MAX; i++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const here = document.activeElement,
        style = getComputedStyle(here),
        isSeen = here === document.body || here.dataset.seen;
      const name = here.getAttribute('aria-label') || here.textContent.trim() || here.title;
      here.dataset.seen = 'yes';
      return {
        key: isSeen ? '' : `${here.tagName} ${here.id} ${name}`,
        name,
        outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
      };
    });
    if (!stop.key) break;
    stops.push(stop);
  }
  return stops;
}

async function testStops(page) {
  await openScene(page, 'pyramid');
  const stops = await walk(page);
  for (const stop of stops) {
    holds(stop.name, `${stop.key} has no name`);
    holds(stop.outlined, `${stop.key} does not show that it has the focus`);
  }
  for (const wanted of [
    'Scenes',
    'Parameters',
    'Inspect',
    'Compare',
    'Share',
    'Wall',
    'Open',
    'Help',
    'Grab and throw',
    'The world',
    'Play',
    'A tick back',
    'Speed',
    'Tick',
    'Bookmark',
    'Lanes',
  ]) {
    holds(
      stops.some(stop => stop.name.startsWith(wanted)),
      `Tab does not come to "${wanted}"`,
    );
  }
}

async function testTime(page) {
  await openScene(page, 'pyramid');
  const press = key => page.keyboard.press(key);
  await page.evaluate(() => document.activeElement?.blur());
  await press('Space');
  await page.waitForFunction(() => globalThis.studioPage.player.tick > 5);
  await press('Space');
  const tick = await at(page);
  await page.waitForTimeout(60);
  equal(await at(page), tick, 'the tick after a pause');
  await press('ArrowRight');
  equal(await at(page), tick + 1, 'a tick onwards');
  await press('ArrowLeft');
  await press('ArrowLeft');
  equal(await at(page), tick - 1, 'two ticks back');
  await press('m');
  equal(await page.locator('.bookmark').count(), 1, 'bookmarks');
  await press('r');
  equal(await at(page), 0, 'the beginning');
  await press('>');
  equal(await at(page), tick - 1, 'the bookmark');
  await press('b');
  await page.waitForFunction(() => globalThis.studioPage.player.tick === 0);
}

async function testHand(page, program) {
  await openScene(page, 'pyramid');
  await playTo(page, 10);
  await page.focus('#tools button');
  await page.keyboard.press('Tab');
  for (let i = 0; i < 12 && (await page.evaluate(() => document.activeElement.id !== 'picture')); i++)
    await page.keyboard.press('Shift+Tab');
  equal(await page.evaluate(() => document.activeElement.id), 'picture', 'what has the focus');
  await page.keyboard.press('k');
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const script = await page.evaluate(() => globalThis.studioPage.player.run.script());
  holds(/tick 10\s+create/.test(script), `the script has no crate:\n${script}`);
  await playTo(page, 50);
  const path = program.file('keys.txt', script);
  equal(
    await hashNow(page),
    program.hash('run', 'examples/scenes/pyramid.json', '--script', path, '--ticks', '50'),
    'the program with that script',
  );
  await page.keyboard.press('g');
}

async function testSheet(page) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('?');
  await page.waitForSelector('#help[open]');
  await page.keyboard.press('Escape');
  holds(!(await page.isVisible('#help')), 'the sheet does not close');
  await page.keyboard.press('i');
  await page.waitForSelector('#panel input[type=search]');
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('i');
  holds(!(await page.isVisible('#panel')), 'the panel does not close');
}

export async function testKeys({ browser, program }) {
  const page = await browser.page();
  await test('Tab comes to every control, each with a name and a visible focus', () => testStops(page));
  await test('space, arrows, bookmarks and backwards move through time', () => testTime(page));
  await test('the cross makes a crate where the keyboard has moved it', () => testHand(page, program));
  await test('the sheet of keys opens and closes, and so does a panel', () => testSheet(page));
  await page.context().close();
}
