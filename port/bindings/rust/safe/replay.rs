//! Replays: opened, played and verified, without pointers.

use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ops::Deref;

use crate::core::{Memory, Result};
use crate::{sys, Verdict, World};

/// A replay that was opened; its fields are those of sys::Replay.
pub struct Replay<'a> {
    raw: sys::Replay,
    lives: PhantomData<&'a [u8]>,
}

impl<'a> Replay<'a> {
    /// Looks at all chunks once. An error tells `where` it is wrong.
    pub fn open(bytes: &'a [u8]) -> Result<Replay<'a>> {
        Ok(Replay { raw: crate::replay_open(bytes)?, lives: PhantomData })
    }
}

impl Deref for Replay<'_> {
    type Target = sys::Replay;
    fn deref(&self) -> &sys::Replay {
        &self.raw
    }
}

/// A world that is played from a replay.
pub struct Playback<'a> {
    raw: Box<sys::Playback>,
    _memory: Memory,
    lives: PhantomData<&'a Replay<'a>>,
}

/// The world of a playback, to be looked at.
pub struct View<'w>(ManuallyDrop<World<'w>>);

impl<'w> Deref for View<'w> {
    type Target = World<'w>;
    fn deref(&self) -> &World<'w> {
        &self.0
    }
}

impl<'a> Playback<'a> {
    /// At the first state. `force`: also when the file is of another simulation.
    pub fn new(replay: &'a Replay<'a>, force: bool) -> Result<Playback<'a>> {
        let size = unsafe { crate::playback_size_raw(&replay.raw, None) };
        let mut memory = Memory::new(size);
        let mut raw = Box::new(sys::Playback::default());
        unsafe { crate::playback_begin_raw(&mut raw, &replay.raw, None, force, memory.bytes_mut())? };
        Ok(Playback { raw, _memory: memory, lives: PhantomData })
    }

    pub fn step(&mut self) -> Result<()> {
        unsafe { crate::playback_step_raw(&mut self.raw, None) }
    }

    /// To the state before a tick.
    pub fn seek(&mut self, tick: u64) -> Result<()> {
        unsafe { crate::playback_seek_raw(&mut self.raw, tick, None) }
    }

    /// Plays on to the end and compares every checkpoint.
    pub fn verify(&mut self) -> Verdict {
        unsafe { crate::playback_verify_raw(&mut self.raw, None, None) }
    }

    /// None after an edit that made no world.
    pub fn world(&self) -> Option<View<'_>> {
        if self.raw.world.is_null() {
            None
        } else {
            Some(View(ManuallyDrop::new(unsafe { World::of(self.raw.world) })))
        }
    }
}
