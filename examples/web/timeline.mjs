// timeline.mjs - time below the picture: what plays, the bar to go anywhere, bookmarks, and the other future.
import { button, calmly, element, find, hex, icon } from './elements.mjs';
import { Lanes } from './lanes.mjs';
import { SPEEDS } from './player.mjs';

const GROWTH = 1.5; // the bar has room for so much more when the end is reached

const speedName = speed => (speed < 1 ? `1/${1 / speed}×` : `${speed}×`);

export class Timeline {
  #player;
  #span = 600; // ticks of the bar, from its first one on
  #bookmarks = []; // [{tick, name}], in order
  #parts = {};

  constructor(player) {
    this.#player = player;
    this.#fillTransport();
    this.#fillBar();
    this.lanes = new Lanes(player, this);
    this.#parts.toggle.setAttribute('aria-pressed', String(this.lanes.isOpen));
    const edits = calmly(250, () => this.#showEdits());
    player.addEventListener('open', () => this.#begin());
    player.addEventListener('tick', () => {
      this.show();
      edits();
    });
    player.addEventListener('state', () => this.#showState());
    player.addEventListener('edit', () => {
      this.show();
      edits();
      this.#showBranch();
    });
  }

  get first() {
    return this.#player.first;
  }
  get span() {
    return this.#span;
  }
  get bookmarks() {
    return this.#bookmarks;
  }

  /* Where a tick is on the bar, 0 to 1; and back. */
  share(tick) {
    return Math.max(0, Math.min(1, (tick - this.first) / this.#span));
  }
  tickAt(share) {
    return Math.round(this.first + Math.max(0, Math.min(1, share)) * this.#span);
  }

  // ---- transport ----

  #fillTransport() {
    const player = this.#player,
      parts = this.#parts;
    const only = (name, title, key, work) =>
      button(icon(name), work, { class: 'icon-only quiet', title: `${title} (${key})`, 'aria-label': title });
    parts.start = only('start', 'To the beginning', 'R', () => player.step(-Infinity));
    parts.back = only('back', 'Play backwards', 'B', () => player.toggle(-1));
    parts.stepBack = only('step-back', 'A tick back', 'left', () => player.step(-1));
    parts.play = only('play', 'Play', 'space', () => player.toggle(1));
    parts.play.classList.replace('quiet', 'play');
    parts.step = only('step', 'A tick onwards', 'right', () => player.step(1));
    parts.speed = element(
      'select',
      {
        class: 'quiet',
        'aria-label': 'Speed',
        title: 'Speed',
        onchange: event => {
          player.speed = Number(event.target.value);
        },
      },
      ...SPEEDS.map(speed => element('option', { value: speed, selected: speed === 1 }, speedName(speed))),
    );
    parts.now = element(
      'output',
      { id: 'now', 'aria-label': 'Now' },
      element('b'),
      ' ',
      element('span', { class: 'soft' }),
    );
    parts.hash = element('output', {
      id: 'hash',
      class: 'mono',
      'aria-label': 'Hash',
      title: 'Hash of the world: the same on every machine',
    });
    parts.mark = only('mark', 'Bookmark', 'M', () => this.toggleBookmark());
    parts.toggle = only('lanes', 'Lanes', 'V', () => this.toggleLanes());
    find('#transport').append(
      parts.start,
      parts.back,
      parts.stepBack,
      parts.play,
      parts.step,
      parts.speed,
      parts.now,
      parts.hash,
      element('span', { class: 'far' }, parts.mark, parts.toggle),
    );
  }

  toggleLanes() {
    this.lanes.toggle();
    this.#parts.toggle.setAttribute('aria-pressed', String(this.lanes.isOpen));
  }

  changeSpeed(by) {
    const at = SPEEDS.indexOf(this.#player.speed) + by;
    if (at < 0 || at >= SPEEDS.length) return;
    this.#player.speed = SPEEDS[at];
    this.#parts.speed.value = String(SPEEDS[at]);
  }

  // ---- the bar ----

  #fillBar() {
    const parts = this.#parts,
      on = (type, work) => parts.bar.addEventListener(type, work);
    parts.known = element('div', { class: 'known' });
    parts.thumb = element('div', { class: 'thumb' });
    parts.edits = element('div', { class: 'edits' });
    parts.marks = element('div', { class: 'marks' });
    parts.bar = element(
      'div',
      { id: 'bar', role: 'slider', tabindex: 0, 'aria-label': 'Tick' },
      element('div', { class: 'track' }),
      parts.known,
      parts.edits,
      parts.thumb,
    );
    parts.branch = element('div', { class: 'branch', hidden: true });
    find('#scrub').append(element('span', { class: 'from' }, 'tick'), parts.bar, parts.marks);
    find('#transport .far').before(parts.branch);
    on('pointerdown', event => this.scrubBegin(event, parts.bar));
    on('keydown', event => this.#barKey(event));
  }

  /* The pointer moves through time as long as it is down, on the bar or on the lanes. */
  scrubBegin(event, target, axis = target) {
    if (event.button !== 0) return;
    const player = this.#player,
      box = axis.getBoundingClientRect();
    const go = at => player.seek(this.tickAt((at.clientX - box.left) / box.width));
    target.setPointerCapture?.(event.pointerId);
    player.pause();
    const end = () => {
      target.removeEventListener('pointermove', go);
      target.removeEventListener('pointerup', end);
      target.removeEventListener('pointercancel', end);
    };
    target.addEventListener('pointermove', go);
    target.addEventListener('pointerup', end);
    target.addEventListener('pointercancel', end);
    go(event);
  }

  #barKey(event) {
    const player = this.#player,
      strides = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageUp: 60, PageDown: -60 };
    const stride = strides[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (stride) player.step(stride * (event.shiftKey ? 10 : 1));
    else if (event.key === 'Home') player.step(-Infinity);
    else if (event.key === 'End') player.seek(player.last);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #begin() {
    const { info, last, first } = this.#player;
    this.#bookmarks = [];
    this.#span = Math.max(60, info.type === 'scene' ? info.ticks : last - first, last - first);
    this.lanes.begin();
    this.#showBookmarks();
    this.#showEdits();
    this.#showBranch();
    this.show();
  }

  show() {
    const { tick, last, rate, run } = this.#player,
      parts = this.#parts;
    if (!run?.isAlive) return;
    while (last - this.first > this.#span) this.#grow();
    parts.known.style.width = `${100 * this.share(last)}%`;
    parts.thumb.style.left = `${100 * this.share(tick)}%`;
    parts.now.firstChild.textContent = String(tick);
    parts.now.lastChild.textContent = `${(tick / rate).toFixed(2)} s`;
    parts.hash.textContent = this.#player.info.type === 'film' ? '' : hex(run.hash()); // a film has no states
    parts.bar.setAttribute('aria-valuemin', this.first);
    parts.bar.setAttribute('aria-valuemax', this.first + this.#span);
    parts.bar.setAttribute('aria-valuenow', tick);
    parts.bar.setAttribute('aria-valuetext', `tick ${tick} of ${last}`);
    this.lanes.show();
  }

  #grow() {
    this.#span = Math.ceil((this.#span * GROWTH) / 60) * 60;
    this.lanes.rescale();
    this.#showBookmarks();
    this.#showEdits();
  }

  #showState() {
    const { direction } = this.#player,
      { play, back } = this.#parts;
    const isOn = direction > 0,
      isBack = direction < 0;
    play.replaceChildren(icon(isOn ? 'pause' : 'play'));
    play.setAttribute('aria-label', isOn ? 'Pause' : 'Play');
    back.replaceChildren(icon(isBack ? 'pause' : 'back'));
    back.setAttribute('aria-label', isBack ? 'Pause' : 'Play backwards');
  }

  // ---- bookmarks and edits ----

  toggleBookmark(tick = this.#player.tick, name = `tick ${tick}`) {
    const at = this.#bookmarks.findIndex(mark => mark.tick === tick);
    if (at >= 0) this.#bookmarks.splice(at, 1);
    else this.#bookmarks.push({ tick, name });
    this.#bookmarks.sort((a, b) => a.tick - b.tick);
    this.#showBookmarks();
  }

  /* To the bookmark before (-1) or behind (1) this moment. */
  jump(way) {
    const { tick } = this.#player;
    const next =
      way > 0 ? this.#bookmarks.find(mark => mark.tick > tick) : this.#bookmarks.findLast(mark => mark.tick < tick);
    if (next) {
      this.#player.pause();
      this.#player.seek(next.tick);
    }
  }

  #showBookmarks() {
    this.#parts.marks.replaceChildren(
      ...this.#bookmarks.map(({ tick, name }) =>
        button(
          '',
          () => {
            this.#player.pause();
            this.#player.seek(tick);
          },
          {
            class: 'bookmark',
            title: name,
            'aria-label': `Bookmark: ${name}`,
            style: `left:${100 * this.share(tick)}%`,
          },
        ),
      ),
    );
  }

  #showEdits() {
    const { run, last } = this.#player;
    if (!run?.isAlive) return;
    const counts = run.lane(6, this.first, last - this.first + 1);
    const places = new Set();
    counts.forEach((count, i) => {
      if (count > 0) places.add(Math.round(1000 * this.share(this.first + i)) / 10);
    });
    this.#parts.edits.replaceChildren(
      ...[...places].map(place => element('i', { class: 'edit-tick', style: `left:${place}%` })),
    );
  }

  // ---- the other future ----

  #showBranch() {
    const { run } = this.#player,
      { branch } = this.#parts;
    const has = run?.isAlive === true && run.hasGhost;
    if (has === !branch.hidden) return;
    branch.hidden = !has;
    if (!has) return;
    branch.replaceChildren(
      element('span', {}, `Pale: the other future, from ${run.ghostFrom} on.`),
      this.#player.studio.has('studio_swap_ghost')
        ? button('Change to it', () => this.#player.change(() => run.swapGhost(), run.ghostFrom))
        : '',
      button('Forget it', () => this.#player.change(() => run.dropGhost())),
    );
  }
}
