// film.mjs - the moving picture of the page that README.md begins with: a brick is thrown, time goes back, and
// it is thrown another way. The page has a clock that this program moves, so that it looks the same again.
//
// usage: film.mjs FOLDER TO.gif [FRAMES]    FRAMES: a folder for single pictures, for people
import { mkdirSync, writeFileSync } from 'node:fs';
import { Browser, openScene, playTo, screenOf, serve } from './support.mjs';

const SIZE = { width: 920, height: 568 };
const SCALE = 0.75; // pixels of the picture for each of the page
const FRAME = 1000 / 12; // milliseconds of the page from picture to picture: five ticks
const HUNDREDTHS = 8; // that each is shown
const LAST = 220; // hundredths of the last one
const SIZE_MAX = 600; // KB
const BODY = 44; // a brick in the middle of a row of the pyramid
const BEGIN = 180; // tick: what falls lies, and the cannonball is not there yet
const COLORS = 64; // more are of edges alone
const NEAR = 12; // of 442: less is not worth its bytes where edges move by parts of a pixel

const CURSOR =
  '<svg width="22" height="22" viewBox="0 0 20 20"><path d="M5 2l10.5 7-4.6 1 2.9 5.3-2.6 1.4-2.9-5.3L5 14.6z" fill="#fff" stroke="#222" stroke-width="1.3"/></svg>';

/* What is over the page in the picture: a pointer, which no screenshot has, and words. */
async function dress(page) {
  await page.evaluate(cursor => {
    const pointer = document.createElement('div'),
      words = document.createElement('div');
    pointer.id = 'film-pointer';
    pointer.innerHTML = cursor;
    pointer.style.cssText = 'position:fixed;left:0;top:0;z-index:9;pointer-events:none';
    words.id = 'film-words';
    words.style.cssText =
      'position:fixed;left:76px;top:64px;z-index:8;pointer-events:none;padding:9px 18px;border-radius:10px;' +
      'background:var(--ink);color:var(--paper);font-size:17px;white-space:pre';
    document.body.append(pointer, words);
    // The clock stands still while a step is computed.
    for (const lane of document.querySelectorAll('.lane')) lane.hidden = /step|rows/.test(lane.textContent);
  }, CURSOR);
}

class Film {
  frames = [];
  at = [0, 0];

  constructor(page) {
    this.page = page;
  }

  /* Time passes, and is seen. */
  async frame() {
    await this.page.clock.runFor(FRAME);
    this.frames.push(await this.page.screenshot({ animations: 'allow' }));
  }
  async wait(frames) {
    for (let i = 0; i < frames; i++) await this.frame();
  }

  play() {
    return this.page.evaluate(() => globalThis.studioPage.player.play());
  }

  say(words) {
    return this.page.evaluate(words => (document.querySelector('#film-words').textContent = words), words);
  }

  async put(x, y) {
    this.at = [x, y];
    await this.page.mouse.move(x, y);
    await this.page.evaluate(
      ([x, y]) => (document.querySelector('#film-pointer').style.transform = `translate(${x - 5}px,${y - 2}px)`),
      [x, y],
    );
  }

  /* In so many pictures, slowly at first and at the end. */
  async move(x, y, frames, ease = t => t * t * (3 - 2 * t)) {
    const [fromX, fromY] = this.at;
    for (let i = 1; i <= frames; i++) {
      const share = ease(i / frames);
      await this.put(fromX + (x - fromX) * share, fromY + (y - fromY) * share);
      await this.frame();
    }
  }
}

const quicker = t => t * t;

/* A body is pulled by `way` pixels and let go while the pointer is quickest. */
async function toss(film, place, way, frames) {
  const [x, y] = await screenOf(film.page, ...place);
  await film.move(x, y, 6);
  await film.page.mouse.down();
  await film.frame();
  await film.move(x + way[0], y + way[1], frames, quicker);
  await film.page.mouse.up();
}

const placeOf = (page, body) => page.evaluate(body => globalThis.studioPage.placeOf(body), body);

async function scrub(film, tick, frames) {
  const { page } = film;
  const spot = tick =>
    page.evaluate(tick => {
      const box = document.querySelector('#bar').getBoundingClientRect();
      return [box.left + globalThis.studioPage.timeline.share(tick) * box.width, box.top + box.height / 2];
    }, tick);
  await film.move(...(await spot(await page.evaluate(() => globalThis.studioPage.player.tick))), 6);
  await page.mouse.down();
  await film.move(...(await spot(tick)), frames);
  await page.mouse.up();
}

async function play(film) {
  const { page } = film;
  await playTo(page, BEGIN);
  await film.put(SIZE.width * 0.8, SIZE.height * 0.75);
  await film.say('Throw a brick');
  await film.wait(2);
  await film.play();
  await toss(film, await placeOf(page, BODY), [230, -40], 4);
  await film.wait(12);
  await film.say('Go back in time');
  await scrub(film, BEGIN + 2, 10);
  await film.wait(2);
  await film.say('Throw it another way:\nwhat would have been stays, pale');
  await film.play();
  await toss(film, await placeOf(page, BODY), [-90, -190], 4);
  await film.wait(13);
  await page.evaluate(() => globalThis.studioPage.player.pause());
  await film.wait(2);
}

/* The pictures as one file, by the page's own writer of GIF. */
async function encode(browser, frames) {
  const context = await browser.browser.newContext(),
    page = await context.newPage();
  await page.goto(`${browser.url}bench.html`);
  await page.evaluate(async () => {
    const { Gif, Palette } = await import('./gif.mjs');
    const canvas = new OffscreenCanvas(1, 1),
      context = canvas.getContext('2d', { willReadFrequently: true });
    globalThis.imageOf = async text => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
      if (canvas.width !== picture.width) Object.assign(canvas, { width: picture.width, height: picture.height });
      context.drawImage(picture, 0, 0);
      return context.getImageData(0, 0, canvas.width, canvas.height);
    };
    Object.assign(globalThis, { Gif, palette: new Palette() });
  });
  for (let i = 0; i < frames.length; i += 6)
    await page.evaluate(async text => globalThis.palette.look(await globalThis.imageOf(text)), frames[i].toString('base64'));
  await page.evaluate(
    ([width, height, colors, near]) => {
      globalThis.palette.settle(colors);
      globalThis.gif = new globalThis.Gif(width, height, globalThis.palette, near);
    },
    [SIZE.width * SCALE, SIZE.height * SCALE, COLORS, NEAR],
  );
  for (const [i, frame] of frames.entries()) {
    const time = i === frames.length - 1 ? LAST : HUNDREDTHS;
    await page.evaluate(
      async ([text, time]) => globalThis.gif.add(await globalThis.imageOf(text), time),
      [frame.toString('base64'), time],
    );
  }
  const text = await page.evaluate(async () => {
    const url = await new Promise(done => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.readAsDataURL(new Blob([globalThis.gif.end()]));
    });
    return url.slice(url.indexOf(',') + 1);
  });
  await context.close();
  return Buffer.from(text, 'base64');
}

async function main() {
  const [folder, to, pictures] = process.argv.slice(2);
  const server = await serve(folder),
    browser = await Browser.open(server.url);
  try {
    const page = await browser.page({ viewport: SIZE, deviceScaleFactor: SCALE }, null);
    await page.clock.install({ time: 0 });
    await browser.go(page, '');
    await page.clock.pauseAt(60000);
    await openScene(page, 'demo');
    await dress(page);
    const film = new Film(page);
    await play(film);
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      film.frames.forEach((frame, i) => writeFileSync(`${pictures}/${String(i).padStart(3, '0')}.png`, frame));
    }
    const bytes = await encode(browser, film.frames);
    writeFileSync(to, bytes);
    console.log(`${to}: ${film.frames.length} pictures, ${Math.round(bytes.length / 1024)} KB`);
    return bytes.length <= SIZE_MAX * 1024 && browser.complaints.length === 0 ? 0 : 1;
  } finally {
    await browser.end();
    server.end();
  }
}

process.exitCode = await main();
