// bench.mjs ENGINE SCENE.json PLAIN.wasm SIMD.wasm PEERS - times a scene in an engine.
//
// Prints milliseconds of processor time per step, the mean and the greatest height of what moves,
// and the hash of the state, or "-". PEERS is the folder that holds node_modules.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { engine } from './engines.mjs';

const WINDOWS = { S1: 300, S2: 200, S4: 600 };
const WARM_UP = 1500; // milliseconds in which node's compilers come to an end

const [name, file, plain, simd, peers] = process.argv.slice(2);
const scene = JSON.parse(readFileSync(file));
const steps = WINDOWS[scene.name];
const made = await engine(name, { plain, simd }, peers);

const spent = () => {
  const usage = process.cpuUsage();
  return (usage.user + usage.system) / 1000;
};

made.make(scene);
for (const begin = spent(); spent() - begin < WARM_UP;) made.step();
await new Promise(resolve => setTimeout(resolve, 200)); // what still compiles beside us

made.make(scene);
made.step();
const begin = spent();
for (let i = 0; i < steps; i++) made.step();
const took = spent() - begin;

const heights = scene.bodies.flatMap((body, i) => body.dynamic ? [made.height(i)] : []);
const mean = heights.reduce((sum, y) => sum + y, 0) / heights.length;
const values = [took / steps, mean, Math.max(...heights)].map(value => value.toFixed(4));
console.log([...values, made.hash ? made.hash() : '-'].join());
process.exit(0);
