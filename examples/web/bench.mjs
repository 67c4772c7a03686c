// bench.mjs - steps per second of pawl in this browser, beside engines that `make web-peers` has installed.
import { element, find } from './elements.mjs';
import { hasSimd } from './studio.mjs';
import { beginTheme } from './theme.mjs';

const ROUNDS = 3;
const ENGINES = [
  { name: 'pawl', title: 'pawl, plain' },
  { name: 'pawl-simd', title: 'pawl, SIMD' },
  { name: 'rapier', title: 'Rapier, deterministic', peer: 'rapier' },
  { name: 'box2d3', title: 'Box2D v3, 4 sub-steps', peer: 'box2d' },
];

const there = path => fetch(path, { method: 'HEAD' }).then(answer => answer.ok);

async function json(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} is not there: “make web-bench” makes what runs here.`);
  return answer.json();
}

/* Those that are here, with their versions. */
async function enginesHere() {
  const missing = [],
    found = [];
  for (const engine of ENGINES) {
    if (engine.name === 'pawl-simd' && !hasSimd()) missing.push(engine.title);
    else if (!engine.peer) found.push(engine);
    else if (await there(`peers/${engine.peer}/package.json`)) {
      const { name, version } = await json(`peers/${engine.peer}/package.json`);
      found.push({ ...engine, title: `${engine.title} (${name} ${version})` });
    } else missing.push(engine.title);
  }
  return { found, missing };
}

/* A worker for each run: no engine has what another one left behind. */
function runOnce(name, scene, steps) {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('bench_worker.mjs', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (data.problem) fail(new Error(`${name}: ${data.problem}`));
      else done(data);
    };
    worker.onerror = event => fail(new Error(`${name}: ${event.message || 'its worker does not begin'}`));
    worker.postMessage({ name, scene, steps });
  });
}

async function measure(engines, scene, steps) {
  const runs = new Map(engines.map(engine => [engine, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const engine of engines) runs.get(engine).push(await runOnce(engine.name, scene, steps));
  return engines.map(engine => {
    const sorted = runs.get(engine).sort((a, b) => a.took - b.took);
    return { ...engine, ...sorted[ROUNDS >> 1], scene: scene.name, steps };
  });
}

function rowOf(result, title, rapier) {
  const own = result.took / result.steps;
  const cells = [
    title,
    result.title,
    String(Math.round(1000 / own)),
    own.toFixed(3),
    rapier ? `${(rapier.took / result.took).toFixed(2)} ×` : '–',
    result.mean.toFixed(2),
    result.hash ?? '–',
  ];
  return element('tr', {}, ...cells.map((text, i) => element('td', { class: i > 1 && i < 6 ? 'number' : '' }, text)));
}

/* What was measured, and kept as `globalThis.benchResults` for tests. */
async function run() {
  const { found, missing } = await enginesHere(),
    results = [];
  find('#rows').replaceChildren();
  find('#missing').textContent = missing.length
    ? `Not here: ${missing.join('; ')}. “make web-peers” installs the other engines from npm.`
    : '';
  for (const { file, title, steps } of await json('bench_scenes.json')) {
    find('#sum').textContent = `Running: ${title}…`;
    const measured = await measure(found, await json(file), steps);
    const rapier = measured.find(one => one.name === 'rapier');
    find('#rows').append(...measured.map(one => rowOf(one, title, rapier)));
    results.push(...measured);
  }
  const hashes = new Map(results.filter(one => one.hash).map(one => [`${one.scene} ${one.hash}`, one.scene]));
  const isSame = hashes.size === new Set(hashes.values()).size;
  find('#sum').textContent = isSame
    ? 'Done. Plain and SIMD have the same bits.'
    : 'Done. Plain and SIMD differ, which must not be.';
  globalThis.benchResults = results;
}

beginTheme();
find('#run').addEventListener('click', async () => {
  find('#run').disabled = true;
  try {
    await run();
  } catch (problem) {
    find('#sum').textContent = problem.message;
  }
  find('#run').disabled = false;
});
