/* What is by hand: numbers, memory, lists, errors. */

/** Memory of the module: zeroed, aligned, alive as long as something refers to it. */
export class Block {
  private constructor();
  readonly length: number;
  /** Without a copy. Ask again after objects were made: memory may have grown. */
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
}
export function buffer(size: number): Block;
export type Bytes = ArrayBufferView | ArrayBuffer | Block | Record | List<any, any>;
export type Room = Bytes;
/** Memory that the library goes on using after the call: of the module. */
export type Kept = Block | Record | List<any, any>;

/** How values of a type lie in memory: a record, or one of `kinds`. */
export interface Kind<Got, Given> {
  readonly size: number;
  get(at: number, owner: Block): Got;
  put(at: number, given: Given, owner: Block): void;
}
export const kinds: {
  readonly u8: Kind<number, number>; readonly i8: Kind<number, number>;
  readonly u16: Kind<number, number>; readonly i16: Kind<number, number>;
  readonly u32: Kind<number, number>; readonly i32: Kind<number, number>;
  readonly u64: Kind<bigint, bigint | number>; readonly i64: Kind<bigint, bigint | number>;
  readonly bool: Kind<boolean, boolean>;
  readonly fx: Kind<Fx, Decimal>; readonly wide: Kind<Wide, Decimal>;
  readonly share: Kind<Share, Decimal>; readonly turn: Kind<Turn, Decimal>;
};
/** Elements one behind the other in the memory of the module: nothing is copied. */
export class List<Got, Given = Got> implements Iterable<Got> {
  private constructor();
  readonly length: number;
  at(i: number): Got;
  set(i: number, given: Given): void;
  first(count: number): List<Got, Given>;
  /** Without a copy. Ask again after objects were made: memory may have grown. */
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  /** Words from one element to the next. */
  readonly stride: number;
  [Symbol.iterator](): Iterator<Got>;
}
/** Zeroed room for so many. */
export function array<Got, Given>(kind: Kind<Got, Given>, length: number): List<Got, Given>;

/** A call that could not do what it was asked to. */
export class PawlError extends Error {
  readonly status: Status;
  readonly function: string;
  readonly told: { readonly [name: string]: unknown };
}
/** A struct of C in the memory of the module. A def begins with its defaults. */
export abstract class Record {
  /** The first word of a field in an element of `words` of a list. */
  static wordOf(field: string): number;
  /** Where it lies. */
  readonly _a: number;
  /** The memory, without a copy. */
  asBytes(): Uint8Array;
  equals(other: unknown): boolean;
  toJSON(): unknown;
}
/** Names an object of a world; four bytes, safe to keep and to compare. */
export abstract class Handle extends Record {
  /** The four bytes as a number, as `words` of events have them: a key for a Map. */
  readonly word: number;
}
/** A handle together with the world that it is of. */
export abstract class Bound<Id> {
  readonly world: World;
  readonly id: Id;
  equals(other: unknown): boolean;
}
/** Every function of the library under its name of C, as WebAssembly has it. */
export const C: WebAssembly.Exports;
