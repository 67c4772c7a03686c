// gallery.mjs - cards of all scenes. Each draws its picture itself, when it is seen and nothing else is to
// be done.
import { Camera } from './camera.mjs';
import { element, find } from './elements.mjs';
import { fetchItem, loadLibrary } from './library.mjs';
import { Picture } from './picture.mjs';
import { bestKind, LAYERS } from './studio.mjs';
import { isDark } from './theme.mjs';

const WARM_TICKS = 45; // a scene in motion shows more than its beginning
const WARM_TIME = 25; // milliseconds for that
const idle = globalThis.requestIdleCallback ?? (work => setTimeout(work, 30));

export class Gallery {
  #studio;
  #own = new Map(); // instances by their kind
  #choose;
  #root = find('#gallery');
  #button = find('#scenes');
  #cards = new Map(); // by name of the item
  #waiting = [];
  #isBusy = false;
  #isOpen = false;
  #mayDraw = false;

  constructor(studio, choose) {
    this.#studio = studio;
    this.#choose = choose;
    this.#button.addEventListener('click', () => this.toggle());
    document.addEventListener('theme', () => this.#again());
    this.toggle(matchMedia('(min-width: 1000px)').matches);
  }

  toggle(isOpen = !this.#isOpen) {
    this.#isOpen = isOpen;
    this.#root.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
  }

  get isOverPicture() {
    return matchMedia('(max-width: 900px)').matches;
  }

  async fill() {
    const seen = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue;
          seen.unobserve(target);
          this.#waiting.push(this.#cards.get(target.dataset.name));
          this.#next();
        }
      },
      { root: this.#root, rootMargin: '200px' },
    );
    for (const group of await loadLibrary()) {
      this.#root.append(element('h2', {}, group.title));
      for (const item of group.items) {
        const card = this.#card(item);
        this.#root.append(card.root);
        seen.observe(card.root);
      }
    }
    this.#showCurrent();
  }

  /* Thumbnails wait for the first picture. */
  begin() {
    this.#mayDraw = true;
    this.#next();
  }

  #card(item) {
    const frame = element('div', { class: 'blank' });
    const root = element(
      'button',
      {
        type: 'button',
        class: 'card',
        'data-name': item.name,
        title: item.title || item.name,
        onclick: () => this.#pick(item),
      },
      frame,
      element('span', {}, item.title || item.name),
    );
    const card = { item, root, frame, words: null, box: null };
    this.#cards.set(item.name, card);
    return card;
  }

  #pick(item) {
    if (this.isOverPicture) this.toggle(false);
    this.#choose(item);
  }

  #next() {
    if (this.#isBusy || !this.#mayDraw || this.#waiting.length === 0) return;
    this.#isBusy = true;
    idle(async () => {
      const card = this.#waiting.shift();
      try {
        await this.#make(card);
      } catch {
        /* a card without a picture; opening it says why */
      }
      this.#isBusy = false;
      this.#next();
    });
  }

  async #make(card) {
    const source = await fetchItem(this.#studio, card.item);
    const run = await this.#open(source);
    const end = performance.now() + WARM_TIME;
    for (let i = 0; i < WARM_TICKS && performance.now() < end && run.play(1); i++);
    card.box = run.info().camera;
    const canvas = element('canvas', { 'aria-hidden': 'true' });
    card.frame.replaceWith(canvas);
    card.frame = canvas;
    this.#draw(card, run);
    run.close();
  }

  /* In instances of their own, so that a card can do nothing to what is shown. */
  async #open(source) {
    const kind = source.kind ?? bestKind();
    if (!this.#own.has(kind)) this.#own.set(kind, await this.#studio.sibling(kind));
    return this.#own.get(kind).open(source.path, source.script, 0);
  }

  /* Drawn at twice the size, so that lines are thin. */
  #draw(card, run) {
    const picture = new Picture(card.frame, 2),
      camera = new Camera();
    picture.fit();
    camera.resize(picture.width, picture.height);
    if (run) {
      camera.setBox(card.box);
      card.words = run.draw(camera.view, LAYERS.shapes | LAYERS.soft | LAYERS.joints, 0, false).slice();
    }
    picture.draw(card.words, isDark());
  }

  #again() {
    for (const card of this.#cards.values()) if (card.words) this.#draw(card, null);
  }

  show(name) {
    this.current = name;
    this.#showCurrent();
  }

  #showCurrent() {
    for (const [name, card] of this.#cards) {
      if (name === this.current) card.root.setAttribute('aria-current', 'true');
      else card.root.removeAttribute('aria-current');
    }
  }

  /* The scene before or after the one that is shown. */
  neighbour(by) {
    const names = [...this.#cards.keys()];
    const at = names.indexOf(this.current);
    return this.#cards.get(names[(at + by + names.length) % names.length])?.item;
  }
}
