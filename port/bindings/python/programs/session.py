"""session.py - two machines play with rollback over a line that is slow and loses packets."""

import contextlib

import pawl

TICKS, FLIGHT, SLOTS = 300, 5, 64


def keys_at(player, tick):
    return (tick // 20 * 5 + player * 3 + tick // 50) % 8


class Machine:
    def __init__(self, number, role):
        self.number, self.rest, self.given, self.sent, self.taken = number, 0, 0, [], 0
        self.build()
        room = pawl.WorldDef(body_capacity=16, shape_capacity=16, joint_capacity=0)
        slot_size = (pawl.world_save_size_max(room) + 7) // 8 * 8
        self.session = pawl.Session(pawl.SessionDef(role=role, input_size=1, slots=SLOTS, session_id=1, trusts_link=True))
        self.slots = pawl.buffer(SLOTS * slot_size)
        self.runner = pawl.SessionWorld(slot_size=slot_size, apply=self.apply)
        self.runner.world, self.runner.slots = self.world, self.slots

    def build(self):
        self.world = pawl.World(pawl.WorldDef(body_capacity=16, shape_capacity=16, joint_capacity=0))
        for i in (-1, 0, 1):  # a floor and two walls
            body = pawl.BodyDef(position=(10 * i, -1 if i == 0 else 4))
            self.world.body_create_box(body, 10 if i == 0 else 1, 1 if i == 0 else 5)
        self.boxes = []  # the first two are the players
        for i in range(8):
            body = pawl.BodyDef(type=pawl.BodyType.DYNAMIC, position=(2 * i - 7, 1))
            self.boxes.append(self.world.body_create_box(body, "0.5", "0.5"))

    def apply(self, context, world, tick, inputs, status):
        """Bits 0 and 1 push to the left and to the right, bit 2 up."""
        for i in range(2):
            if inputs[i]:
                x = (inputs[i] >> 1 & 1) - (inputs[i] & 1)
                self.boxes[i].apply_impulse_to_center((pawl.Wide("0.5") * x, inputs[i] >> 2 & 1))

    def frame(self, other, now):
        for frame, packet in other.sent[other.taken :]:
            if frame + FLIGHT > now:
                break
            if other.taken % 6 != 5:  # every sixth is lost
                with contextlib.suppress(pawl.PawlError):  # packets of an earlier time are no harm
                    self.session.receive(0, packet, now * 17)
            other.taken += 1
        self.rest += self.session.take_advice()
        if self.rest > 0:
            self.rest -= 1
        else:
            head = self.session.get_head()
            plays = self.session.get_phase() == pawl.SessionPhase.PLAYING
            if plays and self.given <= head < TICKS:
                self.session.add_input(self.number, bytes([keys_at(self.number, head)]))
                self.given = head + 1
            self.session.run(self.runner)
        packet = bytearray(pawl.SESSION_PACKET_MAX)
        while (size := self.session.send(packet, now * 17)[0]) > 0:
            self.sent.append((now, bytes(packet[:size])))


machines = [Machine(0, pawl.SessionRole.HOST), Machine(1, pawl.SessionRole.CLIENT)]
for now in range(2 * TICKS):
    machines[0].frame(machines[1], now)
    machines[1].frame(machines[0], now)
for i, machine in enumerate(machines):
    print(f"session: machine {i} confirmed {machine.session.get_confirmed()} ticks, "
          f"{machine.session.get_stats(0).rollbacks} rollbacks, hash {machine.world.hash():08x}")  # fmt: skip
