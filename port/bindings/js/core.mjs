// core.mjs - records, handles, objects and errors; what each function does with what it is given.
import { array, bytesOf, borrow, done, kinds, List } from './kinds.mjs';
import { Block, buffer, C, encoded, enter, foreign, heap, place, push, text } from './memory.mjs';

export { array, buffer, Block, bytesOf, borrow, C, done, enter, heap, kinds, List, push, text };

/* A call that could not do what it was asked to: `status` says why, `function` which one, `told` what
 * else the call has said, such as the field of a def that is wrong. */
export class PawlError extends Error {
  constructor(status, name, told) {
    const more = Object.entries(told).filter(([, one]) => ['string', 'number'].includes(typeof one));
    super(`${name}: ${text(C.pawl_status_text(status))}${more.map(([key, one]) => `, ${key} ${one}`).join('')}`);
    Object.assign(this, { name: 'PawlError', status, function: name, told });
  }
}

export function check(status, name, told = () => ({})) {
  if (status !== 0) throw new PawlError(status, name, told());
}

// ---- records ----

/* A struct of C in the memory of the module. A def begins with its defaults; values in order, or by
 * name, replace them. */
export class Record {
  constructor(values) {
    [this._o, this._a] = place(new.target.size, new.target.holds);
    new.target.DEFAULT?.(this._a);
    if (values !== undefined) new.target.fill(this._a, values, this._o);
  }

  static get(at, owner) {
    const made = Object.create(this.prototype);
    made._a = at;
    made._o = owner;
    return made;
  }

  /* The first word of a field: words[i * stride + HitEvent.wordOf('speed')] of a list of them. */
  static wordOf(name) { return this.FIELDS[name][0] >>> 2; }

  /* A record as it is; values in order or by name as a new one. */
  static of(values) { return values instanceof this ? values : new this(values); }

  static put(at, values, owner) {
    if (values instanceof this) {
      heap.u8.copyWithin(at, values._a, values._a + this.size);
      if (values._o !== owner && values._o.isUser) owner.keep(at, values._o);
      return;
    }
    if (this.DEFAULT) this.DEFAULT(at);
    else heap.u8.fill(0, at, at + this.size);
    this.fill(at, values, owner);
  }

  /* Fields of a record in a record that has defaults keep those that are not given. */
  static merge(at, values, owner) {
    if (values instanceof this) this.put(at, values, owner);
    else this.fill(at, values, owner, true);
  }

  static fill(at, values, owner, begun = this.DEFAULT !== null) {
    if (typeof values !== 'object' || values === null || values._a !== undefined) {
      throw new TypeError(`${values?.constructor?.name ?? values} is no ${this.name}`);
    }
    const named = Array.isArray(values) ? Object.keys(this.FIELDS).map((name, i) => [name, values[i]]) : Object.entries(values);
    if (Array.isArray(values) && values.length > named.length) throw new TypeError(`${this.name} has ${named.length} fields`);
    for (const [name, one] of named) {
      const field = this.FIELDS[name];
      if (!field) throw new TypeError(`${this.name} has no field ${name}`);
      if (one === undefined) continue;
      try {
        field[1][begun && field[1].merge ? 'merge' : 'put'](at + field[0], one, owner);
      } catch (error) {
        error.message = `${name}: ${error.message}`;
        throw error;
      }
    }
  }

  /* The memory, without a copy. */
  asBytes() { return heap.u8.subarray(this._a, this._a + this.constructor.size); }

  equals(other) {
    if (other?.constructor !== this.constructor) return false;
    const bytes = other.asBytes();
    return this.asBytes().every((one, i) => one === bytes[i]);
  }

  toJSON() {
    return Object.fromEntries(Object.keys(this.constructor.FIELDS).map(name => {
      const one = this[name];
      return [name, one instanceof List ? (one.length === Infinity ? null : [...one]) : typeof one === 'bigint' ? String(one) : one];
    }));
  }
}

/* Names of numbers from 0 on, as an enum of C has them. */
export const numbered = names => Object.freeze(Object.fromEntries(names.split(' ').map((name, i) => [name, i])));

/* Fields: kinds by name, one behind the other where each may lie; [offset, kind] lies elsewhere. A
 * record that holds addresses keeps what is there. */
export function fields(cls, initial, told, whole) {
  let end = 0, align = 1, holds = false;
  for (const [name, one] of Object.entries(told)) {
    const kind = one[1] ?? one, unit = kind.align ?? kind.size, offset = one[1] ? one[0] : Math.ceil(end / unit) * unit;
    told[name] = [offset, kind];
    end = offset + kind.size;
    align = Math.max(align, unit);
    holds ||= kind.holds;
    Object.defineProperty(cls.prototype, name, {
      get() { return kind.get(this._a + offset, this._o); },
      set(value) { kind.put(this._a + offset, value, this._o); },
      configurable: true,
    });
  }
  const size = whole ?? Math.ceil(end / align) * align;
  Object.assign(cls, { size, align, FIELDS: told, DEFAULT: initial, wasm: 'i', holds });
}

/* Names an object of a world; four bytes, safe to keep and to compare; null is that of none. */
export class Handle extends Record {
  static put(at, values, owner) {
    const id = values instanceof Bound ? values.id : values;
    super.put(at, id ?? [], id instanceof Record ? id._o : owner);
  }

  static merge(at, values, owner) { this.put(at, values, owner); }

  /* Its four bytes as a number, as the words of events have it: a key for a Map. */
  get word() { return heap.i32[this._a >>> 2]; }
}

/* A handle together with the world that it is of: body.getPosition(). */
export class Bound {
  constructor(world, id) {
    this.world = world;
    this.id = id;
  }

  equals(other) { return other?.constructor === this.constructor && other.world === this.world && this.id.equals(other.id); }
  toJSON() { return this.id; }
}

// ---- objects: a world, a session, an arcade ----

const known = new Map();

/* Lies in memory of its own, which lives as long as it does. */
export class Opaque {
  constructor(definition = {}, memory) {
    const { INIT, SIZE, DEF, CHECK, MADE_BY } = new.target;
    if (!INIT) throw new TypeError(`a ${new.target.name} is made by a function`);
    const def = DEF.of(definition), top = enter();
    try {
      const room = memory ?? buffer(SIZE(def._a) >>> 0), out = push(4);
      const { _a, length } = bytesOut(room, true);
      check(INIT(_a, length, def._a, out), MADE_BY, () => ({ field: CHECK?.(def._a, out) ? text(heap.u32[out >>> 2]) : null }));
      this.begin(heap.u32[out >>> 2], room, def);
    } finally {
      done(top);
    }
  }

  begin(at, ...kept) {
    this._a = at;
    this._o = new Block(0, at);
    keep(this, ...kept);
    known.set(at, new WeakRef(this));
    this._o.atEnd(() => { if (!known.get(at)?.deref()) known.delete(at); });
  }

  static made(at, ...kept) {
    const made = Object.create(this.prototype);
    made.begin(at, ...kept);
    return made;
  }

  /* The object at an address that the library has said: the same one that the program has. */
  static found(at) {
    if (!at) return null;
    const one = known.get(at)?.deref();
    return one instanceof this ? one : this.made(at);
  }
}

// ---- what a call hands over ----

/* What the library goes on using must live as long as its user. */
export function keep(user, ...things) {
  for (const one of things) if (one) user._o.keep(one, one);
}

export function byValue(cls, given) {
  const at = push(cls.size);
  cls.put(at, given, foreign);
  foreign.kept = null;
  return at;
}

/* A record that is read: values become one. */
export function recordIn(cls, given) {
  if (given === null || given === undefined) return 0;
  if (given instanceof List || given instanceof cls) return given._a;
  if (given instanceof Opaque || given instanceof Bound) throw new TypeError(`a ${given.constructor.name} is no ${cls.name}`);
  return new cls(given)._a;
}

/* A record or an object that is written to. */
export function written(cls, given) {
  if (given === null || given === undefined) return 0;
  if (given instanceof cls || (given instanceof List && given.kind === cls)) return given._a;
  throw new TypeError(`${given.constructor.name} is no ${cls.name}`);
}

/* An array that is written to: the program's, or a new one. */
export function room(kind, given, length) {
  if (given === null || given === undefined) return array(kind, length);
  if (given instanceof List && given.kind === kind) return given;
  throw new TypeError('an array(kind, length) of pawl is needed, which the library can write to');
}

export const shortest = (...lists) => Math.min(...lists.filter(one => one?._a).map(one => one.length), 0x7FFFFFFF) % 0x7FFFFFFF;

/* Bytes that are read; kept: also after the call. */
export const bytesIn = (given, kept) => bytesOf(given, kept ? buffer : borrow);

/* Bytes that are written to. Those outside of the module's memory are copied back by `back`. */
export function bytesOut(given, kept) {
  return bytesOf(given, size => {
    if (kept) throw new TypeError('the library goes on using this memory: give a buffer(size) of pawl');
    return { ...borrow(size), given: new Uint8Array(given.buffer ?? given, given.byteOffset ?? 0, size) };
  });
}

export function back({ _a, length, given }) {
  if (given) given.set(heap.u8.subarray(_a, _a + length));
}

export function textIn(given) {
  if (given === null || given === undefined) return { _a: 0, length: 0 };
  if (typeof given !== 'string') throw new TypeError(`${given} is no string`);
  const bytes = encoded(given), made = borrow(bytes.length);
  heap.u8.set(bytes, made._a);
  return { _a: made._a, length: bytes.length - 1 };
}

export const raw = given => given?._a ?? given ?? 0;
