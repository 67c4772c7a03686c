// session.mjs - two machines play with rollback over a line that is slow and loses packets.
import * as pawl from 'pawl';

const TICKS = 300, FLIGHT = 5, SLOTS = 64; // a packet is in flight for five frames
const ROOM = new pawl.WorldDef({ bodyCapacity: 16, shapeCapacity: 16, jointCapacity: 0 });

const keysAt = (player, tick) => (Math.floor(tick / 20) * 5 + player * 3 + Math.floor(tick / 50)) % 8;

class Machine {
  constructor(number, role) {
    Object.assign(this, { number, rest: 0, given: 0, sent: [], taken: 0 });
    this.build();
    this.session = new pawl.Session({ role, inputSize: 1, slots: SLOTS, sessionId: 1, trustsLink: true });
    const slotSize = Math.ceil(pawl.worldSaveSizeMax(ROOM) / 8) * 8;
    this.runner = new pawl.SessionWorld({ world: this.world, slots: pawl.buffer(SLOTS * slotSize), slotSize,
      apply: (world, tick, inputs) => this.apply(inputs) });
    this.packet = pawl.buffer(pawl.SESSION_PACKET_MAX);
  }

  build() {
    this.world = new pawl.World(ROOM);
    for (const i of [-1, 0, 1]) { // a floor and two walls
      this.world.bodyCreateBox({ position: [10 * i, i === 0 ? -1 : 4] }, i === 0 ? 10 : 1, i === 0 ? 1 : 5);
    }
    this.boxes = []; // the first two are the players
    for (let i = 0; i < 8; i++) {
      const body = { type: pawl.BodyType.DYNAMIC, position: [2 * i - 7, 1] };
      this.boxes.push(this.world.bodyCreateBox(body, '0.5', '0.5'));
    }
  }

  /* Bits 0 and 1 push to the left and to the right, bit 2 up. */
  apply(inputs) {
    for (let i = 0; i < 2; i++) {
      if (!inputs[i]) continue;
      const x = (inputs[i] >> 1 & 1) - (inputs[i] & 1), y = inputs[i] >> 2 & 1;
      this.boxes[i].applyImpulseToCenter([pawl.wide('0.5').mul(x), y]);
    }
  }

  receive(packet, now) {
    try {
      this.session.receive(0, packet, now * 17);
    } catch (error) { // packets of an earlier time are no harm
      if (!(error instanceof pawl.PawlError)) throw error;
    }
  }

  frame(other, now) {
    for (; other.taken < other.sent.length && other.sent[other.taken].frame + FLIGHT <= now; other.taken++) {
      if (other.taken % 6 !== 5) this.receive(other.sent[other.taken].bytes, now); // every sixth is lost
    }
    this.rest += this.session.takeAdvice();
    if (this.rest > 0) this.rest--;
    else this.play();
    for (;;) {
      const { result: size } = this.session.send(this.packet, now * 17);
      if (size <= 0) return;
      this.sent.push({ frame: now, bytes: this.packet.bytes.slice(0, size) });
    }
  }

  play() {
    const head = this.session.getHead();
    const plays = this.session.getPhase() === pawl.SessionPhase.PLAYING;
    if (plays && this.given <= head && head < TICKS) {
      this.session.addInput(this.number, Uint8Array.of(keysAt(this.number, head)));
      this.given = head + 1;
    }
    this.session.run(this.runner);
  }
}

const machines = [new Machine(0, pawl.SessionRole.HOST), new Machine(1, pawl.SessionRole.CLIENT)];
for (let now = 0; now < 2 * TICKS; now++) {
  machines[0].frame(machines[1], now);
  machines[1].frame(machines[0], now);
}
machines.forEach((machine, i) => {
  const hash = machine.world.hash().toString(16).padStart(8, '0');
  console.log(`session: machine ${i} confirmed ${machine.session.getConfirmed()} ticks, ${machine.session.getStats(0).rollbacks} rollbacks, hash ${hash}`);
});
