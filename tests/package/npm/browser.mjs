// browser.mjs - the package for npm in Chromium without a window: as it is, and made into a bundle by
// esbuild and by vite. Each entry must give the hashes of C, in the page and in a worker of it.
//
// usage: browser.mjs HELLO ARCADE    SEED=n repeats a run. The programs are those of C: port/bindings/c/hello.c,
// and tests/package/npm/arcade.c.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Browser, equal, finish, holds, serve, skip, test } from '../../web/support.mjs';
import { copyExample, tryExample } from './example.mjs';

const ENTRIES = { pawl: 'pawl', 'pawl/game': 'game', 'pawl/small': 'small', 'pawl/all': 'all', 'pawl/arcade': 'arcade' };
const TOOLS = {
  esbuild: 'build/tools/esbuild-0.28.2/node_modules/.bin/esbuild',
  vite: 'build/tools/vite-6.4.6/node_modules/vite/bin/vite.js',
};
const PACKAGE = 'build/package/npm', PAGE = 'tests/package/npm/page';
const seed = Number(process.env.SEED) || randomInt(1, 2 ** 31);
const hashesOf = (program, ...given) =>
  [...execFileSync(program, given, { encoding: 'utf8' }).matchAll(/\bhash ([0-9a-f]{8})\b/g)].map(one => one[1]).join();

/* The page with the package where npm would lay it. */
function layOut(folder) {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  cpSync(PACKAGE, join(folder, 'node_modules/pawl'), { recursive: true });
  cpSync(PAGE, folder, { recursive: true });
  cpSync('tests/package/npm/draw.mjs', join(folder, 'draw.mjs'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  return folder;
}

/* Without a tool: a map tells the page where the entries are; maps are not for workers. */
function plainPage(folder) {
  const at = Object.fromEntries(Object.entries(ENTRIES).map(([name, entry]) => [name, `./node_modules/pawl/${entry}.mjs`]));
  const page = join(folder, 'index.html'), worker = join(folder, 'worker.mjs');
  const chosen = `if (location.search.includes('plain')) globalThis.PAWL_WASM = {
    pawl: new URL('./node_modules/pawl/pawl.wasm', location), game: new URL('./node_modules/pawl/game.wasm', location) };`;
  const head = `<script>${chosen}</script>\n<script type="importmap">${JSON.stringify({ imports: at })}</script>\n  <script type="module"`;
  writeFileSync(page, readFileSync(page, 'utf8').replace('<script type="module"', head));
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/from '(pawl[/a-z]*)'/g, (_, name) => `from '${at[name]}'`));
  return folder;
}

/* esbuild leaves addresses of files as they are: the modules of WebAssembly go beside the bundle. */
function esbuildPage(folder, made, names = ['main', 'worker']) {
  const entries = names.map(name => join(folder, `${name}.mjs`));
  execFileSync(TOOLS.esbuild, [...entries, '--bundle', '--minify', '--format=esm', '--target=es2022', '--out-extension:.js=.mjs',
    `--outdir=${made}`, '--log-level=warning'], { stdio: 'pipe' });
  for (const entry of Object.values(ENTRIES)) {
    for (const end of ['', '-simd']) {
      const name = `${entry}${end}.wasm`, from = join(folder, 'node_modules/pawl', name);
      if (existsSync(from)) cpSync(from, join(made, name));
    }
  }
  cpSync(join(folder, 'index.html'), join(made, 'index.html'));
  return made;
}

/* vite finds and names them itself; a worker that waits for a module must be one, and the server wants to know it by its name. */
function vitePage(folder, made) {
  writeFileSync(join(folder, 'vite.config.mjs'), `export default { base: './', build: { target: 'es2022' },
  worker: { format: 'es', rollupOptions: { output: { entryFileNames: 'assets/[hash]-worker.mjs' } } } };\n`);
  execFileSync('node', [resolve(TOOLS.vite), 'build', '--logLevel', 'warn', '--outDir', made], { cwd: folder, stdio: 'pipe' });
  return made;
}

async function tryPage(name, browser, path, wanted, lanes) {
  let found;
  await test(`${name}: a page plays`, async () => {
    const page = await browser.page({}, null);
    await page.goto(`${browser.url}${path}`);
    await page.waitForFunction(() => globalThis.found, null, { timeout: 60000 });
    found = await page.evaluate(() => globalThis.found);
    await page.close();
  });
  if (!found) return;
  for (const [i, entry] of ['pawl', 'game', 'small', 'all'].entries())
    await test(`${name}: ${entry}`, () => equal(found.hello[i], wanted.hello, 'hash'));
  for (const [i, entry] of ['arcade', 'all'].entries())
    await test(`${name}: arcades of ${entry}`, () => equal(found.arcade[i], wanted.arcade, 'hashes'));
  for (const [i, entry] of ['pawl', 'small'].entries())
    await test(`${name}: ${entry} in a worker`, () => equal(found.worker[i], wanted.hello, 'hash'));
  await test(`${name}: what it has loaded`, () => {
    equal(found.modules.length, 5, `modules (${found.modules})`);
    for (const entry of ['pawl', 'game'])
      holds(found.modules.some(one => new RegExp(`/${entry}${lanes ? '-simd' : ''}(-[\\w-]{8})?\\.wasm$`).test(one) && one.includes('-simd') === lanes),
        `${entry}: ${found.modules}`);
  });
}

/* The game of the package: as it lies there, and copied into a program with tools. */
async function tryExamples(browser, root) {
  const rules = join(PACKAGE, 'example/rules.mjs');
  await tryExample('example', browser, 'plain/node_modules/pawl/example/index.html', rules);
  const make = { esbuild: (from, made) => esbuildPage(from, made, ['page', 'worker']), vite: vitePage };
  for (const [name, ends] of Object.entries(make)) {
    if (!existsSync(TOOLS[name])) continue;
    const folder = copyExample(join(PACKAGE, 'example'), layOut(join(root, `example-${name}-from`)));
    ends(folder, join(root, `example-${name}`));
    await tryExample(`example by ${name}`, browser, `example-${name}/index.html`, rules);
  }
}

async function main() {
  if (!existsSync('/usr/bin/chromium')) {
    console.log('not run: there is no chromium\nnpm-browser: 0 passed, 0 failed, 1 skipped');
    return 0;
  }
  console.log(`npm-browser: SEED=${seed}`);
  const [hello, arcade] = process.argv.slice(2), root = mkdtempSync(join(tmpdir(), 'npm-browser-'));
  const wanted = { hello: hashesOf(hello), arcade: hashesOf(arcade, String(seed)) };
  const pages = { 'without a tool': plainPage(layOut(join(root, 'plain'))) };
  for (const [name, make] of Object.entries({ esbuild: esbuildPage, vite: vitePage })) {
    if (!existsSync(TOOLS[name])) skip(`${name}: npm has not brought it`);
    else
      await test(`${name} makes a bundle`, () => {
        pages[name] = make(layOut(join(root, `${name}-from`)), join(root, name));
      });
  }
  const server = await serve(root), browser = await Browser.open(server.url);
  try {
    for (const [name, folder] of Object.entries(pages))
      await tryPage(name, browser, `${folder.slice(root.length + 1)}/?seed=${seed}`, wanted, true);
    await tryPage('without lanes', browser, `plain/?plain&seed=${seed}`, wanted, false);
    await tryExamples(browser, root);
    await test('the browser complains of nothing', () => equal(browser.complaints.join('\n'), '', 'complaints'));
  } finally {
    await browser.end();
    server.end();
    rmSync(root, { recursive: true });
  }
  return finish('npm-browser');
}

process.exitCode = await main();
