// panels.mjs - the tabs: values of a body, a first difference, links, downloads, the wall.
import { equal, hashNow, holds, openScene, playTo, test } from './support.mjs';

const bytesOf = async download => {
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return Buffer.concat(parts);
};

async function testInspect(page) {
  await openScene(page, 'vehicle');
  await playTo(page, 30);
  await page.click('#tab-inspect');
  await page.fill('#panel input[type=search]', 'velocity');
  await page.waitForSelector('#panel .hit');
  await page.locator('#panel .hit').first().click();
  await page.evaluate(() => globalThis.studioPage.player.select(2));
  const field = await page.evaluate(() => {
    const row = [...document.querySelectorAll('#panel .fields tbody tr')].find(
      one => one.querySelector('.name')?.textContent === 'position.x',
    );
    row.querySelector('.watch').click();
    return row.querySelector('.raw').textContent;
  });
  const place = await page.evaluate(() => globalThis.studioPage.placeOf(2));
  equal(Number(field), Math.round(place[0] * 65536), 'the raw value of position.x');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.lane .label')].some(
      label => /position\.x/.test(label.textContent) && /\d/.test(label.querySelector('b').textContent),
    ),
  );
  const values = await page.evaluate(() => {
    const { player } = globalThis.studioPage,
      id = player.run.watch(2, 'position.x');
    return [...player.run.watched(id, 0, 31)];
  });
  equal(values.length, 31, 'values that are known');
  holds(Math.abs(values[30] - place[0]) < 1e-4, `the watched value is ${values[30]}, the body is at ${place[0]}`);
  await page.click('#tab-inspect');
}

async function testCompare(page) {
  await openScene(page, 'stack20');
  await playTo(page, 100);
  await page.click('#tab-compare');
  await page.locator('#panel .side button').first().click();
  await page.evaluate(() => {
    const { player } = globalThis.studioPage;
    player.seek(50);
    player.do('body 5 push 3 0');
    player.seek(100);
  });
  await page.locator('#panel .side').nth(1).locator('button').first().click();
  await page.click('#panel .row > button.main');
  await page.waitForSelector('#panel .answer h3', { timeout: 15000 });
  const said = await page.textContent('#panel .answer');
  holds(/differ at tick 5[01]/.test(said), `it says: ${said}`);
  holds(/body 5|velocity/.test(said), `it names neither body nor field: ${said}`);
  await page.click('#tab-compare');
}

async function testLink(page, browser) {
  await openScene(page, 'arch');
  await playTo(page, 40);
  await page.evaluate(() => globalThis.studioPage.player.do('gravity 3 -10'));
  await playTo(page, 75);
  const wanted = await hashNow(page);
  await page.click('#tab-share');
  await page.waitForFunction(() => document.querySelector('#panel textarea')?.value.includes('script='));
  const link = await page.inputValue('#panel textarea');
  await page.click('#tab-share');
  const other = await browser.page({}, new URL(link).hash);
  await other.waitForFunction(() => globalThis.studioPage.player.tick === 75);
  equal(await hashNow(other), wanted, 'the hash that the link leads to');
  await other.context().close();
}

/* A file that the server has never seen. */
async function testLinkedFile(page, browser) {
  const scene = {
    'pawl-scene': 1,
    bodies: [
      { type: 'static', shapes: [{ box: { width: 20, height: 1 } }] },
      { position: [0, 4.25], angle: 30, shapes: [{ box: { width: 1, height: 2 } }] },
    ],
  };
  await page.evaluate(text => globalThis.studioPage.files.take([new File([text], 'mine.json')]), JSON.stringify(scene));
  await playTo(page, 66);
  const wanted = await hashNow(page);
  const link = await page.evaluate(async () => (await import('./link.mjs')).makeLink(globalThis.studioPage));
  const other = await browser.page({}, new URL(link).hash);
  await other.waitForFunction(() => globalThis.studioPage.player.tick === 66);
  equal(await hashNow(other), wanted, 'the hash that the link leads to');
  await browser.go(other, `${new URL(link).hash.slice(0, -40)}`);
  await other.waitForSelector('.message:has-text("damaged")');
  await other.context().close();
}

/* Pictures of a GIF: how many, and that its blocks lead from one to the next up to its end. */
function picturesOf(bytes) {
  let at = 13 + 768,
    count = 0;
  const skip = () => {
    while (bytes[at] !== 0) at += 1 + bytes[at];
    at++;
  };
  while (bytes[at] !== 0x3b) {
    const type = bytes[at];
    holds(type === 0x21 || type === 0x2c, `a block of a GIF begins with ${type}`);
    at += type === 0x21 ? 2 : 11;
    count += type === 0x2c ? 1 : 0;
    skip();
  }
  equal(at, bytes.length - 1, 'where the GIF ends');
  return count;
}

async function testDownloads(page, program) {
  await openScene(page, 'pyramid');
  await playTo(page, 20);
  await page.evaluate(() => globalThis.studioPage.player.do('body @3 push 2 4'));
  await playTo(page, 60);
  const wanted = await hashNow(page);
  await page.click('#tab-share');
  const get = async title => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#panel .row button', { hasText: new RegExp(`^${title}$`) }).click(),
    ]);
    return bytesOf(download);
  };
  equal(program.hash('replay', program.file('down.replay', await get('Replay'))), wanted, 'the replay in the program');
  equal(program.hash('hash', program.file('down.snapshot', await get('Snapshot'))), wanted, 'the snapshot');
  const script = program.file('down.txt', await get('Script'));
  const after = program.hash('run', 'examples/scenes/pyramid.json', '--script', script, '--ticks', '120');
  equal(program.compiled(await get('C program')), after, 'what the C program prints');
  holds(/^<svg [^]*<\/svg>\s*$/.test((await get('SVG')).toString()), 'the SVG is none');
  const gif = await get('GIF');
  equal(gif.subarray(0, 6).toString('latin1'), 'GIF89a', 'how the GIF begins');
  equal(picturesOf(gif), 31, 'pictures in the GIF');
  equal(await hashNow(page), wanted, 'the hash after the GIF');
  await page.click('#tab-share');
}

async function testWall(page) {
  await page.click('#tab-wall');
  await page.click('#run-wall');
  await page.waitForFunction(
    () => /agrees with [3-9] of/.test(document.querySelector('#panel .sum').textContent),
    null,
    { timeout: 20000 },
  );
  await page.click('#run-wall');
  const said = await page.textContent('#panel .sum');
  const [, same, all] = /agrees with (\d+) of (\d+)/.exec(said);
  equal(same, all, 'scenes that agree');
  await page.click('#tab-wall');
}

export async function testPanels({ browser, program }) {
  const page = await browser.page();
  await test('a body tells its values, one of which becomes a lane', () => testInspect(page));
  await test('two runs are compared, and the first difference is named', () => testCompare(page));
  await test('a link leads to the same bits', () => testLink(page, browser));
  await test('a link holds a file, and one that is cut off is told about', () => testLinkedFile(page, browser));
  await test('replay, snapshot, script, C, SVG and GIF are downloaded, and are right', () =>
    testDownloads(page, program));
  await test('the wall finds that this machine agrees', () => testWall(page));
  await page.context().close();
}
