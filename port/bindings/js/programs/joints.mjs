// joints.mjs - a bridge of twelve planks, one of whose hinges breaks under falling balls.
import { BodyType, fx, JointType, World } from 'pawl';

const PLANKS = 12;
const world = new World({ bodyCapacity: 32, shapeCapacity: 32, jointCapacity: 32 });

function hinge(a, b, at, breakForce = 0) {
  const joint = world.jointDefAt(JointType.REVOLUTE, a, b, at, 0);
  joint.breakForce = breakForce;
  world.jointCreate(joint);
}

const ground = world.bodyCreateBox({ position: [0, -10] }, 20, 1);
let before = ground;
for (let i = 0; i < PLANKS; i++) {
  const plank = world.bodyCreateBox({ type: BodyType.DYNAMIC, position: [i, 0] }, '0.5', '0.125');
  hinge(before, plank, [fx(i).sub('0.5'), 0], i === PLANKS / 2 ? 200 : 0);
  before = plank;
}
hinge(before, ground, ['11.5', 0]);
for (let i = 0; i < 4; i++) world.bodyCreateCircle({ type: BodyType.DYNAMIC, position: [4 + i, 5 + 3 * i] }, '0.75');

let begins = 0, ends = 0;
for (let tick = 0; tick < 300; tick++) {
  world.step();
  const events = world.getEvents();
  begins += events.beginCount;
  ends += events.endCount;
  for (const _ of events.breaks) console.log(`joints: one broke in step ${tick}`);
}
console.log(`joints: ${begins} touches began, ${ends} ended, hash ${world.hash().toString(16).padStart(8, '0')}`);
