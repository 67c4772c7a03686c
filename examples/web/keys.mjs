// keys.mjs - keys of the whole page, and the sheet that tells them. They are those of `pawl view` where it
// has the same.
import { button, element, find } from './elements.mjs';
import { TOOLS } from './hand.mjs';
import { switchTheme } from './theme.mjs';

const SHEET = [
  [
    'Time',
    [
      ['Space', 'play, pause'],
      ['← →', 'a tick back, onwards; with Shift ten'],
      ['B', 'play backwards'],
      ['R', 'to the beginning'],
      ['[ ]', 'slower, faster'],
      ['M', 'bookmark this tick'],
      ['< >', 'to the bookmark before, behind'],
      ['V', 'lanes'],
    ],
  ],
  [
    'Picture',
    [
      ['wheel, + −', 'closer, farther'],
      ['right button', 'move the picture; or two fingers'],
      ['0', 'all of it'],
      ['1 … 7', 'layers: contacts, boxes, islands, who sleeps, centres, soft bodies, joints'],
    ],
  ],
  [
    'Hand',
    [
      ...TOOLS.map(({ key, title }) => [key.toUpperCase(), title.toLowerCase()]),
      ['Tab, arrows', 'into the picture: a cross'],
      ['Enter', 'the tool at the cross, and again to let go'],
      ['Esc', 'let go'],
    ],
  ],
  [
    'Page',
    [
      ['S', 'scenes'],
      ['N P', 'next, previous scene'],
      ['L', 'open a file'],
      ['I', 'inspect'],
      ['T', 'light, dark'],
      ['?', 'this sheet'],
    ],
  ],
];
const STEERING = [
  'With a character',
  [
    ['arrows', 'run and climb, while time runs'],
    ['Shift', 'jump'],
  ],
];

export function fillHelp() {
  const rows = list =>
    list.flatMap(([keys, words]) => [
      element(
        'dt',
        {},
        ...keys
          .split(', ')
          .flatMap((key, i) => [i ? ' ' : '', /^(wheel|right|Tab|arrows)/.test(key) ? key : element('kbd', {}, key)]),
      ),
      element('dd', {}, words),
    ]);
  find('#help').replaceChildren(
    element('h2', { id: 'help-title' }, 'Keys, and what to try'),
    element(
      'div',
      { class: 'columns' },
      element(
        'section',
        {},
        element(
          'p',
          {},
          'Pull a body and let it go. Drag the bar below back, and pull again: what would have been stays as a ghost. ',
          'Drop a scene, a replay, a snapshot or a map on the page. Nothing leaves this browser.',
        ),
      ),
      ...[...SHEET, STEERING].map(([title, list]) =>
        element('section', {}, element('h3', {}, title), element('dl', {}, ...rows(list))),
      ),
    ),
    element('form', { method: 'dialog' }, element('button', {}, 'Close')),
  );
}

export class Keys {
  #page;
  #down = new Set(); // keys that steer

  constructor(page) {
    this.#page = page;
    document.addEventListener('keydown', event => this.#press(event));
    document.addEventListener('keyup', event => this.#lift(event));
    addEventListener('blur', () => {
      this.#down.clear();
      this.#steer();
    });
    this.#fillPad();
  }

  /* Where there is no keyboard. */
  #fillPad() {
    for (const [key, sign, name] of [
      ['ArrowLeft', '←', 'Run left'],
      ['ArrowRight', '→', 'Run right'],
      ['Shift', '↑', 'Jump'],
    ]) {
      const made = button(sign, null, { 'aria-label': name });
      const lift = () => {
        if (this.#down.delete(key)) this.#steer();
      };
      made.addEventListener('pointerdown', () => {
        this.#down.add(key);
        this.#steer();
      });
      for (const type of ['pointerup', 'pointercancel', 'pointerleave']) made.addEventListener(type, lift);
      find('#pad').append(made);
    }
  }

  #isTyping(target) {
    return target.closest('input:not([type="checkbox"]), textarea, select, dialog') !== null;
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (this.#isTyping(event.target)) return;
    if (event.key === ' ' && event.target.closest('button, [role="tab"]') && !event.target.closest('#transport'))
      return;
    if (this.#steers(event)) return;
    const work = this.#work(event);
    if (!work) return;
    event.preventDefault();
    work();
  }

  #lift(event) {
    if (this.#down.delete(event.key)) this.#steer();
  }

  /* Arrows and Shift are the character's while time runs. */
  #steers(event) {
    const { player } = this.#page;
    if (!player.info?.steers || player.direction !== 1 || !/^(Arrow|Shift)/.test(event.key)) return false;
    event.preventDefault();
    this.#down.add(event.key);
    this.#steer();
    return true;
  }

  #steer() {
    const has = key => (this.#down.has(key) ? 1 : 0);
    this.#page.steer(has('ArrowRight') - has('ArrowLeft'), has('Shift'), has('ArrowUp') - has('ArrowDown'));
  }

  #work({ key, shiftKey }) {
    const { player, timeline, hand, gallery, panel } = this.#page;
    const stride = shiftKey ? 10 : 1;
    const tool = TOOLS.find(one => one.key === key.toLowerCase());
    if (tool) return () => hand.choose(tool.name);
    if (/^[1-7]$/.test(key)) return () => this.#page.toggleLayer(Number(key));
    return {
      ' ': () => player.toggle(1),
      ArrowLeft: () => player.step(-stride),
      ArrowRight: () => player.step(stride),
      '.': () => player.step(1),
      ',': () => player.step(-1),
      b: () => player.toggle(-1),
      r: () => player.step(-Infinity),
      '[': () => timeline.changeSpeed(-1),
      ']': () => timeline.changeSpeed(1),
      m: () => timeline.toggleBookmark(),
      '<': () => timeline.jump(-1),
      '>': () => timeline.jump(1),
      v: () => timeline.toggleLanes(),
      '+': () => hand.zoom(1.25),
      '=': () => hand.zoom(1.25),
      '-': () => hand.zoom(0.8),
      0: () => hand.fit(),
      s: () => gallery.toggle(),
      n: () => this.#page.openItem(gallery.neighbour(1)),
      p: () => this.#page.openItem(gallery.neighbour(-1)),
      l: () => find('#file').click(),
      i: () => panel.toggle('inspect'),
      t: switchTheme,
      '?': () => find('#help').showModal(),
      h: () => find('#help').showModal(),
      Escape: () => panel.close(),
    }[key.length === 1 ? key.toLowerCase() : key];
  }
}
