//! What all calls need: errors, memory, text.

use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::c_char;
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::Status;

/// Longest text that a call writes here.
pub(crate) const TEXT: usize = 512;

/// What a call says of its failure besides the status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A name, such as that of the field of a def that is wrong.
    Text(String),
    /// A place or a size.
    Number(i64),
}

impl Told {
    pub(crate) unsafe fn text(given: *const c_char) -> Told {
        Told::Text(if given.is_null() { String::new() } else { CStr::from_ptr(given).to_string_lossy().into_owned() })
    }
}

/// A call that could not do what it was asked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Why.
    pub status: Status,
    /// Which function of C it was.
    pub function: &'static str,
    /// What else it has said, by the names of its parameters.
    pub told: Vec<(&'static str, Told)>,
}

impl Error {
    pub(crate) fn new(status: Status, function: &'static str) -> Error {
        Error { status, function, told: Vec::new() }
    }

    /// What the call has said under a name.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.told.iter().find_map(|one| match one {
            (found, Told::Number(value)) if *found == name => Some(*value),
            _ => None,
        })
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.told.iter().find_map(|one| match one {
            (found, Told::Text(value)) if *found == name => Some(value.as_str()),
            _ => None,
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.function, self.status)?;
        for (name, told) in &self.told {
            match told {
                Told::Text(text) => write!(out, ", {} {}", name, text)?,
                Told::Number(number) => write!(out, ", {} {}", name, number)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

pub(crate) fn check(status: Status, function: &'static str, told: impl FnOnce() -> Vec<(&'static str, Told)>) -> Result<()> {
    if status == Status::OK {
        Ok(())
    } else {
        Err(Error { status, function, told: told() })
    }
}

/// Text for C; a zero in it would end it there.
pub(crate) fn text(function: &'static str, given: &str) -> Result<CString> {
    CString::new(given).map_err(|_| Error::new(Status::ERR_ARGUMENT, function))
}

/// Text that lies in the library.
pub(crate) unsafe fn constant(given: *const c_char) -> &'static str {
    if given.is_null() {
        ""
    } else {
        CStr::from_ptr(given).to_str().unwrap_or("")
    }
}

/// Text that a call has written, up to its zero.
pub(crate) fn read(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|one| *one == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// The least of several lengths; a list that is not given has none.
pub(crate) fn shortest(lengths: &[Option<usize>]) -> usize {
    lengths.iter().flatten().copied().min().unwrap_or(0)
}

pub(crate) unsafe fn slice<'a, T>(start: *const T, count: usize) -> &'a [T] {
    if start.is_null() || count == 0 {
        &[]
    } else {
        std::slice::from_raw_parts(start, count)
    }
}

/// Calls a closure for C, through which no panic may go.
pub(crate) fn guarded<R>(closure: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(closure)).unwrap_or_else(|_| {
        eprintln!("pawl: a closure has panicked inside of a call of C, which cannot be left by that");
        std::process::abort()
    })
}

/// Zeroed memory, aligned as the library wants it.
pub struct Memory(pub(crate) Vec<u64>);

impl Memory {
    pub fn new(size: usize) -> Memory {
        Memory(vec![0; (size + 7) / 8])
    }

    pub fn bytes(&self) -> &[u8] {
        // Any eight bytes are a u64, and the other way round.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr() as *const u8, self.0.len() * 8) }
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr() as *mut u8, self.0.len() * 8) }
    }
}
