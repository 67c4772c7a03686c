// worker.mjs - the game at its own pace, in a worker: a tab that is not seen goes on.
//
// Alone it keeps the last ten seconds, to go back in, and all keys, to play them again. With another tab
// each has a player: a session says which keys count, what is saved, brought back and played again.
import { buffer, PawlError, RequestType, Session, SESSION_PACKET_MAX, SessionEventType, SessionPhase, SessionRole } from '../pawl.mjs';
import { STEP_MS } from './keys.mjs';
import { Game, PLAYERS } from './rules.mjs';

let held = 0, rewinds = false, replays = false;

/* A tick of a game alone. */
function alone() {
  const ring = Array.from({ length: 600 }, Game.slot), log = [], game = new Game();
  let first = 0, again = null;
  return () => {
    const tick = Number(game.world.getTick());
    if (replays) {
      replays = false;
      again = { game: new Game(), tick: 0, wanted: game.hash() };
    }
    if (again) {
      for (let i = 0; i < 4 && again.tick < log.length; i++) again.game.step([log[again.tick++], 0]);
      const picture = { ...again.game.picture(), says: 'replay' };
      if (again.tick === log.length) {
        picture.says = again.game.hash() === again.wanted ? 'replay: the same' : 'replay: not the same';
        again = null;
      }
      return picture;
    }
    if (rewinds) {
      if (tick > first) {
        game.restore(ring[(tick - 1) % ring.length]);
        log.length = tick - 1;
      }
    } else {
      game.save(ring[tick % ring.length]);
      first = Math.max(first, tick - ring.length + 1);
      log.push(held);
      game.step([held, 0]);
    }
    return { ...game.picture(), says: rewinds ? 'back' : 'alone', keys: log.at(-1) };
  };
}

/* A tick of a game with another tab. */
function together(role) {
  const session = new Session({ role, inputSize: 1, players: PLAYERS, sessionId: 1, trustsLink: true, window: 8, delay: 2, slots: 64 });
  const game = new Game(), slots = Array.from({ length: 64 }, Game.slot), packet = buffer(SESSION_PACKET_MAX);
  const line = new BroadcastChannel('pawl example');
  let says = 'waits for another tab', given = 0;
  const now = () => performance.now() >>> 0;
  line.onmessage = ({ data }) => {
    try {
      session.receive(0, data, now());
    } catch (problem) { // a packet of an earlier game was counted and left alone
      if (!(problem instanceof PawlError)) throw problem;
    }
  };

  function answer() {
    for (;;) {
      const { result: type, out: request } = session.nextRequest();
      if (type === RequestType.SAVE) {
        game.save(slots[request.slot]);
        session.answerSave(request.tick, request.wantsHash ? game.hash() : 0);
      } else if (type === RequestType.LOAD) game.restore(slots[request.slot]);
      else if (type === RequestType.STEP) game.step(request.inputs);
      else if (type === RequestType.SNAPSHOT) session.answerSnapshot(request.tick, null); // none may come late
      else return;
    }
  }

  let rest = 0;
  return () => {
    rest += session.takeAdvice();
    if (rest > 0) rest--; // this tab is ahead of the other one
    else {
      const player = Math.log2(session.getLocalPlayers());
      if (session.getPhase() === SessionPhase.PLAYING && session.getHead() >= given) {
        session.addInput(player, Uint8Array.of(held));
        given = session.getHead() + 1;
        says = `player ${player + 1}`;
      }
      answer();
    }
    for (let size; ({ result: size } = session.send(packet, now())), size > 0;) line.postMessage(packet.bytes.slice(0, size));
    for (let event; (event = session.takeEvent());) if (event.type === SessionEventType.DESYNC) says = `desync in tick ${event.tick}`;
    return { ...game.picture(), says, confirmed: session.getConfirmed(), rollbacks: session.getStats(0).rollbacks };
  };
}

function begin(search) {
  const tick = search === '?host' ? together(SessionRole.HOST) : search === '?join' ? together(SessionRole.CLIENT) : alone();
  let owed = 0, last = performance.now();
  setInterval(() => {
    const now = performance.now();
    owed = Math.min(owed + now - last, 250); // what is later than that is forgotten
    last = now;
    for (; owed >= STEP_MS; owed -= STEP_MS) postMessage(tick());
  }, 4);
}

onmessage = ({ data }) => {
  if (data.begin !== undefined) begin(data.begin);
  else {
    ({ held, rewinds } = data);
    replays ||= data.replays; // a short press may be over before the next tick
  }
};
postMessage({ looks: new Game().looks });
