// hello.mjs - a floor and ten boxes on it.
import { BodyDef, BodyType, fx, World } from 'pawl';

const world = new World({ bodyCapacity: 16, shapeCapacity: 16, jointCapacity: 0 });
const body = new BodyDef();
for (let i = 0; i < 11; i++) {
  body.position.y = fx(i).sub('0.5');
  world.bodyCreateBox(body, i === 0 ? '20.5' : '0.5', '0.5');
  body.type = BodyType.DYNAMIC;
}
for (let tick = 0; tick < 300; tick++) world.step();
console.log(`hello: hash ${world.hash().toString(16).padStart(8, '0')}`);
