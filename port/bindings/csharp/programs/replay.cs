// replay.cs - verifies a replay, then a copy in which one byte is another one: replay.exe FILE
using System;
using System.IO;
using PawlPhysics;

static class ReplayProgram
{
    static void Main(string[] arguments)
    {
        Pawl.WorldLinkAll(); // others made the file: it may have anything
        byte[] bytes = File.ReadAllBytes(arguments[0]);
        Replay replay = Pawl.ReplayOpen(new PawlMemory(bytes));
        var memory = new PawlMemory(Pawl.PlaybackSize(replay));
        var playback = new Playback();
        playback.Begin(replay, false, memory);
        Verdict verdict = playback.Verify();
        Console.WriteLine("replay: as recorded: {0}, tick {1}, {2} checkpoints", Pawl.StatusText(verdict.Status),
                          verdict.Tick, verdict.Checkpoints);
        Console.WriteLine("replay: hash {0:x8}, recorded {1:x8}", playback.World.Hash(), replay.FinalHash);

        bytes[bytes.Length / 2] ^= 1;
        try
        {
            Pawl.ReplayOpen(new PawlMemory(bytes));
        }
        catch (PawlException failure)
        {
            Console.WriteLine("replay: with a byte changed: {0} at {1}", Pawl.StatusText(failure.Status), failure.Told);
        }
    }
}
