// joints.cs - a bridge of twelve planks, one of whose hinges breaks under falling balls.
using System;
using PawlPhysics;

static class Joints
{
    const int Planks = 12;

    static void Hinge(World world, Body a, Body b, Vec2 at, Wide breakForce)
    {
        JointDef joint = world.JointDefAt(JointType.Revolute, a, b, at, default(Turn));
        joint.BreakForce = breakForce;
        world.JointCreate(joint);
    }

    static void Build(World world)
    {
        BodyDef def = BodyDef.Default();
        def.Position = new Vec2(0, -10);
        Body ground = world.BodyCreateBox(def, 20, 1), before = ground;
        def.Type = BodyType.Dynamic;
        for (int i = 0; i < Planks; i++)
        {
            def.Position = new Vec2(i, 0);
            Body plank = world.BodyCreateBox(def, Fx.Parse("0.5"), Fx.Parse("0.125"));
            Hinge(world, before, plank, new Vec2(i - Fx.Parse("0.5"), 0), i == Planks / 2 ? 200 : 0);
            before = plank;
        }
        Hinge(world, before, ground, new Vec2(Fx.Parse("11.5"), 0), 0);
        for (int i = 0; i < 4; i++)
        {
            def.Position = new Vec2(4 + i, 5 + 3 * i);
            world.BodyCreateCircle(def, Fx.Parse("0.75"));
        }
    }

    static void Main()
    {
        WorldDef def = WorldDef.Default();
        def.BodyCapacity = def.ShapeCapacity = def.JointCapacity = 32;
        var world = new World(def);
        Build(world);
        uint begins = 0, ends = 0;
        for (int tick = 0; tick < 300; tick++)
        {
            world.Step();
            Events events = world.GetEvents();
            begins += events.BeginCount;
            ends += events.EndCount;
            for (int i = 0; i < events.Breaks.Count; i++) Console.WriteLine("joints: one broke in step {0}", tick);
        }
        Console.WriteLine("joints: {0} touches began, {1} ended, hash {2:x8}", begins, ends, world.Hash());
    }
}
