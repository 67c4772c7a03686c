// hello.cs - a floor and ten boxes on it.
using System;
using PawlPhysics;

static class Hello
{
    static void Main()
    {
        WorldDef def = WorldDef.Default();
        def.BodyCapacity = def.ShapeCapacity = 16;
        def.JointCapacity = 0;
        var world = new World(def);
        BodyDef body = BodyDef.Default();
        for (int i = 0; i < 11; i++)
        {
            body.Position.Y = i - Fx.Parse("0.5");
            world.BodyCreateBox(body, Fx.Parse(i == 0 ? "20.5" : "0.5"), Fx.Parse("0.5"));
            body.Type = BodyType.Dynamic;
        }
        for (int tick = 0; tick < 300; tick++) world.Step();
        Console.WriteLine("hello: hash {0:x8}", world.Hash());
    }
}
