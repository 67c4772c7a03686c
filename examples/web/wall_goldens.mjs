// wall_goldens.mjs - the goldens in this browser, beside the machines that have computed the same.
import { element } from './elements.mjs';
import { hasSimd } from './studio.mjs';

/* The first line in which a run is not its golden; null: it is. */
export function differenceOf(golden, { lines, status }) {
  if (!golden) return 'there is no golden of this name';
  for (let i = 0; i < Math.max(golden.length, lines.length); i++) {
    if (golden[i] === lines[i]) continue;
    return `line ${i + 1}: ${lines[i] ?? 'nothing'}, not ${golden[i] ?? 'nothing'}`;
  }
  return status === 0 ? null : `it ends with status ${status}`;
}

const head = names => element('thead', {}, element('tr', {}, ...names.map(name => element('th', { scope: 'col' }, name))));

export class Goldens {
  #known = null; // what goldens.json says
  #workers = [];
  #rows = new Map(); // by name: cells
  #found = { equal: 0, different: [], expected: 0 };
  #sum = element('p', { class: 'sum', id: 'golden-sum', 'aria-live': 'polite' });
  #faults = element('ul', { class: 'faults' });
  #goldens = element('tbody');
  #machines = element('tbody');
  #about = element('summary', {}, 'The others');

  constructor() {
    const here = element('summary', {}, 'The goldens here');
    this.root = element(
      'div',
      { class: 'goldens' },
      this.#sum,
      this.#faults,
      element(
        'details',
        {},
        here,
        element('table', {}, head(['golden', 'plain', 'SIMD']), this.#goldens),
      ),
      element(
        'details',
        { id: 'machines' },
        this.#about,
        element(
          'p',
          { class: 'soft' },
          'What “make matrix” has built and run, in emulators where need be. Bytes are those of int, long and pointers.',
        ),
        element('table', {}, head(['machine', 'compiler', 'bytes', 'order', 'goldens', 'on']), this.#machines),
      ),
    );
  }

  /* The table of the machines. */
  async show() {
    if (this.#known) return;
    this.#known = await fetch('goldens.json').then(answer => answer.json());
    const { targets, machines } = this.#known;
    this.#about.textContent = `The others: ${machines} machines, ${targets.length} builds`;
    this.#machines.replaceChildren(
      ...targets.map(one =>
        element(
          'tr',
          {},
          element('td', {}, one.target),
          element('td', {}, `${one.compiler} ${one.level}`),
          element('td', {}, one['int/long/ptr']),
          element('td', {}, one.endian),
          element('td', { class: one.verdict === 'pass' ? 'same' : 'other' }, one.verdict === 'pass' ? one.goldens : one.verdict),
          element('td', {}, one.day),
        ),
      ),
    );
  }

  stop() {
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
  }

  /* All of them, plain and with SIMD where this browser has it. True when they are what they must be. */
  async run() {
    this.stop();
    await this.show();
    this.#rows.clear();
    this.#goldens.replaceChildren();
    this.#faults.replaceChildren();
    const kinds = hasSimd() ? ['plain', 'simd'] : ['plain'];
    this.#found = { equal: 0, different: [], expected: kinds.length * Object.keys(this.#known.goldens).length };
    await Promise.all(kinds.map(kind => this.#runKind(kind)));
    return this.#conclude();
  }

  #runKind(kind) {
    return new Promise((done, fail) => {
      const worker = new Worker(new URL('golden_worker.mjs', import.meta.url), { type: 'module' });
      this.#workers.push(worker);
      worker.onerror = event => fail(new Error(event.message || 'golden_worker.mjs cannot be had'));
      worker.onmessage = ({ data }) => {
        if (data.problem) fail(new Error(data.problem));
        else if (data.names) for (const name of data.names) this.#row(name);
        else if (data.name) this.#take(data);
        else done(worker.terminate());
      };
      worker.postMessage({ kind });
    });
  }

  #row(name) {
    if (this.#rows.has(name)) return this.#rows.get(name);
    const cells = { plain: element('td', {}, '…'), simd: element('td', {}, hasSimd() ? '…' : '–') };
    this.#rows.set(name, cells);
    this.#goldens.append(element('tr', {}, element('td', {}, name), cells.plain, cells.simd));
    return cells;
  }

  #take({ kind, name, ...ran }) {
    const difference = differenceOf(this.#known.goldens[name], ran),
      cell = this.#row(name)[kind];
    cell.textContent = difference ?? '✓ same';
    cell.className = difference ? 'other' : 'same';
    if (difference) this.#blame(`${name}, ${kind === 'simd' ? 'SIMD' : kind}: ${difference}`);
    else this.#found.equal++;
    const { equal, different, expected } = this.#found;
    this.#sum.className = different.length ? 'sum other' : 'sum';
    this.#sum.textContent = `${equal + different.length} of ${expected} goldens, ${different.length || 'none'} of them other.`;
  }

  #blame(words) {
    this.#found.different.push(words);
    this.#faults.append(element('li', {}, words));
  }

  /* A golden that the module does not know is no success. */
  #conclude() {
    const { machines, goldens } = this.#known;
    for (const name of Object.keys(goldens)) if (!this.#rows.has(name)) this.#blame(`${name}: it did not run here`);
    const { equal, different, expected } = this.#found,
      isSame = different.length === 0 && equal === expected;
    this.#sum.className = isSame ? 'sum' : 'sum other';
    this.#sum.textContent = isSame
      ? `Your machine agrees with ${machines} others.`
      : `Your machine does not agree with the others: ${expected - equal} of ${expected} goldens differ.`;
    return isSame;
  }
}
