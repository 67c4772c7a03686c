// main.mjs - the tests of the page of the studio, in Chromium without a window.
//
// usage: main.mjs FOLDER PROGRAM    SEED=n: the random numbers of an earlier run; ONLY=name,name: some parts;
// FIGURES=page: what they measure into the table of that page
import { existsSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { testBoards } from './boards.mjs';
import { testFar } from './far.mjs';
import { testFiles } from './files.mjs';
import { testHands } from './hands.mjs';
import { testHashes } from './hashes.mjs';
import { testKeys } from './keys.mjs';
import { testLayout } from './layout.mjs';
import { testLooks } from './looks.mjs';
import { testPanels } from './panels.mjs';
import { testTogether } from './together.mjs';
import { Browser, equal, finish, generator, Program, serve, test, writeFigures } from './support.mjs';

const PARTS = {
  looks: testLooks,
  layout: testLayout,
  hashes: testHashes,
  hands: testHands,
  panels: testPanels,
  files: testFiles,
  boards: testBoards,
  keys: testKeys,
  together: testTogether,
  far: testFar,
};

async function main() {
  const [folder, path] = process.argv.slice(2);
  if (!existsSync('/usr/bin/chromium')) {
    console.log('not run: there is no chromium\nweb: 0 passed, 0 failed, 1 skipped');
    return 0;
  }
  const seed = Number(process.env.SEED) || randomInt(1, 2 ** 31);
  console.log(`web: SEED=${seed}`);
  const server = await serve(folder),
    program = new Program(path),
    browser = await Browser.open(server.url);
  try {
    for (const [name, part] of Object.entries(PARTS)) {
      if (process.env.ONLY && !process.env.ONLY.split(',').includes(name)) continue;
      await part({ browser, folder, program, random: generator(seed) });
    }
    await test('the browser complains of nothing', () => equal(browser.complaints.join('\n'), '', 'complaints'));
  } finally {
    await browser.end();
    server.end();
    program.end();
  }
  const status = finish();
  if (process.env.FIGURES && status === 0) writeFigures(process.env.FIGURES);
  return status;
}

process.exitCode = await main();
