-- conf.lua - what @NAME@ needs of LÖVE; its own physics stay away.
function love.conf(t)
    t.identity, t.version = "@NAME@", "11.0"
    t.window.title, t.window.width, t.window.height = "@NAME@", 960, 540
    t.modules.physics, t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false, false
end
