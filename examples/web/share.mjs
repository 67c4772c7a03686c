// share.mjs - the tab that gives away what is shown: a link, files, and the run as text.
import { button, element, offer } from './elements.mjs';
import { makeLink } from './link.mjs';
import { showMessage } from './messages.mjs';
import { section } from './panel.mjs';
import { WRITES } from './studio.mjs';
import { programOf, svgOf } from './svg.mjs';

const encoded = text => new TextEncoder().encode(text);

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    showMessage(['Copied.'], { isError: false });
  } catch {
    showMessage(['This browser does not let the page copy; mark the text and copy it.']);
  }
}

class Share {
  #page;
  #link = element('textarea', { rows: 3, readonly: true, 'aria-label': 'Link', class: 'mono' });
  #gif = button('GIF', () => this.#movie(), { title: 'All ticks that are known, as a moving picture' });
  #script = element('textarea', { rows: 8, readonly: true, 'aria-label': 'Script', class: 'mono', wrap: 'off' });

  constructor(page) {
    this.#page = page;
    const row = (...parts) => element('div', { class: 'row' }, ...parts);
    const file = (title, about, work) => button(title, () => this.#download(work), { title: about });
    this.root = section(
      'Share',
      element(
        'p',
        { class: 'soft' },
        'The link holds the scene, what was done to it and the tick. Whoever opens it sees the same bits.',
      ),
      this.#link,
      row(button('Copy link', () => this.#copyLink(), { class: 'main', id: 'copy-link' })),
      element('h3', {}, 'Download'),
      row(
        file('Replay', 'This run from its beginning to here, for pawl replay', () => this.#written('replay')),
        file('Snapshot', 'The world as it is now', () => this.#written('snapshot')),
        this.#gif,
        file('SVG', 'The picture of this tick, as lines', () => this.#svg()),
        file('Script', 'What was done, for pawl run --script', () => [
          encoded(this.#script.value),
          'txt',
          'text/plain',
        ]),
        file('C program', 'That goes on from this tick, and prints the hash', () => [
          encoded(this.#program()),
          'c',
          'text/plain',
        ]),
      ),
      element('h3', {}, 'What was done'),
      this.#script,
      row(
        button('Copy script', () => copy(this.#script.value)),
        button('Copy as C', () => copy(page.player.attempt(() => this.#program()) ?? '')),
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

  /* `work` gives bytes, the end of a name and a type; or says why not. */
  #download(work) {
    const made = this.#page.player.attempt(work);
    if (made) offer(made[0], this.#name(made[1]), made[2]);
  }

  #written(what) {
    return [this.#page.player.run.write(WRITES[what]), what, 'application/octet-stream'];
  }

  #svg() {
    const { player, camera, layers, coloring } = this.#page,
      { run } = player;
    const words = run.draw(camera.view, layers, coloring, run.hasGhost);
    return [encoded(svgOf(words, camera.width, camera.height, '#faf7f0')), 'svg', 'image/svg+xml'];
  }

  #program() {
    const { run, source, tick } = this.#page.player;
    return programOf(run.write(WRITES.snapshot), source.title, tick);
  }

  async #movie() {
    const { gifOf } = await import('./movie.mjs'),
      { player } = this.#page;
    this.#gif.disabled = true;
    try {
      const bytes = await gifOf(this.#page, share => (this.#gif.textContent = `GIF, ${Math.round(100 * share)} %`));
      offer(bytes, this.#name('gif'), 'image/gif');
    } catch (problem) {
      player.tell('problem', problem.lines ?? [problem.message]);
    }
    this.#gif.textContent = 'GIF';
    this.#gif.disabled = false;
  }
}

export const create = page => new Share(page);
