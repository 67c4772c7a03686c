--- values.lua - what C gets and gives: numbers, text, memory, arrays, and what they keep alive.

local ffi = require("ffi")
local fixed = require("pawl.fixed")

local M = { records = {}, new = {}, cell = {}, array_of = {} }

-- ---- what must live as long as its user ----

-- Of a cdata: what it lies in (parent), and what it points to. LuaJIT keeps neither.
local anchors = setmetatable({}, { __mode = "k" })
M.anchors = anchors

local is_array

--- Where things are kept for a record, an array or an object: at what it lies in.
local function anchor_of(owner)
    while true do
        local found
        if type(owner) == "table" then
            found = rawget(owner, "kept") or { parent = is_array(owner) and owner.parent or nil }
            rawset(owner, "kept", found)
        else
            found = anchors[owner] or {}
            anchors[owner] = found
        end
        if not found.parent then return found end
        owner = found.parent
    end
end
M.anchor_of = anchor_of

function M.keep(owner, given)
    if given ~= nil and type(given) ~= "number" then
        local found = anchor_of(owner)
        found[#found + 1] = given
    end
end

--- A part of a record, a record of a world: it keeps what it lies in.
function M.within(part, parent)
    anchors[part] = { parent = parent }
    return part
end

-- ---- values ----

local function refuse(name, value, wanted)
    error(("%s: %s is needed, not %s"):format(name, wanted, tostring(value)), 0)
end
M.refuse = refuse

--- A whole number within its range, as it is.
function M.int(value, low, high, name)
    if type(value) ~= "number" then
        if type(value) ~= "cdata" or fixed.is_number(value) or not tonumber(value) then
            refuse(name, value, "a whole number")
        end
        value = tonumber(value)
    end
    if value % 1 ~= 0 then refuse(name, value, "a whole number") end
    if value < low or value > high then refuse(name, value, ("a number of %.0f .. %.0f"):format(low, high)) end
    return value
end

local int64, uint64 = ffi.typeof("int64_t"), ffi.typeof("uint64_t")
--- 64 bits: a whole number below 2^53, or an int64_t or uint64_t.
function M.long(value, type_name, name)
    if type(value) == "cdata" and (ffi.istype(int64, value) or ffi.istype(uint64, value)) then return value end
    M.int(value, type_name == "int64_t" and -2 ^ 53 or 0, 2 ^ 53, name)
    return ffi.cast(type_name, math.floor(value / 65536)) * 65536 + value % 65536 -- see fixed.lua
end

function M.truth(value, name)
    if type(value) ~= "boolean" then refuse(name, value, "true or false") end
    return value
end

function M.text(value, name)
    if value ~= nil and type(value) ~= "string" then refuse(name, value, "a string") end
    return value
end

function M.string_of(value)
    return value ~= nil and ffi.string(value) or nil
end

--- Zeroed bytes, aligned as the library wants them.
function M.buffer(size)
    return ffi.new("uint64_t[?]", math.ceil(tonumber(size) / 8))
end

-- ---- arrays: from 1, `raw` is the array of C, from 0 ----

local Array = {}
M.Array = Array

local function count_of(self)
    return rawget(self, "length") or (rawget(self, "counter") and self.counter()) or nil
end

Array.__index = function(self, at)
    if at == "count" then return count_of(self) end
    if at == "parent" or at == "kept" or at == "id" then return nil end
    local count = count_of(self)
    if type(at) ~= "number" or at % 1 ~= 0 or at < 1 or (count and at > count) then
        error(("an array has no [%s]"):format(tostring(at)), 0)
    end
    return self.kind.get(self.raw, at - 1, self)
end
Array.__newindex = function(self, at, value)
    local _ = self[at] -- refuses what is not there
    self.kind.put(self.raw, at - 1, value, self)
end

local function view(raw, kind, length, parent, counter)
    return setmetatable({ raw = raw, kind = kind, length = length, parent = parent, counter = counter }, Array)
end
M.view = view

function is_array(value)
    return getmetatable(value) == Array
end
M.is_array = is_array

--- How many elements or bytes: of an array, a string, a table, a buffer.
function M.size_of(value)
    if value == nil then return 0 end
    if type(value) ~= "cdata" then return is_array(value) and value.count or #value end
    if tostring(ffi.typeof(value)):find("[*&]") then
        error("a pointer does not tell how long it is; give a buffer, an array or a string", 0)
    end
    return ffi.sizeof(value)
end

function M.shortest(...)
    local least = math.huge
    for _, one in ipairs({ ... }) do least = math.min(least, one.count) end
    return least
end

--- What bytes or elements may be given as: a string, a buffer, an array of pawl, nil.
function M.bytes(value)
    if is_array(value) then return value.raw end
    return value
end

--- What C writes to: not a string, which never changes.
function M.writable(value, name)
    if value ~= nil and type(value) ~= "cdata" and not is_array(value) then refuse(name, value, "a buffer") end
    return M.bytes(value)
end

return M
