// rules.mjs - plays the game that comes with the package: rules.mjs SEED FILE, the rules with an entry of it.
import { drawing } from './draw.mjs';

const { Game } = await import(process.argv[3]);
const draw = drawing(Number(process.argv[2])), game = new Game(), slot = Game.slot(), keys = [0, 0];
let again = 0;

for (let tick = 0; tick < 900; tick++) {
  if (tick % 12 === 0) keys.forEach((_, i) => (keys[i] = draw(16)));
  if (tick % 50 === 0) game.save(slot);
  game.step(keys);
  if (tick % 50 !== 0) continue;
  const hash = game.hash();
  game.restore(slot);
  game.step(keys);
  if (game.hash() === hash) again++;
}
const last = game.picture();
console.log(`rules: coins ${game.scores.join(' ')}, ${last.bodies.length} bodies, ${last.poses.length} words, ${again} times again, hash ${game.hash()}`);
