// camera.mjs - which part of the world the picture shows. World coordinates are numbers, y upwards.
import { fromRaw } from './studio.mjs';

const ACROSS_MIN = 1 / 8,
  ACROSS_MAX = 30000; // coordinates of a world end at 16384

export class Camera {
  x = 0;
  y = 0;
  across = 20; // units from left to right
  width = 1;
  height = 1;
  #box = [-10, -5, 10, 5];
  isFitted = true; // nobody has moved it: it follows the size of the window

  /* A box of the module, which becomes what is shown when nothing else is asked for. */
  setBox(raw) {
    this.#box = raw.map(fromRaw);
    this.fit();
  }

  fit() {
    const [x0, y0, x1, y1] = this.#box;
    this.x = (x0 + x1) / 2;
    this.y = (y0 + y1) / 2;
    this.across = Math.max(x1 - x0, ((y1 - y0) * this.width) / this.height) || 1;
    this.isFitted = true;
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
    if (this.isFitted) this.fit();
  }

  get scale() {
    return this.width / this.across;
  } // pixels for each unit

  toWorld(x, y) {
    return [this.x + (x - this.width / 2) / this.scale, this.y - (y - this.height / 2) / this.scale];
  }

  toScreen(x, y) {
    return [this.width / 2 + (x - this.x) * this.scale, this.height / 2 - (y - this.y) * this.scale];
  }

  moveBy(pixelsX, pixelsY) {
    this.x -= pixelsX / this.scale;
    this.y += pixelsY / this.scale;
    this.isFitted = false;
  }

  /* The place under the pixel stays where it is. */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const [worldX, worldY] = this.toWorld(x, y);
    this.across = Math.min(ACROSS_MAX, Math.max(ACROSS_MIN, this.across / factor));
    this.x = worldX - (x - this.width / 2) / this.scale;
    this.y = worldY + (y - this.height / 2) / this.scale;
    this.isFitted = false;
  }

  get view() {
    return { x: this.x, y: this.y, across: this.across, width: this.width, height: this.height };
  }

  /* As a text of a link, and back. */
  get text() {
    return this.isFitted ? '' : [this.x, this.y, this.across].map(value => Number(value.toPrecision(6))).join(',');
  }
  set text(given) {
    const numbers = given.split(',').map(Number);
    if (numbers.length !== 3 || !numbers.every(Number.isFinite) || numbers[2] <= 0) return;
    [this.x, this.y, this.across] = numbers;
    this.isFitted = false;
  }
}
