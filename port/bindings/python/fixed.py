"""fixed.py - numbers of pawl in Python: Q16.16 and its relatives, exact, never from a float.

A number is made of an int, a str with decimals ("12.5"), a Fraction, a Decimal, or another number;
what lies between two numbers goes to the nearest one, a half away from zero, as pawl_fx_parse does.
A float is refused: two machines may have rounded it differently before. What does not fit raises
OverflowError.
"""

from decimal import Decimal
from fractions import Fraction


def nearest(exact):
    """The whole number nearest to a Fraction, a half away from zero."""
    size = (2 * abs(exact.numerator) + exact.denominator) // (2 * exact.denominator)
    return -size if exact < 0 else size


class Fixed:
    """A number `raw` / 2^POINT. Immutable; equal and ordered like the number that it is."""

    __slots__ = ("raw",)
    POINT, LIMIT = 16, 2**31 - 1

    def __init__(self, value=0):
        object.__setattr__(self, "raw", self.to_raw(value))

    def __setattr__(self, name, value):
        raise AttributeError("a number does not change")

    @classmethod
    def from_raw(cls, raw):
        made = cls.__new__(cls)
        object.__setattr__(made, "raw", raw)
        return made

    @classmethod
    def to_raw(cls, value):
        if isinstance(value, Fixed):
            exact = Fraction(value.raw, 2**value.POINT)
        elif isinstance(value, (int, Fraction, Decimal, str)) and not isinstance(value, bool):
            exact = Fraction(value)
        else:
            kind = type(value).__name__
            raise TypeError(f"{cls.__name__}: {value!r} is a {kind}; give an int, a str such as \"0.1\", or a number of pawl")
        raw = cls.rounded(exact * 2**cls.POINT)
        if not cls.fits(raw):
            raise OverflowError(f"{cls.__name__}: {value} is out of range")
        return raw

    rounded = shown = staticmethod(nearest)  # read as a number, and written as text

    @classmethod
    def fits(cls, raw):
        return -cls.LIMIT <= raw <= cls.LIMIT

    def fraction(self):
        return Fraction(self.raw, 2**self.POINT)

    def __float__(self):
        """For drawing alone."""
        return self.raw / 2**self.POINT

    def __int__(self):
        """Toward zero, as int() of any number."""
        return int(self.fraction())

    def __str__(self):
        """The shortest decimal that is read back as the same number."""
        exact = self.fraction()
        for digits in range(20):
            size = self.shown(abs(exact) * 10**digits)
            if self.rounded(Fraction(size, 10**digits) * 2**self.POINT) == abs(self.raw):
                break
        whole, part = divmod(size, 10**digits)
        return ("-" if self.raw < 0 else "") + str(whole) + (f".{part:0{digits}}" if digits else "")

    def __repr__(self):
        return f'{type(self).__name__}("{self}")'

    def __hash__(self):
        return hash(self.fraction())

    def _other(self, value):
        if isinstance(value, Fixed):
            return value.fraction()
        return Fraction(value) if isinstance(value, (int, Fraction)) and not isinstance(value, bool) else None

    def __eq__(self, value):
        other = self._other(value)
        return NotImplemented if other is None else self.fraction() == other

    def __lt__(self, value):
        other = self._other(value)
        return NotImplemented if other is None else self.fraction() < other

    def __le__(self, value):
        other = self._other(value)
        return NotImplemented if other is None else self.fraction() <= other

    def __bool__(self):
        return self.raw != 0

    def __neg__(self):
        return type(self).from_raw(-self.raw)

    def __abs__(self):
        return type(self).from_raw(abs(self.raw))

    @classmethod
    def saturated(cls, raw):
        """The nearest number that there is: sums and products stop at the end of the range."""
        return cls.from_raw(max(-cls.LIMIT, min(cls.LIMIT, raw)))

    def __add__(self, value):
        return self.saturated(self.raw + self.to_raw(value))

    def __sub__(self, value):
        return self.saturated(self.raw - self.to_raw(value))

    def __rsub__(self, value):
        return self.saturated(self.to_raw(value) - self.raw)

    def __mul__(self, value):
        """Rounded as pawl_mul: to the nearest number, a half away from zero."""
        product = self.raw * self.to_raw(value)
        half = 1 << (self.POINT - 1)
        return self.saturated((abs(product) + half >> self.POINT) * (-1 if product < 0 else 1))

    __radd__, __rmul__ = __add__, __mul__


class Fx(Fixed):
    """Q16.16: positions, velocities, angles in radians; within +-32767.99998."""

    __slots__ = ()


class Wide(Fixed):
    """Q48.16: forces, impulses, masses."""

    __slots__ = ()
    LIMIT = 2**63 - 1


class Share(Fixed):
    """Q2.30: a share of a movement, a component of a direction."""

    __slots__ = ()
    POINT = 30


class Turn(Fixed):
    """An angle as a share of a turn, counter-clockwise, rounded down; it wraps: Turn("0.25") is a
    right angle."""

    __slots__ = ()
    POINT, LIMIT = 32, 2**32 - 1
    rounded = staticmethod(lambda exact: exact.numerator // exact.denominator)
    shown = staticmethod(lambda exact: -(-exact.numerator // exact.denominator))

    @classmethod
    def fits(cls, raw):
        return True

    @classmethod
    def to_raw(cls, value):
        return super().to_raw(value) & 0xFFFFFFFF

    @classmethod
    def saturated(cls, raw):
        return cls.from_raw(raw & 0xFFFFFFFF)
