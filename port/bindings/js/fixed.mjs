// fixed.mjs - numbers of pawl in JavaScript: Q16.16 and its relatives, exact, never from a fraction
// of JavaScript.
//
// A number is made of a whole number, a BigInt, a string with decimals ("12.5") or another number of
// pawl; what lies between two numbers goes to the nearest one, a half away from zero, as
// pawl_fx_parse does. fx(0.1) throws: 0.1 of JavaScript is another number already, and what has been
// computed with such numbers need not be the same on two machines.

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const EXPONENT_MAX = 400; // beyond it a number is zero or too large whatever its digits are

/* n / d to the nearest whole number, a half away from zero; d is positive. */
function nearest(n, d) {
  const size = (2n * (n < 0n ? -n : n) + d) / (2n * d);
  return n < 0n ? -size : size;
}

function floor(n, d) {
  return n / d - (n < 0n && n % d !== 0n ? 1n : 0n);
}

/* [numerator, denominator] of what a program has written. */
function exact(given, name) {
  if (given instanceof Fixed) return [BigInt(given.raw), 1n << BigInt(given.constructor.POINT)];
  if (typeof given === 'bigint' || Number.isInteger(given)) return [BigInt(given), 1n];
  if (typeof given === 'string') {
    const [, sign, whole, part = '', shift = '0'] = DECIMAL.exec(given) ?? [];
    if (!whole) throw new SyntaxError(`${name}: "${given}" is no decimal number`);
    const most = EXPONENT_MAX + whole.length + part.length;
    const exponent = Math.max(-most, Math.min(most, Number(shift)));
    const size = BigInt(whole + part) * 10n ** BigInt(Math.max(0, exponent));
    return [sign === '-' ? -size : size, 10n ** BigInt(part.length + Math.max(0, -exponent))];
  }
  const kind = typeof given === 'number' ? 'number with a fraction' : given === null ? 'null' : typeof given;
  throw new TypeError(`${name}: ${String(given)} is a ${kind}; give a whole number, a string such as "0.1", or a number of pawl`);
}

/* A number `raw` / 2^POINT. It does not change; `raw` is a number of at most 32 bits, or a BigInt. */
export class Fixed {
  static POINT = 16;
  static LIMIT = 0x7FFFFFFFn;

  constructor(value = 0) {
    this.raw = new.target.toRaw(value);
    Object.freeze(this);
  }

  static fromRaw(raw) {
    const made = Object.create(this.prototype);
    made.raw = raw;
    return Object.freeze(made);
  }

  static toRaw(given) {
    if (given instanceof this) return given.raw;
    const [n, d] = exact(given, this.name);
    const raw = this.rounded(n << BigInt(this.POINT), d);
    if (!this.fits(raw)) throw new RangeError(`${this.name}: ${given} is out of range`);
    return this.native(raw);
  }

  static rounded(n, d) { return nearest(n, d); }
  static native(raw) { return Number(raw); }
  static fits(raw) { return raw >= -this.LIMIT && raw <= this.LIMIT; }

  /* The nearest number that there is: sums and products stop at the end of the range. */
  static saturated(raw) {
    return this.fromRaw(this.native(raw > this.LIMIT ? this.LIMIT : raw < -this.LIMIT ? -this.LIMIT : raw));
  }

  big(value) { return BigInt(this.constructor.toRaw(value)); }
  add(value) { return this.constructor.saturated(BigInt(this.raw) + this.big(value)); }
  sub(value) { return this.constructor.saturated(BigInt(this.raw) - this.big(value)); }

  /* Rounded as pawl_mul: to the nearest number, a half away from zero. */
  mul(value) {
    const kind = this.constructor;
    return kind.saturated(nearest(BigInt(this.raw) * this.big(value), 1n << BigInt(kind.POINT)));
  }

  neg() { return this.constructor.saturated(-BigInt(this.raw)); }
  abs() { return this.raw < 0 ? this.neg() : this; }

  /* Negative, zero or positive: exact also between kinds of numbers. */
  compare(value) {
    const [a, b] = exact(this, 'compare'), [c, d] = exact(value, 'compare');
    return a * d < c * b ? -1 : a * d > c * b ? 1 : 0;
  }

  equals(value) { return this.compare(value) === 0; }
  lessThan(value) { return this.compare(value) < 0; }

  /* For drawing alone. */
  toNumber() { return Number(this.raw) / 2 ** this.constructor.POINT; }

  /* The shortest decimal that is read back as the same number. */
  toString() {
    const kind = this.constructor, raw = BigInt(this.raw), size = raw < 0n ? -raw : raw;
    const point = BigInt(kind.POINT);
    let digits = 0, ten = 1n, found = 0n;
    for (;; digits++, ten *= 10n) {
      found = nearest(size * ten, 1n << point);
      if (kind.rounded(found << point, ten) === size) break;
    }
    const part = digits ? '.' + String(found % ten).padStart(digits, '0') : '';
    return (raw < 0n ? '-' : '') + String(found / ten) + part;
  }

  toJSON() { return this.toString(); }

  /* a + b would be a sum of JavaScript: add, sub, mul and compare are exact. */
  [Symbol.toPrimitive](hint) {
    if (hint === 'string') return this.toString();
    throw new TypeError('numbers of pawl have no operators: use add, sub, mul, compare, or toNumber for drawing');
  }
}

/* Q16.16: positions, velocities, angles in radians; within +-32767.99998. In 32 bits, no BigInt. */
export class Fx extends Fixed {
  static toRaw(given) {
    if (given instanceof Fx) return given.raw;
    if (Number.isInteger(given) && given >= -32767 && given <= 32767) return given * 65536 + 0; // no -0
    return super.toRaw(given);
  }

  static clamped(raw) { return Fx.fromRaw(Math.max(-0x7FFFFFFF, Math.min(0x7FFFFFFF, raw))); }
  add(value) { return Fx.clamped(this.raw + Fx.toRaw(value)); }
  sub(value) { return Fx.clamped(this.raw - Fx.toRaw(value)); }

  /* By halves of a factor, so that no product is above 2^53. */
  mul(value) {
    const b = Fx.toRaw(value), a = Math.abs(this.raw), size = Math.abs(b);
    const high = Math.floor(a / 65536) * size, low = Math.floor(((a % 65536) * size + 32768) / 65536);
    return Fx.clamped((this.raw < 0) === (b < 0) ? high + low : -(high + low) || 0);
  }
}

/* Q48.16: forces, impulses, masses. */
export class Wide extends Fixed {
  static LIMIT = 0x7FFFFFFFFFFFFFFFn;
  static native(raw) { return raw; }
}

/* Q2.30: a share of a movement, a component of a direction. */
export class Share extends Fixed {
  static POINT = 30;
}

/* An angle as a share of a turn, counter-clockwise, rounded down; it wraps: Turn("0.25") is a right
 * angle. */
export class Turn extends Fixed {
  static POINT = 32;
  static rounded(n, d) { return floor(n, d); }
  static fits() { return true; }
  static native(raw) { return Number(BigInt.asUintN(32, raw)); }
  static saturated(raw) { return Turn.fromRaw(Turn.native(raw)); }
  abs() { return this; }
}

export const fx = value => new Fx(value);
export const wide = value => new Wide(value);
export const share = value => new Share(value);
export const turn = value => new Turn(value);
