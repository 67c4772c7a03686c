"""pawl - 2D physics whose results are the same, bit for bit, on every machine.

    import pawl
    world = pawl.World(pawl.WorldDef(body_capacity=16, shape_capacity=16))
    ground = world.body_create_box(pawl.BodyDef(), None, "20.5", "0.5")
    box = world.body_create_box(pawl.BodyDef(type=pawl.BodyType.DYNAMIC, position=(0, 5)), None, "0.5", "0.5")
    for tick in range(120):
        world.step()
    print(box.get_position(), f"{world.hash():08x}")

Names are those of C without pawl_; what C writes through a pointer is given back, and a status that
is not OK is raised as a PawlError. Numbers are Fx and its relatives: an int, a str with decimals or
another number, never a float.
"""

from .calls import *  # noqa: F403
from .core import C_API, Bound, Handle, Object, PawlError, Record, buffer  # noqa: F401
from .fixed import Fixed, Fx, Share, Turn, Wide  # noqa: F401
from .types import *  # noqa: F403
