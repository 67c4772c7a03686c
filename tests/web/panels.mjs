// panels.mjs - the tabs: values of a body, a first difference, links, downloads, the wall.
import { equal, hashNow, holds, openScene, playTo, SHOTS, test } from './support.mjs';

const LONG = 300000; // milliseconds: this machine may have other work

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
  const meanings = await page.$$eval('#panel .fields .meaning', all => all.map(one => one.textContent));
  holds(meanings.some(words => /dynamic/.test(words)), `no flags in words: ${meanings}`);
  holds(meanings.some(words => /degrees/.test(words)), `no angle in degrees: ${meanings}`);
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

/* A lane shows its numbers; a click on its name makes it large, with axes, and another one small again. */
async function testLanes(page) {
  await openScene(page, 'pyramid');
  await playTo(page, 60);
  const inked = () =>
    page.evaluate(async () => {
      await new Promise(done => setTimeout(done, 200));
      return [...document.querySelectorAll('.lane:not(.strip) .plot > canvas')].map(canvas => {
        const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let columns = 0;
        for (let x = 0; x < width; x++) {
          for (let y = 0; y < height; y++) {
            if (data[4 * (y * width + x) + 3] < 90) continue;
            columns++;
            break;
          }
        }
        return columns / width;
      });
    });
  const shares = await inked();
  equal(shares.length, 5, 'lanes');
  // Sixty of six hundred ticks are known.
  for (const share of shares) holds(share > 0.08 && share < 0.13, `a line over ${share} of its lane`);
  await page.click('.lane .name >> text=energy');
  await page.waitForSelector('.lane.large .u-over');
  holds((await page.locator('.lane.large').boundingBox()).height > 100, 'a large lane is small');
  await page.screenshot({ path: `${SHOTS}/lane.png` });
  await page.click('.lane .name >> text=energy');
  await page.waitForFunction(() => !document.querySelector('.lane.large, .u-over'));
  equal((await inked()).length, 5, 'lanes that are small again');
}

/* Pixels of a picture that have the color of what is marked. */
const accentIn = (page, label) =>
  page.evaluate(label => {
    const canvas = document.querySelector(`canvas[aria-label="${label}"]`);
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const probe = document.createElement('canvas').getContext('2d');
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
    probe.fillRect(0, 0, 1, 1);
    const wanted = probe.getImageData(0, 0, 1, 1).data;
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += [0, 1, 2].every(k => Math.abs(data[i + k] - wanted[k]) < 12) ? 1 : 0;
    return count;
  }, label);

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
  holds(/differ at tick 50\./.test(said), `it says: ${said}`);
  holds(/In what was done to the world before its step/.test(said), `it does not say where in the step: ${said}`);
  holds(/body 6 \(slot 5\).*velocity\.x/s.test(said), `it names not both body and field: ${said}`);
  equal(await page.locator('#panel canvas.compared').count(), 2, 'pictures of the two');
  for (const name of ['A', 'B']) {
    const accent = await accentIn(page, `Picture of ${name}`);
    holds(accent > 40, `${accent} pixels of a ring in the picture of ${name}`);
  }
  await page.screenshot({ path: `${SHOTS}/compared.png` });
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

const goldenSum = page =>
  page
    .waitForFunction(
      () => /^Your machine (agrees|does)/.exec(document.querySelector('#golden-sum')?.textContent ?? '')?.input,
      null,
      { timeout: LONG },
    )
    .then(found => found.jsonValue());

/* All goldens, and then some of the scenes, for hashes.mjs has all of them. */
async function testWall(page) {
  await page.click('#tab-wall');
  const { machines, targets } = await page.evaluate(() => fetch('goldens.json').then(answer => answer.json()));
  await page.waitForSelector('#machines tbody tr', { state: 'attached' });
  equal(await page.locator('#machines tbody tr').count(), targets.length, 'rows of other machines');
  await page.click('#run-wall');
  equal(await goldenSum(page), `Your machine agrees with ${machines} others.`, 'what is said of the goldens');
  await page.waitForFunction(
    () => /program in ([3-9]|\d\d) of/.test(document.querySelector('#scene-sum').textContent),
    null,
    { timeout: LONG },
  );
  await page.screenshot({ path: `${SHOTS}/wall.png` });
  await page.click('#run-wall');
  const said = await page.textContent('#scene-sum');
  const [, same, all] = /program in (\d+) of (\d+)/.exec(said);
  equal(same, all, 'scenes that agree');
  await page.click('#tab-wall');
}

/* A bit of a golden that is another one: the page says so, and where. */
async function testOtherGolden(browser, random) {
  const page = await browser.page();
  let flipped = '';
  await page.route('**/goldens.json', async route => {
    const answer = await route.fetch(),
      known = await answer.json();
    const name = random.pick(Object.keys(known.goldens)),
      lines = known.goldens[name];
    const places = lines.flatMap((line, i) => (/[0-9a-f]{8}/.test(line) ? [i] : []));
    const at = random.pick(places);
    lines[at] = lines[at].replace(/[0-9a-f]{8}/, hash => (parseInt(hash, 16) ^ 1).toString(16).padStart(8, '0'));
    flipped = `${name}, plain: line ${at + 1}:`;
    await route.fulfill({ response: answer, json: known });
  });
  await page.click('#tab-wall');
  await page.click('#run-wall');
  const said = await goldenSum(page);
  await page.click('#run-wall');
  holds(/does not agree with the others: 2 of \d+ goldens differ/.test(said), `it says: ${said}`);
  const faults = await page.textContent('#panel .faults');
  holds(faults.includes(flipped), `it does not name “${flipped}”: ${faults}`);
  await page.context().close();
}

export async function testPanels({ browser, program, random }) {
  const page = await browser.page();
  await test('lanes show numbers, and become large when they are wanted so', () => testLanes(page));
  await test('a body tells its values, one of which becomes a lane', () => testInspect(page));
  await test('two runs are compared, and the first difference is named', () => testCompare(page));
  await test('a link leads to the same bits', () => testLink(page, browser));
  await test('a link holds a file, and one that is cut off is told about', () => testLinkedFile(page, browser));
  await test('replay, snapshot, script, C, SVG and GIF are downloaded, and are right', () =>
    testDownloads(page, program));
  await test('the wall finds that this machine agrees', () => testWall(page));
  await test('a golden with another bit is named', () => testOtherGolden(browser, random));
  await page.context().close();
}
