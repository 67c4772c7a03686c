// far.mjs - two browsers play one game by WebRTC: what one offers is carried to the other by hand, as users
// carry it. Both are on this machine, and hide no address from each other.
import { Browser, equal, holds, SHOTS, Skip, test } from './support.mjs';

const OPEN_MAX = 60000; // milliseconds for a line: this machine may have other work
const CARRIED = '[aria-label^="What the other page"]';

const status = page => page.evaluate(() => globalThis.studioPage.panel.part('together').then(tab => tab.status));

async function opened(browser) {
  const page = await browser.page();
  await page.click('#tab-together');
  await page.click('#panel summary');
  return page;
}

/* What the page has written into the text. */
async function told(page, words) {
  await page.click(`#panel button:text-is("${words}")`);
  await page.waitForFunction(
    ([place, words]) => {
      const { value } = document.querySelector(place);
      try {
        return JSON.parse(atob(value)).type === words;
      } catch {
        return false;
      }
    },
    [CARRIED, words === 'Make an offer' ? 'offer' : 'answer'],
  );
  return page.inputValue(CARRIED);
}

async function play(a, b) {
  const offer = await told(a, 'Make an offer');
  if (!/candidate/.test(Buffer.from(offer, 'base64').toString())) return false; // no address: no network at all
  await b.fill(CARRIED, offer);
  await a.fill(CARRIED, await told(b, 'Answer this offer'));
  await a.click('#panel button:text-is("Take this answer")');
  for (const page of [a, b]) {
    await page.waitForSelector('#bot', { timeout: OPEN_MAX });
    await page.click('#bot');
  }
  for (const page of [a, b])
    await page.waitForFunction(
      () => globalThis.studioPage.panel.part('together').then(tab => tab.status?.sure > 120),
      null,
      { timeout: OPEN_MAX, polling: 250 },
    );
  return true;
}

async function testLine(first, second) {
  const [a, b] = [await opened(first), await opened(second)];
  if (!(await play(a, b))) throw new Skip('this machine has no address to offer');
  for (const page of [a, b]) equal((await status(page)).desync, 0, 'the tick of a difference');
  await b.click('#flip-bit');
  for (const page of [a, b])
    await page.waitForFunction(() => /first difference/.test(document.querySelector('.said').textContent), null, {
      timeout: 20000,
      polling: 100,
    });
  const [here, there] = [await status(a), await status(b)];
  holds(/at fault: the other page/.test(here.said), `who:\n${here.said}`);
  holds(/body 1 \(slot 0\)\nvelocity\.x/.test(there.said), `what:\n${there.said}`);
  await a.screenshot({ path: `${SHOTS}/far.png` });
}

export async function testFar({ browser }) {
  const args = ['--disable-features=WebRtcHideLocalIpsWithMdns'];
  const [first, second] = [await Browser.open(browser.url, args), await Browser.open(browser.url, args)];
  try {
    await test('two browsers play by WebRTC, and name a flipped bit', () => testLine(first, second));
    for (const one of [first, second]) browser.complaints.push(...one.complaints);
  } finally {
    await first.end();
    await second.end();
  }
}
