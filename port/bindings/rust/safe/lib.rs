//! pawl - 2D physics whose results are the same, bit for bit, on every machine.
//!
//! Names are those of C without pawl_, and without get_. What C writes through a pointer is given
//! back, and a status that is not OK is an `Error`. Numbers are `Fx` and its relatives: `fx!(12.5)`
//! is read as it is written, and no float becomes a number.
//!
//! A `World` owns its memory, and is borrowed while anything looks into it: what has been asked of
//! it cannot outlive the next step. Bodies and their like are handles, `BodyId`, which are copied
//! and kept; `world.body(id)` asks about one, `world.body_mut(id)` changes it.
//!
//! Defs of lists take slices: `SoftDef::new().points(&points)`. The lists of terrain are `'static`,
//! for a world and its saves have their addresses.
//!
//! Other records with pointers are in `sys`. Calls that read them are `unsafe` and end with `_raw`.

#[allow(unused_unsafe)] // inside of functions that are unsafe themselves
mod calls;
mod core;
mod level;
mod names;
mod record;
mod replay;
mod rings;
mod session;

pub use pawl_sys as sys;
pub use pawl_sys::{fraction, fx, turn, wide, Angle, Fraction, Fx, ParseError, Wide, VERSION};

pub use crate::calls::*;
pub use crate::core::{Error, Memory, Result, Told};
pub use crate::level::{Level, LevelBlock, LevelPlan, Path, Platform};
pub use crate::names::*;
pub use crate::record::{RecordOptions, Recorder};
pub use crate::replay::{Playback, Replay, View};
pub use crate::rings::{minkowski_sum, polygon_boolean, polygon_convex_parts, rings_area2, rings_locate, Polygon};
pub use crate::session::Game;

