// gif.mjs - pictures one after the other as a GIF: one palette, and of each picture what has changed.

const COLORS = 255; // one more means: as before
const SAME = 255;
const CODE_MAX = 4096;

/* Bytes that grow. */
class Bytes {
  #bytes = new Uint8Array(1 << 16);
  length = 0;

  put(...values) {
    for (const value of values) this.one(value);
  }

  one(value) {
    if (this.length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.length++] = value;
  }

  text(words) {
    for (const letter of words) this.one(letter.charCodeAt(0));
  }

  all() {
    return this.#bytes.subarray(0, this.length);
  }
}

const short = (r, g, b) => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/* The colors that these pictures have most of; others go to the nearest one. */
export class Palette {
  #counts = new Uint32Array(1 << 15);
  #sums = new Float64Array(3 << 15); // so that the color of paper stays what it is
  #nearest = new Int16Array(1 << 15).fill(-1);
  colors = [];

  look({ data }) {
    for (let i = 0; i < data.length; i += 4) {
      const key = short(data[i], data[i + 1], data[i + 2]);
      this.#counts[key]++;
      for (let part = 0; part < 3; part++) this.#sums[3 * key + part] += data[i + part];
    }
  }

  settle(most = COLORS) {
    const used = [...this.#counts.keys()].filter(key => this.#counts[key] > 0);
    used.sort((a, b) => this.#counts[b] - this.#counts[a]);
    this.colors = used
      .slice(0, most)
      .map(key => [0, 1, 2].map(part => Math.round(this.#sums[3 * key + part] / this.#counts[key])));
  }

  #find(key) {
    const [r, g, b] = [key >> 10, (key >> 5) & 31, key & 31].map(part => (part << 3) + 4);
    let best = 0,
      least = Infinity;
    this.colors.forEach(([x, y, z], i) => {
      const far = 2 * (x - r) ** 2 + 4 * (y - g) ** 2 + (z - b) ** 2;
      if (far < least) [least, best] = [far, i];
    });
    return best;
  }

  /* A picture as numbers of colors. */
  numbers({ data }) {
    const out = new Uint8Array(data.length / 4);
    for (let i = 0; i < out.length; i++) {
      const key = short(data[4 * i], data[4 * i + 1], data[4 * i + 2]);
      if (this.#nearest[key] < 0) this.#nearest[key] = this.#find(key);
      out[i] = this.#nearest[key];
    }
    return out;
  }
}

/* LZW with codes of 9 to 12 bits, in blocks of 255 bytes. */
function compress(out, pixels, table) {
  const clear = 256;
  const block = [];
  let bits = 9,
    next = clear + 2,
    held = 0,
    count = 0;
  const flush = () => {
    out.one(block.length);
    for (const value of block) out.one(value);
    block.length = 0;
  };
  const emit = code => {
    held |= code << count;
    for (count += bits; count >= 8; count -= 8, held >>>= 8) {
      block.push(held & 255);
      if (block.length === 255) flush();
    }
  };
  table.fill(0);
  emit(clear);
  let prefix = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const at = (prefix << 8) | pixels[i];
    if (table[at]) {
      prefix = table[at];
      continue;
    }
    emit(prefix);
    prefix = pixels[i];
    if (next === CODE_MAX) {
      emit(clear);
      table.fill(0);
      [bits, next] = [9, clear + 2];
    } else {
      if (next === 1 << bits) bits++;
      table[at] = next++;
    }
  }
  emit(prefix);
  emit(clear + 1);
  if (count > 0) block.push(held & 255);
  if (block.length > 0) flush();
  out.one(0);
}

export class Gif {
  #out = new Bytes();
  #table = new Uint16Array(CODE_MAX << 8);
  #before = null;
  #isNear; // two numbers of colors joined: nobody tells them apart where something moves

  /* A pixel keeps its color where the new one is less than `near` away. */
  constructor(width, height, palette, near = 0) {
    Object.assign(this, { width, height, palette });
    const far = (a, b) => Math.hypot(...a.map((part, i) => part - b[i]));
    this.#isNear = Uint8Array.from({ length: 1 << 16 }, (_, pair) => {
      const [a, b] = [palette.colors[pair >> 8], palette.colors[pair & 255]];
      return a && b && far(a, b) <= near ? 1 : 0;
    });
    const out = this.#out,
      word = value => [value & 255, value >> 8];
    out.text('GIF89a');
    out.put(...word(width), ...word(height), 0xf7, 0, 0);
    for (let i = 0; i < 256; i++) out.put(...(palette.colors[i] ?? [0, 0, 0]));
    out.put(0x21, 0xff, 11);
    out.text('NETSCAPE2.0');
    out.put(3, 1, 0, 0, 0);
    this.word = word;
  }

  /* A picture that is shown for so many hundredths of a second. */
  add(image, hundredths) {
    const now = this.palette.numbers(image),
      shown = now.slice();
    if (this.#before) {
      for (let i = 0; i < now.length; i++) {
        const before = this.#before[i];
        if (!this.#isNear[(now[i] << 8) | before]) continue;
        now[i] = before;
        shown[i] = SAME;
      }
    }
    this.#out.put(0x21, 0xf9, 4, 0x05, ...this.word(hundredths), SAME, 0);
    this.#out.put(0x2c, 0, 0, 0, 0, ...this.word(this.width), ...this.word(this.height), 0, 8);
    compress(this.#out, shown, this.#table);
    this.#before = now;
  }

  end() {
    this.#out.one(0x3b);
    return this.#out.all();
  }
}
