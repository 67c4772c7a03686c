// game.ts - what a program in TypeScript writes: tests/package/npm.sh looks at its types and runs it.
import { array, BodyDef, BodyType, CHARACTER_JUMP, fx, Fx, PawlError, Playback, Pose, Replay, Session, SessionRole, SessionWorld, vec2Dot, World, worldSize, WorldDef, xxh32 } from 'pawl';
import type { Body, ShapeDefInit, StepHooksInit } from 'pawl';

const def = new WorldDef({ bodyCapacity: 16, shapeCapacity: 16, jointCapacity: 0, characterCapacity: 1 });
const world: World = new World(def);
const shape: ShapeDefInit = { friction: '0.5', customFilter: true, userData: 7 };
const boxes: Body[] = [];
world.bodyCreateBox({ position: [0, -1] }, 20, 1);
for (let i = 0; i < 10; i++) {
  const body = new BodyDef({ type: BodyType.DYNAMIC, position: [0, fx(i).add('0.5')] });
  body.angle = '0.01';
  boxes.push(world.bodyCreateBox(body, '0.5', fx('0.5'), { shape }));
}
const hooks: StepHooksInit = { shouldCollide: (given, a, b) => given === world && !a.equals(b) };
const poses = array(Pose, 16);
for (let tick = 0; tick < 60; tick++) world.step({ hooks });
world.getAllPoses({ poses });
const words: Int32Array = poses.words;
const height: Fx = boxes[9]!.getPosition().y;
const hit = world.rayClosest([-5, '0.5'], [20, 0]);
if (hit) console.log(`types: ray ${hit.fraction}, ${hit.shape.generation}`);
const dot: bigint = world.getGravity().x.compare(0) === 0 ? 0n : 1n;
try {
  boxes[0]!.destroy();
  boxes[0]!.setVelocity([1, 0]);
} catch (error) {
  if (error instanceof PawlError) console.log(`types: ${error.function}`);
}
const hero = world.characterCreate({ position: [-3, 1] });
hero.setInput({ run: 1, buttons: CHARACTER_JUMP });
if (hero.getInput().run.compare(1) !== 0) throw new Error('a character keeps what it is told');
try {
  new BodyDef({ position: [0, 0.5] });
} catch (error) { // an error says which field it is about
  if (!(error as Error).message.startsWith('position: y: ')) throw error;
}
const sum32: number = xxh32(new Uint32Array(4), 0);
const session = new Session({ role: SessionRole.HOST, inputSize: 1, slots: 64, sessionId: 1, trustsLink: true });
const runner = new SessionWorld({ world, apply: (_, tick, inputs) => { if (inputs[0]! > tick) throw new Error(); } });
console.log(`types: ${height.lessThan(20)} ${words.length} ${dot} ${worldSize(def) > 0} ${session.getHead()} ${runner.world === world}`);

// What must not compile.
// @ts-expect-error a world's def is no body's
world.bodyCreateCircle(def, 1);
// @ts-expect-error there is no such field
const wrong = () => new BodyDef({ positon: [0, 0] });
// @ts-expect-error numbers of pawl do not become numbers of JavaScript by themselves
const sum: number = fx(1);
// @ts-expect-error a result is of 64 bits
const bits: number = vec2Dot([3, 0], [4, 0]);
// @ts-expect-error a world is no session
const other: Session = world;
// @ts-expect-error the library goes on using this memory, which must be its own
const player = (one: Playback) => one.begin(new Replay(), false, new Uint8Array(64));
export { bits, other, player, sum, sum32, wrong };
