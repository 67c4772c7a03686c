// engines.mjs - the engines that bench.mjs can time: pawl, and the peers that are installed as
// packages of node.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { start } from '../../../port/wasm/pawl.mjs';
import { box2d, pawl, rapier } from './scene_engines.mjs';

const program = file => start(readFileSync(file), () => {});

/* The module of a package, by its name, from the folder that holds node_modules. */
function load(peers, name) {
  const file = createRequire(join(peers, 'package.json')).resolve(name);
  return import(pathToFileURL(file));
}

/* Resolved by hand: the package answers to import alone. */
function loadBox2d(peers) {
  const folder = join(peers, 'node_modules', 'box2d3-wasm');
  const entry = JSON.parse(readFileSync(join(folder, 'package.json'))).module;
  return import(pathToFileURL(join(folder, entry)));
}

/* By name; `programs` are those of pawl without and with simd128. */
export async function engine(name, programs, peers) {
  switch (name) {
    case 'pawl-unasked': return pawl(await program(programs.plain), 0);
    case 'pawl': return pawl(await program(programs.plain), 1);
    case 'pawl-simd': return pawl(await program(programs.simd), 2);
    case 'rapier': return rapier(await load(peers, '@dimforge/rapier2d-deterministic-compat'));
    case 'box2d3': return box2d(await loadBox2d(peers));
    default: throw new Error(`no engine ${name}`);
  }
}
