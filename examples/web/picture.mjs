// picture.mjs - marks of the module on a canvas.
//
// A mark is the hull of one to eight points grown by a radius, filled and then outlined. A path and a
// fill for each of a thousand marks costs more than the marks: those of one color are drawn together
// as long as that changes nothing. A grid of coarse cells knows the last batch that drew into each, and
// a mark may join an earlier batch when none of its cells has been drawn into since.
import { colorOf } from './theme.mjs';

const UNIT = 256; // marks are in 1/256 pixel
const HEAD = 6; // words before the points of a mark
const CELL = 14; // pixels
const GHOST = 1;
const TURN_MAX = Math.PI + 0.01;

class Batch {
  constructor() {
    this.starts = [];
  }

  set(words, at) {
    this.fill = words[at + 1];
    this.stroke = words[at + 2];
    this.width = words[at + 4];
    this.flags = words[at + 5];
    this.starts.length = 0;
  }
}

const keyOf = (words, at) => `${words[at + 1]} ${words[at + 2]} ${words[at + 4]} ${words[at + 5]}`;

/* The hull of points grown by a radius, as a path that is closed; with a radius each corner is an arc from
 * the normal of one edge to that of the next. */
function addHull(path, words, at, count, radius) {
  let beforeX = words[at + 2 * count - 2],
    beforeY = words[at + 2 * count - 1];
  if (radius === 0) {
    path.moveTo(words[at], words[at + 1]);
    for (let i = 1; i < count; i++) path.lineTo(words[at + 2 * i], words[at + 2 * i + 1]);
    if (count > 2) path.closePath();
    return;
  }
  for (let i = 0; i < count; i++) {
    const x = words[at + 2 * i],
      y = words[at + 2 * i + 1];
    const next = at + 2 * ((i + 1) % count);
    const before = Math.atan2(x - beforeX, beforeY - y);
    const after = Math.atan2(words[next] - x, y - words[next + 1]);
    const turn = (before - after + 4 * Math.PI) % (2 * Math.PI);
    if (i === 0) path.moveTo(x + radius * Math.cos(before), y + radius * Math.sin(before));
    // Points in a row turn by nothing, or in whole pixels by less than that.
    if (turn <= TURN_MAX) path.arc(x, y, radius, before, after, true);
    beforeX = x;
    beforeY = y;
  }
  path.closePath();
}

function addMark(path, words, at) {
  const count = words[at],
    radius = words[at + 3],
    first = at + HEAD;
  if (count !== 1) return addHull(path, words, first, count, radius);
  path.moveTo(words[first] + radius, words[first + 1]);
  path.arc(words[first], words[first + 1], radius, 0, 2 * Math.PI, true);
}

export class Picture {
  #canvas;
  #context;
  #finer;
  #batches = [];
  #spare = [];
  #cells = new Int32Array(0);
  #columns = 0;
  #rows = 0;
  width = 1; // of CSS pixels
  height = 1;
  scale = 1; // pixels of the screen for each of them

  /* With `finer` 2 everything is drawn at twice the size and half the scale. */
  constructor(canvas, finer = 1) {
    this.#canvas = canvas;
    this.#finer = finer;
    this.#context = canvas.getContext('2d');
  }

  /* To be called when the element may have another size; true if it has. */
  fit() {
    const scale = Math.min(4, globalThis.devicePixelRatio || 1) / this.#finer;
    const width = Math.max(1, this.#canvas.clientWidth) * this.#finer;
    const height = Math.max(1, this.#canvas.clientHeight) * this.#finer;
    if (width === this.width && height === this.height && scale === this.scale) return false;
    this.resize(width, height, scale);
    return true;
  }

  resize(width, height, scale) {
    Object.assign(this, { width, height, scale });
    this.#canvas.width = Math.round(width * scale);
    this.#canvas.height = Math.round(height * scale);
    this.#columns = Math.ceil(width / CELL);
    this.#rows = Math.ceil(height / CELL);
    this.#cells = new Int32Array(this.#columns * this.#rows);
  }

  /* All marks; `over(context)` draws above them in CSS pixels. */
  draw(words, dark, over) {
    const context = this.#context;
    this.#sort(words);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.setTransform(this.scale / UNIT, 0, 0, this.scale / UNIT, 0, 0);
    context.lineJoin = context.lineCap = 'round';
    for (const batch of this.#batches) this.#paint(words, batch, dark);
    context.globalAlpha = 1;
    context.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    over?.(context);
  }

  #paint(words, batch, dark) {
    const context = this.#context;
    const isArea = batch.starts.some(at => words[at] !== 2 || words[at + 3] !== 0);
    context.globalAlpha = batch.flags & GHOST ? 0.8 : 1;
    context.beginPath();
    for (const at of batch.starts) addMark(context, words, at);
    if (isArea) {
      context.fillStyle = colorOf(batch.fill, dark);
      context.fill();
    }
    if (batch.width > 0) {
      context.strokeStyle = colorOf(batch.stroke, dark);
      context.lineWidth = batch.width;
      context.stroke();
    }
  }

  /* The marks into batches, in an order that paints the same picture. */
  #sort(words) {
    const last = new Map(); // the latest batch of each key
    this.#spare.push(...this.#batches.splice(0));
    this.#cells.fill(-1);
    for (let at = 0; at < words.length; at += HEAD + 2 * words[at]) {
      const key = keyOf(words, at),
        known = last.get(key) ?? -1;
      const cells = this.#cellsOf(words, at);
      const above = this.#above(cells);
      let number = known;
      if (known < 0 || above > known) {
        number = this.#batches.push(this.#spare.pop() ?? new Batch()) - 1;
        this.#batches[number].set(words, at);
        last.set(key, number);
      }
      this.#batches[number].starts.push(at);
      this.#mark(cells, number);
    }
  }

  /* The cells that a mark reaches: x0, y0, x1, y1. */
  #cellsOf(words, at) {
    const reach = words[at + 3] + words[at + 4] / 2,
      first = at + HEAD,
      end = first + 2 * words[at];
    let left = Infinity,
      top = Infinity,
      right = -Infinity,
      bottom = -Infinity;
    for (let i = first; i < end; i += 2) {
      left = Math.min(left, words[i]);
      right = Math.max(right, words[i]);
      top = Math.min(top, words[i + 1]);
      bottom = Math.max(bottom, words[i + 1]);
    }
    const cell = value => Math.floor(value / (UNIT * CELL));
    return [
      Math.max(0, cell(left - reach)),
      Math.max(0, cell(top - reach)),
      Math.min(this.#columns - 1, cell(right + reach)),
      Math.min(this.#rows - 1, cell(bottom + reach)),
    ];
  }

  #above([x0, y0, x1, y1]) {
    let above = -1;
    for (let y = y0; y <= y1; y++) {
      for (let i = y * this.#columns + x0; i <= y * this.#columns + x1; i++) above = Math.max(above, this.#cells[i]);
    }
    return above;
  }

  /* A mark that joins an earlier batch covers nothing of a later one, so the larger number stays. */
  #mark([x0, y0, x1, y1], number) {
    for (let y = y0; y <= y1; y++) {
      for (let i = y * this.#columns + x0; i <= y * this.#columns + x1; i++)
        this.#cells[i] = Math.max(this.#cells[i], number);
    }
  }
}

/* A ring around a place, in pixels: four strokes point to it. Two colors: around it, and its own. */
export function paintRing(context, [x, y], radius, [around, color], scale = 1) {
  const end = radius + 7 * scale;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]) {
    context.moveTo(x + radius * dx, y + radius * dy);
    context.lineTo(x + end * dx, y + end * dy);
  }
  for (const [stroke, width] of [
    [around, 5 * scale],
    [color, 2 * scale],
  ]) {
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.stroke();
  }
}
