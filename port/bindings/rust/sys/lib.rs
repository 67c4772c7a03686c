//! The C interface of pawl as it is: records, constants and functions, each with the comment of its
//! header. Numbers have types of their own here already, which no float becomes by accident. The
//! crate `pawl` is the safe one.

#[macro_use]
mod fixed;
mod functions;
mod records;

pub use fixed::*;
pub use functions::*;
pub use records::*;

impl std::fmt::Display for Status {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The library has a text for every number, and keeps it.
        out.write_str(unsafe { std::ffi::CStr::from_ptr(pawl_status_text(*self)) }.to_str().unwrap_or("unknown status"))
    }
}
