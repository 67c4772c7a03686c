// inspector.mjs - the tab that tells all there is to know of a body, finds fields by their names, and watches
// values over time.
import { button, calmly, element } from './elements.mjs';
import { section } from './panel.mjs';

const EVERY = 100; // milliseconds

class Inspector {
  #page;
  #rows = []; // {cells, field, object}
  #shape = ''; // which fields the table has
  #found = null; // a field that a search points to
  #root;
  #table = element('tbody');
  #title = element('h3');
  #hits = element('div', { class: 'hits' });
  #search;
  #hint = element('p', { class: 'soft' }, 'Click a body, or search for a value by its name.');

  constructor(page) {
    this.#page = page;
    const refresh = calmly(EVERY, () => this.refresh());
    this.#search = element('input', {
      type: 'search',
      placeholder: 'velocity, friction, gravity…',
      'aria-label': 'Search for a field',
      oninput: calmly(150, () => this.#find()),
    });
    this.#root = element(
      'table',
      { class: 'fields' },
      element(
        'thead',
        {},
        element('tr', {}, ...['field', 'value, raw', 'unit', ''].map(name => element('th', { scope: 'col' }, name))),
      ),
      this.#table,
    );
    this.root = section('Inspect', this.#search, this.#hits, this.#title, this.#hint, this.#root);
    page.player.addEventListener('tick', refresh);
    page.player.addEventListener('edit', refresh);
    page.player.addEventListener('select', () => this.refresh());
    page.player.addEventListener('open', () => {
      this.#hits.replaceChildren();
      this.#search.value = '';
      this.refresh();
    });
  }

  show() {
    this.refresh();
    if (!this.#page.player.selected) this.#search.focus();
  }

  /* The values of this moment. */
  refresh() {
    const { player } = this.#page;
    if (!this.root.isConnected || !player.run?.isAlive) return;
    const told = player.selected ? player.attempt(() => player.run.inspect(player.selected)) : null;
    const has = told?.objects.length > 0;
    this.#hint.hidden = has;
    this.#root.hidden = !has;
    this.#title.textContent = has ? [told.objects[0].name, told.title].filter(Boolean).join(': ') : '';
    if (!has) return;
    const shape = told.objects.map(object => `${object.name}:${object.fields.map(field => field.name)}`).join('\n');
    if (shape !== this.#shape) this.#build(told, shape);
    this.#fill(told);
  }

  #build(told, shape) {
    this.#shape = shape;
    this.#rows = [];
    const parts = [],
      names = new Set(); // of several fields of one name the first can be watched
    for (const object of told.objects) {
      if (told.objects.length > 1)
        parts.push(element('tr', {}, element('th', { colspan: 4, scope: 'rowgroup', class: 'object' }, object.name)));
      for (const field of object.fields) {
        const row = this.#row(field, names);
        this.#rows.push(row);
        parts.push(row.root);
      }
    }
    this.#table.replaceChildren(...parts);
  }

  #row(field, names) {
    const value = element('span', { class: 'value' }),
      raw = element('span', { class: 'raw' }),
      meaning = element('span', { class: 'meaning' });
    const watch = button('', () => this.#watch(field), { class: 'quiet watch', hidden: names.has(field.name) });
    names.add(field.name);
    const root = element(
      'tr',
      { class: field.name === this.#found ? 'found' : '' },
      element('td', { class: 'name' }, field.name),
      element('td', { class: 'number mono' }, value, raw),
      element('td', {}, element('i', {}, field.unit ?? ''), meaning),
      element('td', {}, watch),
    );
    return { root, value, raw, meaning, watch };
  }

  #fill(told) {
    const { lanes } = this.#page.timeline;
    let i = 0;
    for (const object of told.objects) {
      for (const field of object.fields) {
        const row = this.#rows[i++],
          text = field.decimal ?? field.raw;
        const isWatched = lanes.isWatched(this.#title.textContent, field.name);
        if (row.value.textContent !== text) row.value.textContent = text;
        if (row.raw.textContent !== field.raw) row.raw.textContent = field.raw;
        if (row.meaning.textContent !== field.meaning) row.meaning.textContent = field.meaning;
        if (row.watch.textContent !== (isWatched ? '✓' : '+')) {
          row.watch.textContent = isWatched ? '✓' : '+';
          row.watch.title = isWatched ? 'No longer watch it' : 'Watch it as a lane';
          row.watch.setAttribute('aria-label', `${row.watch.title}: ${field.name}`);
          row.watch.setAttribute('aria-pressed', String(isWatched));
        }
      }
    }
  }

  #watch(field) {
    const { player, timeline } = this.#page,
      title = this.#title.textContent;
    if (timeline.lanes.isWatched(title, field.name)) timeline.lanes.unwatch(`${title} ${field.name}`);
    else timeline.lanes.watch(player.selected, title, field.name);
    this.refresh();
  }

  #find() {
    const { player } = this.#page,
      text = this.#search.value.trim();
    if (!text) return this.#hits.replaceChildren();
    const told = player.attempt(() => player.run.search(text));
    const rows = (told?.hits ?? []).map(hit =>
      element(
        'button',
        { type: 'button', class: 'hit', onclick: () => this.#go(hit) },
        element('span', {}, hit.object),
        element('span', { class: 'soft' }, hit.field ?? ''),
        element('b', { class: 'mono' }, `${hit.decimal ?? ''} ${hit.unit ?? ''}`),
        hit.meaning ? element('span', { class: 'meaning' }, hit.meaning) : null,
      ),
    );
    if (rows.length === 0) rows.push(element('p', { class: 'soft' }, 'Nothing has this name.'));
    if (told?.more) rows.push(element('p', { class: 'soft' }, 'And more; a longer name finds fewer.'));
    return this.#hits.replaceChildren(...rows);
  }

  #go(hit) {
    this.#found = hit.field ?? null;
    this.#shape = '';
    if (hit.body) this.#page.player.select(hit.body);
    this.refresh();
    this.#table.querySelector('.found')?.scrollIntoView({ block: 'center' });
  }
}

export const create = page => new Inspector(page);
