// panel.mjs - the tabs beside the picture. What a tab shows is fetched when it is opened first.
import { button, element, find } from './elements.mjs';

const TABS = [
  ['parameters', 'Parameters', () => import('./parameters.mjs')],
  ['inspect', 'Inspect', () => import('./inspector.mjs')],
  ['compare', 'Compare', () => import('./compare.mjs')],
  ['together', 'Together', () => import('./together.mjs')],
  ['share', 'Share', () => import('./share.mjs')],
  ['wall', 'Wall', () => import('./wall.mjs')],
];

export class Panel {
  #page;
  #root = find('#panel');
  #buttons = new Map();
  #made = new Map(); // by name: a promise of {root, show()?, hide()?}
  current = null;

  constructor(page) {
    this.#page = page;
    const bar = find('#tabs');
    for (const [name, title] of TABS) {
      const made = button(title, () => this.toggle(name), {
        class: 'quiet',
        id: `tab-${name}`,
        role: 'tab',
        'aria-selected': 'false',
        'aria-controls': 'panel',
      });
      this.#buttons.set(name, made);
      bar.append(made);
    }
    bar.addEventListener('keydown', event => this.#walk(event));
  }

  /* Arrow keys go from tab to tab. */
  #walk(event) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key],
      all = [...this.#buttons.values()];
    if (!way) return;
    all[(all.indexOf(document.activeElement) + way + all.length) % all.length].focus();
    event.preventDefault();
    event.stopPropagation();
  }

  toggle(name) {
    return this.current === name ? this.close() : this.open(name);
  }

  close() {
    const before = this.#made.get(this.current);
    this.current = null;
    this.#root.hidden = true;
    for (const made of this.#buttons.values()) made.setAttribute('aria-selected', 'false');
    before?.then(tab => tab.hide?.());
  }

  async open(name) {
    if (this.current && this.current !== name) this.close();
    this.current = name;
    for (const [other, made] of this.#buttons) made.setAttribute('aria-selected', String(other === name));
    this.#root.setAttribute('role', 'tabpanel');
    this.#root.setAttribute('aria-labelledby', `tab-${name}`);
    const tab = await this.part(name);
    if (this.current !== name) return tab;
    this.#root.replaceChildren(tab.root);
    this.#root.hidden = false;
    tab.show?.();
    return tab;
  }

  /* What a tab shows, fetched when it is not there yet. */
  part(name) {
    if (!this.#made.has(name)) {
      const [, , load] = TABS.find(([one]) => one === name);
      this.#made.set(
        name,
        load().then(module => module.create(this.#page)),
      );
    }
    return this.#made.get(name);
  }
}

/* A tab begins like this. */
export function section(title, ...children) {
  return element('div', { class: 'tab' }, element('h2', {}, title), ...children);
}
