// duel_worker.mjs - the game in a worker: a tab that is hidden goes on.
//
// From the page: {begin: {isHost, seed, session, room}}, {line}, {keys}, {bot}, {flip}, {draw: pixels},
// {packet}. To the page: {status}, {marks}, {packet}. With a room packets go by BroadcastChannel, else
// through the page.
import { Duel } from './duel.mjs';

const BEAT = 4; // milliseconds
const STATUS = 100;

let duel = null,
  channel = null,
  own = '',
  told = 0;

function send(bytes) {
  if (channel) channel.postMessage({ from: own, bytes });
  else postMessage({ packet: bytes });
}

function beat() {
  const now = performance.now();
  duel.advance(now, send);
  if (now - told < STATUS) return;
  told = now;
  postMessage({ status: duel.status() });
}

async function begin({ isHost, seed, session, room }) {
  const answer = await fetch(new URL('duel.wasm', import.meta.url));
  duel = new Duel(await WebAssembly.compile(await answer.arrayBuffer()), { isHost, seed, session });
  own = isHost ? 'host' : 'guest';
  if (room) {
    channel = new BroadcastChannel(room);
    channel.onmessage = ({ data }) => {
      if (data.bytes && data.from !== own) duel.receive(data.bytes, performance.now());
    };
  }
  setInterval(beat, BEAT);
}

onmessage = async ({ data }) => {
  if (data.begin) {
    await begin(data.begin).catch(problem => postMessage({ failed: problem.message }));
    return;
  }
  if (!duel) return;
  if (data.line) duel.line(data.line.delay, data.line.jitter, data.line.loss, data.line.seed);
  if (data.keys !== undefined) duel.keys(data.keys);
  if (data.bot !== undefined) duel.bot(data.bot, Math.floor(performance.now()));
  if (data.flip) duel.flip();
  if (data.packet) duel.receive(data.packet, performance.now());
  if (data.draw) postMessage({ marks: duel.draw(data.draw) });
};
