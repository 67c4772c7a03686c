package pawl

import (
	"errors"
	"math"
	"math/big"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
)

// Fx is a number Q16.16: positions, velocities; within +-32767.99998. It is a struct, so that
// neither a float nor a whole number becomes one by accident: Int(3), Dec("0.5").
type Fx struct{ raw int32 }

// Wide is a number Q48.16: forces, impulses, masses.
type Wide struct{ raw int64 }

// Fraction is a number Q2.30: a share of a movement, a component of a direction.
type Fraction struct{ raw int32 }

// Angle is a share of a turn, counter-clockwise, rounded down: Turn("0.25") is a right angle. It
// wraps.
type Angle struct{ raw uint32 }

var (
	ErrFormat = errors.New("pawl: no decimal number")
	ErrRange  = errors.New("pawl: a number out of range")
	grammar   = regexp.MustCompile(`^([+-]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$`)
)

func power(base, exponent int64) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(exponent), nil)
}

// parse gives text times 2^point, to the nearest whole number, a half away from zero, or down.
func parse(text string, point uint, down bool) (*big.Int, error) {
	found := grammar.FindStringSubmatch(text)
	if found == nil {
		return nil, ErrFormat
	}
	digits := strings.TrimLeft(found[2]+found[3], "0")
	exponent := int64(0)
	if found[4] != "" {
		// Out of range it is the largest or the least of its type, which is far enough.
		exponent, _ = strconv.ParseInt(found[4], 10, 48)
	}
	exponent -= int64(len(found[3]))
	top := int64(len(digits)) + exponent
	if digits == "" {
		return new(big.Int), nil
	} else if top > 40 {
		return nil, ErrRange
	}
	above, below := new(big.Int), big.NewInt(1)
	if top < -40 {
		above, below = big.NewInt(1), power(10, 40) // as little, for all that follows
		above.Lsh(above, point)
	} else {
		above.SetString(digits, 10)
		above.Lsh(above, point)
		if exponent >= 0 {
			above.Mul(above, power(10, exponent))
		} else {
			below = power(10, -exponent)
		}
	}
	if found[1] == "-" {
		above.Neg(above)
	}
	if down {
		return above.Div(above, below), nil // Euclidean: down, as below is positive
	}
	sign := above.Sign()
	above.Abs(above).Lsh(above, 1).Add(above, below)
	above.Quo(above, below.Lsh(below, 1))
	if sign < 0 {
		above.Neg(above)
	}
	return above, nil
}

// shortest is the decimal with the fewest digits that is read back as the same number.
func shortest(raw int64, point uint, down bool) string {
	sign, size := "", new(big.Int).Abs(big.NewInt(raw))
	if raw < 0 {
		sign = "-"
	}
	for digits := int64(0); ; digits++ {
		scale := power(10, digits)
		shown := new(big.Int).Mul(size, scale)
		half := new(big.Int).Lsh(big.NewInt(1), point-1)
		if down { // what is rounded down must not be less
			half.Lsh(half, 1).Sub(half, big.NewInt(1))
		}
		shown.Add(shown, half).Rsh(shown, point)
		whole, part := new(big.Int).QuoRem(shown, scale, new(big.Int))
		text := whole.String()
		if digits > 0 {
			text += "." + strings.Repeat("0", int(digits)-len(part.String())) + part.String()
		}
		if back, failed := parse(text, point, down); failed == nil && back.Cmp(size) == 0 {
			return sign + text
		}
	}
}

func within(raw *big.Int, failed error, limit int64) (int64, error) {
	if failed != nil {
		return 0, failed
	} else if !raw.IsInt64() || raw.Int64() > limit || raw.Int64() < -limit {
		return 0, ErrRange
	}
	return raw.Int64(), nil
}

func saturated(raw, limit int64) int64 {
	if raw > limit {
		return limit
	} else if raw < -limit {
		return -limit
	}
	return raw
}

// product is a times b / 2^point, a half away from zero, within the limit.
func product(a, b int64, point uint, limit int64) int64 {
	size := func(raw int64) uint64 {
		if raw < 0 {
			return uint64(-raw)
		}
		return uint64(raw)
	}
	high, low := bits.Mul64(size(a), size(b))
	low, carry := bits.Add64(low, 1<<(point-1), 0)
	high += carry
	result := limit
	if shifted := low>>point | high<<(64-point); high>>point == 0 && shifted <= uint64(limit) {
		result = int64(shifted)
	}
	if (a < 0) != (b < 0) {
		return -result
	}
	return result
}

func ParseFx(text string) (Fx, error) {
	raw, failed := parse(text, 16, false)
	value, failed := within(raw, failed, math.MaxInt32)
	return Fx{int32(value)}, failed
}

func ParseWide(text string) (Wide, error) {
	raw, failed := parse(text, 16, false)
	value, failed := within(raw, failed, math.MaxInt64)
	return Wide{value}, failed
}

func ParseFraction(text string) (Fraction, error) {
	raw, failed := parse(text, 30, false)
	value, failed := within(raw, failed, math.MaxInt32)
	return Fraction{int32(value)}, failed
}

func ParseAngle(text string) (Angle, error) {
	raw, failed := parse(text, 32, true)
	if failed != nil {
		return Angle{}, failed
	}
	return Angle{uint32(raw.And(raw, big.NewInt(math.MaxUint32)).Uint64())}, nil
}

func must[T any](value T, failed error) T {
	if failed != nil {
		panic(failed)
	}
	return value
}

// Dec is a constant of the program; it panics when it is no such number.
func Dec(text string) Fx { return must(ParseFx(text)) }

// WideDec is as Dec.
func WideDec(text string) Wide { return must(ParseWide(text)) }

// FractionDec is as Dec.
func FractionDec(text string) Fraction { return must(ParseFraction(text)) }

// Turn is an angle of so many turns; as Dec.
func Turn(text string) Angle { return must(ParseAngle(text)) }

// Int is a whole number; it saturates.
func Int(value int) Fx { return Fx{int32(saturated(int64(value)<<16, math.MaxInt32))} }

// WideInt is a whole number.
func WideInt(value int32) Wide { return Wide{int64(value) << 16} }

func RawFx(raw int32) Fx             { return Fx{raw} }
func RawWide(raw int64) Wide         { return Wide{raw} }
func RawFraction(raw int32) Fraction { return Fraction{raw} }
func RawAngle(raw uint32) Angle      { return Angle{raw} }

func (a Fx) Raw() int32       { return a.raw }
func (a Wide) Raw() int64     { return a.raw }
func (a Fraction) Raw() int32 { return a.raw }
func (a Angle) Raw() uint32   { return a.raw }

func (a Fx) String() string       { return shortest(int64(a.raw), 16, false) }
func (a Wide) String() string     { return shortest(a.raw, 16, false) }
func (a Fraction) String() string { return shortest(int64(a.raw), 30, false) }
func (a Angle) String() string    { return shortest(int64(a.raw), 32, true) }

// Float64 is for drawing alone: no float finds its way back.
func (a Fx) Float64() float64 { return float64(a.raw) / 65536 }

// Radians is for drawing alone.
func (a Angle) Radians() float64 { return float64(a.raw) / (1 << 32) * 2 * math.Pi }

func (a Fx) Add(b Fx) Fx { return Fx{int32(saturated(int64(a.raw)+int64(b.raw), math.MaxInt32))} }
func (a Fx) Sub(b Fx) Fx { return Fx{int32(saturated(int64(a.raw)-int64(b.raw), math.MaxInt32))} }
func (a Fx) Mul(b Fx) Fx {
	return Fx{int32(product(int64(a.raw), int64(b.raw), 16, math.MaxInt32))}
}
func (a Fx) Neg() Fx        { return Fx{-a.raw} }
func (a Fx) Less(b Fx) bool { return a.raw < b.raw }

func (a Wide) Add(b Wide) Wide {
	sum := a.raw + b.raw
	if (a.raw < 0) == (b.raw < 0) && (sum < 0) != (a.raw < 0) {
		sum = math.MaxInt64
		if a.raw < 0 {
			sum = -math.MaxInt64
		}
	}
	return Wide{saturated(sum, math.MaxInt64)}
}
func (a Wide) Sub(b Wide) Wide  { return a.Add(b.Neg()) }
func (a Wide) Mul(b Wide) Wide  { return Wide{product(a.raw, b.raw, 16, math.MaxInt64)} }
func (a Wide) Neg() Wide        { return Wide{-a.raw} }
func (a Wide) Less(b Wide) bool { return a.raw < b.raw }

func (a Angle) Add(b Angle) Angle { return Angle{a.raw + b.raw} }
func (a Angle) Sub(b Angle) Angle { return Angle{a.raw - b.raw} }
