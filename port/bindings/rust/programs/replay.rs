//! replay.rs - verifies a replay, then a copy in which one byte is another one: replay FILE

use pawl::{Playback, Replay};

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: replay FILE")?;
    pawl::world_link_all(); // others made the file: it may have anything
    let bytes = std::fs::read(path)?;
    let replay = Replay::open(&bytes)?;
    let mut playback = Playback::new(&replay, false)?;
    let verdict = playback.verify();
    println!("replay: as recorded: {}, tick {}, {} checkpoints", verdict.status, verdict.tick, verdict.checkpoints);
    let world = playback.world().ok_or("no world")?;
    println!("replay: hash {:08x}, recorded {:08x}", world.hash(), replay.final_hash);

    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    if let Err(error) = Replay::open(&damaged) {
        println!("replay: with a byte changed: {} at {}", error.status, error.number("where").unwrap_or(-1));
    }
    Ok(())
}
