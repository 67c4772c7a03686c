// test_js.mjs - what is JavaScript's alone: numbers, errors, memory, hooks, poses.
//
// Numbers are drawn afresh in each run; SEED=n repeats them. Run in the root of the repository.
import assert from 'node:assert/strict';
import test from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import * as pawl from 'pawl';
import { array, C, fx, Fx, kinds, turn, Turn, wide, Wide } from 'pawl';

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32)) >>> 0;
console.log(`seed ${SEED}`);

let state = SEED;
function drawn() { // mulberry32
  state = state + 0x6D2B79F5 | 0;
  let t = Math.imul(state ^ state >>> 15, 1 | state);
  t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
  return (t ^ t >>> 14) >>> 0;
}
const pick = list => list[drawn() % list.length];
const drawRaw = () => Math.max(-0x7FFFFFFF, (drawn() | 0) >> pick([0, 8, 16, 30]));
const world = (capacity = 8) => new pawl.World({ bodyCapacity: capacity, shapeCapacity: capacity });

// ---- numbers ----

test('text as C reads and writes it', () => {
  for (let i = 0; i < 2000; i++) {
    const raw = drawRaw(), printed = pawl.fxPrint(Fx.fromRaw(raw));
    assert.equal(String(Fx.fromRaw(raw)), printed);
    assert.equal(fx(printed).raw, raw);
    const digits = String(drawn() % 10 ** 9), cut = drawn() % 8;
    const text = `${pick(['', '-', '+'])}${digits.slice(0, 3)}.${digits}${pick(['', 'e-3', 'E1', 'e-009'])}${'0'.repeat(cut)}`;
    let here, there;
    try { here = fx(text).raw; } catch (error) { here = error.name; }
    try { there = pawl.fxParse(text).raw; } catch (error) { there = error.status === pawl.Status.ERR_RANGE ? 'RangeError' : 'SyntaxError'; }
    assert.equal(here, there, text);
  }
});

test('wide text as C reads and writes it', () => {
  for (let i = 0; i < 500; i++) {
    const raw = BigInt.asIntN(64, BigInt(drawn()) << 32n | BigInt(drawn())) >> BigInt(pick([0, 16, 40]));
    assert.equal(String(Wide.fromRaw(raw)), pawl.widePrint(Wide.fromRaw(raw)));
    assert.equal(wide(pawl.widePrint(Wide.fromRaw(raw))).raw, raw);
  }
});

test('what is no decimal is refused, here and in C', () => {
  for (const text of ['', '.5', '5.', '1.2.3', 'x', '1e', '0x10', ' 1', '1/3', '--1', '1_000', 'NaN']) {
    assert.throws(() => fx(text), SyntaxError, text);
    assert.throws(() => pawl.fxParse(text), pawl.PawlError, text);
  }
});

test('arithmetic as C does it', () => {
  for (let i = 0; i < 5000; i++) {
    const a = drawRaw(), b = drawRaw(), x = Fx.fromRaw(a), y = Fx.fromRaw(b);
    assert.equal(x.add(y).raw, C.pawl_add(a, b));
    assert.equal(x.sub(y).raw, C.pawl_sub(a, b));
    assert.equal(x.mul(y).raw, C.pawl_mul(a, b), `${a} * ${b}`);
    assert.equal(x.mul('0.5').raw, C.pawl_mul(a, 32768), `half of ${a}`); // of each odd one a tie
    assert.equal(Wide.fromRaw(BigInt(a >> 8)).mul(Fx.fromRaw(b >> 8)).raw, BigInt(C.pawl_mul(a >> 8, b >> 8)));
    assert.equal(x.neg().raw, C.pawl_neg(a));
    assert.equal(Math.sign(x.compare(y)), Math.sign(a - b));
  }
  assert.equal(fx(32767).add(5).raw, 0x7FFFFFFF);
  assert.equal(fx(-32767).mul(2).raw, -0x7FFFFFFF);
});

test('halves go away from zero, angles down', () => {
  assert.equal(fx('0.00000762939453125').raw, 1);
  assert.equal(fx('-0.00000762939453125').raw, -1);
  assert.equal(turn('0.33333333333333333').raw, 0x55555555);
  assert.equal(turn('-0.25').raw, 0xC0000000);
  assert.equal(turn('1.25').raw, 2 ** 30);
  assert.equal(Turn.fromRaw(2 ** 30).toString(), '0.25');
});

test('numbers with fractions are refused, wherever they are given', () => {
  const one = world(4), def = new pawl.BodyDef();
  for (const call of [() => fx(0.1), () => new pawl.Vec2([0.5, 0]), () => new pawl.BodyDef({ position: [0, 0.5] }),
    () => one.bodyCreateCircle(def, 0.5), () => fx(1).add(0.5), () => { def.gravityScale = 1.5; }, () => fx(true),
    () => fx(NaN), () => new pawl.WorldDef({ bodyCapacity: 0.5 }), () => fx(1) + 1, () => fx(1) < fx(2), () => fx(null)]) {
    assert.throws(call, TypeError, String(call));
  }
  assert.throws(() => fx(32768), RangeError);
  assert.throws(() => new pawl.WorldDef({ bodyCapacity: -1 }), RangeError);
  assert.equal(`${fx('0.1')}`, '0.1');
});

// ---- records and errors ----

test('defs begin with their defaults; values by name and in order replace them', () => {
  const def = new pawl.ShapeDef({ filter: { category: 2 } });
  assert.equal(def.filter.category, 2);
  assert.equal(def.filter.mask, new pawl.ShapeDef().filter.mask);
  assert.notEqual(def.filter.mask, 0);
  assert.deepEqual(new pawl.Box([[1, 2], [3, '4.5']]).toJSON().upper.toJSON(), { x: fx(3), y: fx('4.5') });
  assert.throws(() => new pawl.BodyDef({ positon: [0, 0] }), /no field positon/);
  assert.throws(() => new pawl.BodyDef({ position: [0, 0.5] }), /^TypeError: position: y: .*fraction/);
  assert.throws(() => new pawl.WorldDef({ bodyCapacity: -1 }), /^RangeError: bodyCapacity: /);
});

test('errors name call and field', () => {
  assert.throws(() => world().bodyCreateCircle(new pawl.BodyDef(), -1), error =>
    error instanceof pawl.PawlError && error.function === 'pawl_body_create_circle' && error.message.startsWith('pawl_body_create_circle: '));
  assert.throws(() => pawl.bodyDefCheck(new pawl.BodyDef({ type: 7 })), error => error.told.field === 'type' && /field type/.test(error.message));
  assert.throws(() => new pawl.Session({ inputSize: 1, slots: 64, sessionId: 1, role: 9 }), error => error.told.field === 'role');
  assert.throws(() => world().step({ hooks: 5 }), TypeError);
  assert.throws(() => new pawl.FilmPlayback(), /made by a function/);
});

test('stale handles', () => {
  const one = world(), ball = one.bodyCreateCircle({ type: pawl.BodyType.DYNAMIC }, 1);
  ball.setVelocity([1, 0]);
  assert.equal(String(ball.getVelocity().x), '1');
  ball.destroy();
  assert.throws(() => ball.setVelocity([1, 0]), error => error.status === pawl.Status.ERR_STALE);
});

test('64 bits are BigInt', () => {
  const def = new pawl.BodyDef({ userData: 7 });
  assert.equal(def.userData, 7);
  assert.equal(kinds.u64.from(-1n), 2n ** 64n - 1n);
  assert.throws(() => kinds.u64.to(-1), RangeError);
  assert.equal(typeof pawl.vec2Dot([3, 0], [4, 0]), 'bigint');
  assert.equal(pawl.vec2Dot([3, 0], [4, 0]), 12n << 32n);
});

// ---- memory ----

test('a frame is three crossings, and its poses are read where they lie', () => {
  const one = world(64), boxes = [];
  for (let i = 0; i < 50; i++) boxes.push(one.bodyCreateCircle({ type: pawl.BodyType.DYNAMIC, position: [3 * i, 0] }, 1));
  const poses = array(pawl.Pose, 64);
  let crossings = 0;
  const counted = call => { crossings++; return call(); };
  for (let tick = 0; tick < 3; tick++) {
    counted(() => one.applyCommands(boxes.map((body, i) =>
      ({ type: pawl.CommandType.VELOCITY, body, velocity: [0, i === 7 ? 1 : 0] }))));
    counted(() => one.step());
    counted(() => one.getAllPoses({ poses }));
  }
  assert.equal(crossings, 9);
  const words = poses.words;
  assert.equal(words.buffer, C.memory.buffer);
  boxes.forEach((box, i) => {
    const at = box.getPosition();
    assert.deepEqual([words[4 * i], words[4 * i + 1]], [at.x.raw, at.y.raw]);
    assert.ok(poses.at(i).position.equals(at));
  });
  assert.notEqual(words[4 * 7 + 1], words[4 * 8 + 1]);
});

test('memory of the program, and memory that grows', () => {
  const def = new pawl.WorldDef({ bodyCapacity: 4, shapeCapacity: 4 });
  const memory = pawl.buffer(pawl.worldSize(def)), one = new pawl.World(def, memory);
  assert.equal(one._a, memory._a);
  assert.throws(() => new pawl.World(def, pawl.buffer(64)), pawl.PawlError);
  assert.throws(() => new pawl.World(def, new Uint8Array(1 << 16)), TypeError);
  const body = one.bodyCreateCircle({ position: [1, 2] }, 1), hash = one.hash(), old = memory.bytes;
  const large = pawl.buffer(C.memory.buffer.byteLength + 65536);
  assert.equal(old.length, 0); // the view of before
  assert.ok(large.bytes.every(byte => byte === 0));
  assert.equal(one.hash(), hash);
  assert.equal(String(body.getPosition().y), '2');
});

test('what nothing refers to is used again', async () => {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc'), kept = [];
  const round = async () => {
    for (let i = 0; i < 5000; i++) new pawl.BodyDef(); // together in blocks
    for (let i = 0; i < 100; i++) new pawl.StepHooks({ shouldCollide: () => true }); // each in its own
    pawl.buffer(100000);
    kept.push(new pawl.Vec2([kept.length, 1]));
    collect();
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  };
  await round();
  const before = C.memory.buffer.byteLength, slots = C.__indirect_function_table.length;
  for (let i = 0; i < 20; i++) await round();
  assert.ok(C.memory.buffer.byteLength - before < 1 << 20, `${C.memory.buffer.byteLength - before} bytes more`);
  assert.ok(C.__indirect_function_table.length - slots < 500);
  kept.forEach((one, i) => assert.equal(one.x.raw, i << 16));
});

test('bytes of the program are copied in and out', () => {
  const one = world(), saved = new Uint8Array(pawl.worldSaveSizeMax(new pawl.WorldDef({ bodyCapacity: 8, shapeCapacity: 8 })));
  const ball = one.bodyCreateCircle({ type: pawl.BodyType.DYNAMIC }, 1), before = one.hash();
  one.save(saved);
  ball.setVelocity([1, 0]);
  one.step();
  assert.notEqual(one.hash(), before);
  one.restore(saved);
  assert.equal(one.hash(), before);
  assert.throws(() => one.save('text'), TypeError);
});

test('the stack is as it was, also after errors and large arguments', () => {
  const top = C.__stack_pointer.value, points = Array.from({ length: 2000 }, (_, i) => [i % 50, i % 3]);
  for (let i = 0; i < 200; i++) {
    try { pawl.polygonCheck(points, 0); } catch (error) { assert.ok(error instanceof pawl.PawlError); }
    try { pawl.replayOpen(new Uint8Array(5000)); } catch (error) { assert.ok(error instanceof pawl.PawlError); }
    try { fx('1').add(0.5); } catch (error) { assert.ok(error instanceof TypeError); }
  }
  assert.equal(C.__stack_pointer.value, top);
});

// ---- functions of the program ----

function pair() {
  const one = world();
  for (const y of [0, 1]) one.bodyCreateCircle({ type: pawl.BodyType.DYNAMIC, position: [0, y] }, 1, { shape: { customFilter: true, preSolve: true } });
  return one;
}

test('hooks are called with records, and answer', () => {
  const one = pair(), seen = [];
  one.step({ hooks: { shouldCollide: (given, a, b) => { seen.push([given, a, b]); return false; } } });
  assert.equal(seen.length, 1);
  assert.equal(seen[0][0], one);
  assert.ok(seen[0][1] instanceof pawl.ShapeId && seen[0][2] instanceof pawl.ShapeId);
  assert.ok(!seen[0][1].equals(seen[0][2]));
  let contact = null;
  const other = pair(), hooks = new pawl.StepHooks({ preSolve: (_, given) => { contact ??= given.toJSON(); return true; }, mixFriction: (a, _, b) => a.mul(b) });
  other.step({ hooks });
  assert.ok(contact);
  assert.equal(typeof hooks.preSolve, 'function');
  assert.equal(new pawl.StepHooks().preSolve, null);
});

test('an exception in a hook ends the call, and the next one works', () => {
  const one = pair(), top = C.__stack_pointer.value;
  assert.throws(() => one.step({ hooks: { shouldCollide: () => { throw new Error('of the program'); } } }), /of the program/);
  assert.equal(C.__stack_pointer.value, top);
  one.step();
});

test('functions that give records and take them by value', () => {
  const one = pair(), seen = [];
  one.draw({ hooks: {
    layers: pawl.LAYER_SHAPES,
    pose: (body, now) => [[now.position.x.add(100), now.position.y], now.rotation],
    circle: (item, center, radius, rotation) => seen.push([center.x, radius]),
  } });
  assert.deepEqual(seen.map(one => one.map(String)), [['100', '1'], ['100', '1']]);
});

test('a character does what it is told', () => {
  const one = new pawl.World({ bodyCapacity: 4, shapeCapacity: 4, characterCapacity: 1 });
  one.bodyCreateBox({ position: [0, -1] }, 20, 1);
  const hero = one.characterCreate({ position: [0, 1] });
  hero.setInput({ run: 1 });
  for (let i = 0; i < 60; i++) one.step();
  assert.ok(hero.getState().position.x.compare(3) > 0 && hero.getInput().run.equals(1));
  assert.throws(() => hero.setInput({ run: 2 }), error => error.status === pawl.Status.ERR_RANGE);
});
