// compare.mjs - the tab that plays two runs at once and tells where they begin to differ.
import { button, element } from './elements.mjs';
import { showMessage } from './messages.mjs';
import { section } from './panel.mjs';
import { TwoPictures } from './compare_pictures.mjs';
import { fromRaw } from './studio.mjs';

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
      last: player.last,
    });
  }
}

class Compare {
  #page;
  #sides;
  #comparison = null; // while it is at work
  #number = 0; // of comparisons: an earlier one that is still at work ends
  #progress = element('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Progress' });
  #answer = element('div', { class: 'answer', 'aria-live': 'polite' });
  #pictures;
  #start;

  constructor(page) {
    this.#page = page;
    const tell = () => this.#ready();
    this.#sides = [new Side(page, 'A', tell), new Side(page, 'B', tell)];
    this.#pictures = new TwoPictures(page);
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

  show() {
    this.#pictures.draw();
  }

  #ready() {
    this.#start.disabled = this.#sides.some(side => !side.chosen);
  }

  hide() {
    this.#page.marked = null;
    this.#page.change();
  }

  /* The comparison is kept, for its pictures; its module is its own. */
  #end() {
    this.#comparison = null;
    this.#progress.hidden = true;
  }

  async #begin() {
    const number = ++this.#number;
    this.#end();
    this.#answer.replaceChildren();
    this.#pictures.set(null);
    const [a, b] = this.#sides.map(side => side.chosen);
    this.#page.player.pause();
    try {
      const comparison = await this.#open(a, b);
      if (number !== this.#number) return;
      this.#comparison = comparison;
    } catch (problem) {
      showMessage(problem.lines?.length ? problem.lines : [problem.message]);
      return;
    }
    this.#progress.value = 0;
    this.#progress.hidden = false;
    requestAnimationFrame(() => this.#advance(number));
  }

  /* In an instance of its own, which tells stages: what is shown goes on. */
  async #open(a, b) {
    return (await this.#page.studio.sibling('trace')).compare(a, b, Math.max(a.last ?? 0, b.last ?? 0));
  }

  #advance(number) {
    const comparison = this.#comparison,
      end = performance.now() + SLICE;
    if (!comparison || number !== this.#number) return;
    try {
      let isDone = false;
      while (!isDone && performance.now() < end) isDone = comparison.advance(STEPS);
      this.#progress.value = comparison.progress;
      if (!isDone) return void requestAnimationFrame(() => this.#advance(number));
      this.#tell(comparison, comparison.result());
    } catch (problem) {
      showMessage(problem.lines?.length ? problem.lines : [problem.message]);
    }
    this.#end();
  }

  #tell(comparison, result) {
    const [a, b] = this.#sides.map(side => side.chosen);
    const rows = result.changes.map(change =>
      element('li', {}, button(change.text, () => this.#mark(a, result, change), { class: 'quiet' })),
    );
    this.#answer.replaceChildren(
      element('h3', {}, headOf(result)),
      element('p', { class: 'soft stage' }, placeOf(result)),
      element('p', { class: 'words' }, result.text),
      result.equal ? '' : this.#pictures.root,
      element('ul', {}, ...rows),
      result.more ? element('p', { class: 'soft' }, 'And more.') : '',
    );
    if (result.equal) return undefined;
    this.#pictures.set(comparison, [a.name, b.name], result.changes);
    return this.#mark(a, result, result.changes[0] ?? null);
  }

  /* A is opened where it is not, at the tick of the difference, and the body is shown in all pictures. */
  async #mark(a, result, change) {
    const { player } = this.#page;
    if (player.source?.path !== a.path || ((player.source.script ?? null) !== (a.script ?? null) && !a.source))
      await player.open({ name: a.name, title: a.name, path: a.path, script: a.script }, { isAgain: true });
    player.pause();
    player.seek(result.tick);
    player.select(change?.body ?? 0);
    this.#page.marked = change?.places[0][0]?.map(fromRaw) ?? null;
    this.#pictures.choose(change);
    this.#page.change();
  }
}

function headOf({ equal, tick, first }) {
  if (equal) return `The same in every bit, tick ${first} to ${tick}.`;
  return tick === first ? `They differ where they begin, at tick ${tick}.` : `They differ at tick ${tick}.`;
}

/* In which part of the step it began. */
function placeOf({ equal, input, stage, round, tick, first }) {
  if (equal) return '';
  if (input && tick > first) return 'In what was done to the world before its step.';
  if (!stage) return '';
  return `In the stage “${stage}” of the step${round === null ? '' : `, sub-step ${round}`}.`;
}

export const create = page => new Compare(page);
