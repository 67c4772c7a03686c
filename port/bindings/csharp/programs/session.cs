// session.cs - two machines play with rollback over a line that is slow and loses packets.
using System;
using System.Collections.Generic;
using PawlPhysics;

sealed class Machine
{
    const int Flight = 5, Slots = 64; // frames that a packet takes; every sixth is lost
    public const int Ticks = 300;
    readonly Body[] boxes = new Body[8]; // the first two are the players
    readonly List<KeyValuePair<int, byte[]>> sent = new List<KeyValuePair<int, byte[]>>();
    readonly byte[] packet = new byte[Pawl.SessionPacketMax];
    readonly SessionWorld runner = new SessionWorld();
    readonly uint number;
    public readonly World World;
    public readonly Session Session;
    uint rest, given; // frames to sit out; inputs are given for ticks before this one
    int taken;

    public Machine(uint number, SessionRole role)
    {
        this.number = number;
        WorldDef room = WorldDef.Default();
        room.BodyCapacity = room.ShapeCapacity = 16;
        room.JointCapacity = 0;
        World = new World(room);
        Build();
        var def = new SessionDef { Role = (byte)role, InputSize = 1, Slots = Slots, SessionId = 1, TrustsLink = true };
        Session = new Session(def);
        int slotSize = (Pawl.WorldSaveSizeMax(room) + 7) / 8 * 8;
        runner.World = World;
        runner.Apply = Apply;
        runner.SetSlots(new PawlMemory(Slots * slotSize));
        runner.SlotSize = (uint)slotSize;
    }

    void Build()
    {
        BodyDef body = BodyDef.Default();
        for (int i = -1; i < 2; i++) // a floor and two walls
        {
            body.Position = new Vec2(10 * i, i == 0 ? -1 : 4);
            World.BodyCreateBox(body, i == 0 ? 10 : 1, i == 0 ? 1 : 5);
        }
        body.Type = BodyType.Dynamic;
        for (int i = 0; i < 8; i++)
        {
            body.Position = new Vec2(2 * i - 7, 1);
            boxes[i] = World.BodyCreateBox(body, Fx.Parse("0.5"), Fx.Parse("0.5"));
        }
    }

    /// Bits 0 and 1 push to the left and to the right, bit 2 up.
    void Apply(World world, uint tick, ByteSlice inputs, ByteSlice status)
    {
        for (int i = 0; i < 2; i++)
        {
            int x = (inputs[i] >> 1 & 1) - (inputs[i] & 1), y = inputs[i] >> 2 & 1;
            if (inputs[i] != 0) boxes[i].ApplyImpulseToCenter(new Wide2(Wide.Parse("0.5") * x, y));
        }
    }

    static byte KeysAt(uint player, uint tick) { return (byte)((tick / 20 * 5 + player * 3 + tick / 50) % 8); }

    public void Frame(Machine other, int now)
    {
        var time = (uint)(now * 17);
        for (; other.taken < other.sent.Count && other.sent[other.taken].Key + Flight <= now; other.taken++)
        {
            if (other.taken % 6 == 5) continue;
            try { Session.Receive(0, other.sent[other.taken].Value, time); }
            catch (PawlException) { } // packets of an earlier time are no harm
        }
        rest += Session.TakeAdvice();
        if (rest > 0)
        {
            rest--;
        }
        else
        {
            uint head = Session.GetHead();
            if (Session.GetPhase() == SessionPhase.Playing && head >= given && head < Ticks)
            {
                Session.AddInput(number, new[] { KeysAt(number, head) });
                given = head + 1;
            }
            Session.Run(runner);
        }
        uint peer;
        for (int size; (size = Session.Send(packet, time, out peer)) > 0;)
        {
            var copy = new byte[size];
            Array.Copy(packet, copy, size);
            sent.Add(new KeyValuePair<int, byte[]>(now, copy));
        }
    }
}

static class SessionProgram
{
    static void Main()
    {
        var machines = new[] { new Machine(0, SessionRole.Host), new Machine(1, SessionRole.Client) };
        for (int now = 0; now < 2 * Machine.Ticks; now++)
        {
            machines[0].Frame(machines[1], now);
            machines[1].Frame(machines[0], now);
        }
        for (int i = 0; i < 2; i++)
            Console.WriteLine("session: machine {0} confirmed {1} ticks, {2} rollbacks, hash {3:x8}", i,
                              machines[i].Session.GetConfirmed(), machines[i].Session.GetStats(0).Rollbacks, machines[i].World.Hash());
    }
}
