// together.mjs - two pages, one game: ten minutes on a bad line by the clock of the test, a bit that is
// flipped, and two tabs of the browser.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join, resolve } from 'node:path';
import { equal, holds, test } from './support.mjs';

const MINUTE = 60000;
const BEAT = 4; // milliseconds
const NAMED_WITHIN = 2000;

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
  await second.click('#flip-bit');
  const begin = Date.now();
  for (const page of [first, second])
    await page.waitForFunction(() => /first difference/.test(document.querySelector('.said').textContent), null, {
      timeout: 4000,
    });
  holds(Date.now() - begin < NAMED_WITHIN + 500, `named after ${Date.now() - begin} ms`);
  await first.context().close();
}

export async function testTogether({ browser, folder, random }) {
  let named = 0;
  await test('ten minutes on a bad line, and who, when and what of a bit', async () => {
    named = await testClock(folder, random);
  });
  console.log(`web: a flipped bit was named after ${named} ms`);
  await test('two tabs play one game', () => testTabs(browser));
}
