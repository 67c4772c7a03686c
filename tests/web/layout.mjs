// layout.mjs - what can be pressed lies apart and whole in the window, wide and narrow, is large enough for
// fingers, and can be read in both themes.
import { equal, holds, openScene, playTo, SHOTS, test } from './support.mjs';

const SIZES = [
  [1280, 800],
  [920, 600],
  [390, 844],
  [360, 720],
];
const FINGER = 30; // pixels: less is missed
const CONTRAST = 4.5; // of words, as the guidelines for pages want it

/* In the page: the boxes of all that can be pressed and is seen. */
function boxes() {
  const found = [];
  for (const one of document.querySelectorAll('button, select, [role=slider], input')) {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    // What scrolls may be cut; marks on the bar lie on it.
    if (right <= left || one.closest('#gallery, #panel, dialog, .marks') || !one.checkVisibility()) continue;
    found.push({ name: one.getAttribute('aria-label') || one.textContent || one.id, left, top, right, bottom });
  }
  return { found, width: innerWidth, height: innerHeight, wide: document.documentElement.scrollWidth };
}

const meet = (a, b) =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

async function testPlaces(page, where, isTouch) {
  const { found, width, height, wide } = await page.evaluate(boxes);
  equal(wide, width, `the width of the page, ${where}`);
  holds(found.length > 20, `${where}: only ${found.length} controls`);
  for (const [i, one] of found.entries()) {
    const inside = one.left >= 0 && one.top >= 0 && one.right <= width + 0.5 && one.bottom <= height + 0.5;
    holds(inside, `${where}: "${one.name}" is cut: ${one.left} ${one.top} ${one.right} ${one.bottom}`);
    if (isTouch && one.name !== 'Tick')
      holds(Math.min(one.right - one.left, one.bottom - one.top) >= FINGER, `${where}: "${one.name}" is too small for a finger`);
    for (const other of found.slice(i + 1)) holds(!meet(one, other), `${where}: "${one.name}" lies on "${other.name}"`);
  }
}

async function testSizes(browser) {
  for (const [width, height] of SIZES) {
    const isTouch = width < 500,
      where = `${width} x ${height}`;
    const page = await browser.page({ viewport: { width, height }, hasTouch: isTouch, isMobile: isTouch, deviceScaleFactor: isTouch ? 2 : 1 });
    await openScene(page, 'pyramid');
    await playTo(page, 30);
    await testPlaces(page, where, isTouch);
    // With another future.
    await page.evaluate(() => {
      globalThis.studioPage.player.seek(10);
      globalThis.studioPage.player.do('gravity 4 -10');
    });
    const before = await page.locator('#picture').boundingBox();
    await playTo(page, 40);
    await page.waitForSelector('.branch button');
    await testPlaces(page, `${where}, with a ghost`, isTouch);
    await page.screenshot({ path: `${SHOTS}/layout-${width}.png` });
    if (!isTouch) {
      holds(before.height > 200, `${where}: the picture has only ${before.height} pixels`);
      equal((await page.locator('#picture').boundingBox()).height, before.height, `${where}: the height of the picture with a ghost`);
    } else {
      await page.tap('#tab-inspect');
      await page.waitForSelector('#panel input[type=search]');
      await page.screenshot({ path: `${SHOTS}/layout-${width}-panel.png` });
    }
    await page.context().close();
  }
}

/* In the page: the least contrast of words of this theme. */
function contrasts() {
  const style = getComputedStyle(document.documentElement);
  const light = name => {
    const context = document.createElement('canvas').getContext('2d');
    context.fillStyle = style.getPropertyValue(name).trim();
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map(part =>
      part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const pairs = ['ink', 'soft', 'accent'].flatMap(front => ['paper', 'panel', 'hover'].map(back => [front, back]));
  return [...pairs, ['on-accent', 'accent']].map(([front, back]) => {
    const [a, b] = [light(`--${front}`), light(`--${back}`)];
    return { pair: `${front} on ${back}`, value: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) };
  });
}

async function testContrast(browser) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.page({ colorScheme });
    for (const { pair, value } of await page.evaluate(contrasts))
      holds(value >= CONTRAST, `${colorScheme}: ${pair} has a contrast of ${value.toFixed(2)}`);
    await page.context().close();
  }
}

/* Two fingers move the picture and change its scale, one throws. */
async function testFingers(browser) {
  const page = await browser.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await openScene(page, 'pyramid');
  const scale = () => page.evaluate(() => globalThis.studioPage.camera.scale);
  const before = await scale();
  await touch('touchStart', [150, 400]);
  await touch('touchStart', [150, 400], [220, 400]);
  for (const far of [10, 30, 60]) await touch('touchMove', [150 - far, 400], [220 + far, 400]);
  await touch('touchEnd');
  holds((await scale()) > 1.5 * before, `two fingers change the scale from ${before} to ${await scale()}`);
  await page.evaluate(() => globalThis.studioPage.hand.fit());
  const [x, y] = await page.evaluate(() => {
    const { camera } = globalThis.studioPage,
      box = document.querySelector('#picture').getBoundingClientRect();
    const [left, top] = camera.toScreen(...globalThis.studioPage.placeOf(200));
    return [box.left + left, box.top + top];
  });
  await touch('touchStart', [x, y]);
  for (const far of [10, 30, 60]) await touch('touchMove', [x + far, y - far]);
  await page.waitForFunction(() => globalThis.studioPage.player.tick > 3);
  await touch('touchEnd');
  const script = await page.evaluate(() => globalThis.studioPage.player.run.script());
  holds(/tick \d+/.test(script), `the finger has done nothing:\n${script}`);
  await page.context().close();
}

export async function testLayout({ browser }) {
  await test('controls lie apart and whole, wide and narrow', () => testSizes(browser));
  await test('words can be read in both themes', () => testContrast(browser));
  await test('one finger throws, and two move the picture', () => testFingers(browser));
}
