// events.mjs - what events.c tells, from typed arrays that lie where the library has written them;
// and each word is what the object of its event says.
//
// usage: events.mjs SEED [bodies] [ENTRY]
import { drawing, hex } from './draw.mjs';

const [, , seed, wanted, entry = 'pawl'] = process.argv, draw = drawing(Number(seed));
const { BodyEvents, BodyType, buffer, StepHooks, World, WorldDef, worldBodyEventsSize } = await import(entry);

function same(got, wanted, what) {
  if (got !== wanted) throw new Error(`${what}: ${got}, not ${wanted}`);
}

/* A word of each field that is a handle or a number, read by its place and as an object. */
function compare(list, words) {
  let i = 0;
  for (const event of list) {
    for (const [name, [, kind]] of Object.entries(list.kind.FIELDS)) {
      const word = words[i * list.stride + list.kind.wordOf(name)], one = event[name];
      if (one.word !== undefined) same(word, one.word, name);
      else if (kind.size === 4) same(word | 0, (one.raw ?? one) | 0, name);
      else same(word, one.x?.raw ?? one.position?.x.raw ?? one.c?.raw ?? word, name);
    }
    i++;
  }
  same(i * list.stride, words.length, 'words');
}

let memory, lines = 0;
function tell(name, list) {
  if (!list.length) return;
  const { words } = list;
  same(words.buffer, memory.words.buffer, 'the memory of the module');
  same(words.byteOffset, list.at(0)._a, 'where the first one lies');
  compare(list, words);
  console.log([name, ...[...words].map(word => hex(word >>> 0))].join(' '));
  lines++;
}

const def = new WorldDef({ bodyCapacity: 64, shapeCapacity: 64 }), world = new World(def);
const told = wanted === 'bodies' ? new BodyEvents() : null;
if (told) {
  const room = buffer(worldBodyEventsSize(def));
  Object.assign(told, { memory: room, memorySize: room.length });
}
const hooks = told ? new StepHooks({ bodyEvents: told }) : undefined;
world.bodyCreateBox({}, 20, 1);
world.bodyCreateBox({ position: [0, 3] }, 3, 2, { shape: { sensor: true } });
for (let i = 0; i < 40; i++) {
  const x = draw(17) - 8, body = { type: BodyType.DYNAMIC, position: [x, 3 + 2 * i] }, shape = { hitEvents: true };
  body.angularVelocity = draw(9) - 4;
  body.userData = draw(1000);
  if (draw(2)) world.bodyCreateCircle(body, '0.5', { shape });
  else world.bodyCreateBox(body, '0.5', '0.25', { shape });
}
memory = buffer(16);
for (let tick = 0; tick < 240; tick++) {
  world.step({ hooks });
  const events = world.getEvents();
  for (const name of ['begins', 'ends', 'hits', 'sensorBegins', 'sensorEnds']) tell(name, events[name]);
  if (told) tell('bodies', told.events);
}
if (lines < 20) throw new Error(`only ${lines} arrays of events`);
console.log(`hash ${hex(world.hash())}`);
