// rules.mjs - the game: two players run, jump and collect coins; crates that are hit hard break.
//
// A step takes a byte of keys of each player, and nothing else: no clock, no random number, no fraction of
// JavaScript. So it plays alike in each browser. In a program of your own, import from 'pawl'.
import { array, BodyId, BodyType, buffer, CHARACTER_DROP, CHARACTER_JUMP, fx, Pose, World, WorldDef, worldSaveSizeMax, xxh32 } from '../pawl.mjs';
import { DROP, JUMP, LEFT, RIGHT } from './keys.mjs';

export const PLAYERS = 2;
const BODIES = 64;
const room = new WorldDef({ bodyCapacity: BODIES, shapeCapacity: BODIES, jointCapacity: 0, characterCapacity: PLAYERS, gravity: [0, -25] });

export class Game {
  constructor() {
    this.world = new World(room);
    this.looks = new Map(); // of a body, by the word of its handle: [what it is, half its width, half its height]
    this.scores = new Uint32Array(PLAYERS);
    this.poses = array(Pose, BODIES);
    this.bodies = array(BodyId, BODIES);
    this.box('ground', [0, -1], 16, 1);
    this.box('ground', [-16, 4], '0.5', 6);
    this.box('ground', [16, 4], '0.5', 6);
    for (const x of [-6, 6]) this.box('ledge', [x, '2.5'], 3, '0.125', {}, { oneWay: true });
    this.lift = this.box('lift', [0, 1], 2, '0.25', { type: BodyType.KINEMATIC });
    for (let i = 0; i < 12; i++) {
      const position = [fx(i % 4).mul('1.1').add(9), fx(i >> 2).mul('1.1').add('0.5')];
      this.box('crate', position, '0.5', '0.5', { type: BodyType.DYNAMIC }, { density: '0.2', hitEvents: true });
    }
    for (let i = 0; i < 14; i++) this.box('coin', [2 * i - 13, i % 3 ? 1 : 4], '0.25', '0.25', {}, { sensor: true });
    this.heroes = [-3, 3].map(x => this.world.characterCreate({ position: [x, 2], push: 3, jumpSpeed: 12 }));
    for (const hero of this.heroes) this.looks.set(hero.getBody().id.word, ['hero', 0.3, 0.8]);
  }

  box(look, position, halfWidth, halfHeight, body = {}, shape = {}) {
    const made = this.world.bodyCreateBox({ ...body, position }, halfWidth, halfHeight, { shape });
    this.looks.set(made.id.word, [look, fx(halfWidth).toNumber(), fx(halfHeight).toNumber()]);
    return made;
  }

  step(keys) {
    this.lift.setVelocity([0, this.world.getTick() % 240n < 120n ? 2 : -2]);
    this.heroes.forEach((hero, i) => hero.setInput({
      run: (keys[i] & RIGHT ? 1 : 0) - (keys[i] & LEFT ? 1 : 0),
      buttons: (keys[i] & JUMP ? CHARACTER_JUMP : 0) | (keys[i] & DROP ? CHARACTER_DROP : 0),
    }));
    this.world.step();
    const { sensorBegins, hits } = this.world.getEvents();
    for (const { sensor, visitor } of sensorBegins) {
      const player = this.heroes.findIndex(hero => hero.getBody().equals(this.world.shape(visitor).getBody()));
      if (player >= 0 && this.destroy(sensor, 'coin')) this.scores[player]++;
    }
    for (const { shapeA, shapeB, speed } of hits)
      if (!speed.lessThan(9)) [shapeA, shapeB].forEach(shape => this.destroy(shape, 'crate'));
  }

  /* An event may tell of a shape that an earlier one has destroyed: its handle is stale then. */
  destroy(shape, look) {
    if (!this.world.shape(shape).isValid()) return false;
    const body = this.world.shape(shape).getBody();
    if (this.looks.get(body.id.word)?.[0] !== look) return false;
    body.destroy();
    return true;
  }

  hash() { return xxh32(this.scores, this.world.hash()); }

  /* All that a later step depends on. A slot is good for this game, in this page. */
  static slot() { return { world: buffer(worldSaveSizeMax(room)), scores: new Uint32Array(PLAYERS) }; }

  save(slot) {
    this.world.save(slot.world);
    slot.scores.set(this.scores);
  }

  restore(slot) {
    this.world.restore(slot.world);
    this.scores.set(slot.scores);
  }

  /* What is drawn, copied out of the module's memory: a handle and a pose of each body, 4 words of a pose. */
  picture() {
    const { bodies, poses } = this.world.getAllPoses({ bodies: this.bodies, poses: this.poses });
    return { tick: Number(this.world.getTick()), hash: this.hash(), scores: [...this.scores], bodies: bodies.words.slice(), poses: poses.words.slice() };
  }
}
