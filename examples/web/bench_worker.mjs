// bench_worker.mjs - one run of one engine: gets {name, scene, steps}, answers {took, mean, highest, hash} or
// {problem}, with milliseconds of the clock.
import { start } from './bench/pawl.mjs';
import { box2d, pawl, rapier } from './bench/scene_engines.mjs';

const WARM_UP = 500; // milliseconds

async function program(name) {
  const answer = await fetch(`bench/${name}.wasm`);
  if (!answer.ok) throw new Error(`bench/${name}.wasm: the server answers ${answer.status}`);
  return start(await answer.arrayBuffer(), () => {});
}

const ENGINES = {
  pawl: async () => pawl(await program('plain'), 1),
  'pawl-simd': async () => pawl(await program('simd'), 2),
  rapier: async () => rapier(await import('./peers/rapier/rapier.mjs')),
  box2d3: async () => box2d(await import('./peers/box2d/entry.mjs')),
};

async function run(name, scene, steps) {
  const engine = await ENGINES[name]();
  engine.make(scene);
  for (const begin = performance.now(); performance.now() - begin < WARM_UP;) engine.step();
  engine.make(scene);
  engine.step();
  const begin = performance.now();
  for (let i = 0; i < steps; i++) engine.step();
  const took = performance.now() - begin;
  const heights = scene.bodies.flatMap((body, i) => (body.dynamic ? [engine.height(i)] : []));
  const mean = heights.reduce((sum, y) => sum + y, 0) / heights.length;
  return { took, mean, highest: Math.max(...heights), hash: engine.hash?.() ?? null };
}

addEventListener('message', async ({ data: { name, scene, steps } }) => {
  try {
    postMessage(await run(name, scene, steps));
  } catch (problem) {
    postMessage({ problem: problem.message });
  }
});
