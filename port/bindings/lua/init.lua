--- pawl - 2D physics whose results are the same, bit for bit, on every machine.
--
--     local pawl = require("pawl")
--     local world = pawl.World { body_capacity = 16, shape_capacity = 16 }
--     local ground = world:body_create_box(pawl.BodyDef(), "20.5", "0.5")
--     local box = world:body_create_box({ type = pawl.BodyType.DYNAMIC, position = { 0, 5 } }, "0.5", "0.5")
--     for tick = 1, 120 do world:step() end
--     print(box:get_position().y, ("%08x"):format(world:hash()))
--
-- Names are those of C without pawl_; what C writes through a pointer is given back, and a status that
-- is not OK is raised as an error with `status`. Numbers are pawl.fx and its relatives: a whole number, a
-- string with decimals or another number, never a Lua number with a fraction.

local core, fixed, pawl = require("pawl.core"), require("pawl.fixed"), require("pawl.calls")

pawl.fx, pawl.wide, pawl.share, pawl.turn = fixed.fx, fixed.wide, fixed.share, fixed.turn
pawl.array, pawl.buffer, pawl.Error = core.array, core.buffer, core.Error
return pawl
