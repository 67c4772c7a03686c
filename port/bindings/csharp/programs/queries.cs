// queries.cs - what a world answers: rays, casts of shapes, what is in a box, what is nearest.
using System;
using PawlPhysics;

static class Queries
{
    static void Build(World world)
    {
        for (int i = 0; i < 8; i++)
        {
            BodyDef body = BodyDef.Default();
            ShapeDef shape = ShapeDef.Default();
            body.Position = new Vec2(3 * i, i % 3);
            shape.UserData = (uint)i;
            shape.Filter.Category = i % 2 == 1 ? 2u : 1u;
            if (i % 2 == 1) world.BodyCreateCircle(body, Fx.Parse("0.75"), shape);
            else world.BodyCreateBox(body, 1, Fx.Parse("0.5"), shape);
        }
    }

    static void Say(World world, string what, ShapeId found, Fx number)
    {
        Console.WriteLine("queries: {0} {1}, {2}", what, world.Shape(found).GetUserData(), number);
    }

    static void Main()
    {
        WorldDef def = WorldDef.Default();
        def.BodyCapacity = def.ShapeCapacity = 16;
        def.JointCapacity = 0;
        var world = new World(def);
        Build(world);
        Vec2 left = new Vec2(-5, 1), right = new Vec2(40, 0);
        QueryFilter filter = QueryFilter.Default();
        QueryHit hit;
        if (world.RayClosest(left, right, out hit, filter)) Say(world, "the ray meets", hit.Shape, hit.Point.X);
        var hits = new QueryHit[8];
        uint count = world.RayAll(left, right, hits, filter);
        for (int i = 0; i < count; i++) Say(world, "all along it", hits[i].Shape, hits[i].Point.X);
        filter.Mask = 2;
        Convex ball = Pawl.MakeCircle(new Vec2(0, 0), Fx.Parse("0.25"));
        var pose = new Pose(left, Pawl.RotFromAngle(default(Turn)));
        if (world.CastClosest(ball, pose, right, out hit, filter)) Say(world, "the ball meets", hit.Shape, hit.Point.Y);
        var found = new QueryOverlap[8];
        count = world.OverlapBox(new Box(new Vec2(2, -1), new Vec2(13, 3)), found, filter);
        for (int i = 0; i < count; i++) Say(world, "in the box", found[i].Shape, 0);
        QueryClosest nearest;
        if (world.Closest(new Vec2(10, 10), 20, out nearest)) Say(world, "nearest is", nearest.Shape, nearest.Distance);
        Console.WriteLine("queries: hash {0:x8}", world.Hash());
    }
}
