// load.mjs - the bytes of pawl.wasm, which lies beside this file: read in node, fetched elsewhere.
//
// Before it imports pawl, a program may put another module into globalThis.PAWL_WASM: where it is (a
// URL: pawl-simd.wasm, say) or its bytes.

async function load(place) {
  if (place instanceof ArrayBuffer || ArrayBuffer.isView(place)) return place;
  if (place.protocol !== 'file:') return (await fetch(place)).arrayBuffer();
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises');
  return readFile(place);
}

export const moduleBytes = load(globalThis.PAWL_WASM ?? new URL('./pawl.wasm', import.meta.url));
