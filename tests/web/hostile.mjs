// hostile.mjs - files that are not what they should be, in the modules of the studio in node: the corpora of the
// fuzzers, and fresh damage to files of each kind. Each is opened or told about, and nothing traps.
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const CORPUS = 'tests/fuzz/corpus';
const EACH = Number(process.env.EACH) || 40; // damaged files of each kind
const LONGEST = 20000; // milliseconds by the clock: the machine may have other work
const NUMBERS = ['0', '-1', '1e308', '4294967296', '-2147483649', '0.0000001', '65535', '99999999999999999999', 'null', '"x"', '[]', '{}'];

const filesIn = folder =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.(png|md)$/.test(entry.name))
    .map(entry => join(folder, entry.name));

/* By kind: names with bytes. */
function kindsOf(program, own) {
  const replay = join(own, 'made.replay'),
    snapshot = join(own, 'made.snapshot');
  execFileSync(program, ['record', 'examples/scenes/wall.json', '--ticks', '90', '-o', replay], { stdio: 'ignore' });
  execFileSync(program, ['snapshot', 'examples/scenes/vehicle.json', snapshot, '--ticks', '30'], { stdio: 'ignore' });
  const read = paths => paths.map(path => ({ name: path, bytes: readFileSync(path) }));
  const maps = filesIn('examples/maps');
  return {
    scene: read(filesIn('examples/scenes')),
    tiled: read([...maps.filter(path => /\.(tmx|tmj|world)$/.test(path)), ...filesIn(join(CORPUS, 'tiled'))]),
    ldtk: read([...maps.filter(path => path.endsWith('.ldtk')), ...filesIn(join(CORPUS, 'ldtk'))]),
    drawing: read([...maps.filter(path => path.endsWith('.svg')), ...filesIn(join(CORPUS, 'outline'))]),
    rube: read(filesIn('examples/rube')),
    replay: read([...filesIn('tests/replays/1'), replay]),
    snapshot: read([...filesIn(join(CORPUS, 'snapshot')), snapshot]),
    level: read(filesIn(join(CORPUS, 'level'))),
    script: read(filesIn('examples/scripts')),
  };
}

/* Another file of the same name: bytes that are others, parts that are gone, twice there or of another file, and
 * in texts numbers that nobody meant. */
export function damage({ name, bytes }, other, below) {
  const made = Buffer.from(bytes),
    at = below(made.length + 1),
    size = below(1 + Math.min(400, made.length));
  switch (below(6)) {
    case 0:
      return { name, bytes: made.subarray(0, at) };
    case 1:
      return { name, bytes: Buffer.concat([made.subarray(0, at), made.subarray(Math.min(made.length, at + size))]) };
    case 2: {
      const part = made.subarray(at, at + size);
      return { name, bytes: Buffer.concat([made.subarray(0, at), ...Array(1 + below(60)).fill(part), made.subarray(at)]) };
    }
    case 3: {
      const from = below(other.bytes.length + 1);
      return { name, bytes: Buffer.concat([made.subarray(0, at), other.bytes.subarray(from, from + size), made.subarray(at)]) };
    }
    case 4: {
      const text = made.toString('latin1'),
        places = [...text.matchAll(/-?\d+(\.\d+)?/g)];
      if (places.length === 0) break;
      const place = places[below(places.length)],
        end = place.index + place[0].length;
      return { name, bytes: Buffer.from(text.slice(0, place.index) + NUMBERS[below(NUMBERS.length)] + text.slice(end), 'latin1') };
    }
    default:
  }
  for (let i = 1 + below(8); i > 0 && made.length > 0; i--) made[below(made.length)] = below(256);
  return { name, bytes: made };
}

/* What the page does with a file: what it is, and a run with a past, a picture and values. */
function use({ module, calls }, path, script) {
  module.take(calls.studio_identify(module.give(path)));
  const run = calls.studio_open(module.give(path), script ? module.give(script) : 0, 16);
  if (!run) return false;
  calls.studio_play(run, 5);
  calls.studio_seek(run, calls.studio_first(run) + 2);
  calls.studio_draw(run, 0, 0, 65536 * 30, 300, 200, 0x1ff, 0, 1);
  JSON.parse(module.take(calls.studio_info(run)));
  JSON.parse(module.take(calls.studio_inspect(run, 1)));
  JSON.parse(module.take(calls.studio_search(run, module.give('position'))));
  calls.studio_close(run);
  return true;
}

/* Files one after the other in one instance, which a fault ends: what went wrong. */
class Trial {
  constructor(make, own) {
    this.own = own;
    this.make = make;
    this.said = openSync(join(own, 'said'), 'a+');
    this.count = this.opened = 0;
    this.begin();
  }

  begin() {
    const module = this.make('studio-maps.wasm', { '/own': this.own, '/': 'examples' }, this.said);
    this.user = { module, calls: module.calls };
  }

  try({ name, bytes }, script = null) {
    const path = `hostile${extname(name)}`;
    writeFileSync(join(this.own, path), bytes);
    ftruncateSync(this.said);
    const start = performance.now();
    this.count++;
    try {
      const isOpen = use(this.user, `/own/${path}`, script);
      if (isOpen) this.opened++;
      const took = performance.now() - start;
      if (!isOpen && this.words() === '') return `${name}: neither opened nor told about`;
      return took > LONGEST ? `${name}: ${(took / 1000).toFixed(0)} s` : null;
    } catch (problem) {
      this.begin();
      return `${name}: ${problem.message}: ${this.words()}`;
    }
  }

  /* What was printed to stderr. */
  words() {
    const bytes = Buffer.alloc(4096);
    return bytes.subarray(0, readSync(this.said, bytes, 0, bytes.length, 0)).toString().replaceAll('\0', '').trim();
  }

  end() {
    closeSync(this.said);
  }
}

export function testHostile(make, program, below, tell) {
  const own = mkdtempSync(join(tmpdir(), 'hostile-')),
    kinds = kindsOf(program, own),
    trial = new Trial(make, own);
  const keep = (name, file, problem) => {
    const path = join(tmpdir(), `hostile-${name}${extname(file.name)}`);
    writeFileSync(path, file.bytes);
    return `${problem} (${path})`;
  };
  const corpus = readdirSync(CORPUS).flatMap(folder => filesIn(join(CORPUS, folder)));
  const problems = corpus.map(path => trial.try({ name: path, bytes: readFileSync(path) })).filter(Boolean);
  tell('files of the fuzz corpora are opened or told about', problems.length === 0, problems.join('\n'));
  for (const [kind, files] of Object.entries(kinds)) {
    const found = [];
    for (let i = 0; i < EACH; i++) {
      const file = damage(files[below(files.length)], files[below(files.length)], below);
      const problem = kind === 'script' ? tryScript(trial, own, file) : trial.try(file);
      if (problem) found.push(keep(`${kind}-${i}`, file, problem));
    }
    tell(`damaged files are opened or told about: ${kind}`, found.length === 0, found.join('\n'));
  }
  console.log(`studio: of ${trial.count} hostile files ${trial.opened} were opened all the same`);
  trial.end();
  rmSync(own, { recursive: true });
}

/* With the scene that it is for. */
function tryScript(trial, own, file) {
  const scene = file.name.replace('scripts', 'scenes').replace(/\.txt$/, '.json');
  writeFileSync(join(own, 'script.txt'), file.bytes);
  return trial.try({ name: scene, bytes: readFileSync(scene) }, '/own/script.txt');
}
