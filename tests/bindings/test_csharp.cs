// test_csharp.cs - what is of C# alone: layouts, numbers, errors, callbacks, memory.
// usage: test.exe LAYOUTS (of layouts.py). Numbers are drawn afresh; SEED=n repeats them.
using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using PawlPhysics;

static unsafe class Test
{
    const int Draws = 3000;
    static readonly int Seed = int.Parse(Environment.GetEnvironmentVariable("SEED") ?? Environment.TickCount.ToString());
    static readonly System.Random Drawn = new System.Random(Seed);
    static string layouts;
    static int claims, failed;

    [DllImport("pawl")] static extern int pawl_fx_print(int value, byte* text, UIntPtr size);
    [DllImport("pawl")] static extern int pawl_fx_parse(byte[] text, UIntPtr size, out int value);
    [DllImport("pawl")] static extern int pawl_wide_print(long value, byte* text, UIntPtr size);
    [DllImport("pawl")] static extern int pawl_wide_parse(byte[] text, UIntPtr size, out long value);
    [DllImport("pawl")] static extern int pawl_add(int a, int b);
    [DllImport("pawl")] static extern int pawl_sub(int a, int b);
    [DllImport("pawl")] static extern int pawl_mul(int a, int b);
    [DllImport("pawl")] static extern uint pawl_angle_from_turns(uint numerator, uint denominator);

    static void Same(object found, object wanted, object what = null)
    {
        claims++;
        if (!Equals(found, wanted)) throw new Exception(what + ": " + found + ", not " + wanted);
    }

    static T Refused<T>(Action action) where T : Exception
    {
        claims++;
        try { action(); }
        catch (T failure) { return failure; }
        throw new Exception("not refused by a " + typeof(T).Name);
    }

    static World WorldOf(int capacity)
    {
        WorldDef def = WorldDef.Default();
        def.BodyCapacity = def.ShapeCapacity = (ushort)capacity;
        return new World(def);
    }

    static BodyDef BallAt(Fx x, Fx y)
    {
        BodyDef def = BodyDef.Default();
        def.Type = BodyType.Dynamic;
        def.Position = new Vec2(x, y);
        return def;
    }

    static int Draw(params int[] shifts)
    {
        int raw = Drawn.Next() >> shifts[Drawn.Next(shifts.Length)];
        return Drawn.Next(2) == 0 ? raw : -raw;
    }

    static string Pascal(string name)
    {
        var made = new StringBuilder();
        foreach (string part in name.Split('_')) if (part != "") made.Append(char.ToUpper(part[0])).Append(part.Substring(1));
        return made.ToString();
    }

    static void EveryRecordAndFunctionIsThatOfC()
    {
        Assembly all = typeof(World).Assembly;
        Type native = all.GetType("PawlPhysics.Native");
        int records = 0, functions = 0;
        foreach (string line in File.ReadAllLines(layouts))
        {
            string[] words = line.Split(' ');
            if (words[0] == "function")
            {
                functions++;
                MethodInfo found = native.GetMethod(words[1], BindingFlags.Static | BindingFlags.NonPublic);
                Same(found != null, true, words[1]);
                Marshal.Prelink(found); // that the library has it
                continue;
            }
            records++;
            string name = Pascal(words[1].Substring(5));
            Type record = all.GetType("PawlPhysics." + name);
            record = record.IsValueType ? record : record.GetNestedType("Raw", BindingFlags.NonPublic);
            Same(Marshal.SizeOf(record), int.Parse(words[2]), words[1]);
            for (int i = 3; i < words.Length; i++)
            {
                string[] field = words[i].Split('=');
                string shown = Pascal(field[0]) == name ? name + "Value" : Pascal(field[0]);
                Same((int)Marshal.OffsetOf(record, shown), int.Parse(field[1]), words[1] + "." + field[0]);
            }
        }
        Same(records > 140 && functions > 600, true, "how many");
    }

    static string Printed(byte* text) { return Marshal.PtrToStringAnsi((IntPtr)text); }

    static void NumbersAreReadAndWrittenAsByC()
    {
        byte* text = stackalloc byte[32];
        for (int i = 0; i < Draws; i++)
        {
            int raw = Draw(0, 8, 16, 30);
            pawl_fx_print(raw, text, (UIntPtr)32);
            Same(Fx.FromRaw(raw).ToString(), Printed(text), raw);
            Same(Fx.Parse(Printed(text)).Raw, raw);
            long wide = ((long)Draw(0, 8) << 32) + Drawn.Next();
            pawl_wide_print(wide, text, (UIntPtr)32);
            Same(Wide.FromRaw(wide).ToString(), Printed(text), wide);
            Same(Wide.Parse(Printed(text)).Raw, wide);
            string decimals = Draw(16, 20) + "." + Drawn.Next((int)Math.Pow(10, Drawn.Next(0, 10)));
            if (Drawn.Next(4) == 0) decimals += "e" + Drawn.Next(-3, 2);
            byte[] bytes = Encoding.ASCII.GetBytes(decimals);
            int fx;
            if (pawl_fx_parse(bytes, (UIntPtr)bytes.Length, out fx) == 0) Same(Fx.Parse(decimals).Raw, fx, decimals);
            else Refused<OverflowException>(() => Fx.Parse(decimals));
            Same(pawl_wide_parse(bytes, (UIntPtr)bytes.Length, out wide), 0);
            Same(Wide.Parse(decimals).Raw, wide, decimals);
        }
        for (int i = 0; i < Draws / 4; i++)
        {
            int count = Drawn.Next(1, 10);
            var denominator = (uint)Math.Pow(10, count);
            var above = (uint)Drawn.Next((int)denominator);
            Same(Turn.Parse("0." + above.ToString("D" + count)).Raw, pawl_angle_from_turns(above, denominator), above);
            var turn = (uint)Drawn.Next() * 2 + 1;
            Same(Turn.Parse(Turn.FromRaw(turn).ToString()).Raw, turn);
            int share = Draw(0, 8, 16);
            Same(Share.Parse(Share.FromRaw(share).ToString()).Raw, share);
        }
    }

    static void ArithmeticIsThatOfC()
    {
        for (int i = 0; i < Draws; i++)
        {
            int a = Draw(0, 8, 16), b = Draw(0, 8, 16);
            Fx x = Fx.FromRaw(a), y = Fx.FromRaw(b);
            Same((x + y).Raw, pawl_add(a, b));
            Same((x - y).Raw, pawl_sub(a, b));
            Same((x * y).Raw, pawl_mul(a, b), a + " * " + b);
            ulong product = (ulong)Math.Abs((long)a * b) + 0x8000 >> 16;
            Same(((Wide)x * y).Raw, (long)a * b < 0 ? -(long)product : (long)product, a + " * " + b);
            Same(x < y, a < b);
            Same(x == y, a == b);
            long wide = ((long)a << 15) + Drawn.Next(), other = ((long)b << 15) + Drawn.Next();
            decimal magnitude = Math.Floor((Math.Abs((decimal)wide * other) + 32768) / 65536);
            decimal end = Math.Min(magnitude, long.MaxValue);
            Same((decimal)(Wide.FromRaw(wide) * Wide.FromRaw(other)).Raw, (wide < 0) != (other < 0) ? -end : end, wide + " * " + other);
        }
    }

    static void TheEndOfTheRange()
    {
        Same((Fx.Parse("32767") + 5).Raw, int.MaxValue);
        Same((-Fx.Parse("32767") - 5).Raw, -int.MaxValue);
        Same(Turn.Parse("1.25").Raw, 1u << 30);
        Same(Turn.Parse("-0.1").Raw, uint.MaxValue - (uint)((1UL << 32) / 10));
        Same((Wide.Parse("140737488355327.5") + 1).ToString(), "140737488355327.99998");
        Same((Wide.Parse("-140737488355327.5") * 3).ToString(), "-140737488355327.99998");
        Same(((Fx)Share.Parse("-0.5")).Raw, -32768);
        Refused<OverflowException>(() => Same((Fx)32768, null));
        Refused<OverflowException>(() => Same((Fx)(Wide)40000, null));
        Refused<FormatException>(() => Fx.Parse("1.2.3"));
        Refused<FormatException>(() => Fx.Parse(""));
        Refused<ArgumentNullException>(() => Fx.Parse(null));
    }

    static void ErrorsNameCallAndField()
    {
        var failure = Refused<PawlException>(() => WorldOf(4).BodyCreateCircle(BodyDef.Default(), -1));
        Same(failure.Function, "pawl_body_create_circle");
        Same(failure.Status, Status.ErrRange);
        BodyDef def = BodyDef.Default();
        def.Type = (BodyType)7;
        failure = Refused<PawlException>(() => Pawl.BodyDefCheck(def));
        Same(failure.Told, "type");
        Same(failure.Message.Contains("type"), true);
    }

    static void StaleHandlesAndDisposedWorlds()
    {
        World world = WorldOf(4);
        Body ball = world.BodyCreateCircle(BallAt(0, 0), 1);
        ball.SetVelocity(new Vec2(1, 0));
        ball.Destroy();
        Same(Refused<PawlException>(() => ball.SetVelocity(new Vec2(1, 0))).Status, Status.ErrStale);
        world.Dispose();
        Refused<ObjectDisposedException>(() => world.Step());
        Refused<ObjectDisposedException>(() => Same((IntPtr)world.Memory.Pointer, null));
    }

    /// Three calls for each frame: one in, the step, and all poses into an array of the program.
    static void AFrameTakesThreeCalls()
    {
        World world = WorldOf(300);
        var balls = new List<Body>();
        for (int i = 0; i < 200; i++) balls.Add(world.BodyCreateCircle(BallAt(3 * i, 0), 1));
        var poses = new Pose[300];
        var commands = new Command[200];
        for (int i = 0; i < 200; i++)
            commands[i] = new Command { Type = CommandType.Velocity, Body = balls[i].Id, Velocity = new Vec2(i == 0 ? 1 : 0, 2) };
        var statuses = new Status[200];
        for (int frame = 0; frame < 10; frame++)
        {
            world.ApplyCommands(commands, frame % 2 == 0 ? null : statuses);
            Same(balls[199].GetVelocity().Y, (Fx)2);
            world.Step();
            Same(world.GetAllPoses(null, poses), 200u);
        }
        Same(poses[0].Position, balls[0].GetPosition());
        for (int i = 1; i < 200; i++) Same(poses[i].Position.X, (Fx)(3 * i));
        Refused<ArgumentException>(() => world.GetPoses(new BodyId[9], new Pose[8]));
        Same(world.GetPoses(new BodyId[9], poses), 9u); // null handles are stale
    }

    static void RecordsWithOthersInThem()
    {
        Box box = new Box(new Vec2(1, 2), new Vec2(3, 4));
        Same(Pawl.BoxContains(box, new Box(new Vec2(2, 3), new Vec2(2, 3))), true);
        Same(Pawl.BoxContains(box, new Box(new Vec2(2, 3), new Vec2(2, 5))), false);
        Same(Pawl.PoseIsValid(new Pose(new Vec2(1, 2), Pawl.RotFromAngle(Turn.Parse("0.25")))), true);
        Convex square = Pawl.MakeBox(2, 1);
        Same(square.Vertices[2], new Vec2(2, 1));
        Refused<IndexOutOfRangeException>(() => Same(square.Vertices[8], null));
        var hull = new Vec2[5];
        Same(Pawl.Hull(new[] { new Vec2(0, 0), new Vec2(2, 0), new Vec2(1, 1), new Vec2(2, 2), new Vec2(0, 2) }, hull), 4);
        Same(hull[2], new Vec2(2, 2));
        Refused<ArgumentException>(() => Pawl.Hull(new Vec2[5], new Vec2[4]));
    }

    static void CursorsGoOn()
    {
        World world = WorldOf(8);
        for (int i = 0; i < 3; i++) world.BodyCreateBox(BallAt(0, i), 1, Fx.Parse("0.5"));
        world.Step();
        uint cursor = 0;
        int contacts = 0;
        Contact contact;
        while (world.NextContact(ref cursor, out contact)) contacts++;
        Same(contacts, 2);
    }

    /// Two balls that overlap, about which a hook is asked once.
    static World Pair()
    {
        World world = WorldOf(8);
        ShapeDef shape = ShapeDef.Default();
        shape.CustomFilter = true;
        for (int y = 0; y < 2; y++) world.BodyCreateCircle(BallAt(0, y), 1, shape);
        return world;
    }

    static void HooksGetRecords()
    {
        World world = Pair();
        var seen = new List<int>();
        var hooks = new StepHooks
        {
            ShouldCollide = (of, a, b) =>
            {
                Same(ReferenceEquals(of, world), true);
                seen.Add(a.Index1 + b.Index1);
                return false;
            },
        };
        GC.Collect();
        world.Step(hooks);
        Same(seen.Count, 1);
        Same(seen[0], 3);
        hooks.ShouldCollide = (of, a, b) => { throw new InvalidOperationException("mine"); };
        Same(Refused<CallbackException>(() => Pair().Step(hooks)).InnerException.Message, "mine");
        hooks.ShouldCollide = null;
        Pair().Step(hooks);
        Same(seen.Count, 1);
    }

    static void ACallbackGivesARecordBack()
    {
        World world = WorldOf(4);
        world.BodyCreateCircle(BallAt(5, 0), Fx.Parse("0.25"));
        string drawn = null;
        world.Draw(new DrawHooks
        {
            Layers = Pawl.LayerShapes,
            Pose = (body, now) => new Pose(new Vec2(now.Position.X + 2, 3), now.Rotation),
            Circle = (item, center, radius, rotation) => drawn = center.X + " " + center.Y + " " + radius,
        });
        Same(drawn, "7 3 0.25");
    }

    static PawlPhysics.ReplayWriter Writer(int[] written)
    {
        var writer = new ReplayWriter();
        var sink = new Sink { Write = (bytes, size) => { written[0] += size; return true; } };
        Pawl.ReplayBegin(writer, Pawl.ReplayHeaderDefault(ReplayType.World), sink, new PawlMemory(4096));
        return writer;
    }

    static void WhatCPointsToLivesOn()
    {
        var written = new int[1];
        PawlPhysics.ReplayWriter writer = Writer(written);
        int begun = written[0];
        for (int i = 0; i < 20; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            new PawlMemory(4096);
        }
        Pawl.ReplayWriteMeta(writer, "level=3\n");
        Pawl.ReplayFlush(writer);
        Same(written[0] > begun, true, "written");
    }

    static void SavesComeBack()
    {
        World world = WorldOf(4);
        var saved = new byte[world.SaveSize()];
        world.Save(saved);
        uint hash = world.Hash();
        world.BodyCreateCircle(BodyDef.Default(), 1);
        Same(world.Hash() == hash, false);
        world.Restore(saved);
        Same(world.Hash(), hash);
        Refused<PawlException>(() => new World(WorldDef.Default(), new PawlMemory(64)));
    }

    static int Main(string[] arguments)
    {
        layouts = arguments[0];
        Console.WriteLine("seed " + Seed);
        var tests = new Action[]
        {
            EveryRecordAndFunctionIsThatOfC, NumbersAreReadAndWrittenAsByC, ArithmeticIsThatOfC, TheEndOfTheRange,
            ErrorsNameCallAndField, StaleHandlesAndDisposedWorlds, AFrameTakesThreeCalls, RecordsWithOthersInThem,
            CursorsGoOn, HooksGetRecords, ACallbackGivesARecordBack, WhatCPointsToLivesOn, SavesComeBack,
        };
        foreach (Action test in tests)
        {
            try { test(); }
            catch (Exception failure)
            {
                failed++;
                Console.WriteLine("FAILED: " + test.Method.Name + ": " + failure);
            }
        }
        Console.WriteLine("csharp: {0} tests, {1} claims, {2} failed", tests.Length, claims, failed);
        return failed == 0 ? 0 : 1;
    }
}
