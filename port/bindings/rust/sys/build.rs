//! Compiles the C sources with the C compiler of the machine: CC, or cc. No other crate is needed.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn run(command: &mut Command) {
    let done = command.status().unwrap_or_else(|error| panic!("{:?}: {}; pawl needs a C compiler, CC names it", command, error));
    assert!(done.success(), "{:?}: {}", command, done);
}

fn main() {
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".into());
    let archiver = env::var("AR").unwrap_or_else(|_| "ar".into());
    let archive = out.join("libpawl.a");
    let mut objects = Vec::new();
    for name in ["pawl", "exports"] {
        let source = Path::new("c").join(name).with_extension("c");
        let object = out.join(name).with_extension("o");
        // Results are the same at every level; this is about time alone.
        let level = if env::var("OPT_LEVEL").as_deref() == Ok("0") { "-O0" } else { "-O2" };
        run(Command::new(&compiler).args(["-std=c11", level, "-fPIC", "-Ic", "-c", "-o"]).arg(&object).arg(&source));
        println!("cargo:rerun-if-changed={}", source.display());
        objects.push(object);
    }
    println!("cargo:rerun-if-changed=c/pawl.h");
    println!("cargo:rerun-if-env-changed=CC");
    let _ = std::fs::remove_file(&archive);
    run(Command::new(archiver).arg("rcs").arg(&archive).args(&objects));
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=pawl");
}
