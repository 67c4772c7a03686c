// main.mjs - a page that plays with each entry of the package, here and in a worker.
import * as all from 'pawl/all';
import * as arcade from 'pawl/arcade';
import * as full from 'pawl';
import * as game from 'pawl/game';
import * as small from 'pawl/small';
import { programs } from './draw.mjs';

const seed = Number(new URLSearchParams(location.search).get('seed'));

function askWorker() {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
  return new Promise((done, fail) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = problem => fail(new Error(`the worker: ${problem.message}`));
  });
}

globalThis.found = {
  hello: [full, game, small, all].map(one => programs.hello(one).join()),
  arcade: [arcade, all].map(one => programs.arcade(one, seed).join()),
  worker: await askWorker(),
  modules: performance.getEntriesByType('resource').map(one => one.name).filter(name => name.includes('.wasm')),
};
