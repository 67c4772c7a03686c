// compare.mjs - the tab that plays two runs at once and tells where they begin to differ.
import { button, element } from './elements.mjs';
import { showMessage } from './messages.mjs';
import { section } from './panel.mjs';
import { bestKind } from './studio.mjs';

const SLICE = 12; // milliseconds of a frame
const STEPS = 8; // between looks at the clock

class Side {
  #page;
  #tell;
  chosen = null; // {name, path, script}

  constructor(page, title, tell) {
    this.#page = page;
    this.#tell = tell;
    this.words = element('p', { class: 'chosen' }, 'nothing yet');
    this.input = element('input', {
      type: 'file',
      hidden: true,
      multiple: true,
      'aria-label': `File of ${title}`,
      onchange: () => this.#take(),
    });
    this.root = element(
      'div',
      { class: 'side' },
      element('h3', {}, title),
      this.words,
      element(
        'div',
        { class: 'row' },
        button('This run', () => this.takeCurrent()),
        button('A file…', () => this.input.click()),
        this.input,
      ),
    );
  }

  #set(chosen) {
    this.chosen = chosen;
    this.words.textContent = chosen.name;
    this.#tell();
  }

  async #take() {
    const files = [...this.input.files];
    this.input.value = '';
    const known = await this.#page.files.keep(files);
    const script = known.find(one => this.#page.files.isScript(one)),
      others = known.filter(one => one !== script);
    const main = others.find(one => !one.type.startsWith('unknown')) ?? others[0];
    if (main)
      this.#set({
        name: script ? `${main.name} with ${script.name}` : main.name,
        path: main.path,
        script: script?.path ?? null,
      });
    else if (script) showMessage(['A script needs its scene: choose both together.']);
  }

  /* What is shown, with all that was done to it so far. */
  takeCurrent() {
    const { player, studio } = this.#page;
    if (!player.run) return;
    const { source, info } = player;
    let script = null;
    if (info.type === 'scene') {
      const text = player.attempt(() => player.run.script()) ?? '';
      script = `/compared-${(this.#page.compared = (this.#page.compared ?? 0) + 1)}.txt`;
      if (/^tick/m.test(text)) studio.put(script, new TextEncoder().encode(text));
      else script = null;
    }
    this.#set({
      name: script ? `${source.title}, with what was done to it` : source.title,
      path: source.path,
      script,
      source,
    });
  }
}

class Compare {
  #page;
  #sides;
  #comparison = null;
  #progress = element('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Progress' });
  #answer = element('div', { class: 'answer', 'aria-live': 'polite' });
  #start;

  constructor(page) {
    this.#page = page;
    const tell = () => this.#ready();
    this.#sides = [new Side(page, 'A', tell), new Side(page, 'B', tell)];
    this.#start = button('Compare', () => this.#begin(), { class: 'main', disabled: true });
    this.root = section(
      'Compare',
      element(
        'p',
        { class: 'soft' },
        'Two scenes, replays or runs, tick by tick: the first one at which they differ, and in which value.',
      ),
      ...this.#sides.map(side => side.root),
      element('div', { class: 'row' }, this.#start),
      this.#progress,
      this.#answer,
    );
  }

  #ready() {
    this.#start.disabled = this.#sides.some(side => !side.chosen);
  }

  hide() {
    this.#page.marked = null;
    this.#page.change();
  }

  #end() {
    if (this.#comparison) this.#page.player.attempt(() => this.#comparison.close());
    this.#comparison = null;
    this.#progress.hidden = true;
  }

  async #begin() {
    this.#end();
    this.#answer.replaceChildren();
    const [a, b] = this.#sides.map(side => side.chosen);
    this.#page.player.pause();
    try {
      this.#comparison = await this.#open(a, b);
    } catch (problem) {
      showMessage(problem.lines?.length ? problem.lines : [problem.message]);
      return;
    }
    this.#progress.hidden = false;
    requestAnimationFrame(() => this.#advance());
  }

  /* In an instance of its own: what is shown goes on. */
  async #open(a, b) {
    try {
      return (await this.#page.studio.sibling(bestKind())).compare(a, b);
    } catch (problem) {
      if (!problem.needsMaps) throw problem;
      return (await this.#page.studio.sibling('maps')).compare(a, b);
    }
  }

  #advance() {
    const comparison = this.#comparison,
      end = performance.now() + SLICE;
    if (!comparison) return;
    const isDone = this.#page.player.attempt(() => {
      while (performance.now() < end) if (comparison.advance(STEPS)) return true;
      this.#progress.value = comparison.progress;
      return false;
    });
    if (isDone === false) return requestAnimationFrame(() => this.#advance());
    if (isDone) this.#tell(this.#page.player.attempt(() => comparison.result()));
    return this.#end();
  }

  #tell(result) {
    if (!result) return;
    const rows = (result.changes ?? []).map(change =>
      element(
        'li',
        {},
        change.body ? button(change.text, () => this.#mark(result, change.body), { class: 'quiet' }) : change.text,
      ),
    );
    this.#answer.replaceChildren(
      element(
        'h3',
        {},
        result.equal
          ? 'The same in every bit.'
          : `They differ at tick ${result.tick}${result.stage ? `, stage ${result.stage}` : ''}.`,
      ),
      element('p', { class: 'words' }, result.text ?? ''),
      element('ul', {}, ...rows),
      result.more ? element('p', { class: 'soft' }, 'And more.') : '',
    );
    const first = (result.changes ?? []).find(change => change.body);
    if (first) this.#mark(result, first.body);
  }

  /* A is opened where it is not, at the tick of the difference, and the body is shown. */
  async #mark(result, body) {
    const { player } = this.#page,
      [a] = this.#sides.map(side => side.chosen);
    if (player.source.path !== a.path || ((player.source.script ?? null) !== (a.script ?? null) && !a.source)) {
      await player.open({ name: a.name, title: a.name, path: a.path, script: a.script });
    }
    player.pause();
    player.seek(result.tick);
    player.select(body);
    this.#page.marked = this.#page.placeOf(body);
    this.#page.change();
  }
}

export const create = page => new Compare(page);
