// queries.mjs - what a world answers: rays, casts of shapes, what is in a box, what is nearest.
import { makeCircle, QueryFilter, rotFromAngle, World } from 'pawl';

const world = new World({ bodyCapacity: 16, shapeCapacity: 16, jointCapacity: 0 });
for (let i = 0; i < 8; i++) {
  const body = { position: [3 * i, i % 3] };
  const shape = { userData: i, filter: { category: i % 2 ? 2 : 1 } };
  if (i % 2) world.bodyCreateCircle(body, '0.75', { shape });
  else world.bodyCreateBox(body, 1, '0.5', { shape });
}

function say(what, found, number) {
  console.log(`queries: ${what} ${world.shape(found.shape).getUserData()}, ${number}`);
}

const left = [-5, 1], right = [40, 0], filter = new QueryFilter();
const hit = world.rayClosest(left, right, { filter });
if (hit) say('the ray meets', hit, hit.point.x);
for (const one of world.rayAll(left, right, { filter })) say('all along it', one, one.point.x);
filter.mask = 2;
const ball = makeCircle([0, 0], '0.25');
const met = world.castClosest(ball, [left, rotFromAngle(0)], right, { filter });
if (met) say('the ball meets', met, met.point.y);
for (const one of world.overlapBox([[2, -1], [13, 3]], { filter })) say('in the box', one, 0);
const nearest = world.closest([10, 10], 20);
if (nearest) say('nearest is', nearest, nearest.distance);
console.log(`queries: hash ${world.hash().toString(16).padStart(8, '0')}`);
