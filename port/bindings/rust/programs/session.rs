//! session.rs - two machines play with rollback over a line that is slow and loses packets.

use pawl::{fx, wide, BodyDef, BodyId, BodyType, Game, Result, SessionPhase, SessionRole, Wide, Wide2, World, WorldDef};

const TICKS: u32 = 300;
const FLIGHT: u32 = 5; // frames that a packet takes; every sixth is lost
const SLOTS: u8 = 64;

struct Packet {
    frame: u32,
    bytes: Vec<u8>,
}

struct Machine {
    number: u32,
    game: Game<'static>,
    rest: u32,  // frames to sit out
    given: u32, // inputs are given for ticks before this one
    sent: Vec<Packet>,
    taken: usize, // of the packets of this machine, by the other one
}

/// Bits 0 and 1 push to the left and to the right, bit 2 up.
fn apply(world: &mut World, players: &[BodyId], inputs: &[u8]) {
    for (player, keys) in players.iter().zip(inputs).filter(|(_, keys)| **keys != 0) {
        let (left, right, up) = (i32::from(keys & 1), i32::from(keys >> 1 & 1), i32::from(keys >> 2 & 1));
        let impulse = Wide2 { x: wide!(0.5) * Wide::from(right - left), y: Wide::from(up) };
        let _ = world.body_mut(*player).apply_impulse_to_center(impulse);
    }
}

fn keys_at(player: u32, tick: u32) -> u8 {
    ((tick / 20 * 5 + player * 3 + tick / 50) % 8) as u8
}

/// A floor, two walls and eight boxes; the first two are the players.
fn build(world: &mut World) -> Result<Vec<BodyId>> {
    let mut body = BodyDef::default();
    for i in -1..2 {
        body.position = pawl::vec2_units(10 * i, if i == 0 { -1 } else { 4 });
        let (width, height) = if i == 0 { (fx!(10), fx!(1)) } else { (fx!(1), fx!(5)) };
        world.body_create_box(&body, None, width, height)?;
    }
    body.type_ = BodyType::DYNAMIC.into();
    let mut boxes = Vec::new();
    for i in 0..8 {
        body.position = pawl::vec2_units(2 * i - 7, 1);
        boxes.push(world.body_create_box(&body, None, fx!(0.5), fx!(0.5))?);
    }
    Ok(boxes[..2].to_vec())
}

impl Machine {
    fn new(number: u32, role: SessionRole) -> Result<Machine> {
        let room = WorldDef { body_capacity: 16, shape_capacity: 16, joint_capacity: 0, ..Default::default() };
        let mut world = World::new(&room)?;
        let players = build(&mut world)?;
        let mut def = pawl::sys::SessionDef { role: role.into(), input_size: 1, slots: SLOTS, ..Default::default() };
        def.session_id = 1; // over a network: random
        def.trusts_link = true; // nothing else can send here
        let game = Game::new(&def, &room, world, move |world, _, inputs, _| apply(world, &players, inputs))?;
        Ok(Machine { number, game, rest: 0, given: 0, sent: Vec::new(), taken: 0 })
    }

    fn frame(&mut self, other: &mut Machine, now: u32) -> Result<()> {
        while other.taken < other.sent.len() && other.sent[other.taken].frame + FLIGHT <= now {
            if other.taken % 6 != 5 {
                // Packets of an earlier time are no harm.
                let _ = self.game.session_mut().receive(0, &other.sent[other.taken].bytes, now * 17);
            }
            other.taken += 1;
        }
        self.rest += self.game.session_mut().take_advice();
        if self.rest > 0 {
            self.rest -= 1;
        } else {
            let head = self.game.session().head();
            let plays = self.game.session().phase() == SessionPhase::PLAYING;
            if plays && head >= self.given && head < TICKS {
                self.game.add_input(self.number, &[keys_at(self.number, head)])?;
                self.given = head + 1;
            }
            self.game.run()?;
        }
        let mut packet = [0; pawl::SESSION_PACKET_MAX as usize];
        loop {
            let (size, _peer) = self.game.session_mut().send(&mut packet, now * 17);
            if size <= 0 {
                return Ok(());
            }
            self.sent.push(Packet { frame: now, bytes: packet[..size as usize].to_vec() });
        }
    }
}

fn main() -> Result<()> {
    let mut host = Machine::new(0, SessionRole::HOST)?;
    let mut client = Machine::new(1, SessionRole::CLIENT)?;
    for now in 0..2 * TICKS {
        host.frame(&mut client, now)?;
        client.frame(&mut host, now)?;
    }
    for machine in [&host, &client] {
        let session = machine.game.session();
        println!(
            "session: machine {} confirmed {} ticks, {} rollbacks, hash {:08x}",
            machine.number,
            session.confirmed(),
            session.stats(0)?.rollbacks,
            machine.game.world().hash()
        );
    }
    Ok(())
}
