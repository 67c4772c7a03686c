//! Numbers of pawl: Q16.16 and its relatives, exact, never from a float.
//!
//! A decimal goes to the nearest number, a half away from zero, as pawl_fx_parse has it; an angle
//! is rounded down. Sums and products stop at the ends of the range, as pawl_add and pawl_mul do;
//! an angle wraps.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// Why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// It is not `[+-]digits[.digits][e[+-]digits]`.
    Format,
    /// It is a number that does not fit.
    Range,
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            ParseError::Format => "no decimal number",
            ParseError::Range => "a number out of range",
        })
    }
}

impl std::error::Error for ParseError {}

const EXPONENT_MAX: i64 = 100_000_000_000_000_000;
/// 10^20 shifted by 32 bits fits 128 bits; no type has as many digits before the point.
const TOP_POWER: i64 = 19;

const fn is_digit(text: &[u8], at: usize) -> bool {
    at < text.len() && text[at] >= b'0' && text[at] <= b'9'
}

/// A scanned number: its digits stay in the text, from `first` to `end`, with the point at `point`.
struct Scanned {
    negative: bool,
    first: usize,
    point: usize,
    end: usize,
    exponent: i64,
}

const fn skip_digits(text: &[u8], mut at: usize) -> usize {
    while is_digit(text, at) {
        at += 1;
    }
    at
}

const fn scan_exponent(text: &[u8], start: usize) -> Result<i64, ParseError> {
    if text[start] != b'e' && text[start] != b'E' {
        return Err(ParseError::Format);
    }
    let mut at = start + 1;
    let negative = at < text.len() && text[at] == b'-';
    if at < text.len() && (text[at] == b'-' || text[at] == b'+') {
        at += 1;
    }
    if at == text.len() || skip_digits(text, at) != text.len() {
        return Err(ParseError::Format);
    }
    let mut value = 0;
    while at < text.len() {
        if value < EXPONENT_MAX {
            value = value * 10 + (text[at] - b'0') as i64;
        }
        at += 1;
    }
    Ok(if negative { -value } else { value })
}

const fn scan(text: &[u8]) -> Result<Scanned, ParseError> {
    let signed = !text.is_empty() && (text[0] == b'-' || text[0] == b'+');
    let first = if signed { 1 } else { 0 };
    let point = skip_digits(text, first);
    if point == first {
        return Err(ParseError::Format);
    }
    let mut end = point;
    if point < text.len() && text[point] == b'.' {
        end = skip_digits(text, point + 1);
        if end == point + 1 {
            return Err(ParseError::Format);
        }
    }
    let mut exponent = 0;
    if end < text.len() {
        exponent = match scan_exponent(text, end) {
            Ok(value) => value,
            Err(error) => return Err(error),
        };
    }
    Ok(Scanned { negative: signed && text[0] == b'-', first, point, end, exponent })
}

/// The magnitude times 2^bits, and whether it is negative. A tie between two numbers ends after
/// bits + 1 decimal places, so these decide the rounding to the nearest; for rounding down it
/// counts as well whether anything follows.
const fn magnitude(text: &[u8], bits: u32, down: bool) -> Result<(bool, u128), ParseError> {
    let number = match scan(text) {
        Ok(number) => number,
        Err(error) => return Err(error),
    };
    let places = bits as i64 + 1;
    let (mut whole, mut part, mut follows) = (0u128, 0u128, false);
    let mut power = number.exponent + (number.point - number.first) as i64 - 1;
    let (mut last, mut at) = (TOP_POWER + 1, number.first);
    while at < number.end {
        if at != number.point {
            let digit = (text[at] - b'0') as u128;
            if digit != 0 && power > TOP_POWER {
                return Err(ParseError::Range);
            } else if power >= 0 {
                whole = whole * 10 + digit;
            } else if power >= -places {
                // Places in front of the first digit are zeros.
                part = part * 10 + digit;
            } else {
                follows = follows || digit != 0;
            }
            last = power;
            power -= 1;
        }
        at += 1;
    }
    while last > 0 && whole != 0 {
        whole *= 10; // digits that an exponent adds before the point
        last -= 1;
    }
    while last > -places && part != 0 {
        part *= 10; // and places behind the last digit
        last -= 1;
    }
    let mut divisor = 2u128; // 10^places / 2^bits
    let mut count = 0;
    while count < places {
        divisor *= 5;
        count += 1;
    }
    let mut raw = part / divisor;
    let rest = part % divisor;
    if down {
        if number.negative && (rest != 0 || follows) {
            raw += 1;
        }
    } else if rest >= divisor / 2 {
        raw += 1;
    }
    Ok((number.negative, (whole << bits) + raw))
}

/// The shortest decimal that is read back as the same number; `down` as above, of a positive one.
fn write_shortest(out: &mut fmt::Formatter<'_>, negative: bool, raw: u128, bits: u32, down: bool) -> fmt::Result {
    let mut scale = 1u128;
    for digits in 0..=11usize {
        // What is rounded down must not be less than the number.
        let above = if down { (1 << (bits + 1)) - 1 } else { 1 << bits };
        let shown = (raw * scale * 2 + above) >> (bits + 1);
        let back = if down { (shown << bits) / scale } else { ((shown << (bits + 1)) + scale) / (2 * scale) };
        if back == raw {
            let sign = if negative { "-" } else { "" };
            write!(out, "{}{}", sign, shown / scale)?;
            return if digits == 0 { Ok(()) } else { write!(out, ".{:0width$}", shown % scale, width = digits) };
        }
        scale *= 10;
    }
    unreachable!("eleven places tell all numbers apart")
}

macro_rules! common {
    ($name:ident, $raw:ty, $bits:expr, $macro:ident, $down:expr) => {
        impl $name {
            /// How many bits are behind the point.
            pub const BITS: u32 = $bits;
            /// The number 0.
            pub const ZERO: $name = $name(0);

            /// Of its bits, as C has them.
            pub const fn from_raw(raw: $raw) -> $name {
                $name(raw)
            }

            /// Its bits, as C has them.
            pub const fn raw(self) -> $raw {
                self.0
            }

            /// A constant of the program: what is no such number does not compile.
            #[doc = concat!("`", stringify!($macro), "!(0.5)` is shorter.")]
            #[track_caller]
            pub const fn constant(text: &str) -> $name {
                match $name::parse(text) {
                    Ok(value) => value,
                    Err(_) => panic!("no decimal number, or one out of range"),
                }
            }

            /// The nearest float, for drawing alone: no float finds its way back.
            pub fn to_f64(self) -> f64 {
                self.0 as f64 / (1u64 << $bits) as f64
            }
        }

        impl std::str::FromStr for $name {
            type Err = ParseError;
            fn from_str(text: &str) -> Result<$name, ParseError> {
                $name::parse(text)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, out)
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                *self = *self + other;
            }
        }

        impl SubAssign for $name {
            fn sub_assign(&mut self, other: $name) {
                *self = *self - other;
            }
        }

        /// A constant of the program, exactly as it is written: no float is made on the way.
        #[macro_export]
        macro_rules! $macro {
            (- $number:literal) => {{
                const VALUE: $crate::$name = $crate::$name::constant(concat!("-", stringify!($number)));
                VALUE
            }};
            ($number:literal) => {{
                const VALUE: $crate::$name = $crate::$name::constant(stringify!($number));
                VALUE
            }};
        }
    };
}

macro_rules! signed {
    ($(#[$doc:meta])* $name:ident, $raw:ident, $bits:expr, $macro:ident) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $raw);

        common!($name, $raw, $bits, $macro, false);

        impl $name {
            pub const MAX: $name = $name($raw::MAX);
            pub const MIN: $name = $name(-$raw::MAX);

            /// Of decimal text, to the nearest number, a half away from zero.
            pub const fn parse(text: &str) -> Result<$name, ParseError> {
                match magnitude(text.as_bytes(), $bits, false) {
                    Ok((_, raw)) if raw > $raw::MAX as u128 => Err(ParseError::Range),
                    Ok((negative, raw)) => Ok($name(if negative { -(raw as $raw) } else { raw as $raw })),
                    Err(error) => Err(error),
                }
            }

            const fn saturated(raw: i128) -> $name {
                if raw > $raw::MAX as i128 {
                    $name::MAX
                } else if raw < -($raw::MAX as i128) {
                    $name::MIN
                } else {
                    $name(raw as $raw)
                }
            }

            pub fn abs(self) -> $name {
                if self.0 < 0 { -self } else { self }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_shortest(out, self.0 < 0, (self.0 as i128).abs() as u128, $bits, false)
            }
        }

        impl Neg for $name {
            type Output = $name;
            fn neg(self) -> $name {
                $name::saturated(-(self.0 as i128))
            }
        }

        impl Add for $name {
            type Output = $name;
            fn add(self, other: $name) -> $name {
                $name::saturated(self.0 as i128 + other.0 as i128)
            }
        }

        impl Sub for $name {
            type Output = $name;
            fn sub(self, other: $name) -> $name {
                $name::saturated(self.0 as i128 - other.0 as i128)
            }
        }

        impl Mul for $name {
            type Output = $name;
            fn mul(self, other: $name) -> $name {
                let product = self.0 as i128 * other.0 as i128;
                let rounded = (product.abs() + (1 << ($bits - 1))) >> $bits;
                $name::saturated(if product < 0 { -rounded } else { rounded })
            }
        }

        impl MulAssign for $name {
            fn mul_assign(&mut self, other: $name) {
                *self = *self * other;
            }
        }
    };
}

signed! {
    /// Q16.16: positions, velocities; within +-32767.99998.
    Fx, i32, 16, fx
}
signed! {
    /// Q48.16: forces, impulses, masses.
    Wide, i64, 16, wide
}
signed! {
    /// Q2.30: a share of a movement, a component of a direction.
    Fraction, i32, 30, fraction
}

impl Fx {
    /// A whole number.
    pub const fn int(value: i16) -> Fx {
        if value == i16::MIN {
            Fx::MIN
        } else {
            Fx((value as i32) << 16)
        }
    }
}

impl From<i16> for Fx {
    fn from(value: i16) -> Fx {
        Fx::int(value)
    }
}

impl From<i32> for Wide {
    fn from(value: i32) -> Wide {
        Wide((value as i64) << 16)
    }
}

impl From<Fx> for Wide {
    fn from(value: Fx) -> Wide {
        Wide(value.0 as i64)
    }
}

/// An angle as a share of a turn, counter-clockwise: a right angle is `turn!(0.25)`. It wraps.
#[repr(transparent)]
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Angle(pub u32);

common!(Angle, u32, 32, turn, true);

impl Angle {
    /// Of a number of turns in decimals, rounded down.
    pub const fn parse(text: &str) -> Result<Angle, ParseError> {
        match magnitude(text.as_bytes(), 32, true) {
            Ok((negative, raw)) => Ok(Angle(if negative { (raw as u32).wrapping_neg() } else { raw as u32 })),
            Err(error) => Err(error),
        }
    }
}

impl fmt::Display for Angle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_shortest(out, false, self.0 as u128, 32, true)
    }
}

impl Neg for Angle {
    type Output = Angle;
    fn neg(self) -> Angle {
        Angle(self.0.wrapping_neg())
    }
}

impl Add for Angle {
    type Output = Angle;
    fn add(self, other: Angle) -> Angle {
        Angle(self.0.wrapping_add(other.0))
    }
}

impl Sub for Angle {
    type Output = Angle;
    fn sub(self, other: Angle) -> Angle {
        Angle(self.0.wrapping_sub(other.0))
    }
}
