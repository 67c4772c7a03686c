"""test_python.py - what is Python's alone: layouts, numbers, errors, memory.

Numbers are drawn afresh in each run; SEED=n repeats them.
"""

import ctypes
import json
import os
import random
import sys
import unittest
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pawl
from pawl import calls, core, types

SEED = int(os.environ.get("SEED") or random.SystemRandom().getrandbits(32))
API = json.loads(Path("build/pawl_api.json").read_text())
DRAWN = random.Random(SEED)


def parsed(text, function, kind):
    out = kind()
    status = function(text.encode(), len(text), ctypes.byref(out))
    return status, out.value


class Interface(unittest.TestCase):
    def test_every_function_is_there(self):
        told = [one["name"] for one in API["functions"] if one["supplied_by"] == "library"]
        self.assertGreater(len(told), 600)
        for name in told:
            self.assertIsNotNone(getattr(core.C_API, name).argtypes, name)

    def test_layouts_are_those_of_c(self):
        kind = "lp64" if ctypes.sizeof(ctypes.c_void_p) == 8 else "ilp32"
        for one in API["records"]:
            record = getattr(types, "".join(part.capitalize() for part in one["name"][5:].split("_")))
            layout = one["layouts"][kind]
            self.assertEqual(ctypes.sizeof(record), layout["size"], one["name"])
            offsets = [vars(record)[name].offset for name, _ in record._fields_]
            self.assertEqual(offsets, layout["offsets"], one["name"])

    def test_comments_are_help(self):
        self.assertIn("ray", pawl.World.ray_closest.__doc__)
        missing = [name for name, one in vars(calls.World).items() if callable(one) and not one.__doc__]
        self.assertEqual([name for name in missing if not name.startswith("_")], [])


class Numbers(unittest.TestCase):
    def test_text_as_c_reads_and_writes_it(self):
        for _ in range(2000):
            raw = DRAWN.randrange(-(2**31) + 1, 2**31) >> DRAWN.choice((0, 8, 16, 30))
            buffer = ctypes.create_string_buffer(pawl.FX_TEXT_MAX)
            core.C_API.pawl_fx_print(raw, ctypes.addressof(buffer), pawl.FX_TEXT_MAX)
            self.assertEqual(str(pawl.Fx.from_raw(raw)), buffer.value.decode())
            self.assertEqual(pawl.Fx(buffer.value.decode()).raw, raw)
            text = str(Decimal(DRAWN.randrange(-(10**9), 10**9)).scaleb(-DRAWN.randrange(5, 12)))
            text = f"{Decimal(text):f}"
            status, value = parsed(text, core.C_API.pawl_fx_parse, ctypes.c_int32)
            self.assertEqual((status, value), (0, pawl.Fx(text).raw), text)

    def test_text_is_read_back(self):
        for _ in range(2000):
            for kind, bits in ((pawl.Turn, 32), (pawl.Share, 31), (pawl.Wide, 63)):
                one = kind.from_raw(DRAWN.randrange(2**bits))
                self.assertEqual(kind(str(one)).raw, one.raw, str(one))

    def test_arithmetic_as_c_does_it(self):
        for _ in range(2000):
            a, b = (DRAWN.randrange(-(2**31) + 1, 2**31) >> DRAWN.choice((0, 8, 16)) for _ in range(2))
            x, y = pawl.Fx.from_raw(a), pawl.Fx.from_raw(b)
            self.assertEqual((x + y).raw, core.C_API.pawl_add(a, b))
            self.assertEqual((x - y).raw, core.C_API.pawl_sub(a, b))
            self.assertEqual((x * y).raw, core.C_API.pawl_mul(a, b), (a, b))

    def test_halves_go_away_from_zero(self):
        self.assertEqual(pawl.Fx(Fraction(1, 131072)).raw, 1)
        self.assertEqual(pawl.Fx(Fraction(-1, 131072)).raw, -1)
        self.assertEqual(pawl.Turn(Fraction(1, 3)).raw, 0x55555555)
        self.assertEqual(pawl.Turn("1.25").raw, 1 << 30)

    def test_floats_are_refused(self):
        world = pawl.World(pawl.WorldDef(body_capacity=4, shape_capacity=4))
        for call in (lambda: pawl.Fx(0.1), lambda: pawl.Vec2(0.5, 0), lambda: pawl.BodyDef(position=(0, 0.5)),
                     lambda: world.body_create_circle(pawl.BodyDef(), 0.5), lambda: pawl.Fx(1) + 0.5,
                     lambda: setattr(pawl.BodyDef(), "gravity_scale", 1.0), lambda: pawl.Fx(True)):  # fmt: skip
            self.assertRaises(TypeError, call)

    def test_range(self):
        self.assertRaises(OverflowError, lambda: pawl.Fx(32768))
        self.assertEqual((pawl.Fx(32767) + 5).raw, 2**31 - 1)
        self.assertRaises(ValueError, lambda: pawl.Fx("1.2.3"))


class Worlds(unittest.TestCase):
    def world(self):
        return pawl.World(pawl.WorldDef(body_capacity=8, shape_capacity=8))

    def test_errors_name_call_and_field(self):
        with self.assertRaises(pawl.PawlError) as caught:
            self.world().body_create_circle(pawl.BodyDef(), -1)
        self.assertEqual(caught.exception.function, "pawl_body_create_circle")
        self.assertIn("pawl_body_create_circle: ", str(caught.exception))
        with self.assertRaises(pawl.PawlError) as caught:
            pawl.body_def_check(pawl.BodyDef(gravity_scale=-32767, user_data=1, type=7))
        self.assertEqual(caught.exception.told["field"], "type")

    def test_stale_handles(self):
        world = self.world()
        ball = world.body_create_circle(pawl.BodyDef(type=pawl.BodyType.DYNAMIC), 1)
        self.assertTrue(ball.is_valid() if hasattr(ball, "is_valid") else True)
        ball.destroy()
        self.assertRaises(pawl.PawlError, lambda: ball.set_velocity((1, 0)))

    def test_poses_without_copies(self):
        """All poses of a frame in one call, into memory that Python reads where it lies."""
        world = self.world()
        balls = [world.body_create_circle(pawl.BodyDef(type=pawl.BodyType.DYNAMIC, position=(3 * i, 0)), 1)
                 for i in range(5)]  # fmt: skip
        poses = (pawl.Pose * 8)()
        statuses = world.apply_commands(
            [pawl.Command(type=pawl.CommandType.VELOCITY, body=body.id, velocity=(0, 60)) for body in balls])
        self.assertEqual(list(statuses), [pawl.Status.OK] * 5)
        self.assertEqual([body.get_velocity().y for body in balls], [60] * 5)
        world.get_all_poses(poses=poses)
        seen = memoryview(poses).cast("B").cast("i")
        self.assertEqual([seen[4 * i] for i in range(5)], [3 * i << 16 for i in range(5)])

    def test_memory_of_the_program(self):
        definition = pawl.WorldDef(body_capacity=4, shape_capacity=4)
        memory = pawl.buffer(pawl.world_size(definition))
        world = pawl.World(definition, memory)
        self.assertEqual(world.pointer.value, ctypes.addressof(memory))
        with self.assertRaises(pawl.PawlError):
            pawl.World(definition, pawl.buffer(64))

    def test_what_is_used_on_is_kept(self):
        """The library goes on reading memory that nobody else holds any more."""
        world = self.world()
        points = (pawl.Vec2 * 4)(*(pawl.Vec2(x, 0) for x in (-4, 0, 2, 4)))
        ground = world.body_create(pawl.BodyDef())
        chain = world.shape_create_chain(ground, pawl.ShapeDef(), pawl.Chain(points=points, count=4))
        data = bytes(points)
        world.shape(chain.id).bind(data)
        self.assertTrue(any(one is data for one in world._kept))
        recording = []
        sink = pawl.Sink(write=lambda context, given, size: recording.append(ctypes.string_at(given, size)) or True)
        writer = pawl.ReplayWriter()
        pawl.replay_begin(writer, pawl.replay_header_default(pawl.ReplayType.WORLD), sink, pawl.buffer(pawl.REPLAY_BUFFER))
        self.assertEqual(len(writer._kept), 3)

    def test_reports_are_given_back(self):
        world = self.world()
        report = world.mover_move(pawl.MoverDef(), pawl.Mover(), (1, 0), 0)
        self.assertIsInstance(report, pawl.MoverReport)

    def test_hooks(self):
        world, seen = self.world(), []
        shape = pawl.ShapeDef(custom_filter=True)
        for y in (0, 1):
            world.body_create_circle(pawl.BodyDef(type=pawl.BodyType.DYNAMIC, position=(0, y)), 1, shape=shape)
        hooks = pawl.StepHooks(should_collide=lambda context, world, a, b: seen.append((a, b)) or False)
        world.step(hooks)
        self.assertEqual(len(seen), 1)
        self.assertIsInstance(seen[0][0], pawl.ShapeId)


if __name__ == "__main__":
    print(f"seed {SEED}")
    done = unittest.main(exit=False, argv=[sys.argv[0]]).result
    sys.exit(0 if done.wasSuccessful() else 1)
