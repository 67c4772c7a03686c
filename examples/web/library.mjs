// library.mjs - the scenes that come with the page: what there is, and their files into the module.

let list = null;
const fetched = new Map(); // by path: a promise of bytes

const read = () => (list ??= fetch('scenes.json').then(answer => answer.json()));

/* [{title, items: [{name, title, path, files, script, hash}]}], as `make web` writes it. */
export async function loadLibrary() {
  return (await read()).groups;
}

/* After how many ticks items have their hashes. */
export async function ticksOfHashes() {
  return (await read()).ticks;
}

export async function findItem(name) {
  const groups = await loadLibrary();
  for (const group of groups) {
    for (const item of group.items) if (item.name === name) return item;
  }
  return null;
}

async function bytesOf(path) {
  if (!fetched.has(path)) {
    fetched.set(
      path,
      (async () => {
        const answer = await fetch(path);
        if (!answer.ok) throw new Error(`${path}: the server answers ${answer.status}`);
        return new Uint8Array(await answer.arrayBuffer());
      })(),
    );
    fetched.get(path).catch(() => fetched.delete(path)); // another time it may work
  }
  return fetched.get(path);
}

/* All files of an item into the folder of a module: what Player.open() wants. */
export async function fetchItem(studio, item) {
  const files = await Promise.all(item.files.map(bytesOf));
  item.files.forEach((path, i) => studio.put(path, files[i]));
  return { name: item.name, title: item.title, path: item.path, script: item.script ?? null, kind: item.kind };
}
