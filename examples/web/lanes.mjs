// lanes.mjs - what happened when: a plot for each number that is watched, above one another, with the
// timeline's bar as their axis. A click on the name of one makes it large.
import { brief, button, calmly, element, find, icon } from './elements.mjs';
import { LanePlot } from './lane_plot.mjs';
import { showMessage } from './messages.mjs';
import { LANES } from './studio.mjs';

const KEY = 'pawl-lanes';
const EVERY = 120; // milliseconds from picture to picture of a plot
const BUILT_IN = [
  ['energy', 'energy'],
  ['contacts', 'contacts'],
  ['awake', 'awake'],
  ['work', 'rows'],
  ['time', 'step, µs'],
];

/* Numbers of ticks one after the other, fetched as they come to be known. */
class Column {
  values = new Float64Array(0);
  count = 0;

  /* With `isLive` all of them are read again each time: the module looks them up bit by bit. */
  constructor(read, isLive = false) {
    this.read = read;
    this.isLive = isLive;
  }

  /* What is known from `first` to `last`; older values stay. */
  follow(first, last) {
    const wanted = last - first + 1;
    if (this.isLive) this.count = 0;
    if (wanted <= this.count) return;
    if (wanted > this.values.length) {
      const larger = new Float64Array(Math.ceil(wanted * 1.5) + 256);
      larger.set(this.values.subarray(0, this.count));
      this.values = larger;
    }
    const more = this.read(first + this.count, wanted - this.count).subarray(0, wanted - this.count);
    this.values.set(more, this.count);
    this.count += more.length;
  }

  forget(count) {
    this.count = Math.min(this.count, Math.max(0, count));
  }
}

export class Lanes {
  #player;
  #timeline;
  #root = find('#lanes');
  #head = element('div', { id: 'playhead' }, element('i'));
  #lanes = []; // {name, title, column, row, button, value, place, plot, isLarge, id?}
  #strip = null;
  #hashes = [];
  #hover = null;
  isOpen;

  constructor(player, timeline) {
    this.#player = player;
    this.#timeline = timeline;
    this.isOpen = this.#stored() && matchMedia('(min-height: 560px) and (min-width: 700px)').matches;
    this.#root.hidden = !this.isOpen;
    this.refresh = calmly(EVERY, () => this.#refresh());
    player.addEventListener('edit', ({ detail }) => this.#cut(detail.from));
    document.addEventListener('theme', () => this.rescale());
    new ResizeObserver(() => this.rescale()).observe(this.#root);
    this.#root.addEventListener('pointerdown', event => this.#scrub(event));
    this.#root.addEventListener('pointermove', event => this.#look(event));
    this.#root.addEventListener('pointerleave', () => this.#look(null));
  }

  #stored() {
    try {
      return localStorage.getItem(KEY) !== 'closed';
    } catch {
      return true;
    }
  }

  toggle() {
    this.isOpen = !this.isOpen;
    this.#root.hidden = !this.isOpen;
    try {
      localStorage.setItem(KEY, this.isOpen ? 'open' : 'closed');
    } catch {
      /* forgotten */
    }
    this.rescale();
  }

  // ---- lanes ----

  /* Something else is open. */
  begin() {
    const lane = number => new Column((from, count) => this.#player.run.lane(number, from, count));
    for (const { plot } of this.#lanes) plot?.destroy();
    this.#lanes = BUILT_IN.map(([name, title]) => this.#row(name, title, lane(LANES[name])));
    this.#hashes = [lane(LANES.hash), lane(LANES.ghost)];
    this.#strip = element('canvas', { height: 1, 'aria-label': 'Ticks at which the other future differs' });
    this.#strip.row = element(
      'div',
      { class: 'lane strip' }, // always there: the picture does not move when another future begins
      element('div', { class: 'label' }, element('span', {}, 'differs')),
      element('div', { class: 'plot' }, this.#strip),
    );
    this.#root.replaceChildren(...this.#lanes.map(({ row }) => row), this.#strip.row, this.#head);
    this.refresh();
  }

  #row(name, title, column, onclose) {
    const value = element('b'),
      place = element('div', { class: 'plot' });
    const lane = { name, title, column, value, place, plot: null, isLarge: false };
    lane.button = button(title, () => this.#enlarge(lane), {
      class: 'name',
      title: `${name}: large or small`,
      'aria-label': `Lane ${title}, large`,
      'aria-pressed': 'false',
    });
    const close =
      onclose &&
      button(icon('close'), onclose, { 'aria-label': `No longer watch ${title}`, title: 'No longer watch this' });
    lane.row = element(
      'div',
      { class: 'lane' },
      element('div', { class: 'label' }, lane.button, value, close ?? ''),
      place,
    );
    return lane;
  }

  /* A value of a body as one more lane. */
  watch(body, object, field) {
    const name = `${object} ${field}`;
    if (this.isWatched(object, field)) return;
    const id = this.#player.attempt(() => this.#player.run.watch(body, field));
    if (id === undefined || id < 0) return;
    const column = new Column((from, count) => this.#player.run.watched(id, from, count), true);
    const lane = Object.assign(this.#row(name, field, column, () => this.unwatch(name)), { id });
    this.#lanes.push(lane);
    this.#strip.row.before(lane.row);
    if (!this.isOpen) this.toggle();
    this.refresh();
  }

  isWatched(object, field) {
    return this.#lanes.some(lane => lane.name === `${object} ${field}`);
  }

  unwatch(name) {
    const at = this.#lanes.findIndex(lane => lane.name === name);
    if (at < 0) return;
    const { plot, row, id } = this.#lanes[at];
    this.#player.attempt(() => this.#player.run.unwatch(id));
    plot?.destroy();
    row.remove();
    this.#lanes.splice(at, 1);
    this.#player.tell('select');
  }

  // ---- numbers ----

  /* Something was done at this tick: what comes behind it is another future. */
  #cut(tick) {
    const { first } = this.#player;
    for (const { column } of this.#lanes) column.forget(tick - first);
    for (const column of this.#hashes) column.forget(0);
    this.refresh();
  }

  #follow() {
    const { first, last, run } = this.#player;
    if (!run?.isAlive) return;
    for (const { column } of this.#lanes) column.follow(first, last);
    if (this.#hasGhost()) for (const column of this.#hashes) column.follow(first, last);
  }

  #hasGhost() {
    return this.#player.run?.isAlive === true && this.#player.run.hasGhost;
  }

  // ---- plots ----

  #refresh() {
    if (!this.isOpen || !this.#player.run?.isAlive) return;
    this.#player.attempt(() => this.#follow());
    this.#paintStrip();
    this.#showValues();
    for (const lane of this.#lanes) {
      lane.plot ??= new LanePlot(lane.place);
      lane.plot.set(lane.column.values, lane.column.count, this.#timeline.span);
    }
  }

  /* With axes, or small again. */
  async #enlarge(lane) {
    lane.isLarge = !lane.isLarge;
    lane.row.classList.toggle('large', lane.isLarge);
    lane.button.setAttribute('aria-pressed', String(lane.isLarge));
    try {
      await this.#replot(lane);
    } catch (problem) {
      showMessage([problem.message]);
    }
  }

  async #replot(lane) {
    const plot = lane.isLarge ? await (await import('./lane_large.mjs')).LargePlot.make(lane.place, lane.title) : null;
    if (lane.isLarge !== (plot !== null)) return plot.destroy(); // it was made small in the meantime
    lane.plot?.destroy();
    lane.plot = plot;
    this.refresh();
  }

  /* Another size, span or theme. */
  rescale() {
    for (const lane of this.#lanes) {
      if (lane.isLarge) this.#replot(lane);
    }
    this.refresh();
  }

  /* Where the ghost's hash is another one. */
  #paintStrip() {
    const canvas = this.#strip;
    canvas.width = Math.max(1, canvas.clientWidth);
    canvas.height = 12;
    if (!this.#hasGhost()) return;
    const [mine, other] = this.#hashes,
      { width } = canvas;
    const context = canvas.getContext('2d');
    const style = getComputedStyle(document.documentElement);
    for (let i = 0; i < Math.min(mine.count, other.count); i++) {
      if (Number.isNaN(other.values[i])) continue;
      context.fillStyle = style.getPropertyValue(mine.values[i] === other.values[i] ? '--lane' : '--accent');
      context.fillRect(Math.floor((i / this.#timeline.span) * width), 0, Math.ceil(width / this.#timeline.span), 12);
    }
  }

  // ---- the moment ----

  /* The line through all lanes, and the numbers there. */
  show() {
    if (!this.isOpen) return;
    this.#head.firstChild.style.left = `${100 * this.#timeline.share(this.#player.tick)}%`;
    this.#showValues();
    this.refresh();
  }

  #showValues() {
    const { tick, first } = this.#player;
    for (const { column, value } of this.#lanes) {
      // The last numbers are fetched a little later than the picture is drawn.
      const at = this.#hover ?? Math.min(tick - first, column.count - 1);
      const text = at >= 0 && at < column.count ? brief(column.values[at]) : '';
      if (value.textContent !== text) value.textContent = text;
    }
  }

  #share(event) {
    const box = this.#head.getBoundingClientRect();
    return (event.clientX - box.left) / box.width;
  }

  #scrub(event) {
    if (!event.target.closest('.plot')) return;
    this.#timeline.scrubBegin(event, this.#root, this.#head);
  }

  #look(event) {
    const share = event && event.target.closest('.plot') ? this.#share(event) : null;
    this.#hover = share === null ? null : this.#timeline.tickAt(share) - this.#player.first;
    this.#showValues();
  }
}
