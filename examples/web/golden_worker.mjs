// golden_worker.mjs - runs goldens beside the page: the names of all of them, then each.
//
// Gets {kind: 'plain' or 'simd'}. Answers {kind, names}, then {kind, name, lines, status} for each, and {kind,
// isEnd}; or {kind, problem}.
import { ConsoleStdout, File, OpenFile } from './lib/wasi/fs_mem.js';
import WASI from './lib/wasi/wasi.js';

/* What the program prints with this argument. Each time it is another instance, with memory of its own. */
function run(module, kind, argument) {
  const lines = [];
  const files = [
    new OpenFile(new File([])),
    ConsoleStdout.lineBuffered(line => lines.push(line)),
    ConsoleStdout.lineBuffered(line => lines.push(line)),
  ];
  const lanes = kind === 'simd' ? ['PAWL_LANES=wasm'] : [];
  const wasi = new WASI(['golden', argument], lanes, files, { debug: false });
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
  return { lines, status: wasi.start(instance) };
}

async function all(kind) {
  const answer = await fetch(`golden-${kind}.wasm`);
  if (!answer.ok) throw new Error(`golden-${kind}.wasm: the server answers ${answer.status}`);
  const module = await WebAssembly.compile(await answer.arrayBuffer());
  const names = run(module, kind, '--list').lines;
  postMessage({ kind, names });
  for (const name of names) postMessage({ kind, name, ...run(module, kind, name) });
}

addEventListener('message', async ({ data: { kind } }) => {
  try {
    await all(kind);
    postMessage({ kind, isEnd: true });
  } catch (problem) {
    postMessage({ kind, problem: problem.message });
  }
});
