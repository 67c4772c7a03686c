//! fixed.zig - numbers of pawl: Q16.16 and its relatives, exact, never from a float.
//!
//! A decimal goes to the nearest number, a half away from zero, as pawl_fx_parse has it; an angle
//! is rounded down. Sums and products stop at the ends of the range, as pawl_add and pawl_mul do;
//! an angle wraps. They are packed structs, so that C gets the integer itself, and neither a float
//! nor a whole number becomes one by accident.

/// Why a text is no number: it is not `[+-]digits[.digits][e[+-]digits]`, or it does not fit.
pub const ParseError = error{ Format, Range };

/// Q16.16: positions, velocities; within +-32767.99998.
pub const Fx = Signed(i32, 16, i16);
/// Q48.16: forces, impulses, masses.
pub const Wide = Signed(i64, 16, i32);
/// Q2.30: a share of a movement, a component of a direction.
pub const Fraction = Signed(i32, 30, i2);

/// A constant of the program, exactly as it is written: what is no such number does not compile.
pub fn fx(comptime text: []const u8) Fx {
    return comptime constant(Fx, text);
}

/// As fx.
pub fn wide(comptime text: []const u8) Wide {
    return comptime constant(Wide, text);
}

/// As fx.
pub fn fraction(comptime text: []const u8) Fraction {
    return comptime constant(Fraction, text);
}

/// An angle of so many turns; as fx.
pub fn turn(comptime text: []const u8) Angle {
    return comptime constant(Angle, text);
}

fn constant(comptime Number: type, comptime text: []const u8) Number {
    @setEvalBranchQuota(100_000);
    return Number.parse(text) catch @compileError("no decimal number, or one out of range: " ++ text);
}

/// The longest text that a number is written as, with room to spare.
pub const text_max = 40;

fn Signed(comptime Raw: type, comptime point: u7, comptime Whole: type) type {
    return packed struct(Raw) {
        /// Its bits, as C has them.
        raw: Raw = 0,

        const Number = @This();
        /// How many bits are behind the point.
        pub const bits = point;
        pub const zero: Number = .{};
        pub const max: Number = .{ .raw = top };
        pub const min: Number = .{ .raw = -top };
        const top: Raw = (1 << (@bitSizeOf(Raw) - 1)) - 1;

        /// A whole number.
        pub fn int(value: Whole) Number {
            return saturated(@as(i128, value) << point);
        }

        /// Of decimal text, at run time.
        pub fn parse(text: []const u8) ParseError!Number {
            const found = try magnitude(text, point, false);
            if (found.raw > top) return error.Range;
            const raw: Raw = @intCast(found.raw);
            return .{ .raw = if (found.negative) -raw else raw };
        }

        /// The shortest decimal that is read back as the same number.
        pub fn print(self: Number, buffer: *[text_max]u8) []const u8 {
            return writeShortest(buffer, self.raw < 0, @abs(@as(i128, self.raw)), point, false);
        }

        /// For `{f}`.
        pub fn format(self: Number, writer: anytype) !void {
            var buffer: [text_max]u8 = undefined;
            try writer.writeAll(self.print(&buffer));
        }

        /// The nearest float, for drawing alone: no float finds its way back.
        pub fn toFloat(self: Number, comptime Float: type) Float {
            return @floatCast(@as(f64, @floatFromInt(self.raw)) / (1 << point));
        }

        fn saturated(raw: i128) Number {
            return .{ .raw = @intCast(@max(-@as(i128, top), @min(@as(i128, top), raw))) };
        }

        pub fn add(self: Number, other: Number) Number {
            return saturated(@as(i128, self.raw) + other.raw);
        }

        pub fn sub(self: Number, other: Number) Number {
            return saturated(@as(i128, self.raw) - other.raw);
        }

        /// Rounded to the nearest, a half away from zero.
        pub fn mul(self: Number, other: Number) Number {
            const product = @as(i128, self.raw) * other.raw;
            const rounded: i128 = @intCast((@abs(product) + (1 << (point - 1))) >> point);
            return saturated(if (product < 0) -rounded else rounded);
        }

        pub fn neg(self: Number) Number {
            return saturated(-@as(i128, self.raw));
        }

        pub fn abs(self: Number) Number {
            return if (self.raw < 0) self.neg() else self;
        }

        /// `==` tells whether two are equal.
        pub fn less(self: Number, other: Number) bool {
            return self.raw < other.raw;
        }
    };
}

/// The same number with more room before the point.
pub fn widen(number: Fx) Wide {
    return .{ .raw = number.raw };
}

/// An angle as a share of a turn, counter-clockwise: a right angle is `turn("0.25")`. It wraps.
pub const Angle = packed struct(u32) {
    /// Its bits, as C has them.
    raw: u32 = 0,

    pub const bits = 32;
    pub const zero: Angle = .{};

    /// Of a number of turns in decimals, rounded down.
    pub fn parse(text: []const u8) ParseError!Angle {
        const found = try magnitude(text, bits, true);
        const raw: u32 = @truncate(found.raw);
        return .{ .raw = if (found.negative) 0 -% raw else raw };
    }

    /// The shortest decimal that is read back as the same angle.
    pub fn print(self: Angle, buffer: *[text_max]u8) []const u8 {
        return writeShortest(buffer, false, self.raw, bits, true);
    }

    /// For `{f}`.
    pub fn format(self: Angle, writer: anytype) !void {
        var buffer: [text_max]u8 = undefined;
        try writer.writeAll(self.print(&buffer));
    }

    /// For drawing alone.
    pub fn toRadians(self: Angle, comptime Float: type) Float {
        return @floatCast(@as(f64, @floatFromInt(self.raw)) * (6.283185307179586 / 4294967296.0));
    }

    pub fn add(self: Angle, other: Angle) Angle {
        return .{ .raw = self.raw +% other.raw };
    }

    pub fn sub(self: Angle, other: Angle) Angle {
        return .{ .raw = self.raw -% other.raw };
    }

    pub fn neg(self: Angle) Angle {
        return .{ .raw = 0 -% self.raw };
    }
};

const exponent_max = 100_000_000_000_000_000;
/// 10^20 shifted by 32 bits fits 128 bits; no type has as many digits before the point.
const top_power = 19;

/// A scanned number: its digits stay in the text, from `first` to `end`, with the point at `point`.
const Scanned = struct { negative: bool, first: usize, point: usize, end: usize, exponent: i64 };

fn skipDigits(text: []const u8, from: usize) usize {
    var at = from;
    while (at < text.len and text[at] >= '0' and text[at] <= '9') at += 1;
    return at;
}

fn scanExponent(text: []const u8, start: usize) ParseError!i64 {
    if (text[start] != 'e' and text[start] != 'E') return error.Format;
    var at = start + 1;
    const negative = at < text.len and text[at] == '-';
    if (at < text.len and (text[at] == '-' or text[at] == '+')) at += 1;
    if (at == text.len or skipDigits(text, at) != text.len) return error.Format;
    var value: i64 = 0;
    for (text[at..]) |digit| {
        if (value < exponent_max) value = value * 10 + (digit - '0');
    }
    return if (negative) -value else value;
}

fn scan(text: []const u8) ParseError!Scanned {
    const signed = text.len > 0 and (text[0] == '-' or text[0] == '+');
    const first: usize = if (signed) 1 else 0;
    const point = skipDigits(text, first);
    if (point == first) return error.Format;
    var end = point;
    if (point < text.len and text[point] == '.') {
        end = skipDigits(text, point + 1);
        if (end == point + 1) return error.Format;
    }
    const exponent = if (end < text.len) try scanExponent(text, end) else 0;
    return .{ .negative = signed and text[0] == '-', .first = first, .point = point, .end = end, .exponent = exponent };
}

/// The magnitude times 2^bits, and whether it is negative. A tie between two numbers ends after
/// bits + 1 decimal places, so these decide the rounding to the nearest; for rounding down it
/// counts as well whether anything follows.
fn magnitude(text: []const u8, bits: u7, down: bool) ParseError!struct { negative: bool, raw: u128 } {
    const number = try scan(text);
    const places = @as(i64, bits) + 1;
    var whole: u128 = 0;
    var part: u128 = 0;
    var follows = false;
    var power = number.exponent + @as(i64, @intCast(number.point - number.first)) - 1;
    var last: i64 = top_power + 1;
    for (text[number.first..number.end], number.first..) |letter, at| {
        if (at == number.point) continue;
        const digit: u128 = letter - '0';
        if (digit != 0 and power > top_power) {
            return error.Range;
        } else if (power >= 0) {
            whole = whole * 10 + digit;
        } else if (power >= -places) {
            part = part * 10 + digit; // places in front of the first digit are zeros
        } else {
            follows = follows or digit != 0;
        }
        last = power;
        power -= 1;
    }
    while (last > 0 and whole != 0) : (last -= 1) whole *= 10; // digits that an exponent adds
    while (last > -places and part != 0) : (last -= 1) part *= 10; // and places behind the last digit
    var divisor: u128 = 2; // 10^places / 2^bits
    var count: i64 = 0;
    while (count < places) : (count += 1) divisor *= 5;
    var raw = part / divisor;
    const rest = part % divisor;
    if (down) {
        if (number.negative and (rest != 0 or follows)) raw += 1;
    } else if (rest >= divisor / 2) {
        raw += 1;
    }
    return .{ .negative = number.negative, .raw = (whole << bits) + raw };
}

/// `down` as above, of a positive number.
fn writeShortest(buffer: *[text_max]u8, negative: bool, raw: u128, bits: u7, down: bool) []const u8 {
    var scale: u128 = 1;
    var digits: usize = 0;
    while (digits <= 11) : (digits += 1) {
        // What is rounded down must not be less than the number.
        const above = if (down) (@as(u128, 1) << (bits + 1)) - 1 else @as(u128, 1) << bits;
        const shown = (raw * scale * 2 + above) >> (bits + 1);
        const back = if (down) (shown << bits) / scale else ((shown << (bits + 1)) + scale) / (2 * scale);
        if (back == raw) return written(buffer, negative, shown, digits);
        scale *= 10;
    }
    unreachable; // eleven places tell all numbers apart
}

/// From the right: `digits` of them behind the point.
fn written(buffer: *[text_max]u8, negative: bool, shown: u128, digits: usize) []const u8 {
    var rest = shown;
    var at: usize = buffer.len;
    var count: usize = 0;
    while (count <= digits or rest != 0) : (count += 1) {
        if (count == digits and digits > 0) {
            at -= 1;
            buffer[at] = '.';
        }
        at -= 1;
        buffer[at] = '0' + @as(u8, @intCast(rest % 10));
        rest /= 10;
    }
    if (negative) {
        at -= 1;
        buffer[at] = '-';
    }
    return buffer[at..];
}
