// keys.mjs - keys of the whole page. They are those of `pawl view` where it has the same; help.mjs tells them.
import { button, find } from './elements.mjs';
import { TOOLS } from './hand.mjs';
import { switchTheme } from './theme.mjs';

/* The sheet is fetched when somebody wants it. */
export async function openHelp() {
  const { fillHelp } = await import('./help.mjs');
  fillHelp();
  find('#help').showModal();
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
    // A button that was clicked does not keep the keys; one that was reached by keys does.
    document.addEventListener('click', event => {
      if (event.detail > 0) event.target.closest('button')?.blur();
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
      '?': openHelp,
      h: openHelp,
      Escape: () => panel.close(),
    }[key.length === 1 ? key.toLowerCase() : key];
  }
}
