/* Numbers of pawl, which all entries of the package share. */

/** A number to be converted exactly. A number of JavaScript must be whole: "0.1" is right, 0.1 throws. */
export type Decimal = Fixed | number | bigint | string;

/** A number `raw` / 2^POINT, exact and unchanging; sums and products stop at the end of the range. */
export abstract class Fixed<Raw = number | bigint> {
  readonly raw: Raw;
  add(value: Decimal): this;
  sub(value: Decimal): this;
  /** Rounded as pawl_mul: to the nearest number, a half away from zero. */
  mul(value: Decimal): this;
  neg(): this;
  abs(): this;
  /** Negative, zero or positive. */
  compare(value: Decimal): number;
  equals(value: Decimal): boolean;
  lessThan(value: Decimal): boolean;
  /** For drawing alone. */
  toNumber(): number;
  /** The shortest decimal that is read back as the same number. */
  toString(): string;
  toJSON(): string;
}
/** Q16.16: positions, velocities, angles in radians; within +-32767.99998. */
export class Fx extends Fixed<number> { private kind: 'fx'; constructor(value?: Decimal); static fromRaw(raw: number): Fx; }
/** Q48.16: forces, impulses, masses. */
export class Wide extends Fixed<bigint> { private kind: 'wide'; constructor(value?: Decimal); static fromRaw(raw: bigint): Wide; }
/** Q2.30: a share of a movement, a component of a direction. */
export class Share extends Fixed<number> { private kind: 'share'; constructor(value?: Decimal); static fromRaw(raw: number): Share; }
/** A share of a turn, counter-clockwise, rounded down; it wraps: Turn("0.25") is a right angle. */
export class Turn extends Fixed<number> { private kind: 'turn'; constructor(value?: Decimal); static fromRaw(raw: number): Turn; }
export function fx(value: Decimal): Fx;
export function wide(value: Decimal): Wide;
export function share(value: Decimal): Share;
export function turn(value: Decimal): Turn;
