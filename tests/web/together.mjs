// together.mjs - two pages, one game: ten minutes on a bad line by the clock of the test, a bit that is
// flipped, and two tabs of the browser.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join, resolve } from 'node:path';
import { equal, figure, holds, test, timed } from './support.mjs';

const MINUTE = 60000;
const BEAT = 4; // milliseconds
const NAMED_WITHIN = 2000;
const STANDS = 8000;

class Match {
  now = 1000;

  constructor(Duel, module, random) {
    const seed = random.below(2 ** 31),
      session = random.below(2 ** 31);
    this.pages = [true, false].map(isHost => new Duel(module, { isHost, seed, session }));
    for (const page of this.pages) {
      page.line(100, 20, 0.1, random.below(2 ** 31));
      page.bot(true, random.below(2 ** 31));
    }
  }

  run(milliseconds, isOver = () => false) {
    const [a, b] = this.pages,
      end = this.now + milliseconds;
    for (; this.now < end && !isOver(); this.now += BEAT) {
      a.advance(this.now, bytes => b.receive(bytes, this.now));
      b.advance(this.now, bytes => a.receive(bytes, this.now));
    }
  }

  status() {
    return this.pages.map(page => page.status());
  }
}

async function testClock(folder, random) {
  const { Duel } = await import(pathToFileURL(resolve(join(folder, 'duel.mjs'))));
  const match = new Match(Duel, await WebAssembly.compile(readFileSync(join(folder, 'duel.wasm'))), random);
  match.run(10 * MINUTE);
  for (const one of match.status()) {
    equal(one.failed, 0, 'a failure');
    equal(one.desync, 0, 'the tick of a difference');
    holds(one.sure > 9 * 60 * 60, `only ${one.sure} ticks are agreed`);
    holds(one.rollbacks > 100, `only ${one.rollbacks} rollbacks: the line was good`);
  }
  figure('ten minutes at 100 ms and 10 % loss: ticks agreed, rollbacks', match.status().map(one => `${one.sure}, ${one.rollbacks}`).join('; '));
  const begin = match.now;
  match.pages[1].flip();
  match.run(NAMED_WITHIN, () => match.status().every(one => one.named));
  const [a, b] = match.status();
  holds(a.named && b.named, `not named within ${match.now - begin} ms`);
  holds(/at fault: the other page/.test(a.said) && /at fault: this page/.test(b.said), `who:\n${a.said}\n${b.said}`);
  holds(/first difference at tick \d+/.test(a.said), 'when');
  holds(/body 1 \(slot 0\)\nvelocity\.x {2}a 0x/.test(a.said), `what: ${a.said}`);
  return match.now - begin;
}

const status = page => page.evaluate(() => globalThis.studioPage.panel.part('together').then(tab => tab.status));
const slide = (page, key, value) =>
  page.$eval(
    `#panel input[data-key=${key}]`,
    (input, to) => {
      input.value = to;
      input.dispatchEvent(new Event('input'));
    },
    value,
  );

/* The game does not wait for its page: with all of one page's scripts standing still, as in a tab that is
 * hidden or more, both go on. */
async function testHidden(first, second) {
  const { sure } = await status(second);
  let isOver = false;
  const stands = first
    .evaluate(time => {
      const end = performance.now() + time;
      while (performance.now() < end);
    }, STANDS)
    .then(() => (isOver = true));
  await second.waitForFunction(
    wanted => globalThis.studioPage.panel.part('together').then(tab => tab.status.sure > wanted),
    sure + 90, // more than a session waits for the other page
    { timeout: 2 * STANDS, polling: 100 },
  );
  holds(!isOver, 'the other tab waited for the page that stood still');
  await stands;
}

async function testTabs(browser) {
  const first = await browser.page();
  const second = await first.context().newPage();
  await browser.go(second, '');
  for (const page of [first, second]) {
    await page.click('#tab-together');
    await page.click('#begin-duel');
    await page.waitForSelector('#bot');
    await page.click('#bot');
    await slide(page, 'loss', 0.1);
    await slide(page, 'delay', 50);
  }
  await first.waitForFunction(() => /tick \d{3}/.test(document.querySelector('.numbers').textContent), null, {
    timeout: 20000,
  });
  const [a, b] = [await status(first), await status(second)];
  equal(a.desync + b.desync, 0, 'a difference');
  holds(b.tick > 60, `the other tab is at tick ${b.tick}`);
  await first.screenshot({ path: 'build/web-shots/together.png' });
  await testHidden(first, second);
  await second.click('#flip-bit');
  const begin = Date.now();
  for (const page of [first, second])
    await page.waitForFunction(() => /first difference/.test(document.querySelector('.said').textContent), null, {
      timeout: 20000,
    });
  const time = Date.now() - begin;
  for (const [page, who] of [
    [first, 'the other page'],
    [second, 'this page'],
  ]) {
    const said = await page.textContent('.said');
    holds(/first difference at tick \d+/.test(said), `when:\n${said}`);
    holds(said.includes(`at fault: ${who}`), `who:\n${said}`);
    holds(/body 1 \(slot 0\)\s+velocity\.x/.test(said), `what:\n${said}`);
  }
  await first.context().close();
  return time;
}

export async function testTogether({ browser, folder, random }) {
  let named = 0;
  await test('ten minutes on a bad line, and who, when and what of a bit', async () => {
    named = await testClock(folder, random);
  });
  console.log(`web: a flipped bit was named after ${named} ms`);
  let time = Infinity;
  await test('two tabs play one game, one of them without its page, and name a flipped bit', async () => {
    time = await testTabs(browser);
  });
  await timed(`the bit is named in both tabs within ${NAMED_WITHIN} ms`, async () => {
    console.log(`web: both tabs named it after ${time} ms`);
    figure('a flipped bit is named in both tabs after, milliseconds', time, NAMED_WITHIN);
    holds(time <= NAMED_WITHIN, `after ${time} ms`);
  });
}
