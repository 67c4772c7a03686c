// parameters.mjs - the tab of sliders: the world, the body that is selected, and what is shown. Each change of the
// world is a line of its script.
import GUI from './lib/lil-gui.mjs';
import { calmly, element } from './elements.mjs';
import { section } from './panel.mjs';
import { SPEEDS } from './player.mjs';
import { decimal, LAYERS, nameOf } from './studio.mjs';

const COLORINGS = { 'each its own': 0, 'who sleeps': 1, 'who sleeps together': 2 };
const LAYER_NAMES = {
  shapes: 'shapes',
  joints: 'joints',
  soft: 'soft bodies',
  contacts: 'contact points',
  normals: 'contact normals',
  islands: 'islands',
  boxes: 'boxes of the tree',
  centers: 'centres of mass',
};
const TYPES = ['static', 'kinematic', 'dynamic'];

class Parameters {
  #page;
  #gui;
  #world = { gravityX: 0, gravityY: -10, hertz: 0, damping: 0, push: 0, restitution: 0 };
  #body = { type: 'dynamic', friction: 0.6, gravityScale: 1, bullet: false, awake: true };
  #view = {};
  #bodyFolder;

  constructor(page) {
    this.#page = page;
    this.root = section(
      'Parameters',
      element('p', { class: 'soft' }, 'What is changed here is written into the script of this run, at this tick.'),
    );
    this.#gui = new GUI({ container: element('div', { class: 'gui' }), title: 'Parameters', autoPlace: false });
    this.root.append(this.#gui.domElement);
    this.#gui.domElement.querySelector('.title, .lil-title')?.remove();
    this.#addWorld();
    this.#addBody();
    this.#addRun();
    this.#addView();
    for (const type of ['open', 'select']) page.player.addEventListener(type, () => this.show());
    document.addEventListener('layers', () => this.#readView());
    this.show();
  }

  #do(line) {
    this.#page.player.do(line);
  }

  /* A slider whose changes are a line of a script when it is let go. */
  #slider(folder, object, key, range, name, line) {
    return folder
      .add(object, key, ...range)
      .name(name)
      .onFinishChange(() => this.#do(line()));
  }

  #addWorld() {
    const folder = this.#gui.addFolder('World'),
      world = this.#world,
      add = (...given) => this.#slider(folder, world, ...given);
    const gravity = () => `gravity ${decimal(world.gravityX)} ${decimal(world.gravityY)}`;
    const contacts = () => `contacts ${decimal(world.hertz)} ${decimal(world.damping)} ${decimal(world.push)}`;
    add('gravityX', [-20, 20, 0.1], 'gravity, across', gravity);
    add('gravityY', [-40, 40, 0.1], 'gravity, up', gravity);
    const more = folder.addFolder('Contacts (0: the default)').close();
    this.#slider(more, world, 'hertz', [0, 240, 1], 'hertz', contacts);
    this.#slider(more, world, 'damping', [0, 20, 0.1], 'damping ratio', contacts);
    this.#slider(more, world, 'push', [0, 20, 0.1], 'push speed', contacts);
    this.#slider(
      more,
      world,
      'restitution',
      [0, 10, 0.1],
      'bounces from (units/s)',
      () => `restitution-threshold ${decimal(world.restitution)}`,
    );
    this.worldFolder = folder;
  }

  #addBody() {
    const folder = (this.#bodyFolder = this.#gui.addFolder('Body')),
      body = this.#body;
    const line = words => () => {
      const { selected } = this.#page.player;
      if (selected) this.#do(`body ${nameOf(selected)} ${words()}`);
    };
    const yes = value => (value ? 'yes' : 'no');
    folder.add(body, 'type', TYPES).onChange(line(() => `type ${body.type}`));
    folder.add(body, 'friction', 0, 2, 0.05).onFinishChange(line(() => `friction ${decimal(body.friction)}`));
    folder
      .add(body, 'gravityScale', -2, 4, 0.1)
      .name('gravity scale')
      .onFinishChange(line(() => `gravity-scale ${decimal(body.gravityScale)}`));
    folder.add(body, 'bullet').onChange(line(() => `bullet ${yes(body.bullet)}`));
    folder.add(body, 'awake').onChange(line(() => `awake ${yes(body.awake)}`));
    folder.add({ shatter: () => this.#shatter() }, 'shatter').name('Shatter');
    folder.add({ push: line(() => 'push 0 8') }, 'push').name('Kick upwards');
    folder.add({ destroy: line(() => 'destroy') }, 'destroy').name('Erase');
  }

  #shatter() {
    const { selected } = this.#page.player,
      place = this.#page.placeOf(selected);
    if (place) this.#do(`body ${nameOf(selected)} shatter ${place.map(decimal).join(' ')} pieces 8`);
  }

  #addRun() {
    const folder = this.#gui.addFolder('Run'),
      { player, timeline } = this.#page;
    const run = { speed: player.speed, spare: player.spare };
    folder
      .add(run, 'speed', Object.fromEntries(SPEEDS.map(speed => [speed < 1 ? `1/${1 / speed}` : String(speed), speed])))
      .onChange(value => timeline.changeSpeed(SPEEDS.indexOf(value) - SPEEDS.indexOf(player.speed)))
      .listen();
    folder
      .add(run, 'spare', 0, 1000, 1)
      .name('room for new bodies')
      .onFinishChange(value => {
        player.spare = value;
        if (player.source) player.open(player.source); // a world has its size from the beginning
      });
    this.memory = element('p', { class: 'soft memory' });
    folder.$children?.append(this.memory);
    const tell = calmly(1000, () => this.#tellMemory());
    player.addEventListener('tick', tell);
    this.#page.timeline &&
      Object.defineProperty(run, 'speed', { get: () => player.speed, set: () => {}, enumerable: true });
  }

  #tellMemory() {
    const { run, first, last } = this.#page.player;
    if (!this.root.isConnected || !run?.isAlive) return;
    this.memory.textContent = `The past of ${last - first} ticks takes ${(run.memory / 1048576).toFixed(1)} MB.`;
  }

  #addView() {
    const folder = this.#gui.addFolder('Picture'),
      view = this.#view;
    this.#readView();
    folder
      .add(view, 'coloring', COLORINGS)
      .name('colours')
      .onChange(value => {
        this.#page.coloring = value;
        this.#page.change();
      })
      .listen();
    for (const [key, name] of Object.entries(LAYER_NAMES)) {
      folder
        .add(view, key)
        .name(name)
        .listen()
        .onChange(isOn => {
          if (isOn) this.#page.layers |= LAYERS[key];
          else this.#page.layers &= ~LAYERS[key];
          this.#page.change();
        });
    }
  }

  #readView() {
    this.#view.coloring = this.#page.coloring;
    for (const key of Object.keys(LAYERS)) this.#view[key] = (this.#page.layers & LAYERS[key]) !== 0;
  }

  /* What the world and the selected body have now. */
  show() {
    const { player } = this.#page,
      isScene = player.info?.type === 'scene' && !player.info.arcade;
    this.worldFolder.show(isScene);
    this.#bodyFolder.show(isScene && player.selected !== 0);
    if (!isScene) return;
    this.#readWorld();
    if (player.selected) this.#readBody();
    for (const one of this.#gui.controllersRecursive()) one.updateDisplay();
  }

  #readWorld() {
    const { player } = this.#page;
    if (!player.studio.has('studio_search')) return;
    const hits = player.attempt(() => player.run.search('gravity.'))?.hits ?? [];
    for (const { object, field, decimal: value } of hits) {
      if (object !== 'world') continue;
      if (field === 'gravity.x') this.#world.gravityX = Number(value);
      if (field === 'gravity.y') this.#world.gravityY = Number(value);
    }
  }

  #readBody() {
    const number = name => Number(this.#page.fieldOf(this.#page.player.selected, name)?.decimal);
    const type = this.#page.fieldOf(this.#page.player.selected, 'type');
    if (type) this.#body.type = TYPES[Number(type.raw)] ?? this.#body.type;
    for (const [key, field] of [
      ['friction', 'friction'],
      ['gravityScale', 'gravity_scale'],
    ]) {
      const value = number(field);
      if (Number.isFinite(value)) this.#body[key] = value;
    }
  }
}

export const create = page => new Parameters(page);
