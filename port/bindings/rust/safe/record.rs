//! A world that is recorded into a replay, without pointers.

use std::io::Write;
use std::os::raw::c_void;

use crate::core::{check, guarded, slice, Memory, Result};
use crate::{sys, ReplayHeader, StepHooks, World, WorldDef};

/// Where the bytes go, and what became of it.
struct Out<'a> {
    to: std::boxed::Box<dyn Write + 'a>,
    failed: Option<std::io::Error>,
}

unsafe extern "C" fn write(context: *mut c_void, bytes: *const c_void, size: usize) -> bool {
    let out = &mut *(context as *mut Out<'_>);
    let bytes = slice(bytes as *const u8, size);
    match guarded(|| out.to.write_all(bytes)) {
        Ok(()) => true,
        Err(error) => {
            out.failed.get_or_insert(error);
            false
        }
    }
}

/// How a replay is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordOptions {
    /// ticks from one state that playing can start from to the next; 0: none but the first
    pub keyframe_every: u32,
    /// ticks from one checkpoint to the next; 0: none
    pub hash_every: u32,
    /// states and edits in a quarter to a seventh of the bytes
    pub packed: bool,
}

/// Records one world: what was done to it between steps is found, not told.
pub struct Recorder<'a> {
    raw: std::boxed::Box<sys::Recorder>,
    writer: std::boxed::Box<sys::ReplayWriter>,
    out: std::boxed::Box<Out<'a>>,
    _memories: [Memory; 3],
}

impl<'a> Recorder<'a> {
    /// `world` was made of `def`, and is stepped by this recorder alone from here on.
    pub fn new(def: &WorldDef, world: &World<'_>, header: &ReplayHeader, options: RecordOptions, to: impl Write + 'a) -> Result<Recorder<'a>> {
        let pack_size = if options.packed { crate::recorder_pack_size(def) } else { 0 };
        let mut memories = [Memory::new(crate::REPLAY_BUFFER as usize), Memory::new(crate::recorder_size(def)), Memory::new(pack_size)];
        let mut out = std::boxed::Box::new(Out { to: std::boxed::Box::new(to), failed: None });
        let sink = sys::Sink { write: Some(write), context: &mut *out as *mut Out<'a> as *mut c_void };
        let mut writer = std::boxed::Box::<sys::ReplayWriter>::default();
        let mut raw = std::boxed::Box::<sys::Recorder>::default();
        let [buffer, states, packing] = &mut memories;
        unsafe {
            crate::replay_begin_raw(&mut writer, header, sink, buffer.bytes_mut())?;
            crate::recorder_begin_raw(&mut raw, &mut writer, world, options.keyframe_every, options.hash_every, states.bytes_mut())?;
            if options.packed {
                crate::recorder_pack_raw(&mut raw, packing.bytes_mut())?;
            }
        }
        Ok(Recorder { raw, writer, out, _memories: memories })
    }

    /// Lines "key=value", before the first step.
    pub fn write_meta(&mut self, text: &str) -> Result<()> {
        unsafe { crate::replay_write_meta_raw(&mut self.writer, text) }
    }

    /// Logs what was done to the world, then steps it.
    pub fn step(&mut self, world: &mut World<'_>, hooks: Option<&mut StepHooks<'_>>) -> Result<()> {
        let hooks = hooks.map_or(std::ptr::null(), |one| one.pointer() as *const sys::StepHooks);
        let result = unsafe { sys::pawl_recorder_step(&mut *self.raw, world.pointer.as_ptr(), hooks) };
        check(result, "pawl_recorder_step", Vec::new)
    }

    /// Ends the replay; what `to` has answered where it failed is in `failed`.
    pub fn end(&mut self, world: &World<'_>) -> Result<()> {
        unsafe { crate::recorder_end_raw(&mut self.raw, world) }
    }

    /// The first error of what the bytes were written to.
    pub fn failed(&self) -> Option<&std::io::Error> {
        self.out.failed.as_ref()
    }
}
