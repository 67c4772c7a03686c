//! A session with the world that it plays: what pawl_session_run needs, without pointers.

use std::mem::ManuallyDrop;
use std::os::raw::c_void;

use crate::core::{check, guarded, slice, Error, Memory, Result};
use crate::{sys, RequestType, Session, Status, World, WorldDef};

type Apply<'a> = Box<dyn FnMut(&mut World<'_>, u32, &[u8], &[u8]) + 'a>;

struct Rules<'a> {
    apply: Apply<'a>,
    players: usize,
    input_size: usize,
}

/// A world that is played over a network with rollback. Owns session, world and saved states.
pub struct Game<'a> {
    session: Session<'a>,
    world: World<'a>,
    runner: sys::SessionWorld,
    rules: Box<Rules<'a>>,
    slots: Memory,
    spare: Memory,
    snapshot: Memory,
    of: *const sys::Session,
}

unsafe extern "C" fn apply(context: *mut c_void, world: *mut sys::World, tick: u32, inputs: *const u8, status: *const u8) {
    let rules = &mut *(context as *mut Rules<'_>);
    let mut world = ManuallyDrop::new(World::of(world));
    let inputs = slice(inputs, rules.players * rules.input_size);
    let status = slice(status, rules.players);
    guarded(|| (rules.apply)(&mut world, tick, inputs, status))
}

impl<'a> Game<'a> {
    /// `apply` turns the inputs of a tick into calls, before the step: it gets `input_size` bytes
    /// of each player, in order, and an InputStatus of each. `world` was made of `world_def`.
    pub fn new(
        def: &sys::SessionDef,
        world_def: &WorldDef,
        world: World<'a>,
        apply_inputs: impl FnMut(&mut World<'_>, u32, &[u8], &[u8]) + 'a,
    ) -> Result<Game<'a>> {
        let mut def = *def;
        if def.slots == 0 {
            // As pawl_session_def has it; said here, so that both mean the same number.
            def.slots = if def.window == 0 { 1 } else { (4 * u32::from(def.window) + 32).min(128) as u8 };
        }
        let slot_size = (crate::world_save_size_max(world_def) + 7) / 8 * 8;
        let session = Session::new(&def)?;
        let of = session.pointer.as_ptr();
        let rules = Rules { apply: Box::new(apply_inputs), players: def.players.into(), input_size: def.input_size.into() };
        Ok(Game {
            session,
            world,
            runner: sys::SessionWorld { slot_size: slot_size as u32, apply: Some(apply), ..Default::default() },
            rules: Box::new(rules),
            slots: Memory::new(slot_size * usize::from(def.slots)),
            spare: Memory::new(0),
            snapshot: Memory::new(0),
            of,
        })
    }

    /// Room for what pawl_session_world calls `spare` and `snapshot`: others may come later, and
    /// states that differ are looked into.
    pub fn with_room(mut self, spare: usize, snapshot: usize) -> Game<'a> {
        self.spare = Memory::new(spare);
        self.snapshot = Memory::new(snapshot);
        self
    }

    pub fn session(&self) -> &Session<'a> {
        &self.session
    }

    pub fn session_mut(&mut self) -> &mut Session<'a> {
        &mut self.session
    }

    pub fn world(&self) -> &World<'a> {
        &self.world
    }

    pub fn world_mut(&mut self) -> &mut World<'a> {
        &mut self.world
    }

    /// The input of a player of this machine for the tick at the head: `input_size` bytes.
    pub fn add_input(&mut self, player: u32, input: &[u8]) -> Result<()> {
        if input.len() != self.rules.input_size || self.session.pointer.as_ptr() as *const _ != self.of {
            return Err(Error::new(Status::ERR_ARGUMENT, "pawl_session_add_input"));
        }
        unsafe { self.session.add_input_raw(player, input) }
    }

    /// Answers what the session asks for, up to a step: pawl_session_run.
    pub fn run(&mut self) -> Result<RequestType> {
        if self.session.pointer.as_ptr() as *const _ != self.of {
            // Another session was put here, whose inputs and slots have other sizes.
            return Err(Error::new(Status::ERR_ARGUMENT, "pawl_session_run"));
        }
        let room = |memory: &mut Memory| if memory.0.is_empty() { std::ptr::null_mut() } else { memory.0.as_mut_ptr() as *mut u8 };
        self.runner.world = self.world.pointer.as_ptr();
        self.runner.context = &mut *self.rules as *mut Rules<'_> as *mut c_void;
        self.runner.slots = room(&mut self.slots);
        self.runner.spare_size = (self.spare.0.len() * 8) as u32;
        self.runner.spare = room(&mut self.spare);
        self.runner.snapshot_size = (self.snapshot.0.len() * 8) as u32;
        self.runner.snapshot = room(&mut self.snapshot);
        let asked = unsafe { self.session.run_raw(&mut self.runner) };
        check(self.runner.failed, "pawl_world_step", Vec::new)?;
        Ok(asked)
    }
}

