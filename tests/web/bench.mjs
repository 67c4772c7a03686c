// bench.mjs - the benchmark of the page in Chromium without a window: prints what it measures. Speeds are told
// and not judged, for they are of this machine; that plain and SIMD have the same bits is.
//
// usage: bench.mjs FOLDER
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { Browser, equal, finish, holds, serve, SHOTS, test } from './support.mjs';

async function measure(browser, url) {
  const context = await browser.browser.newContext({ viewport: { width: 1100, height: 900 } }),
    page = await context.newPage();
  context.setDefaultTimeout(1200000);
  await page.goto(`${url}bench.html`);
  await page.click('#run');
  await page.waitForFunction(() => !document.querySelector('#run').disabled);
  await page.screenshot({ path: `${SHOTS}/bench.png` });
  const said = await page.textContent('#sum'),
    missing = await page.textContent('#missing');
  const results = await page.evaluate(() => globalThis.benchResults ?? []);
  await context.close();
  return { said, missing, results };
}

async function main() {
  if (!existsSync('/usr/bin/chromium')) {
    console.log('not run: there is no chromium\nbench: 0 passed, 0 failed, 1 skipped');
    return 0;
  }
  const server = await serve(process.argv[2]),
    browser = await Browser.open(server.url);
  try {
    await test('plain and SIMD run all scenes to the same bits', async () => {
      const { said, missing, results } = await measure(browser, server.url);
      for (const { scene, title, steps, took, mean, hash } of results)
        console.log(`${scene} ${title}: ${Math.round((1000 * steps) / took)} steps/s, mean height ${mean.toFixed(2)}, hash ${hash ?? '-'}`);
      console.log(`bench: load of the machine ${loadavg()[0].toFixed(1)}. ${missing}`);
      equal(said, 'Done. Plain and SIMD have the same bits.', 'what the page says');
      holds(new Set(results.filter(one => one.hash).map(one => one.name)).size === 2, 'not both builds of pawl ran');
    });
  } finally {
    await browser.end();
    server.end();
  }
  return finish('bench');
}

process.exitCode = await main();
