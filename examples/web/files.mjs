// files.mjs - files of the user: dropped, chosen, or in a link. They go into the folder of the module and
// nowhere else.
import { find } from './elements.mjs';
import { showMessage } from './messages.mjs';

const SIZE_MAX = 64 * 1024 * 1024;
const FOLDER = 'dropped';

/* The name of a file as the module may have it. */
const plain = name =>
  name
    .replace(/^.*[/\\]/, '')
    .replace(/[^\w.() -]/g, '_')
    .slice(-80) || 'file';

export class Files {
  #page;
  #count = 0; // of folders
  #opened = new Map(); // by path: bytes
  #board = null;

  constructor(page) {
    this.#page = page;
    const input = find('#file'),
      note = find('#drop');
    find('#open-file').addEventListener('click', () => input.click());
    input.addEventListener('change', () => {
      this.take([...input.files]);
      input.value = '';
    });
    const port = find('#open-port');
    port.hidden = !navigator.serial;
    port.addEventListener('click', async () => (await this.#asBoard()).ask());
    addEventListener('dragover', event => {
      event.preventDefault();
      note.hidden = false;
    });
    addEventListener('dragleave', event => {
      if (!event.relatedTarget) note.hidden = true;
    });
    addEventListener('drop', event => {
      event.preventDefault();
      note.hidden = true;
      this.take([...event.dataTransfer.files]);
    });
  }

  /* Bytes of a source that came as a file; null for scenes of the page. */
  bytesOf(source) {
    return this.#opened.get(source?.path) ?? null;
  }

  /* Files into the folder: what a map refers to may lie beside it. Returns those that can be opened. */
  async keep(files) {
    const { studio } = this.#page,
      known = [],
      folder = this.#folder();
    for (const file of files) {
      if (file.size > SIZE_MAX) {
        showMessage([`${file.name}: larger than ${SIZE_MAX >> 20} MB`]);
        continue;
      }
      const name = plain(file.name),
        path = `${folder}/${name}`,
        bytes = new Uint8Array(await file.arrayBuffer());
      studio.put(path, bytes);
      known.push({ name, path, bytes });
    }
    const other = await studio.sibling(); // a file can do nothing to what is shown
    for (const one of known) one.type = this.#identify(other, one.path);
    return known;
  }

  /* A new one each time: what is open may have the name of what comes. */
  #folder() {
    return `/${FOLDER}/${++this.#count}`;
  }

  #identify(studio, path) {
    try {
      return studio.identify(path);
    } catch {
      return 'unknown'; // opening it will say why
    }
  }

  /* The first of the files that is a run of some kind is opened; a script goes with the scene that is open. */
  async take(files) {
    const known = await this.keep(files);
    const script = known.find(one => this.isScript(one));
    const others = known.filter(one => one !== script);
    const main =
      others.find(one => !one.type.startsWith('unknown')) ?? others.find(one => this.#mayBeMap(one)) ?? others[0];
    if (main?.type === 'board') return (await this.#asBoard()).open(main);
    if (main) return this.open(main, script?.path ?? null);
    return script ? this.#runScript(script) : false;
  }

  async #asBoard() {
    const { Board } = await import('./board.mjs');
    return (this.#board ??= new Board(this.#page));
  }

  /* The small modules do not know maps; opening one brings the module that does. */
  #mayBeMap({ name }) {
    return /\.(tmx|tmj|ldtk|svg|plist|world)$/i.test(name);
  }

  isScript({ bytes }) {
    return /^\s*pawl-script\b/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
  }

  #runScript({ path }) {
    const { player } = this.#page;
    if (player.info?.type === 'scene') return player.open({ ...player.source, script: path });
    showMessage(['A script needs a scene: open one, or drop both together.']);
    return false;
  }

  open({ name, path, bytes }, script = null, tick = 0) {
    this.#opened.set(path, bytes);
    return this.#page.player.open({ name, title: name, path, script }, { tick });
  }

  async openLinked({ file, script, tick }) {
    const { studio } = this.#page,
      name = plain(file.name),
      path = `${this.#folder()}/${name}`;
    studio.put(path, file.bytes);
    if (script) studio.put('script.txt', new TextEncoder().encode(script));
    return this.open({ name, path, bytes: file.bytes }, script ? '/script.txt' : null, tick);
  }
}
