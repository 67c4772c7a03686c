// lanes_hash.mjs - a heap of boxes, solved in lanes and one contact after the other: the same hashes,
// and lanes are used.
globalThis.PAWL_WASM = new URL('./node_modules/pawl/pawl-simd.wasm', import.meta.url);
const { BodyType, buffer, Lanes, lanesBest, StepHooks, World, WorldDef, worldLanesSize } = await import('pawl');

const def = new WorldDef({ bodyCapacity: 128, shapeCapacity: 128, jointCapacity: 0, contactCapacity: 512 });
const size = worldLanesSize(def, Lanes.WASM);
if (lanesBest() !== Lanes.WASM || size === 0) throw new Error('no lanes');
const memory = buffer(size), hooks = new StepHooks({ lanes: Lanes.WASM, laneMemory: memory, laneMemorySize: size });

function build() {
  const world = new World(def);
  world.bodyCreateBox({ position: [0, -1] }, 30, 1);
  for (let i = 0; i < 100; i++) {
    world.bodyCreateBox({ type: BodyType.DYNAMIC, position: [i % 10 * 2 - 9 , 1 + 2 * Math.floor(i / 10)], angularVelocity: i % 3 }, '0.5', '0.75');
  }
  return world;
}

const wide = build(), single = build();
for (let tick = 0; tick < 120; tick++) {
  wide.step({ hooks });
  single.step();
  if (wide.hash() !== single.hash()) throw new Error(`another hash after step ${tick}`);
}
if (memory.bytes.every(byte => byte === 0)) throw new Error('lanes were not used');
