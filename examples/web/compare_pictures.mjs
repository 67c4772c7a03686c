// compare_pictures.mjs - the two runs of a comparison side by side, with rings around what differs.
import { element } from './elements.mjs';
import { paintRing, Picture } from './picture.mjs';
import { fromRaw, LAYERS, StudioError } from './studio.mjs';
import { isDark } from './theme.mjs';

const FINER = 2; // these pictures are small
const RING = 9 * FINER;
const OTHER = 5 * FINER; // of what differs too
const RINGS_MAX = 60; // others of a picture
const MARGIN = 0.8; // of half a picture: what is chosen lies within

export class TwoPictures {
  #page;
  #comparison = null;
  #changes = [];
  #chosen = null;
  #pictures;
  #captions;

  constructor(page) {
    this.#page = page;
    const frames = ['A', 'B'].map(name =>
      element('canvas', { class: 'compared', role: 'img', 'aria-label': `Picture of ${name}` }),
    );
    this.#captions = frames.map(() => element('figcaption', {}));
    this.#pictures = frames.map(frame => new Picture(frame, FINER));
    this.root = element(
      'div',
      { class: 'pair' },
      ...frames.map((frame, i) => element('figure', {}, frame, this.#captions[i])),
    );
    document.addEventListener('theme', () => this.draw());
  }

  /* What the pictures are of; null: nothing. */
  set(comparison, names = [], changes = []) {
    this.#comparison = comparison;
    this.#changes = changes;
    this.#chosen = null;
    for (const [i, name] of names.entries()) this.#captions[i].textContent = `${'AB'[i]}: ${name}`;
  }

  choose(change) {
    this.#chosen = change;
    this.draw();
  }

  /* What the page shows, or the same scale around what is chosen where that lies outside. */
  #view(picture, place) {
    const { camera } = this.#page,
      { width, height } = picture;
    const across = Math.max(camera.across, (camera.across * camera.height * width) / (camera.width * height));
    const view = { x: camera.x, y: camera.y, across, width, height };
    if (!place) return view;
    const half = (MARGIN * across) / 2;
    if (Math.abs(place[0] - view.x) > half) view.x = place[0];
    if (Math.abs(place[1] - view.y) > (half * height) / width) view.y = place[1];
    return view;
  }

  draw() {
    if (!this.#comparison || !this.root.isConnected) return;
    try {
      this.#pictures.forEach((picture, side) => this.#drawOne(picture, side));
    } catch (problem) {
      if (!(problem instanceof StudioError)) throw problem;
      this.#comparison = null; // its module has stopped
    }
  }

  #drawOne(picture, side) {
    picture.fit();
    const chosen = this.#chosen?.places[side].map(place => place.map(fromRaw)) ?? [];
    const view = this.#view(picture, chosen[0]);
    const words = this.#comparison.draw(side, view, LAYERS.shapes | LAYERS.joints | LAYERS.soft);
    const style = getComputedStyle(document.documentElement);
    const [accent, ink, paper] = ['accent', 'ink', 'paper'].map(name => style.getPropertyValue(`--${name}`).trim());
    const scale = view.width / view.across;
    const at = ([x, y]) => [view.width / 2 + (x - view.x) * scale, view.height / 2 - (y - view.y) * scale];
    picture.draw(words, isDark(), context => {
      for (const place of this.#others(side)) paintRing(context, at(place), OTHER, [paper, ink], FINER);
      for (const place of chosen) paintRing(context, at(place), RING, [paper, accent], FINER);
    });
  }

  /* Places of all that differs, each once. */
  #others(side) {
    const places = new Map();
    for (const change of this.#changes) {
      for (const place of change.places[side]) if (places.size < RINGS_MAX) places.set(String(place), place);
    }
    return [...places.values()].map(place => place.map(fromRaw));
  }
}
