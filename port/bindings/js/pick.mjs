// pick.mjs - the bytes of the WebAssembly of an entry of the package: the module that has lanes of 128
// bits where this machine runs such, or else the plain one. Read in node, fetched elsewhere.
//
// Before it imports pawl, a program may say itself which it is to be, in globalThis.PAWL_WASM: where
// it is (a URL) or its bytes; or { small: ..., game: ... } of one entry and of another.

// A module of one function that fills a vector.
const LANES = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11);

function moduleAt() {
  const chosen = globalThis.PAWL_WASM, own = chosen?.constructor === Object ? chosen.ENTRY : chosen;
  if (own) return own;
  // Both as bundlers look for them.
  return WebAssembly.validate(LANES) ? new URL('./ENTRY-simd.wasm', import.meta.url) : new URL('./ENTRY.wasm', import.meta.url);
}

async function loadModule(from) {
  if (from instanceof ArrayBuffer || ArrayBuffer.isView(from)) return from;
  if (from.protocol !== 'file:') {
    const answer = await fetch(from);
    if (!answer.ok) throw new Error(`pawl: ${from} is not there: ${answer.status}`);
    return answer.arrayBuffer();
  }
  // Nothing that a bundler for pages would look for.
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ ['node:fs', 'promises'].join('/'));
  return readFile(from);
}

export const moduleBytes = loadModule(moduleAt());
