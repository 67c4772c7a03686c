// hands.mjs - what is done by hand becomes a script, which gives the same bits in the program.
import { equal, hashNow, holds, openScene, playTo, screenOf, test } from './support.mjs';

const tickNow = page => page.evaluate(() => globalThis.studioPage.player.tick);
const scriptOf = page => page.evaluate(() => globalThis.studioPage.player.run.script());
const choose = (page, tool) => page.click(`#tools button[aria-label^="${tool}"]`);

async function dragBody(page, place, by) {
  const [x, y] = await screenOf(page, ...place);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 6; i++) {
    await page.mouse.move(x + (by[0] * i) / 6, y + (by[1] * i) / 6);
    await page.waitForTimeout(40);
  }
  await page.mouse.up();
}

/* The run as it is, played again by the program. */
async function replays(page, program, scene) {
  const tick = await tickNow(page),
    hash = await hashNow(page);
  const script = program.file('by-hand.txt', await scriptOf(page));
  equal(
    program.hash('run', `examples/scenes/${scene}.json`, '--script', script, '--ticks', String(tick)),
    hash,
    'the program with the script',
  );
}

async function testDrag(page, program) {
  await openScene(page, 'stack20');
  await playTo(page, 90);
  const before = await hashNow(page);
  await playTo(page, 200);
  const plain = await hashNow(page);
  await page.evaluate(() => globalThis.studioPage.player.seek(90));
  equal(await hashNow(page), before, 'the hash of tick 90');
  const slot = await page.evaluate(() => globalThis.studioPage.player.run.pick(0, 5.5));
  holds(slot > 0, 'there is no body in the stack');
  await dragBody(page, [0, 5.5], [140, -60]);
  await page.evaluate(() => globalThis.studioPage.player.pause());
  await playTo(page, 200);
  holds((await hashNow(page)) !== plain, 'the drag changed nothing');
  holds(await page.isVisible('.branch'), 'nothing tells of the ghost');
  await replays(page, program, 'stack20');
}

async function testTools(page, program) {
  await openScene(page, 'pyramid');
  await playTo(page, 20);
  const click = async (x, y) => page.mouse.click(...(await screenOf(page, x, y)));
  await choose(page, 'Make a crate');
  await click(-6, 6);
  await playTo(page, 40);
  await choose(page, 'Make a ball');
  await click(6, 7);
  await playTo(page, 60);
  await choose(page, 'Erase');
  await click(0.5, 0.5);
  await playTo(page, 80);
  await choose(page, 'Cut');
  const [x0, y0] = await screenOf(page, -3, 0.4),
    [x1, y1] = await screenOf(page, -1, 0.6);
  await page.mouse.move(x0, y0);
  await page.mouse.down();
  await page.mouse.move(x1, y1, { steps: 4 });
  await page.mouse.up();
  await playTo(page, 100);
  const script = await scriptOf(page);
  for (const word of ['box', 'circle', 'destroy', 'cut'])
    holds(script.includes(word), `the script has no ${word}:\n${script}`);
  await choose(page, 'Grab');
  await replays(page, program, 'pyramid');
}

async function testJoin(page, program) {
  await openScene(page, 'stack20');
  await choose(page, 'Join');
  const [x0, y0] = await screenOf(page, 0, 1.5),
    [x1, y1] = await screenOf(page, 0, 4.5);
  await page.mouse.move(x0, y0);
  await page.mouse.down();
  await page.mouse.move(x1, y1, { steps: 3 });
  await page.mouse.up();
  holds((await scriptOf(page)).includes('distance'), 'the script has no joint');
  await choose(page, 'Grab');
  await playTo(page, 60);
  await replays(page, program, 'stack20');
}

async function testParameters(page, program) {
  await openScene(page, 'bridge');
  await playTo(page, 30);
  await page.click('#tab-parameters');
  const input = page.locator('#panel .lil-gui input[type="text"], #panel .lil-gui input[type="number"]').nth(1);
  await input.fill('6.5');
  await input.press('Enter');
  await input.blur();
  await playTo(page, 120);
  holds(/gravity 0 6\.5/.test(await scriptOf(page)), `the script has no gravity:\n${await scriptOf(page)}`);
  await replays(page, program, 'bridge');
  await page.click('#tab-parameters');
}

/* Arrow keys are the character's while time runs. */
async function testSteer(page, program) {
  await openScene(page, 'playthrough');
  holds(await page.evaluate(() => globalThis.studioPage.player.info.steers), 'the scene has no character');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Space');
  await page.keyboard.down('ArrowRight');
  await page.waitForFunction(() => globalThis.studioPage.player.tick > 20);
  await page.keyboard.down('Shift');
  await page.waitForFunction(() => globalThis.studioPage.player.tick > 40);
  await page.keyboard.up('Shift');
  await page.keyboard.up('ArrowRight');
  await page.keyboard.press('Space');
  const script = await scriptOf(page);
  for (const line of ['run 1', 'jump yes', 'jump no', 'run 0'])
    holds(script.includes(`character 0 ${line}`), `the script has no "${line}":\n${script}`);
  await replays(page, program, 'playthrough');
}

/* One finger pulls, two move the picture and change its scale. */
async function testTouch(browser, program) {
  const page = await browser.page({ hasTouch: true });
  await openScene(page, 'stack20');
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...places) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map(([x, y], id) => ({ x, y, id })) });
  const [x, y] = await screenOf(page, 0, 3.5);
  await touch('touchStart', [x, y]);
  for (let i = 1; i <= 5; i++) {
    await touch('touchMove', [x + 20 * i, y - 8 * i]);
    await page.waitForTimeout(40);
  }
  await touch('touchEnd');
  await page.evaluate(() => globalThis.studioPage.player.pause());
  holds(/push/.test(await scriptOf(page)), 'the finger pulled nothing');
  await replays(page, program, 'stack20');
  const before = await page.evaluate(() => globalThis.studioPage.camera.across);
  await touch('touchStart', [x, y]);
  await touch('touchStart', [x, y], [x + 60, y]);
  await touch('touchMove', [x, y], [x + 120, y]);
  await touch('touchEnd');
  const after = await page.evaluate(() => globalThis.studioPage.camera.across);
  holds(Math.abs(before / after - 2) < 0.05, `two fingers change the scale by ${(before / after).toFixed(2)}, not 2`);
  await page.context().close();
}

export async function testHands({ browser, program }) {
  const page = await browser.page();
  await test('a body that is dragged changes the run, and the program gets the same with its script', () =>
    testDrag(page, program));
  await test('crates, balls, erasing and cutting are lines of the script', () => testTools(page, program));
  await test('two bodies are joined', () => testJoin(page, program));
  await test('a slider is a line of the script', () => testParameters(page, program));
  await test('arrow keys steer a character', () => testSteer(page, program));
  await test('a finger pulls, two fingers zoom', () => testTouch(browser, program));
  await page.context().close();
}
