"""emit.py - pawl for Rust: the crates pawl-sys and pawl, as a workspace in build/bindings/rust.

pawl-sys has everything of the headers as it is, written here; pawl is what can be called without
`unsafe`, written by rust_safe.py. What is by hand lies in sys/ and safe/.
"""

import sys
from pathlib import Path

from model import enum_values, type_name

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import rust_safe  # noqa: E402
from rust_types import Types, docs, put, rs  # noqa: E402

BY_HAND = (("pawl-sys", "sys"), ("pawl", "safe"))


class Sys(Types):
    """pawl-sys: records.rs, functions.rs and a test of the layouts."""

    def record(self, name):
        told, short = self.interface.records[name], type_name(name)
        traits = "Clone, Copy, Debug"
        if not self.pointing(name):
            traits += ", PartialEq, Eq" + (", Hash" if name in self.interface.handles else "")
        lines = [*docs(told["comment"]), "#[repr(C)]", f"#[derive({traits})]", f"pub struct {short} {{"]
        for one in told["fields"]:
            lines += [*docs(one["comment"], "    "), f"    pub {rs(one['name'])}: {self.field(one)},"]
        default = self.interface.default_of(name)
        made = f"crate::{default.name}()" if default and not default.params else "std::mem::zeroed()"
        lines += ["}", "", f"impl Default for {short} {{", f"    fn default() -> {short} {{",
                  f"        // All bits zero is a value of every field.\n        unsafe {{ {made} }}", "    }", "}"]  # fmt: skip
        if name in self.interface.handles:
            lines += ["", f"impl {short} {{", "    /// Names nothing.", f"    pub const NULL: {short} = {short} {{ index1: 0, generation: 0 }};",
                      "    pub fn is_null(self) -> bool {", "        self.index1 == 0", "    }", "}"]  # fmt: skip
        return lines

    def enum(self, one):
        if not one["name"]:
            return [line for v in one["values"] for line in
                    [*docs(v["comment"]), f"pub const {v['name'].removeprefix('PAWL_')}: c_int = {v['value']};"]]  # fmt: skip
        short = type_name(one["name"])
        lines = [*docs(one["comment"]), "#[repr(transparent)]", "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]",
                 f"pub struct {short}(pub c_int);", "", f"impl {short} {{"]  # fmt: skip
        for name, value, comment in enum_values(one):
            lines += [*docs(comment, "    "), f"    pub const {name}: {short} = {short}({value});"]
        lines += ["}", "", f"impl From<{short}> for u8 {{", f"    fn from(value: {short}) -> u8 {{", "        value.0 as u8", "    }", "}"]
        return lines

    def extern(self, call):
        given = ", ".join(f"{rs(one.name)}: {self.raw(one.type)}" for one in call.params)
        gives = "" if call.result == "void" else f" -> {self.raw(call.result)}"
        return [*docs(call.doc, "    "), f"    pub fn {call.name}({given}){gives};"]

    def records(self):
        one = self.interface
        lines = ["// Records and constants of pawl, written by port/bindings/generate.py.", "", "use std::os::raw::{c_char, c_int, c_void};",
                 "", "use crate::{Angle, Fraction, Fx, Wide};", "", f'pub const VERSION: &str = "{one.version}";']  # fmt: skip
        for name, value in one.constants.items():
            lines.append(f"pub const {name.removeprefix('PAWL_')}: i64 = {value};")
        for name in one.opaque:
            lines += ["", f"/// See the methods of pawl::{type_name(name)}.", "#[repr(C)]", f"pub struct {type_name(name)} {{", "    _private: [u8; 0],", "}"]
        for told in one.api["enums"]:
            lines += ["", *self.enum(told)]
        for name in one.records:
            lines += ["", *self.record(name)]
        return lines

    def layouts(self):
        """A test: where Rust puts the fields, and where C does."""
        lines = ["// Layouts of all records, written by port/bindings/generate.py.", "", "use pawl_sys::*;", "", "macro_rules! layout {",
                 "    ($name:ident, $size:expr, $align:expr, $($field:ident $offset:expr),*) => {{",
                 "        let record = <$name>::default();", "        let start = std::ptr::addr_of!(record) as usize;",
                 "        assert_eq!(std::mem::size_of::<$name>(), $size, stringify!($name));",
                 "        assert_eq!(std::mem::align_of::<$name>(), $align, stringify!($name));",
                 "        $(assert_eq!(std::ptr::addr_of!(record.$field) as usize - start, $offset, stringify!($name.$field));)*",
                 "        1", "    }};", "}"]  # fmt: skip
        for kind, width in (("lp64", 64), ("ilp32", 32)):
            lines += ["", "#[test]", f'#[cfg(all(target_pointer_width = "{width}", not(windows)))]', "fn layouts_are_those_of_c() {", "    let mut count = 0;"]
            for name, told in self.interface.records.items():
                layout = told["layouts"][kind]
                rows = ", ".join(f"{rs(one['name'])} {at}" for one, at in zip(told["fields"], layout["offsets"]))
                lines.append(f"    count += layout!({type_name(name)}, {layout['size']}, {layout['align']}, {rows});")
            lines += [f"    assert_eq!(count, {len(self.interface.records)});", "}"]
        return lines

    def write(self, crate):
        lines = ["// Functions of pawl, written by port/bindings/generate.py.", "", "use std::os::raw::{c_char, c_void};", "",
                 "use crate::*;", "", 'extern "C" {']  # fmt: skip
        for call in self.interface.calls:
            lines += [*self.extern(call), ""]
        put(crate / "src/functions.rs", [*lines[:-1], "}"])
        put(crate / "src/records.rs", self.records())
        put(crate / "tests/layouts.rs", self.layouts())


def emit(interface, folder):
    for crate, source in BY_HAND:
        for path in sorted((HERE / source).iterdir()):
            place = "" if path.name in ("build.rs", "Cargo.toml") else "src"
            put(folder / crate / place / path.name, path.read_text().replace("@VERSION@", interface.version))
    for path in sorted((HERE / "programs").glob("*.rs")):
        put(folder / "pawl/examples" / path.name, path.read_text())
    put(folder / "Cargo.toml", ["[workspace]", 'members = ["pawl", "pawl-sys"]', 'resolver = "2"', "", "[profile.dev]", "debug = 0"])
    Sys(interface).write(folder / "pawl-sys")
    rust_safe.Safe(interface).write(folder / "pawl/src")
