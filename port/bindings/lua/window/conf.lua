-- conf.lua - what the platformer needs of LÖVE; its own physics stay away.
function love.conf(t)
    t.identity, t.version = "pawl-platformer", "11.0"
    t.window.title, t.window.width, t.window.height = "platformer", 936, 312
    t.modules.physics, t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false, false
end
