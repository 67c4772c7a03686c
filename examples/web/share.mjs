// share.mjs - the tab that gives away what is shown: a link, files, and the run as text.
import { button, element, offer } from './elements.mjs';
import { makeLink } from './link.mjs';
import { showMessage } from './messages.mjs';
import { section } from './panel.mjs';
import { WRITES } from './studio.mjs';

const FILES = [
  ['Replay', 'replay', 'replay', 'application/octet-stream', 'this run from its beginning, for pawl replay'],
  ['Snapshot', 'snapshot', 'snapshot', 'application/octet-stream', 'the world as it is now'],
  ['GIF', 'gif', 'gif', 'image/gif', 'the run as a moving picture'],
  ['SVG', 'svg', 'svg', 'image/svg+xml', 'the picture of this tick'],
];

/* Where there is no clipboard, the text is at least selected. */
async function copy(text, from) {
  try {
    await navigator.clipboard.writeText(text);
    showMessage(['Copied.'], { isError: false });
  } catch {
    from.focus();
    from.select();
  }
}

class Share {
  #page;
  #link = element('textarea', { rows: 3, readonly: true, 'aria-label': 'Link', class: 'mono' });
  #script = element('textarea', { rows: 8, readonly: true, 'aria-label': 'Script', class: 'mono', wrap: 'off' });
  #program = element('textarea', { rows: 8, readonly: true, 'aria-label': 'C program', class: 'mono', wrap: 'off' });

  constructor(page) {
    this.#page = page;
    this.root = section(
      'Share',
      element(
        'p',
        { class: 'soft' },
        'The link holds the scene, what was done to it and the tick. Whoever opens it sees the same bits.',
      ),
      this.#link,
      element(
        'div',
        { class: 'row' },
        button('Copy link', () => this.#copyLink(), { class: 'main', id: 'copy-link' }),
      ),
      element('h3', {}, 'Download'),
      element(
        'div',
        { class: 'row' },
        ...FILES.map(file => button(file[0], () => this.#download(...file), { title: file[4] })),
        button('Script', () => this.#offerText(this.#script.value, 'txt'), { title: 'for pawl run --script' }),
        button('C program', () => this.#offerText(this.#program.value, 'c'), {
          title: 'that builds the scene and makes the same edits',
        }),
      ),
      element('h3', {}, 'What was done'),
      this.#script,
      element(
        'div',
        { class: 'row' },
        button('Copy script', () => copy(this.#script.value, this.#script)),
      ),
      element('h3', {}, 'As C'),
      this.#program,
      element(
        'div',
        { class: 'row' },
        button('Copy C', () => copy(this.#program.value, this.#program)),
      ),
    );
    for (const type of ['edit', 'open', 'state'])
      page.player.addEventListener(type, () => {
        if (this.root.isConnected) this.show();
      });
  }

  async show() {
    const { player } = this.#page,
      isScene = player.info?.type === 'scene';
    this.#script.value = isScene ? (player.attempt(() => player.run.script()) ?? '') : '';
    this.#program.value = isScene && player.studio.has('studio_c') ? (player.attempt(() => player.run.c()) ?? '') : '';
    await this.#makeLink();
  }

  async #makeLink() {
    try {
      this.#link.value = await makeLink(this.#page);
    } catch (problem) {
      this.#link.value = '';
      showMessage([problem.message]);
    }
  }

  async #copyLink() {
    await this.#makeLink();
    if (!this.#link.value) return;
    history.replaceState(null, '', new URL(this.#link.value).hash);
    await copy(this.#link.value, this.#link);
  }

  #name(end) {
    const { source, tick } = this.#page.player;
    return `${source.name.replace(/^.*\//, '').replace(/\.\w+$/, '')}-${tick}.${end}`;
  }

  #download(title, what, end, type) {
    const { player } = this.#page;
    const bytes = player.attempt(() => player.run.write(WRITES[what]));
    if (bytes) offer(bytes, this.#name(end), type);
  }

  #offerText(text, end) {
    if (text) offer(new TextEncoder().encode(text), this.#name(end), 'text/plain');
    else showMessage(['This run has none: only scenes do.']);
  }
}

export const create = page => new Share(page);
