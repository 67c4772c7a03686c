// main.mjs - the page: puts its parts together, draws, and opens what it is asked for.
import { Camera } from './camera.mjs';
import { find } from './elements.mjs';
import { Files } from './files.mjs';
import { Gallery } from './gallery.mjs';
import { Hand } from './hand.mjs';
import { Keys, openHelp } from './keys.mjs';
import { fetchItem, findItem } from './library.mjs';
import { clearMessages, showMessage } from './messages.mjs';
import { Panel } from './panel.mjs';
import { paintRing, Picture } from './picture.mjs';
import { Player } from './player.mjs';
import { fromRaw, LAYERS, Studio } from './studio.mjs';
import { beginTheme, isDark, switchTheme } from './theme.mjs';
import { Timeline } from './timeline.mjs';

const FIRST = 'demo';
/* Keys 1 to 7, as in `pawl view`; 4 is a coloring. */
const LAYER_KEYS = [
  null,
  LAYERS.contacts | LAYERS.normals,
  LAYERS.boxes,
  LAYERS.islands,
  null,
  LAYERS.centers,
  LAYERS.soft,
  LAYERS.joints,
];
const SLEEP_COLORING = 1;

class Page {
  camera = new Camera();
  picture = new Picture(find('#picture'));
  layers = LAYERS.shapes | LAYERS.joints | LAYERS.soft;
  coloring = 0;
  marked = null; // a place of the world that a comparison points to: [x, y]
  times = []; // milliseconds of the last pictures, for measurements
  #steered = {}; // what the character was told last
  #isStale = true;
  #colors = {};

  constructor(studio) {
    const change = () => this.change();
    this.studio = studio;
    this.player = new Player(studio);
    this.hand = new Hand(find('#picture'), this.player, this.camera, change);
    this.timeline = new Timeline(this.player);
    this.gallery = new Gallery(studio, item => this.openItem(item));
    this.panel = new Panel(this);
    this.files = new Files(this);
    this.keys = new Keys(this);
    this.#listen(change);
    this.#readColors();
    requestAnimationFrame(now => this.#frame(now));
  }

  change() {
    this.#isStale = true;
  }

  #listen(change) {
    const { player } = this;
    for (const type of ['tick', 'edit', 'select', 'open']) player.addEventListener(type, change);
    player.addEventListener('problem', ({ detail }) => (detail.length ? showMessage(detail) : clearMessages()));
    player.addEventListener('open', () => this.#opened());
    player.addEventListener('lost', async () => this.openItem(await findItem(FIRST), { plays: false, isAgain: true }));
    document.addEventListener('theme', () => {
      this.#readColors();
      change();
    });
    new ResizeObserver(change).observe(find('#picture'));
    find('#theme').addEventListener('click', switchTheme);
    find('#help-button').addEventListener('click', openHelp);
    addEventListener('hashchange', () => this.follow());
  }

  #readColors() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ['accent', 'ink', 'paper']) this.#colors[name] = style.getPropertyValue(`--${name}`).trim();
  }

  #opened() {
    const { info, source } = this.player;
    this.#fit();
    this.camera.setBox(info.camera);
    this.marked = null;
    this.#steered = {};
    const isNamed = info.title && info.title.toLowerCase() !== source.title.toLowerCase();
    find('#title').textContent = isNamed ? `${source.title}: ${info.title}` : source.title;
    document.title = `${source.title}: pawl`;
    this.gallery.show(source.name);
    find('#pad').hidden = !info.steers || !matchMedia('(pointer: coarse)').matches;
  }

  // ---- pictures ----

  #fit() {
    if (this.picture.fit()) this.camera.resize(this.picture.width, this.picture.height);
  }

  #frame(now) {
    requestAnimationFrame(next => this.#frame(next));
    const begin = performance.now();
    this.player.frame(now);
    this.#fit();
    if (!this.#isStale || !this.player.run?.isAlive) return;
    this.#isStale = false;
    this.draw();
    this.times.push(performance.now() - begin);
    if (this.times.length > 600) this.times.shift();
  }

  draw() {
    const { run } = this.player;
    const words = this.player.attempt(() => run.draw(this.camera.view, this.layers, this.coloring, run.hasGhost));
    if (!words) return;
    this.picture.draw(words, isDark(), context => {
      this.#paintMarked(context);
      this.hand.paint(context, this.#colors);
    });
    if (!this.isShown) this.#showFirst();
  }

  #showFirst() {
    this.isShown = true;
    performance.mark('picture');
    document.documentElement.dataset.ready = 'yes';
    this.gallery.fill().then(() => this.gallery.begin());
  }

  /* A ring around the body that is selected, or what was marked. */
  #paintMarked(context) {
    const place = this.player.selected ? (this.placeOf(this.player.selected) ?? this.marked) : this.marked;
    if (!place) return;
    const { paper, accent } = this.#colors;
    paintRing(context, this.camera.toScreen(...place), 15, [paper, accent]);
  }

  toggleLayer(key) {
    if (key === 4) this.coloring = this.coloring === SLEEP_COLORING ? 0 : SLEEP_COLORING;
    else this.layers ^= LAYER_KEYS[key];
    document.dispatchEvent(new CustomEvent('layers'));
    this.change();
  }

  /* What the first character is told: lines of the script, where something is new. */
  steer(run, jump, climb) {
    if (!this.player.info?.steers || this.player.direction !== 1) return;
    const wanted = { run: String(run), climb: String(climb), jump: jump ? 'yes' : 'no' };
    for (const [word, value] of Object.entries(wanted)) {
      if ((this.#steered[word] ?? (word === 'jump' ? 'no' : '0')) === value) continue;
      this.player.do(`character 0 ${word} ${value}`);
    }
    this.#steered = wanted;
  }

  // ---- values of bodies ----

  /* {name, raw, decimal, unit}; null where there is none of that name. */
  fieldOf(body, name) {
    const { player } = this;
    const told = body && player.studio.has('studio_inspect') ? player.attempt(() => player.run.inspect(body)) : null;
    for (const object of told?.objects ?? []) {
      for (const field of object.fields) if (field.name === name) return field;
    }
    return null;
  }

  placeOf(body) {
    const place = ['position.x', 'position.y'].map(name => this.fieldOf(body, name));
    return place.every(Boolean) ? place.map(field => fromRaw(Number(field.raw))) : null;
  }

  // ---- what is open ----

  async openItem(item, { tick = 0, script = null, plays = true, isAgain = false } = {}) {
    if (!item) return false;
    try {
      const source = await fetchItem(this.studio, item);
      if (script) {
        this.studio.put('script.txt', new TextEncoder().encode(script));
        source.script = '/script.txt';
      }
      const isOpen = await this.player.open(source, { tick, isAgain });
      if (isOpen && plays && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.player.play();
      return isOpen;
    } catch (problem) {
      showMessage([problem.message]);
      return false;
    }
  }

  async #readLink() {
    if (location.hash.length < 2) return null;
    try {
      const { readLink } = await import('./link.mjs');
      return await readLink(location.hash);
    } catch (problem) {
      return { problem: problem.message };
    }
  }

  /* What the link asks for; else, or when it cannot be had, the scene that shows most. */
  async follow() {
    const link = await this.#readLink();
    const { tick = 0, script = null, camera, bookmarks = [] } = link ?? {};
    const item = link?.scene ? await findItem(link.scene) : null;
    let isOpen = false;
    if (link?.file) isOpen = await this.files.openLinked(link);
    else if (item) isOpen = await this.openItem(item, { tick, script, plays: false });
    if (!isOpen) await this.openItem(await findItem(FIRST), { plays: !link, isAgain: true });
    if (link?.problem) showMessage([link.problem]);
    if (link?.scene && !item) showMessage([`This page has no scene "${link.scene}".`]);
    if (isOpen && camera) this.camera.text = camera;
    if (isOpen) for (const one of bookmarks) this.timeline.toggleBookmark(one);
    this.change();
  }
}

async function begin() {
  beginTheme();
  try {
    const page = new Page(await Studio.load());
    globalThis.studioPage = page; // for tests and for the curious
    await page.follow();
  } catch (problem) {
    showMessage([`The studio could not begin: ${problem.message}`]);
  }
}

begin();
