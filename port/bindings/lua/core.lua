--- core.lua - how Lua reaches the library: loading, errors, kinds of values, callbacks, records,
-- handles, objects; what is needed for all of them is in values.lua.

local ffi = require("ffi")
local fixed = require("pawl.fixed")

local M = require("pawl.values")
local keep, within, anchors, anchor_of = M.keep, M.within, M.anchors, M.anchor_of
local refuse, view, is_array = M.refuse, M.view, M.is_array
local address_type = ffi.typeof("uintptr_t")

local function exists(path)
    local file = io.open(path, "rb")
    if file then file:close() end
    return file ~= nil
end

--- Folders where the library may lie: that of this file, and where LÖVE has a game and its folder.
local function folders()
    local found = { debug.getinfo(1, "S").source:match("^@(.*)[/\\]") }
    local files = love and love.filesystem
    if files then
        local real = files.getRealDirectory("pawl/core.lua")
        if real then found[#found + 1] = real .. "/pawl" end
        found[#found + 1] = files.getSourceBaseDirectory()
    end
    return found
end

--- The shared library: PAWL_LIBRARY, beside this file or a game, as a rock, or where the system has it.
local function find()
    local named = os.getenv("PAWL_LIBRARY")
    if named then return named end
    local name = ({ Windows = "pawl.dll", OSX = "libpawl.dylib" })[ffi.os] or "libpawl.so"
    for _, folder in ipairs(folders()) do
        local path = folder .. "/" .. name
        if exists(path) then return path end
    end
    return package.searchpath("pawl.libpawl", package.cpath) or "pawl" -- as a rock installs it
end

--- Loads it, once its functions have been declared.
function M.load()
    local done, library = pcall(ffi.load, find())
    if not done then
        error("pawl: no shared library (" .. library .. "); PAWL_LIBRARY=/path/libpawl.so names it", 0)
    end
    M.C = library
    return library
end

-- ---- errors ----

--- A call that could not do what it was asked to: `status` says why, `func` which one, `told` what
-- else the call has said, such as the field of a def that is wrong.
local Error = {}
Error.__index = Error
Error.__tostring = function(self)
    local more = {}
    for name, said in pairs(self.told) do more[#more + 1] = (", %s %s"):format(name, tostring(said)) end
    return ("%s: %s%s"):format(self.func, ffi.string(M.C.pawl_status_text(self.status)), table.concat(more))
end
M.Error = Error

function M.check(status, func, told)
    if status ~= 0 then error(setmetatable({ status = status, func = func, told = told or {} }, Error), 0) end
end

-- ---- kinds of elements and fields: how C's value is read and written ----

local kinds = {}
M.kinds = kinds

local function integer(name, low, high)
    kinds[name] = {
        array = ffi.typeof(name .. "[?]"),
        get = function(raw, key) return raw[key] end,
        put = function(raw, key, value) raw[key] = M.int(value, low, high, tostring(key):gsub("^_", "")) end,
    }
end
for _, bits in ipairs({ 8, 16, 32 }) do
    integer(("int%d_t"):format(bits), -2 ^ (bits - 1), 2 ^ (bits - 1) - 1)
    integer(("uint%d_t"):format(bits), 0, 2 ^ bits - 1)
end
for _, name in ipairs({ "int64_t", "uint64_t" }) do
    kinds[name] = {
        array = ffi.typeof(name .. "[?]"),
        get = function(raw, key) return raw[key] end,
        put = function(raw, key, value) raw[key] = M.long(value, name, tostring(key)) end,
    }
end
kinds.size_t = {
    get = function(raw, key) return tonumber(raw[key]) end,
    put = function(raw, key, value) raw[key] = M.int(value, 0, 2 ^ 53, tostring(key)) end,
}
kinds.bool = {
    get = function(raw, key) return raw[key] end,
    put = function(raw, key, value) raw[key] = M.truth(value, tostring(key)) end,
}
for name, raw_type in pairs({ fx = "int32_t", wide = "int64_t", share = "int32_t", turn = "uint32_t" }) do
    local number = fixed[name]
    kinds[name] = {
        array = ffi.typeof(raw_type .. "[?]"),
        get = function(raw, key) return number.from_raw(raw[key]) end,
        put = function(raw, key, value) raw[key] = number.to_raw(value) end,
    }
end
kinds.text = {
    get = function(raw, key) return M.string_of(raw[key]) end,
    put = function(raw, key, value)
        keep(raw, value)
        raw[key] = value
    end,
}
--- An array of char within a record.
kinds.chars = {
    get = function(raw, key) return ffi.string(raw[key]) end,
    put = function(raw, key, value)
        local room = raw[key]
        if type(value) ~= "string" or #value >= ffi.sizeof(room) then refuse(key, value, "a shorter string") end
        ffi.fill(room, ffi.sizeof(room))
        ffi.copy(room, value, #value)
    end,
}
--- Memory, or an address that only C understands.
kinds.pointer = {
    get = function(raw, key) return raw[key] end,
    put = function(raw, key, value)
        keep(raw, value)
        value = M.bytes(value)
        raw[key] = value ~= nil and ffi.cast("void *", value) or nil
    end,
}

--- An object of pawl: a world, a session.
function M.object_kind(name)
    return {
        get = function(raw, key) return M.object_at(name, raw[key], raw) end,
        put = function(raw, key, value)
            keep(raw, value)
            raw[key] = M.pointer(value)
        end,
    }
end

--- An array within a record, `length` elements of a kind.
function M.array_kind(kind, length)
    return {
        get = function(raw, key) return view(raw[key], kinds[kind], length, raw) end,
        put = function(raw, key, values)
            local room = view(raw[key], kinds[kind], length, raw)
            for at, value in ipairs(values) do room[at] = value end
        end,
    }
end

--- A pointer to elements, of which another field may say how many.
function M.elements_kind(kind, count)
    return {
        get = function(raw, key)
            local to = raw[key]
            if to == nil then return nil end
            return view(to, kinds[kind], nil, raw, count and function() return tonumber(raw[count]) end)
        end,
        put = function(raw, key, values)
            local given = values
            if type(values) == "table" and not is_array(values) then given = M.array(kind, values) end
            keep(raw, given)
            given = M.bytes(given)
            raw[key] = given ~= nil and ffi.cast("void *", given) or nil
        end,
    }
end

--- An array of so many elements, or of those of a table: pawl.array("Vec2", {{0, 0}, {1, 0}}).
function M.array(kind, given)
    local name = kind
    kind = kinds[name] or error(("there is no kind %s"):format(tostring(name)), 0)
    if is_array(given) or type(given) == "cdata" then return given end
    local length = type(given) == "table" and #given or M.int(given, 0, 2 ^ 31 - 1, "array")
    local made = view(kind.array(length), kind, length)
    if type(given) == "table" then
        for at, value in ipairs(given) do made[at] = value end
    end
    return made
end

--- What a list that goes to C is given as: its array and its count.
function M.list(kind, given)
    if given == nil then return nil end
    local made = M.array(kind, given)
    return is_array(made) and made or view(made, kinds[kind], M.size_of(made) / ffi.sizeof(kinds[kind].array(1)))
end

--- What C fills: the array of the caller, or one with room for so many, or for as many as the others.
function M.room(kind, given, capacity, ...)
    if not given and not capacity then
        for _, one in pairs { ... } do capacity = one.count end
    end
    return given or M.array(kind, capacity or 64)
end

--- The first `count` elements as a table of their own; an array of the caller as it is. nil, when the
-- caller gave another array and not this one.
function M.listed(array, given, count, ...)
    if given then return given end
    if next { ... } then return nil end
    local found = {}
    for at = 1, math.min(tonumber(count), array.count) do
        local one = array[at]
        found[at] = array.kind.copy and array.kind.copy(one) or one
    end
    return found
end

-- ---- callbacks ----

-- C calls one function of Lua for each field of a record that may hold one: LuaJIT has few places for
-- them, which nothing frees. Whose functions are meant is said by `context`: it points to an address
-- for each field, after the number by which the functions of the record are found here.
local owners = setmetatable({}, { __mode = "v" })
local last_owner = 0
local pending

--- After a call that may have called back: an error of Lua must not pass through C.
function M.raise_pending()
    local failure = pending
    pending = nil
    if failure ~= nil then error(failure, 0) end
end

local function dispatcher(field)
    return function(context, ...)
        local own = owners[tonumber(ffi.cast(address_type, ffi.cast("void **", context)[0]))]
        local func = own and own.functions[field.name]
        if pending == nil and func then
            local done, result = pcall(field.call, func, ...)
            if done then return result end
            pending = result
        end
        return field.zero
    end
end

local function owned(record)
    local anchor = anchor_of(record)
    anchor.callbacks = anchor.callbacks or {}
    local key = tonumber(ffi.cast(address_type, ffi.cast("void *", record)))
    local own = anchor.callbacks[key]
    if not own then
        last_owner = last_owner + 1
        own = { functions = {}, slots = ffi.new("void *[33]") }
        own.slots[0] = ffi.cast("void *", ffi.cast(address_type, last_owner))
        owners[last_owner], anchor.callbacks[key] = own, own
    end
    return own
end

--- name: of the field; index: of its place; type: of what C calls; flat: the function of the library
-- through which it does, when records are given by value; call: with C's values as those of Lua.
function M.callback_kind(field)
    local made
    return {
        get = function(raw) return owned(raw).functions[field.name] end,
        put = function(raw, key, func)
            if func ~= nil and type(func) ~= "function" then refuse(field.name, func, "a function") end
            local own = owned(raw)
            own.functions[field.name] = func
            made = made or ffi.cast(field.type, dispatcher(field))
            own.slots[field.index] = ffi.cast("void *", made)
            raw._context = ffi.cast("void *", own.slots)
            raw[key] = func and ffi.cast("void *", field.flat and M.C[field.flat] or made) or nil
        end,
    }
end

-- ---- records ----

local function merged(record, fields, given)
    for at, name in ipairs(fields.names) do
        if given[at] ~= nil then record[name] = given[at] end
    end
    for name, value in pairs(given) do
        if type(name) == "string" then record[name] = value end
    end
    return record
end

local function equal(a, b)
    local mine = type(a) == "cdata" and type(b) == "cdata" and ffi.istype(ffi.typeof(a), b)
    return mine and ffi.string(a, ffi.sizeof(a)) == ffi.string(b, ffi.sizeof(b))
end

local function described(record, fields, name)
    local said = {}
    for _, field in ipairs(fields.names) do
        said[#said + 1] = ("%s=%s"):format(field, tostring(fields.kinds[field].get(record, "_" .. field)))
    end
    return ("%s(%s)"):format(name, table.concat(said, ", "))
end

--- A struct of C: its constructor. What a def does not say is as its default has it.
-- fields: {name, kind} in the order of C.
function M.record(name, c_name, fields, default)
    local type_of = ffi.typeof(c_name)
    local known = { names = {}, kinds = {} }
    local methods = {}
    for at, field in ipairs(fields) do known.names[at], known.kinds[field[1]] = field[1], field[2] end
    local record = { name = name, type = type_of, methods = methods, default = default }
    local function field_of(key)
        return known.kinds[key] or error(("%s has no field %s"):format(name, tostring(key)), 0)
    end
    ffi.metatype(type_of, {
        __index = function(self, key)
            local method = methods[key]
            if method then return method end
            return field_of(key).get(self, "_" .. key)
        end,
        __newindex = function(self, key, value) field_of(key).put(self, "_" .. key, value) end,
        __eq = equal,
        __tostring = function(self) return described(self, known, name) end,
    })
    function record.of(given)
        if ffi.istype(type_of, given) then return given end
        if type(given) == "table" and given.id ~= nil and ffi.istype(type_of, given.id) then return given.id end
        if is_array(given) and given.kind == kinds[name] then return given.raw end -- C reads as many as it knows
        if type(given) ~= "table" or is_array(given) then refuse(name, given, "a " .. name) end
        return record.make(given)
    end
    function record.may(given) return given ~= nil and record.of(given) or nil end
    function record.make(given)
        local made = default and M.C[default]() or type_of()
        return merged(made, known, given)
    end
    kinds[name] = {
        array = ffi.typeof(c_name .. "[?]"),
        copy = function(value) return type_of(value) end,
        get = function(raw, key, parent) return within(raw[key], parent or raw) end,
        put = function(raw, key, value, parent)
            if type(value) == "table" and value.id == nil and not default then
                merged(within(raw[key], parent or raw), known, value)
            else
                value = record.of(value)
                raw[key] = value
                if anchors[value] then keep(parent or raw, value) end
            end
        end,
    }
    M.records[name], M.new[c_name] = record, type_of
    return setmetatable(record, {
        __call = function(_, first, ...)
            if ffi.istype(type_of, first) then return type_of(first) end
            local is_fields = type(first) == "table" and select("#", ...) == 0 and first.id == nil
            return record.make(is_fields and first or { first, ... })
        end,
    })
end

-- ---- objects: a world, a session; and what is of a world: a body, a joint ----

local objects, at_address = {}, {}

--- Lies in memory of its own, which lives as long as it does.
function M.object(name, c_name, maker)
    local class = { name = name, cell = ffi.typeof(c_name .. " *[1]") }
    class.__index = class
    objects[name] = class
    at_address[name] = setmetatable({}, { __mode = "v" })
    function class.of(pointer, kept)
        local made = setmetatable({ pointer = pointer, kept = { kept } }, class)
        at_address[name][tonumber(ffi.cast(address_type, pointer))] = made
        return made
    end
    return setmetatable(class, {
        __call = function(_, definition, memory)
            if not maker then error(("a %s is made by a function"):format(name), 0) end
            definition = M.records[maker.def].of(definition or {})
            memory = memory or M.buffer(M.C[maker.size](definition))
            local cell = class.cell()
            M.check(M.C[maker.init](memory, M.size_of(memory), definition, cell), maker.init)
            local made = class.of(cell[0], memory)
            made.memory = memory
            keep(made, definition)
            return made
        end,
    })
end

--- The object at an address that C has given.
function M.object_at(name, pointer, parent)
    if pointer == nil then return nil end
    local known = at_address[name][tonumber(ffi.cast(address_type, pointer))]
    return known or objects[name].of(pointer, parent)
end

function M.pointer(given)
    if given ~= nil and (type(given) ~= "table" or given.pointer == nil) then
        refuse("object", given, "an object of pawl")
    end
    return given and given.pointer or nil
end

--- A handle together with the world that it is of: body:get_position().
function M.bound(name)
    local class = { name = name }
    class.__index = class
    class.__eq = function(a, b) return a.world == b.world and a.id == b.id end
    class.__tostring = function(self)
        return ("%s(%d, generation %d)"):format(name, self.id.index1, self.id.generation)
    end
    return setmetatable(class, {
        __call = function(_, world, id) return setmetatable({ world = world, id = id }, class) end,
    })
end

--- Functions that may call back are not compiled: LuaJIT could not come back into what it compiled.
function M.interpreted(func)
    jit.off(func, true)
    return func
end

return M
