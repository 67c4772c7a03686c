// replay.mjs - verifies a replay, then a copy in which one byte is another one: replay.mjs FILE
import { readFileSync } from 'node:fs';
import { buffer, PawlError, Playback, playbackSize, replayOpen, statusText, worldLinkAll } from 'pawl';

worldLinkAll(); // others made the file: it may have anything
const data = readFileSync(process.argv[2]);
const replay = replayOpen(data);
const playback = new Playback();
playback.begin(replay, false, buffer(playbackSize(replay)));
const verdict = playback.verify();
const hex = hash => hash.toString(16).padStart(8, '0');
console.log(`replay: as recorded: ${statusText(verdict.status)}, tick ${verdict.tick}, ${verdict.checkpoints} checkpoints`);
console.log(`replay: hash ${hex(playback.world.hash())}, recorded ${hex(replay.finalHash)}`);

data[data.length >> 1] ^= 1;
try {
  replayOpen(data);
} catch (error) {
  if (!(error instanceof PawlError)) throw error;
  console.log(`replay: with a byte changed: ${statusText(error.status)} at ${error.told.where}`);
}
