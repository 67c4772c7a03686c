// wall.mjs - the tab that runs the goldens and every scene in this browser, and compares with what other
// machines and the program `pawl` got.
//
// It has modules of its own, so that the picture goes on.
import { button, element, hex } from './elements.mjs';
import { fetchItem, loadLibrary, ticksOfHashes } from './library.mjs';
import { showMessage } from './messages.mjs';
import { section } from './panel.mjs';
import { hasSimd, Studio } from './studio.mjs';
import { Goldens } from './wall_goldens.mjs';

const SLICE = 10; // milliseconds at a time
const PAST = 1024 * 1024; // bytes: nobody goes back here

const BEGIN = 'Run them all';

const rest = () => new Promise(done => setTimeout(done));

/* The hash of an item after so many ticks, in a module. */
export async function hashOf(studio, item, ticks, isOver = () => false) {
  const source = await fetchItem(studio, item);
  // Scenes by the module that is asked for, and maps by the one that reads them.
  const module = source.kind ? await studio.sibling(source.kind) : studio;
  const run = module.open(source.path, source.script, 0);
  run.limitMemory(PAST);
  for (let done = 0; done < ticks && !isOver();) {
    const end = performance.now() + SLICE;
    while (done < ticks && performance.now() < end) {
      if (run.play(1) === 0) throw new Error(module.take().join('\n') || `it ends at tick ${done}`);
      done++;
    }
    await rest();
  }
  const hash = run.hash();
  run.close();
  return hash;
}

class Wall {
  #page;
  #isRunning = false;
  #begin;
  #goldens = new Goldens();
  #sum = element('p', { class: 'sum', id: 'scene-sum', 'aria-live': 'polite' });
  #table = element('tbody');

  constructor(page) {
    this.#page = page;
    this.#begin = button(BEGIN, () => (this.#isRunning ? this.#stop() : this.run()), {
      class: 'main',
      id: 'run-wall',
    });
    const columns = ['scene', 'the program', 'here, plain', 'here, SIMD'];
    this.root = section(
      'Wall of hashes',
      element(
        'p',
        { class: 'soft' },
        'Goldens are runs of all parts of the engine whose hashes must be these on every machine. They run here, ' +
          'in your browser, on your processor.',
      ),
      element('div', { class: 'row' }, this.#begin),
      this.#goldens.root,
      element('h3', {}, 'Scenes'),
      element(
        'p',
        { class: 'soft' },
        'And every scene of this page for 600 ticks. The hash is of the whole world; the program pawl got those of ' +
          'the second column where this page was made.',
      ),
      this.#sum,
      element(
        'table',
        {},
        element('thead', {}, element('tr', {}, ...columns.map(name => element('th', { scope: 'col' }, name)))),
        this.#table,
      ),
    );
  }

  show() {
    this.#goldens.show().catch(problem => showMessage([problem.message]));
  }

  #stop() {
    this.#isRunning = false;
    this.#goldens.stop();
    this.#begin.textContent = BEGIN;
  }

  async run() {
    this.#isRunning = true;
    this.#begin.textContent = 'Stop';
    this.#table.replaceChildren();
    this.#sum.textContent = '';
    try {
      await this.goldens();
      await this.#all();
    } catch (problem) {
      showMessage([problem.message]);
    }
    this.#isRunning = false;
    this.#begin.textContent = BEGIN;
    return this.#sum.textContent;
  }

  /* Whether all goldens are what they must be; ends early when it is stopped. */
  goldens() {
    return this.#goldens.run();
  }

  async #all() {
    const modules = [await Studio.load('plain'), hasSimd() ? await Studio.load('simd') : null];
    const items = (await loadLibrary()).flatMap(group => group.items),
      ticks = await ticksOfHashes();
    let equal = 0,
      run = 0;
    for (const item of items) {
      if (!this.#isRunning) break;
      const cells = [element('td'), element('td')];
      this.#table.append(
        element('tr', {}, element('td', {}, item.title), element('td', { class: 'mono' }, item.hash), ...cells),
      );
      const same = await this.#row(modules, item, ticks, cells);
      if (same === null) break;
      run++;
      equal += same ? 1 : 0;
      this.#sum.textContent = `The same as the program in ${equal} of ${run} scenes${run < items.length ? ` so far (${items.length} in all)` : ''}.`;
    }
  }

  /* Null when it was stopped. */
  async #row(modules, item, ticks, cells) {
    let isSame = true;
    for (const [i, studio] of modules.entries()) {
      cells[i].className = 'mono';
      if (!studio) {
        cells[i].textContent = '–';
        continue;
      }
      let text;
      try {
        text = hex(await hashOf(studio, item, ticks, () => !this.#isRunning));
      } catch (problem) {
        text = problem.message;
      }
      if (!this.#isRunning) return null;
      const has = text === item.hash;
      cells[i].textContent = has ? '✓ same' : text;
      cells[i].classList.add(has ? 'same' : 'other');
      isSame &&= has;
    }
    return isSame;
  }
}

export const create = page => new Wall(page);
