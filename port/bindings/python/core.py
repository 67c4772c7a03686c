"""core.py - how Python reaches the library: loading, errors, memory, records, handles, objects."""

import ctypes as C
import ctypes.util
import os
from pathlib import Path

from .fixed import Fixed


def find():
    """The shared library: PAWL_LIBRARY, beside this package, or where the system has it."""
    named = os.environ.get("PAWL_LIBRARY")
    if named:
        return named
    for name in ("libpawl.so", "libpawl.dylib", "pawl.dll"):
        beside = Path(__file__).resolve().parent / name
        if beside.exists():
            return str(beside)
    found = ctypes.util.find_library("pawl")
    if not found:
        raise ImportError("pawl: no shared library; `make shared` builds one, PAWL_LIBRARY=/path/libpawl.so names it")
    return found


C_API = C.CDLL(find())


def declare(name, result, parameters):
    function = getattr(C_API, name)
    function.restype, function.argtypes = result, parameters


class PawlError(Exception):
    """A call that could not do what it was asked to: `status` says why, `function` which one, `told`
    what else the call has said, such as the field of a def that is wrong."""

    def __init__(self, status, function, told):
        self.status, self.function, self.told = status, function, told
        more = "".join(f", {name} {one}" for name, one in told.items() if one is not None)
        super().__init__(f"{function}: {C_API.pawl_status_text(status).decode()}{more}")


def check(status, function, **told):
    if status != 0:
        raise PawlError(status, function, told)


# ---- memory ----


def buffer(size):
    """Zeroed bytes, aligned as the library wants them."""
    return (C.c_uint64 * ((size + 7) // 8))()


def writable(given):
    if given is None or isinstance(given, (C.Array, C.Structure, int)):
        return given if isinstance(given, int) or given is None else C.addressof(given)
    return C.addressof((C.c_char * len(given)).from_buffer(given))


def readable(given):
    """Bytes as they are; what can be written to is not copied either."""
    return writable(given) if not isinstance(given, bytes) else C.cast(C.c_char_p(given), C.c_void_p).value


def size_of(given):
    if given is None:
        return 0
    is_memory = isinstance(given, C.Array) and not issubclass(given._type_, C.Structure)
    return C.sizeof(given) if is_memory else len(given)


def array(given, element):
    """A list as an array; an array as it is, so that nothing is copied."""
    if given is None or isinstance(given, C.Array):
        return given
    convert = getattr(element, "of", lambda one: one)
    return (element * len(given))(*(one.raw if isinstance(one, Fixed) else convert(one) for one in given))


def room(given, element, capacity):
    """An array to be filled: the caller's, or one with room for so many."""
    return given if given is not None else (element * capacity)()


def shortest(*arrays):
    return min(len(one) for one in arrays)


def listed(given, count):
    """Of an array the elements that were written."""
    return given[: len(given) if count is None else min(count, len(given))]


def encoded(text):
    return text.encode() if isinstance(text, str) else text


def decoded(text):
    return text.decode() if text is not None else None


def keep(owner, *given):
    """What the library goes on using must live as long as its user."""
    owner._kept = (*getattr(owner, "_kept", ()), *given)


# ---- records and handles ----


def number(name, kind, doc):
    def get(self):
        return kind.from_raw(getattr(self, name))

    def put(self, value):
        setattr(self, name, kind.to_raw(value))

    return property(get, put, doc=doc)


def choice(name, kind, doc):
    def get(self):
        return kind(getattr(self, name))

    def put(self, value):
        setattr(self, name, int(value))

    return property(get, put, doc=doc)


def address(name, kind, doc):
    """A pointer: set to an object, an array, a buffer, a record, text or None, which is kept."""

    def get(self):
        found = getattr(self, name)
        return OBJECTS[kind]._of(C.c_void_p(found), self) if kind and found else found

    def put(self, given):
        keep(self, given)
        if isinstance(given, Object):
            given = given.pointer.value
        elif isinstance(given, str):
            given = given.encode()
        elif isinstance(given, C.Structure):
            given = C.pointer(given)
        elif isinstance(given, C.Array):
            given = C.cast(given, dict(self._fields_)[name])
        elif isinstance(given, (bytes, bytearray, memoryview)):
            given = readable(given)
        setattr(self, name, given)

    return property(get, put, doc=doc)


def callback(name, prototype, doc):
    """A function of the program, or None. Its record keeps it; an exception in it is printed, and
    it answers zero."""

    def get(self):
        return getattr(self, name)

    def put(self, function):
        made = prototype()(function) if function else None
        keep(self, made)
        setattr(self, name, C.cast(made, C.c_void_p).value if made else None)

    return property(get, put, doc=doc)


class Record(C.Structure):
    """A struct of C. A def begins with its defaults; what is given by name or in order replaces them."""

    _default = None

    def __init__(self, *values, **named):
        super().__init__()
        if self._default:
            begun = getattr(C_API, self._default)()
            C.memmove(C.addressof(self), C.addressof(begun), C.sizeof(self))
        names = [name.removeprefix("_") for name, _ in self._fields_]
        for name, given in [*zip(names, values), *named.items()]:
            if name not in names:
                raise TypeError(f"{type(self).__name__} has no field {name!r}")
            self.put(name, given)

    def put(self, name, given):
        kind = dict(self._fields_).get(name)
        setattr(self, name, value(given, kind) if kind else given)

    @classmethod
    def of(cls, given):
        """A record as it is; a tuple as the values of its fields."""
        return given if isinstance(given, cls) else cls(*given)

    def __eq__(self, other):
        return type(self) is type(other) and bytes(self) == bytes(other)

    __hash__ = None

    def __repr__(self):
        names = [name.removeprefix("_") for name, _ in self._fields_ if name != "pad"]
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


class Handle(Record):
    """Names an object of a world; four bytes, safe to keep and to compare."""

    def __hash__(self):
        return hash(bytes(self))

    def __bool__(self):
        return self.index1 != 0

    @classmethod
    def of(cls, given):
        return given.id if isinstance(given, Bound) else super().of(given)


class Bound:
    """A handle together with the world that it is of: body.get_position()."""

    __slots__ = ("world", "id")

    def __init__(self, world, handle):
        self.world, self.id = world, handle

    def __eq__(self, other):
        return type(self) is type(other) and self.world is other.world and self.id == other.id

    def __hash__(self):
        return hash(self.id)

    def __bool__(self):
        return bool(self.id)

    def __repr__(self):
        return f"{type(self).__name__}({self.id.index1}, generation {self.id.generation})"


def value(given, kind):
    """A parameter or a field by value."""
    if isinstance(kind, type) and issubclass(kind, Record):
        return kind.of(given)
    if isinstance(given, float):
        raise TypeError(f"{given!r} is a float; give an int, a str such as \"0.1\", or a number of pawl")
    return given


def reference(given):
    if given is None:
        return None
    if isinstance(given, Object):
        raise TypeError(f"{given!r} is no record")
    return C.byref(given)


# ---- objects: a world, a session, an arcade ----


def pointer(given):
    return given.pointer if isinstance(given, Object) else given


OBJECTS = {}


class Object:
    """Lies in memory of its own, which lives as long as it does."""

    _default = _size = _init = None

    def __init_subclass__(cls):
        OBJECTS[cls.__name__] = cls

    def __init__(self, definition=None, memory=None):
        if self._init is None:
            raise TypeError(f"a {type(self).__name__} is made by a function")
        definition = definition if definition is not None else self._default()
        size = getattr(C_API, self._size)(C.byref(definition))
        self.memory = memory if memory is not None else buffer(size)
        self._pointer = C.c_void_p()
        check(getattr(C_API, self._init)(writable(self.memory), size_of(self.memory), C.byref(definition), C.byref(self._pointer)),
              self._init)  # fmt: skip

    @classmethod
    def _of(cls, made, *kept):
        one = cls.__new__(cls)
        one._pointer, one._kept = made, kept
        return one

    @property
    def pointer(self):
        return self._pointer
