// movie.mjs - a run as a GIF: its ticks are gone through once more, as they are known.
import { Gif, Palette } from './gif.mjs';
import { Picture } from './picture.mjs';
import { isDark } from './theme.mjs';

const WIDTH = 520; // pixels
const FRAMES = 25; // a second, at most
const SLICE = 30; // milliseconds between rests
const SAMPLES = 5; // pictures that the palette is made of

class Film {
  #page;
  #canvas = document.createElement('canvas');
  #paper = document.createElement('canvas');
  #picture = new Picture(this.#canvas);
  #context = this.#paper.getContext('2d', { willReadFrequently: true });

  constructor(page) {
    const { width, height } = page.camera;
    const scale = Math.min(1, WIDTH / width);
    this.#page = page;
    this.#picture.resize(width, height, scale);
    this.#paper.width = this.#canvas.width;
    this.#paper.height = this.#canvas.height;
  }

  get width() {
    return this.#paper.width;
  }
  get height() {
    return this.#paper.height;
  }

  /* The picture of a tick, on paper. */
  at(tick) {
    const { player, camera, layers, coloring } = this.#page,
      context = this.#context;
    player.run.seek(tick);
    this.#picture.draw(player.run.draw(camera.view, layers, coloring, player.run.hasGhost), isDark());
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--paper');
    context.fillRect(0, 0, this.width, this.height);
    context.drawImage(this.#canvas, 0, 0);
    return context.getImageData(0, 0, this.width, this.height);
  }
}

/* Bytes; `tell(share)` hears how far it is. The player stands where it was. */
export async function gifOf(page, tell) {
  const { player } = page,
    { first, last, tick: back, rate } = player;
  const film = new Film(page),
    palette = new Palette();
  const stride = Math.max(1, Math.round(rate / FRAMES)),
    hundredths = Math.max(2, Math.round((100 * stride) / rate));
  player.pause();
  for (let i = 0; i < SAMPLES; i++) palette.look(film.at(first + Math.round(((last - first) * i) / (SAMPLES - 1))));
  palette.settle();
  const gif = new Gif(film.width, film.height, palette);
  let rested = performance.now();
  for (let tick = first; tick <= last; tick += stride) {
    gif.add(film.at(tick), tick + stride > last ? 150 : hundredths);
    if (performance.now() - rested < SLICE) continue;
    tell((tick - first) / Math.max(1, last - first));
    await new Promise(requestAnimationFrame);
    rested = performance.now();
  }
  player.seek(back);
  return gif.end();
}
