// looks.mjs - how long the first picture takes, how much is sent for it, how long pictures take, and
// screenshots of everything in build/web-shots, for people.
import { mkdirSync } from 'node:fs';
import { equal, figure, holds, openScene, playTo, SHOTS, test, timed } from './support.mjs';

const SENT_MAX = 400; // KB of a first visit, packed
const FIRST_MAX = 1000; // milliseconds to the first picture
const FRAME_MAX = 14; // milliseconds of a picture with 500 bodies, 95 of 100
const BODIES = 500;
const ROUNDS = 3;

/* A visit of somebody who has never been here. */
async function testVisit(browser) {
  const earlier = await browser.page(); // the server has packed everything then
  await earlier.context().close();
  const page = await browser.page({}, null),
    session = await page.context().newCDPSession(page);
  const sizes = new Map(),
    names = new Map();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    names.set(requestId, request.url.replace(browser.url, '')),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(names.get(requestId), encodedDataLength),
  );
  await browser.go(page, '');
  await page.waitForTimeout(1200); // plots and the first cards
  const first = await page.evaluate(() => performance.getEntriesByName('picture')[0].startTime);
  const sum = [...sizes.values()].reduce((a, b) => a + b, 0) / 1024;
  const module = [...sizes].find(([name]) => name?.endsWith('.wasm'))?.[1] / 1024;
  console.log(
    `web: the first picture after ${first.toFixed(0)} ms; ${sum.toFixed(0)} KB sent, ${module.toFixed(0)} KB of them the module`,
  );
  await page.context().close();
  return { first, sum, module };
}

/* Boxes and circles that fall into a bin, all awake. */
const heap = () =>
  JSON.stringify({
    'pawl-scene': 1,
    title: 'five hundred',
    sleeping: false,
    bodies: [
      {
        type: 'static',
        shapes: [
          { box: { width: 42, height: 1, center: [0, -0.5] } },
          { box: { width: 1, height: 30, center: [-21, 15] } },
          { box: { width: 1, height: 30, center: [21, 15] } },
        ],
      },
      {
        position: [-18, 1],
        repeat: { count: 25, step: [1.5, 0], rows: 10, row_step: [0.09, 2.4], turn: 7 },
        shapes: [{ box: { width: 0.9, height: 0.9 } }],
      },
      {
        position: [-18.4, 2.2],
        repeat: { count: 25, step: [1.5, 0], rows: 10, row_step: [0.07, 2.4] },
        shapes: [{ circle: { radius: 0.45 } }],
      },
    ],
  });

/* What 95 of 100 pictures take at most, with their steps, and how far apart they come in the median. A round
 * that other programs have disturbed is not the last one. */
async function measureFrames(page) {
  const { times, gaps } = await page.evaluate(
    async ({ count }) => {
      const { studioPage } = globalThis,
        gaps = [];
      studioPage.player.seek(0);
      studioPage.times.length = 0;
      studioPage.player.play();
      for (let last = performance.now(); studioPage.times.length < count;) {
        const now = await new Promise(requestAnimationFrame);
        gaps.push(now - last);
        last = now;
      }
      return { times: studioPage.times.slice(5), gaps };
    },
    { count: 150 },
  );
  const at = (list, share) => list.sort((a, b) => a - b)[Math.floor(list.length * share)];
  return { most: at(times, 0.95), median: at(times, 0.5), gap: at(gaps, 0.5) };
}

async function testFrames(browser) {
  const page = await browser.page({ reducedMotion: 'no-preference' });
  const bodies = await page.evaluate(async scene => {
    await globalThis.studioPage.files.take([new File([scene], 'heap.json')]);
    return globalThis.studioPage.player.info.bodies;
  }, heap());
  holds(bodies > BODIES, `there are only ${bodies} bodies`);
  let best = { most: Infinity };
  for (let round = 0; round < ROUNDS && best.most > FRAME_MAX; round++) {
    const one = await measureFrames(page);
    if (one.most < best.most) best = one;
  }
  await page.screenshot({ path: `${SHOTS}/heap.png` });
  console.log(
    `web: step and picture of ${bodies} bodies: ${best.median.toFixed(1)} ms in the median, at most ` +
      `${best.most.toFixed(1)} ms in 95 of 100; one each ${best.gap.toFixed(1)} ms`,
  );
  figure(`step and picture of ${bodies} bodies, 95 of 100, milliseconds`, best.most.toFixed(1), FRAME_MAX);
  holds(best.most <= FRAME_MAX, `95 of 100 pictures take up to ${best.most.toFixed(1)} ms`);
  await page.context().close();
}

/* Pixels that are not paper: a picture shows something. */
const painted = page =>
  page.evaluate(() => {
    const canvas = document.querySelector('#picture'),
      context = canvas.getContext('2d');
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) count += data[i] > 128 ? 1 : 0;
    return count / (data.length / 4);
  });

async function shoot(page, name, scene, tick, work) {
  if (scene) {
    await openScene(page, scene);
    await playTo(page, tick);
  }
  await work?.();
  await page.waitForTimeout(350); // lanes and cards are drawn a little later
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
  const share = await painted(page);
  holds(share > 0.01 && share < 0.97, `${name}: ${(100 * share).toFixed(1)} of 100 pixels are painted`);
}

async function testShots(browser) {
  const page = await browser.page();
  await shoot(page, 'light', 'demo', 380);
  await shoot(page, 'parameters', 'ragdoll', 60, () => page.click('#tab-parameters'));
  await shoot(page, 'inspect', 'vehicle', 90, async () => {
    await page.click('#tab-inspect');
    await page.evaluate(() => globalThis.studioPage.player.select(3));
  });
  await shoot(page, 'share', null, 0, () => page.click('#tab-share'));
  await shoot(page, 'compare', null, 0, () => page.click('#tab-compare'));
  await page.click('#tab-compare');
  await page.keyboard.press('?');
  await page.screenshot({ path: `${SHOTS}/help.png` });
  await page.context().close();
  const dark = await browser.page({ colorScheme: 'dark', deviceScaleFactor: 2 });
  equal(
    await dark.evaluate(() => document.documentElement.dataset.theme),
    'dark',
    'the theme of somebody who wants it dark',
  );
  equal(
    await dark.evaluate(
      () => document.querySelector('#picture').width / document.querySelector('#picture').clientWidth,
    ),
    2,
    'pixels for each of CSS',
  );
  await shoot(dark, 'dark', 'machine', 200);
  await dark.context().close();
  const phone = await browser.page({
    viewport: { width: 390, height: 780 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  await shoot(phone, 'phone', 'jelly', 90);
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  equal(width, 390, 'the width of the page on a telephone');
  await phone.context().close();
}

export async function testLooks({ browser }) {
  mkdirSync(SHOTS, { recursive: true });
  const visits = [];
  await timed(`the first picture is there within ${FIRST_MAX} ms`, async () => {
    for (let round = 0; round < ROUNDS; round++) visits.push(await testVisit(browser));
    const first = visits.map(one => one.first).sort((a, b) => a - b)[ROUNDS >> 1];
    figure('first picture of a first visit, from a server on the same machine, milliseconds', first.toFixed(0), FIRST_MAX);
    holds(first <= FIRST_MAX, `it comes after ${first.toFixed(0)} ms in the median`);
  });
  await test(`a first visit sends at most ${SENT_MAX} KB`, () => {
    const sum = Math.max(...visits.map(one => one.sum));
    figure('sent for a first visit, packed, KB', sum.toFixed(0), SENT_MAX);
    figure('of that the module with SIMD, KB', visits[0].module.toFixed(0));
    holds(sum <= SENT_MAX, `it sends ${sum.toFixed(0)} KB`);
  });
  await timed('five hundred bodies are drawn in time', () => testFrames(browser));
  await test('pictures show something, light and dark, wide and narrow', () => testShots(browser));
}
