--- fixed.lua - numbers of pawl in Lua: Q16.16 and its relatives, exact, never from a fraction.
--
-- A number is made of a whole Lua number, a string with decimals ("12.5"), an int64_t, or another
-- number; what lies between two numbers goes to the nearest one, a half away from zero, as
-- pawl_fx_parse does. A Lua number with a fraction is refused: it is a double, which two machines may
-- have rounded differently before. What does not fit is an error.

local ffi = require("ffi")
local floor = math.floor

ffi.cdef [[
typedef struct { int32_t raw; } pawl_lua_fx;
typedef struct { int64_t raw; } pawl_lua_wide;
typedef struct { int32_t raw; } pawl_lua_share;
typedef struct { uint32_t raw; } pawl_lua_turn;
]]

local M = {}
local int64, uint64 = ffi.typeof("int64_t"), ffi.typeof("uint64_t")
local kinds = {} -- of a number type: how many bits are behind the point, and which raws there are

local function kind_of(value)
    if type(value) ~= "cdata" then return nil end
    for _, kind in ipairs(kinds) do
        if ffi.istype(kind.type, value) then return kind end
    end
    return nil
end

--- A raw value as an int64_t. In halves: a cast of what was read as uint32_t to int64_t is compiled
-- with a sign that it has not, in LuaJIT 2.1.0-beta3.
local function long(raw)
    if type(raw) == "cdata" then return raw end
    return ffi.cast(int64, floor(raw / 65536)) * 65536LL + raw % 65536
end

local function refuse(kind, value, why)
    error(("%s: %s %s"):format(kind.name, tostring(value), why), 0)
end

--- Of a kind the raw value of a sign and a magnitude (a uint64_t): a turn wraps, others have an end.
local function signed(kind, negative, magnitude, value)
    if kind.wraps then
        return tonumber((negative and 0ULL - magnitude or magnitude) % 4294967296ULL)
    end
    if magnitude > kind.limit then refuse(kind, value, "is out of range") end
    local raw = ffi.cast(int64, magnitude)
    raw = negative and -raw or raw
    return kind.is_long and raw or tonumber(raw)
end

--- The parts of "[+-] digits [. digits] [eE [+-] digits]": sign, digits without point, and how many
-- of them stand before it.
local function scan(text)
    local sign, whole, rest = text:match("^([+-]?)(%d+)(.*)$")
    if not sign then return nil end
    local part, exponent = rest:match("^%.(%d+)(.*)$")
    if not part then part, exponent = "", rest end
    local power = exponent == "" and "0" or exponent:match("^[eE]([+-]?%d+)$")
    if not power then return nil end
    return sign == "-", whole .. part, #whole + math.max(-1e9, math.min(1e9, tonumber(power)))
end

--- Digits behind the point as bits: doubled `bits` times, what is carried out is a bit each time.
-- Gives the number of those bits and what is left of the digits.
local function fraction_bits(digits, bits)
    local value, last = 0, #digits
    for _ = 1, bits do
        local carry = 0
        for at = last, 1, -1 do
            local twice = digits[at] * 2 + carry
            carry = twice >= 10 and 1 or 0
            digits[at] = twice - 10 * carry
        end
        value = value * 2 + carry
    end
    return value
end

local function parse(kind, text)
    local negative, all, point = scan(text)
    if negative == nil then refuse(kind, '"' .. text .. '"', "is no decimal number") end
    local first = all:find("[1-9]")
    if not first then return signed(kind, false, 0ULL, text) end
    if point - first + 1 > 15 then
        if not kind.wraps or point - #all > 0 or point > 400 then refuse(kind, text, "is out of range") end
    end
    local whole, digits = 0ULL, {}
    for at = first, point do -- beyond the digits stand zeros
        whole = whole * 10ULL + (all:byte(at) or 48) - 48
    end
    if point - first + 1 > -40 then -- else it is less than any bit
        for at = point + 1, #all do
            digits[#digits + 1] = at >= 1 and all:byte(at) - 48 or 0
        end
    else
        digits[1], digits[2] = 0, 1 -- not zero: for what is rounded down below zero
        for at = 3, 40 do digits[at], digits[at - 1] = 1, 0 end
    end
    if not kind.wraps and whole > 281474976710656ULL then refuse(kind, text, "is out of range") end
    local magnitude = whole * kind.one + fraction_bits(digits, kind.point)
    if kind.wraps then
        for at = 1, #digits do -- rounded down: below zero away from it
            if digits[at] ~= 0 then return signed(kind, negative, magnitude + (negative and 1ULL or 0ULL), text) end
        end
    elseif (digits[1] or 0) >= 5 then
        magnitude = magnitude + 1ULL
    end
    return signed(kind, negative, magnitude, text)
end

--- A number of one kind as another one.
local function converted(kind, value, from)
    local raw = long(value.raw)
    local negative = raw < 0
    local magnitude = ffi.cast(uint64, negative and -raw or raw)
    local shift = kind.point - from.point
    if shift >= 0 then
        if magnitude > bit.rshift(0x7FFFFFFFFFFFFFFFULL, shift) then refuse(kind, M.text(value), "is out of range") end
        magnitude = bit.lshift(magnitude, shift)
    elseif kind.wraps then
        magnitude = bit.rshift(magnitude, -shift)
    else
        magnitude = bit.rshift(magnitude + bit.lshift(1ULL, -shift - 1), -shift)
    end
    return signed(kind, negative, magnitude, M.text(value))
end

local function whole_raw(kind, value)
    if value ~= floor(value) or value - value ~= 0 then
        refuse(kind, value, 'is no whole number; a string such as "0.1" is exact')
    end
    if kind.wraps then return 0 end
    if math.abs(value) > kind.whole then refuse(kind, value, "is out of range") end
    return kind.is_long and ffi.cast(int64, value) * 65536LL or value * tonumber(kind.one)
end

--- The raw value of whatever may stand for a number of this kind.
local function to_raw(kind, value)
    if ffi.istype(kind.type, value) then return value.raw end
    local given = type(value)
    if given == "number" then return whole_raw(kind, value) end
    if given == "string" then return parse(kind, value) end
    local from = kind_of(value)
    if from then return converted(kind, value, from) end
    if ffi.istype(int64, value) or ffi.istype(uint64, value) then
        if tonumber(value) >= 2 ^ 53 or tonumber(value) <= -2 ^ 53 then refuse(kind, value, "is out of range") end
        return whole_raw(kind, tonumber(value))
    end
    refuse(kind, value, ('is a %s; give a whole number, a string such as "0.1", or a number of pawl'):format(given))
end

--- The nearest raw value that there is of an exact one: sums and products stop at the end.
local function saturated(kind, raw)
    if kind.wraps then return kind.type(tonumber(ffi.cast(uint64, raw) % 4294967296ULL)) end
    local limit = kind.is_long and ffi.cast(int64, kind.limit) or tonumber(kind.limit)
    return kind.type(raw > limit and limit or raw < -limit and -limit or raw)
end

local function sum(kind, a, b)
    if kind.wraps then return kind.type((a + b) % 4294967296) end
    if not kind.is_long then return saturated(kind, a + b) end
    local both = a + b -- wraps
    if bit.band(bit.bxor(a, both), bit.bxor(b, both)) < 0 then
        return kind.type(a < 0 and -0x7FFFFFFFFFFFFFFFLL or 0x7FFFFFFFFFFFFFFFLL)
    end
    return saturated(kind, both)
end

--- The upper and lower 64 bits of a * b + extra; a and b below 2^63.
local function product(a, b, extra)
    local a0, a1 = bit.band(a, 0xFFFFFFFFULL), bit.rshift(a, 32)
    local b0, b1 = bit.band(b, 0xFFFFFFFFULL), bit.rshift(b, 32)
    local middle = a0 * b1 + a1 * b0
    local low = a0 * b0 + extra
    local both = low + bit.lshift(middle, 32)
    local carry = both < low and 1ULL or 0ULL
    return a1 * b1 + bit.rshift(middle, 32) + carry, both
end

--- a * b, rounded as pawl_mul: to the nearest number, a half away from zero.
local function multiplied(kind, a, b)
    a, b = ffi.cast(int64, a), ffi.cast(int64, b)
    local negative = (a < 0) ~= (b < 0)
    local x, y = ffi.cast(uint64, a < 0 and -a or a), ffi.cast(uint64, b < 0 and -b or b)
    local high, low = product(x, y, bit.lshift(1ULL, kind.point - 1))
    local magnitude = bit.rshift(low, kind.point) + bit.lshift(high, 64 - kind.point)
    if bit.rshift(high, kind.point) ~= 0 or magnitude > kind.limit then magnitude = kind.limit end
    return kind.type(signed(kind, negative, magnitude))
end

local function times(a, b)
    local kind = kind_of(a) or kind_of(b)
    if kind.wraps then -- so many turns; a share of a turn times another one has no meaning
        if kind_of(a) == nil then a, b = b, a end
        if type(b) ~= "number" or b ~= floor(b) then refuse(kind, b, "is no whole number of times") end
        return saturated(kind, long(a.raw) * ffi.cast(int64, b))
    end
    return multiplied(kind, to_raw(kind, a), to_raw(kind, b))
end

--- Whole part and what is above it in 2^-32, which compare exactly.
local function parts(value)
    local kind = kind_of(value)
    if not kind then
        if type(value) == "number" and value == floor(value) then return value, 0 end
        return nil
    end
    local one = tonumber(kind.one)
    local below = tonumber(long(value.raw) % ffi.cast(int64, kind.one))
    if below < 0 then below = below + one end
    local whole = tonumber((long(value.raw) - below) / ffi.cast(int64, kind.one))
    return whole, below * 2 ^ (32 - kind.point)
end

local function compare(a, b)
    local whole_a, part_a = parts(a)
    local whole_b, part_b = parts(b)
    if not whole_a or not whole_b then return nil end
    if whole_a ~= whole_b then return whole_a < whole_b and -1 or 1 end
    return part_a == part_b and 0 or part_a < part_b and -1 or 1
end

local function ordered(a, b)
    local way = compare(a, b)
    if not way then error("a number of pawl is compared with whole numbers and its like alone", 0) end
    return way
end

--- All digits of raw / 2^point, which ends; the whole part is that of the caller.
local function exact_digits(part, kind)
    local digits = {}
    for at = 1, kind.point do
        part = part * 10
        digits[at] = floor(part / tonumber(kind.one))
        part = part - digits[at] * tonumber(kind.one)
    end
    return digits
end

--- The first `count` digits, rounded as will be read: to the nearest, those of a turn up. nil: to a
-- whole one.
local function shortened(kind, digits, count)
    local up = (digits[count + 1] or 0) >= 5
    if kind.wraps then
        up = false
        for at = count + 1, #digits do up = up or digits[at] ~= 0 end
    end
    local kept = {}
    for at = count, 1, -1 do
        local digit = digits[at] + (up and 1 or 0)
        up = digit == 10
        kept[at] = up and 0 or digit
    end
    if up then return nil end
    return table.concat(kept)
end

--- The shortest decimal that is read back as the same number.
function M.text(value)
    local kind = kind_of(value)
    local raw = long(value.raw)
    local sign = raw < 0 and "-" or ""
    local magnitude = ffi.cast(uint64, raw < 0 and -raw or raw)
    local part = magnitude % kind.one
    local whole = tostring(magnitude / kind.one):gsub("ULL", "")
    local digits = exact_digits(tonumber(part), kind)
    for count = 0, kind.point do
        local kept = shortened(kind, digits, count)
        if kept then
            local fraction = count > 0 and "." .. kept or ""
            if parse(kind, "0" .. fraction) == tonumber(part) then return sign .. whole .. fraction end
        end
    end
end

local methods = {}
--- As a double, for drawing alone: nothing that is made of it may come back into a world.
function methods.to_number(self)
    return tonumber(self.raw) / tonumber(kind_of(self).one)
end

function methods.abs(self)
    return self.raw < 0 and -self or self
end

local meta = {
    __index = methods,
    __tostring = M.text,
    __concat = function(a, b) return tostring(a) .. tostring(b) end,
    __add = function(a, b)
        local kind = kind_of(a) or kind_of(b)
        return sum(kind, to_raw(kind, a), to_raw(kind, b))
    end,
    __sub = function(a, b)
        local kind = kind_of(a) or kind_of(b)
        return sum(kind, to_raw(kind, a), -to_raw(kind, b))
    end,
    __mul = times,
    __unm = function(a) return saturated(kind_of(a), -long(a.raw)) end,
    __eq = function(a, b) return compare(a, b) == 0 end,
    __lt = function(a, b) return ordered(a, b) < 0 end,
    __le = function(a, b) return ordered(a, b) <= 0 end,
}

--- name, bits behind the point, largest raw value.
local function define(name, point, limit, wraps)
    local kind = { name = name, point = point, limit = limit, one = bit.lshift(1ULL, point), wraps = wraps }
    kind.is_long = limit > 0xFFFFFFFFULL
    kind.whole = tonumber(limit / kind.one)
    kind.type = ffi.metatype("pawl_lua_" .. name, meta)
    kinds[#kinds + 1] = kind
    M[name] = setmetatable({
        type = kind.type,
        to_raw = function(value) return to_raw(kind, value) end,
        from_raw = function(raw) return kind.type(raw) end,
    }, { __call = function(_, value) return kind.type(to_raw(kind, value == nil and 0 or value)) end })
end

define("fx", 16, 0x7FFFFFFFULL) -- Q16.16: positions, velocities; within +-32767.99998
define("wide", 16, 0x7FFFFFFFFFFFFFFFULL) -- Q48.16: forces, impulses, masses
define("share", 30, 0x7FFFFFFFULL) -- Q2.30: a share of a movement, a component of a direction
-- An angle as a share of a turn, counter-clockwise, rounded down; it wraps: turn("0.25") is a right angle.
define("turn", 32, 0xFFFFFFFFULL, true)

M.is_number = function(value) return kind_of(value) ~= nil end
return M
