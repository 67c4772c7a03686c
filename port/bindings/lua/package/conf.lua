-- conf.lua - what the game needs of LÖVE; its own physics stay away.
function love.conf(t)
    t.identity, t.version = "pawl", "11.0"
    t.window.title, t.window.width, t.window.height = "pawl", 800, 450
    t.modules.physics, t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false, false
end
