-- test_lua.lua - what is Lua's alone: layouts, numbers, errors, callbacks, memory.
-- usage: test_lua.lua LAYOUTS     (of layouts.py). Numbers are drawn afresh; SEED=n repeats them.
local ffi = require("ffi")
local core = require("pawl.core")

-- Crossings into C are counted: what the binding calls goes through here.
local crossings = 0
local load = core.load
function core.load()
    local library = load()
    core.C = setmetatable({}, { __index = function(_, name)
        crossings = crossings + 1
        return library[name]
    end })
end
local pawl = require("pawl")
local C = ffi.load(os.getenv("PAWL_LIBRARY"))

local SEED = tonumber(os.getenv("SEED")) or os.time() * 1000 % 2 ^ 31 + math.floor(os.clock() * 1e6) % 1000
math.randomseed(SEED)
local tests, failed, claims = {}, 0, 0

local function same(found, wanted, what)
    claims = claims + 1
    if found ~= wanted then
        error(("%s: %s, not %s"):format(what or "", tostring(found), tostring(wanted)), 2)
    end
end

--- That a call is refused; gives what it said.
local function refused(func, pattern)
    local done, failure = pcall(func)
    claims = claims + 1
    if done or (pattern and not tostring(failure):find(pattern)) then
        error(("not refused as %s: %s"):format(tostring(pattern), tostring(failure)), 2)
    end
    return failure
end

local function world_of(capacity)
    return pawl.World { body_capacity = capacity, shape_capacity = capacity }
end

local function ball_at(x, y)
    return { type = pawl.BodyType.DYNAMIC, position = { x, y } }
end

local function draw(shifts)
    local raw = math.random(0, 2 ^ 31 - 1)
    raw = math.floor(raw / 2 ^ shifts[math.random(#shifts)])
    return math.random(2) == 1 and raw or -raw
end

function tests.every_record_and_function_is_that_of_c()
    local records, functions = 0, 0
    local calls = io.open(package.searchpath("pawl.calls", package.path)):read("*a")
    for line in io.lines(arg[1]) do
        local kind, name, rest = line:match("^(%w+) ([%w_]+) ?(.*)$")
        if kind == "function" then
            functions = functions + 1
            same(pcall(function() return C[name] end), true, name)
            same(calls:find("C." .. name .. "(", 1, true) ~= nil, true, name)
        else
            records = records + 1
            same(ffi.sizeof(name), tonumber(rest:match("^%d+")), name)
            for field, at in rest:gmatch("([%w_]+)=(%d+)") do
                same(ffi.offsetof(name, "_" .. field), tonumber(at), name .. "." .. field)
            end
        end
    end
    same(records > 140 and functions > 600, true, "how many")
end

function tests.numbers_are_read_and_written_as_by_c()
    local text, out = ffi.new("char[32]"), ffi.new("pawl_fx[1]")
    local wide = ffi.new("pawl_wide[1]")
    for _ = 1, 3000 do
        local raw = draw { 0, 8, 16, 30 }
        C.pawl_fx_print(raw, text, 32)
        same(tostring(pawl.fx.from_raw(raw)), ffi.string(text), raw)
        same(pawl.fx(ffi.string(text)).raw, raw)
        local decimal = ("%d.%d"):format(draw { 16, 20 }, math.random(0, 10 ^ math.random(0, 9)))
        decimal = decimal .. (math.random(4) == 1 and "e" .. math.random(-3, 1) or "")
        local fits = C.pawl_fx_parse(decimal, #decimal, out) == 0
        same(fits and out[0], fits and pawl.fx(decimal).raw, decimal)
        same(pcall(pawl.fx, decimal), fits, decimal)
        C.pawl_wide_parse(decimal, #decimal, wide)
        same(pawl.wide(decimal).raw, wide[0], decimal)
        local long = draw { 0, 8 } * 4294967296LL + math.random(0, 2 ^ 31 - 1)
        C.pawl_wide_print(long, text, 32)
        same(tostring(pawl.wide.from_raw(long)), ffi.string(text), tostring(long))
        same(pawl.wide(ffi.string(text)).raw, long)
    end
    for _ = 1, 500 do
        local count = math.random(1, 9)
        local above = math.random(0, 10 ^ count - 1)
        same(pawl.turn(("0.%0" .. count .. "d"):format(above)).raw, C.pawl_angle_from_turns(above, 10 ^ count))
        for name, raw in pairs { share = draw { 0, 8, 16 }, turn = math.random(0, 2 ^ 31 - 1) * 2 } do
            same(pawl[name](tostring(pawl[name].from_raw(raw))).raw, raw, name)
        end
    end
end

--- |a * b| + 2^15 over 2^16, as limbs of 16 bits from the lowest: what a Q48.16 product must be.
local function limbs_of(value)
    local limbs = {}
    for at = 1, 4 do
        limbs[at] = tonumber(value % 65536ULL)
        value = value / 65536ULL
    end
    return limbs
end
local function product_of(a, b)
    local sums, x, y = { 32768, 0, 0, 0, 0, 0, 0, 0, 0 }, limbs_of(a), limbs_of(b)
    for i = 1, 4 do
        for j = 1, 4 do sums[i + j - 1] = sums[i + j - 1] + x[i] * y[j] end
    end
    for at = 1, 8 do
        sums[at + 1] = sums[at + 1] + math.floor(sums[at] / 65536)
        sums[at] = sums[at] % 65536
    end
    if sums[5] >= 32768 or sums[6] + sums[7] + sums[8] > 0 then return 0x7FFFFFFFFFFFFFFFULL end
    return ((sums[5] * 65536ULL + sums[4]) * 65536ULL + sums[3]) * 65536ULL + sums[2]
end

function tests.products_of_wide_numbers()
    for _ = 1, 2000 do
        local a = math.random(0, 2 ^ 31 - 1) * 32768ULL + math.random(0, 32767)
        local b = bit.rshift(math.random(0, 2 ^ 31 - 1) * 32768ULL + math.random(0, 32767), math.random(0, 40))
        local wanted = ffi.cast("int64_t", product_of(a, b))
        local x, y = pawl.wide.from_raw(ffi.cast("int64_t", a)), pawl.wide.from_raw(ffi.cast("int64_t", b))
        same((x * y).raw, wanted, tostring(a) .. " * " .. tostring(b))
        same((-x * y).raw, -wanted, tostring(a) .. " * " .. tostring(b))
    end
end

function tests.arithmetic_is_that_of_c()
    for _ = 1, 3000 do
        local a, b = draw { 0, 8, 16 }, draw { 0, 8, 16 }
        local x, y = pawl.fx.from_raw(a), pawl.fx.from_raw(b)
        same((x + y).raw, C.pawl_add(a, b))
        same((x - y).raw, C.pawl_sub(a, b))
        same((x * y).raw, C.pawl_mul(a, b), a .. " * " .. b)
        same((pawl.wide(x) * y).raw, (ffi.cast("int64_t", a) * b < 0 and -1LL or 1LL)
            * bit.rshift(ffi.cast("uint64_t", math.abs(a)) * math.abs(b) + 0x8000ULL, 16), a .. " * " .. b)
        same(x < y, a < b)
        same(x <= y, a <= b)
        same(x == y, a == b)
    end
end

function tests.the_end_of_the_range()
    same((pawl.fx(32767) + 5).raw, 2 ^ 31 - 1)
    same((-pawl.fx(32767) - 5).raw, -2 ^ 31 + 1)
    same(pawl.turn("1.25").raw, 2 ^ 30)
    same(pawl.turn("-0.25").raw, 3 * 2 ^ 30)
    same(pawl.turn("-0.1").raw, 2 ^ 32 - 1 - math.floor(2 ^ 32 / 10)) -- rounded down
    same((pawl.turn("0.75") + "0.5").raw, 2 ^ 30)
    same(tostring(pawl.wide("140737488355327.5") + 1), "140737488355327.99998")
    same(tostring(pawl.wide("-140737488355327.5") * 3), "-140737488355327.99998")
    same(pawl.share("1") > pawl.fx("0.99998"), true)
    same(pawl.fx(pawl.share("-0.5")).raw, -32768)
    refused(function() pawl.fx(32768) end, "out of range")
    refused(function() pawl.fx("1.2.3") end, "no decimal")
    refused(function() pawl.fx("") end, "no decimal")
end

function tests.numbers_with_a_fraction_are_refused()
    local world, body = world_of(4), pawl.BodyDef()
    for _, call in ipairs {
        function() pawl.fx(0.5) end, function() pawl.Vec2(0.5, 0) end,
        function() pawl.BodyDef { position = { 0, 0.5 } } end,
        function() world:body_create_circle(body, 0.5) end, function() return pawl.fx(1) + 0.5 end,
        function() return pawl.fx(1) < 0.5 end, function() body.gravity_scale = 1.5 end,
        function() body.position.x = 0 / 0 end, function() pawl.fx(math.huge) end,
        function() body.user_data = 0.5 end, function() pawl.fx(true) end,
        function() world:body_create_circle(body, 1, { user_data = 1.5 }) end,
    } do
        refused(call)
    end
    same(pawl.fx(1) == 1.5, false)
    same(pawl.fx("0.5"):to_number(), 0.5)
end

function tests.what_is_not_there_is_an_error()
    refused(function() return pawl.BodyDef().speed end, "no field speed")
    refused(function() pawl.BodyDef { speed = 1 } end, "no field speed")
    refused(function() return pawl.BodyType.SOLID end, "no SOLID")
    refused(function() pawl.body_def_check({ user_data = -1 }) end, "user_data")
    refused(function() pawl.body_def_check({ user_data = 2 ^ 32 }) end, "user_data")
    same(pawl.BodyType[pawl.BodyType.DYNAMIC], "DYNAMIC")
end

function tests.errors_name_call_and_field()
    local failure = refused(function() world_of(4):body_create_circle(pawl.BodyDef(), -1) end, "pawl_body_create_circle: ")
    same(failure.status, pawl.Status.ERR_RANGE)
    failure = refused(function() pawl.body_def_check { type = 7 } end, "field type")
    same(failure.told.field, "type")
end

function tests.what_is_told_beside_a_result_is_given_back()
    local fault, where = pawl.polygon_check({ { 0, 0 }, { 2, 0 }, { 1, "0.5" }, { 0, 2 }, { 0, 2 } }, 0)
    same(fault == pawl.PolygonFault.OK, false)
    same(type(where), "number")
    local world = world_of(4)
    world:body_create_box(pawl.BodyDef { position = { 0, -1 } }, 10, 1)
    local mover = pawl.Mover { position = { 0, 5 } }
    local report = world:mover_move(pawl.MoverDef(), mover, { 1, 0 }, 0)
    same(tostring(report):match("^MoverReport"), "MoverReport")
end

function tests.stale_handles()
    local ball = world_of(4):body_create_circle(ball_at(0, 0), 1)
    ball:set_velocity { 1, 0 }
    ball:destroy()
    same(refused(function() ball:set_velocity { 1, 0 } end).status, pawl.Status.ERR_STALE)
    same(tostring(ball):match("^Body%(1, generation %d+%)$") ~= nil, true)
end

function tests.methods_have_their_record_first()
    local gates = pawl.Gates()
    gates:set_open(3, true)
    same(gates:is_open(3), true)
    same(gates:is_open(4), false)
    same(pawl.gates_is_open(gates, 3), true)
    local circle = pawl.make_circle({ 1, 2 }, 3)
    same(circle:mass(2).mass, pawl.convex_mass(circle, 2).mass)
end

function tests.a_frame_takes_three_crossings()
    local world, poses = world_of(300), pawl.array("Pose", 300)
    local first, commands = nil, {}
    for i = 0, 199 do
        local ball = world:body_create_circle(ball_at(3 * i, 0), 1)
        first = first or ball
        commands[i + 1] = { type = pawl.CommandType.VELOCITY, body = ball, velocity = { i == 0 and 1 or 0, 2 } }
    end
    for _ = 1, 10 do
        local before = crossings
        local statuses = world:apply_commands(commands)
        same(statuses[200], pawl.Status.OK)
        world:step()
        world:get_all_poses(nil, poses)
        same(crossings - before, 3)
    end
    same(poses[1].position == first:get_position(), true)
    for i = 2, 200 do -- read where C wrote them
        same(poses.raw[i - 1]._position._x, 3 * (i - 1) * 65536)
    end
    refused(function() return poses[301] end, "no %[301%]")
    refused(function() return poses[0] end, "no %[0%]")
end

function tests.memory_of_the_program()
    local def = pawl.WorldDef { body_capacity = 4, shape_capacity = 4 }
    local memory = pawl.buffer(pawl.world_size(def))
    local world = pawl.World(def, memory)
    same(ffi.cast("void *", world.pointer), ffi.cast("void *", memory))
    refused(function() pawl.World(def, pawl.buffer(64)) end, "pawl_world_init")
    refused(function() world:save("text") end, "a buffer")
    refused(function() world:save(ffi.cast("uint8_t *", memory)) end, "pointer")
    local saved = pawl.buffer(world:save_size())
    world:save(saved)
    local hash = world:hash()
    world:body_create_circle(pawl.BodyDef(), 1)
    same(world:hash() == hash, false)
    world:restore(saved)
    same(world:hash(), hash)
end

function tests.lists_have_room()
    local world, bodies = world_of(128), {}
    for i = 1, 100 do bodies[i] = world:body_create_circle(pawl.BodyDef { position = { i, 0 } }, 1) end
    local poses, stale = world:get_poses(bodies)
    same(stale, 0)
    same(#poses, 100)
    same(tostring(poses[100].position.x), "100")
    local found, total = world:overlap_box({ { 0, -1 }, { 101, 1 } }, nil, nil, 7)
    same(#found, 7)
    same(total, 100)
end

function tests.cursors_and_arrays_go_in_and_out()
    local world, cursor, contacts = world_of(8), 0, 0
    for i = 0, 2 do world:body_create_box(ball_at(0, i), 1, "0.5") end
    world:step()
    repeat
        local contact
        cursor, contact = world:next_contact(cursor)
        contacts = contacts + (contact and 1 or 0)
    until not contact
    same(contacts, 2)
    local hull, count = pawl.hull { { 0, 0 }, { 2, 0 }, { 1, "0.5" }, { 2, 2 }, { 0, 2 } }
    same(count, 4)
    same(tostring(hull[3].x) .. tostring(hull[3].y), "22")
end

function tests.hooks_get_records()
    local world, seen = world_of(8), {}
    local shape = pawl.ShapeDef { custom_filter = true }
    for y = 0, 1 do world:body_create_circle(ball_at(0, y), 1, shape) end
    local hooks = pawl.StepHooks {
        should_collide = function(of, a, b)
            same(of, world)
            seen[#seen + 1] = { a, b }
            return false
        end,
    }
    collectgarbage()
    world:step(hooks)
    same(#seen, 1)
    same(seen[1][1].index1 + seen[1][2].index1, 3)
    same(world:shape(seen[1][1]):is_valid(), true)
    hooks.should_collide = nil
    world:step(hooks)
    same(#seen, 1)
end

function tests.errors_in_callbacks_come_out_of_the_call()
    local world = world_of(8)
    for y = 0, 1 do world:body_create_circle(ball_at(0, y), 1, { custom_filter = true }) end
    refused(function() world:step { should_collide = function() error("mine") end } end, "mine")
    world:step()
end

function tests.a_callback_gives_a_record_back()
    local world, drawn = world_of(4), nil
    world:body_create_circle(ball_at(5, 0), "0.25")
    world:draw {
        layers = pawl.LAYER_SHAPES,
        pose = function(body, now)
            same(body.index1, 1)
            return { { now.position.x + 2, 3 }, now.rotation }
        end,
        circle = function(_, center, radius, _) drawn = tostring(center.x) .. " " .. center.y .. " " .. radius end,
    }
    same(drawn, "7 3 0.25")
end

function tests.what_c_points_to_lives_on()
    local world, written = world_of(4), 0
    local writer = pawl.ReplayWriter()
    do
        local sink = pawl.Sink { write = function(_, size)
            written = written + tonumber(size)
            return true
        end }
        pawl.replay_begin(writer, pawl.replay_header_default(pawl.ReplayType.WORLD), sink, pawl.buffer(4096))
    end
    for _ = 1, 20 do
        collectgarbage()
        pawl.buffer(4096)
    end
    local begun = written
    pawl.replay_write_meta(writer, "level=3\n")
    pawl.replay_flush(writer)
    same(written > begun, true, "written")
    local part = pawl.BodyDef { position = { 7, 8 } }.position
    for _ = 1, 200 do pawl.BodyDef() end
    collectgarbage()
    for _ = 1, 200 do pawl.BodyDef { position = { 1, 1 } } end
    same(tostring(part.x), "7")
    same(world:hash(), world_of(4):hash())
end

function tests.what_elements_of_an_array_point_to_lives_on()
    local platforms, weak = pawl.array("Platform", 2), setmetatable({}, { __mode = "v" })
    for at = 1, 2 do
        local points = pawl.array("Vec2", { { at, 0 }, { 9, 0 }, { 9, 9 } })
        weak[at] = points
        platforms[at].points, platforms[at].count = points, 3
    end
    local polygons = pawl.array("LevelPolygon", { { rings = { points = { { 5, 6 } }, ends = { 1 }, count = 1 } } })
    for _ = 1, 20 do
        collectgarbage()
        pawl.array("Vec2", { { 1, 1 }, { 1, 1 }, { 1, 1 } })
    end
    same(weak[1] ~= nil and weak[2] ~= nil, true, "points are kept")
    same(tostring(platforms[2].points.raw[0]), tostring(pawl.Vec2(2, 0)))
    same(tostring(polygons[1].rings.points.raw[0]), tostring(pawl.Vec2(5, 6)))
end

print("seed " .. SEED)
local names = {}
for name in pairs(tests) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
    local done, failure = xpcall(tests[name], function(failure)
        return tostring(failure) .. "\n" .. debug.traceback()
    end)
    if not done then
        failed = failed + 1
        print(("FAILED: %s: %s"):format(name, failure))
    end
end
print(("lua: %d tests, %d claims, %d failed"):format(#names, claims, failed))
os.exit(failed == 0 and 0 or 1)
