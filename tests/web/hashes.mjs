// hashes.mjs - every scene has the bits of the program, in SIMD and plain; so has every moment that is gone
// back to.
import { equal, figure, hashNow, holds, openScene, playTo, runAllScenes, test, timed } from './support.mjs';

const SEEKS = 60;
const MEDIAN_MAX = 50; // milliseconds of a seek, for a run of 600 ticks

async function testTable(page, program, random) {
  const items = await page.evaluate(async () =>
    (await (await import('./main.mjs')).loadLibrary()).flatMap(group => group.items),
  );
  for (let i = 0; i < 4; i++) {
    const item = random.pick(items),
      script = item.script ? ['--script', `examples${item.script}`] : [];
    equal(
      program.hash('run', `examples${item.path}`, '--ticks', '600', ...script),
      item.hash,
      `the table of the page, ${item.name}`,
    );
  }
}

/* Random ticks of a run that is known up to 600. */
async function testSeeks(page, program, random) {
  await openScene(page, 'demo');
  await playTo(page, 600);
  const ticks = Array.from({ length: SEEKS }, () => random.below(601));
  const { found, times } = await page.evaluate(ticks => {
    const { player } = globalThis.studioPage,
      lane = player.run.lane(0, 0, 601),
      found = [],
      times = [];
    for (const tick of ticks) {
      const begin = performance.now();
      player.seek(tick);
      times.push(performance.now() - begin);
      found.push([tick, player.run.tick, player.run.hash(), lane[tick]]);
    }
    return { found, times: times.sort((a, b) => a - b) };
  }, ticks);
  for (const [tick, at, hash, lane] of found) {
    equal(at, tick, 'the tick that was asked for');
    equal(hash, lane, `the hash of tick ${tick}`);
  }
  for (const [tick, , hash] of found.slice(0, 3)) {
    equal(
      hash.toString(16).padStart(8, '0'),
      program.hash('run', 'examples/scenes/demo.json', '--ticks', String(tick)),
      `the program at tick ${tick}`,
    );
  }
  return times;
}

function testPace(times) {
  const median = times[times.length >> 1];
  console.log(`web: a seek takes ${median.toFixed(1)} ms in the median, ${times.at(-1).toFixed(1)} ms at most`);
  figure('a seek in a run of 600 ticks, median, milliseconds', median.toFixed(1), MEDIAN_MAX);
  holds(median <= MEDIAN_MAX, `the median of a seek is ${median.toFixed(1)} ms`);
}

async function testBackwards(page) {
  await openScene(page, 'wrecking-ball');
  await playTo(page, 120);
  const wanted = await page.evaluate(() =>
    globalThis.studioPage.player.run.lane(0, 0, 121)[90].toString(16).padStart(8, '0'),
  );
  await page.evaluate(async () => {
    const { player } = globalThis.studioPage;
    player.play(-1);
    while (player.tick > 90) await new Promise(requestAnimationFrame);
    player.pause();
    player.seek(90);
  });
  equal(await hashNow(page), wanted, 'the hash of tick 90, gone back to');
}

export async function testHashes({ browser, program, random }) {
  const page = await browser.page();
  await test('the table of hashes is what the program prints', () => testTable(page, program, random));
  for (const simd of [true, false]) {
    await test(`every scene has the hash of the program after 600 ticks, ${simd ? 'SIMD' : 'plain'}`, async () => {
      const { count, others } = await page.evaluate(runAllScenes, simd);
      figure(`scenes with the hash of \`pawl run\`, ${simd ? 'SIMD' : 'plain'}`, `${count - others.length} of ${count}`);
      holds(count >= 34, `only ${count} scenes`);
      equal(others.join('; '), '', 'scenes that differ');
    });
  }
  let times = [];
  await test('any moment that is gone back to has the hash that it had', async () => {
    times = await testSeeks(page, program, random);
  });
  await timed(`a seek takes at most ${MEDIAN_MAX} ms in the median`, async () => testPace(times));
  await test('backwards, the world comes to where it was', () => testBackwards(page));
  await page.context().close();
}
