// hand.mjs - what pointer and keyboard do to the world: tools, and the camera.
//
// A tool has press, move and lift in world coordinates. The pointer calls them, and so does the cross in the
// middle of the picture, which the keyboard moves.
import { button, find, icon } from './elements.mjs';
import { decimal, nameOf, StudioError, StudioFault } from './studio.mjs';

const SAMPLE = 3; // pixels between places where a cut looks for bodies
const CLICK = 4; // pixels that a click may move
const STRIDE = 10; // pixels of an arrow key

export const TOOLS = [
  { name: 'grab', key: 'g', title: 'Grab and throw' },
  { name: 'crate', key: 'k', title: 'Make a crate' },
  { name: 'ball', key: 'o', title: 'Make a ball' },
  { name: 'erase', key: 'e', title: 'Erase' },
  { name: 'cut', key: 'x', title: 'Cut along a line' },
  { name: 'join', key: 'j', title: 'Join two bodies' },
];

export class Hand {
  #player;
  #camera;
  #canvas;
  #change; // to be called when the picture is another one
  #buttons = new Map();
  #touches = new Map(); // pointers that are down, by number: [x, y]
  #press = null; // {x, y, screen}: where a tool was put down
  #here = null; // where it is now
  #pan = null;
  #resume = 0; // what the player did before a body was grabbed
  #joints = 0;
  tool = 'grab';
  cross = null; // [x, y] in pixels, while the keyboard has the picture

  constructor(canvas, player, camera, change) {
    this.#canvas = canvas;
    this.#player = player;
    this.#camera = camera;
    this.#change = change;
    this.#fillTools();
    this.#listen();
  }

  #fillTools() {
    const bar = find('#tools');
    for (const { name, key, title } of TOOLS) {
      const made = button(icon(name), () => this.choose(name), {
        class: 'icon-only',
        title: `${title} (${key.toUpperCase()})`,
        'aria-label': title,
        'aria-pressed': String(name === this.tool),
      });
      this.#buttons.set(name, made);
      bar.append(made);
    }
    const zoom = find('#zoom');
    for (const [name, title, work] of [
      ['plus', 'Closer (+)', () => this.zoom(1.25)],
      ['minus', 'Farther (-)', () => this.zoom(0.8)],
      ['fit', 'All of it (0)', () => this.fit()],
    ]) {
      zoom.append(button(icon(name), work, { class: 'icon-only', title, 'aria-label': title.replace(/ \(.*/, '') }));
    }
  }

  choose(name) {
    this.tool = name;
    for (const [other, made] of this.#buttons) made.setAttribute('aria-pressed', String(other === name));
    this.#canvas.style.cursor = name === 'grab' ? 'default' : 'crosshair';
    this.#drop();
  }

  zoom(factor) {
    this.#camera.zoom(factor);
    this.#change();
  }

  fit() {
    this.#camera.fit();
    this.#change();
  }

  #drop() {
    this.#press = this.#here = null;
    this.#change();
  }

  // ---- pointer and touch ----

  #listen() {
    const canvas = this.#canvas,
      on = (type, work, options) => canvas.addEventListener(type, work, options);
    on('pointerdown', event => this.#down(event));
    on('pointermove', event => this.#moved(event));
    on('pointerup', event => this.#up(event));
    on('pointercancel', event => this.#up(event));
    on('contextmenu', event => event.preventDefault());
    on('wheel', event => this.#wheel(event), { passive: false });
    on('keydown', event => this.#key(event));
    on('focus', () => {
      if (canvas.matches(':focus-visible')) this.#showCross();
    });
    on('blur', () => {
      this.cross = null;
      this.#change();
    });
  }

  #place(event) {
    const box = this.#canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  #down(event) {
    this.#canvas.setPointerCapture?.(event.pointerId);
    this.cross = null;
    const place = this.#place(event);
    this.#touches.set(event.pointerId, place);
    if (this.#touches.size === 2) {
      this.#cancel();
      this.#pan = null;
    } else if (event.button === 1 || event.button === 2 || event.shiftKey) {
      this.#pan = place;
    } else if (this.#touches.size === 1 && !this.press(...place)) {
      this.#pan = place; // there is nothing to hold: the picture moves
    }
  }

  #moved(event) {
    const place = this.#place(event),
      before = this.#touches.get(event.pointerId);
    if (!before) return;
    if (this.#touches.size === 2) this.#pinch(event.pointerId, place);
    else if (this.#pan) this.#panTo(place);
    else this.move(...place);
    this.#touches.set(event.pointerId, place);
  }

  #up(event) {
    if (!this.#touches.delete(event.pointerId)) return;
    if (this.#pan) this.#pan = null;
    else if (this.#press && this.#touches.size === 0) this.lift(...this.#place(event));
  }

  #panTo([x, y]) {
    this.#camera.moveBy(x - this.#pan[0], y - this.#pan[1]);
    this.#pan = [x, y];
    this.#change();
  }

  /* Two fingers move the picture, and change its scale. */
  #pinch(pointer, [x, y]) {
    const [beforeX, beforeY] = this.#touches.get(pointer);
    const [otherX, otherY] = [...this.#touches].find(([id]) => id !== pointer)[1];
    const distance = (ax, ay) => Math.max(1, Math.hypot(ax - otherX, ay - otherY));
    this.#camera.moveBy((x - beforeX) / 2, (y - beforeY) / 2);
    this.#camera.zoom(distance(x, y) / distance(beforeX, beforeY), (x + otherX) / 2, (y + otherY) / 2);
    this.#change();
  }

  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.#camera.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), ...this.#place(event));
    this.#change();
  }

  // ---- the keyboard on the picture ----

  #showCross() {
    this.cross = [this.#camera.width / 2, this.#camera.height / 2];
    this.#change();
  }

  #key(event) {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = arrows[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (way && event.shiftKey) {
      this.#camera.moveBy(-way[0] * 40, -way[1] * 40);
    } else if (way && this.cross) {
      this.cross = [this.cross[0] + way[0] * STRIDE, this.cross[1] + way[1] * STRIDE];
      if (this.#press) this.move(...this.cross);
    } else if (event.key === 'Enter') {
      if (!this.cross) this.#showCross();
      else if (this.#press) this.lift(...this.cross);
      else if (this.press(...this.cross) && ['crate', 'ball', 'erase'].includes(this.tool)) this.lift(...this.cross);
    } else if (event.key === 'Escape' && this.#press) {
      this.#cancel();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.#change();
  }

  // ---- tools ----

  #cancel() {
    if (this.#player.isHeld) this.#release();
    this.#drop();
  }

  /* False when the tool finds nothing there. */
  press(x, y) {
    const player = this.#player,
      world = this.#camera.toWorld(x, y);
    if (!player.run) return false;
    this.#press = { world, screen: [x, y], body: player.attempt(() => player.run.pick(...world)) ?? 0 };
    this.#here = world;
    if (this.tool === 'grab') return this.#grab(world);
    if (this.tool === 'erase') this.#erase(world);
    this.#change();
    return true;
  }

  #grab(world) {
    const player = this.#player,
      body = this.#press.body;
    player.select(body);
    const isHeld = body !== 0 && player.attempt(() => player.run.grab(...world));
    if (!isHeld) {
      this.#press = null;
      return body !== 0; // what cannot be pulled can be looked at
    }
    // Only steps let the hand pull: time goes on while it holds something.
    this.#resume = player.direction;
    player.isHeld = true;
    return true;
  }

  move(x, y) {
    if (!this.#press) return;
    this.#here = this.#camera.toWorld(x, y);
    const player = this.#player;
    if (player.isHeld) {
      const isDragged = Math.hypot(x - this.#press.screen[0], y - this.#press.screen[1]) > CLICK;
      if (isDragged && player.direction !== 1) player.play(1);
      player.attempt(() => player.run.drag(...this.#here));
    } else if (this.tool === 'erase') {
      this.#erase(this.#here);
    }
    this.#change();
  }

  lift(x, y) {
    this.#here = this.#camera.toWorld(x, y);
    const press = this.#press;
    if (this.#player.isHeld) this.#release();
    else if (this.tool === 'crate' || this.tool === 'ball') this.#spawn(press);
    else if (this.tool === 'cut') this.#cut(press, [x, y]);
    else if (this.tool === 'join') this.#join(press, [x, y]);
    this.#drop();
  }

  #release() {
    const player = this.#player;
    player.isHeld = false;
    player.attempt(() => player.run?.release());
    if (this.#resume !== player.direction) {
      if (this.#resume > 0) player.play(this.#resume);
      else player.pause();
    }
    player.tell('edit', { from: player.tick });
  }

  /* Half of what a drawn shape measures: the way from press to lift, or for a click a part of what is seen. */
  #size(press) {
    const drawn = Math.hypot(this.#here[0] - press.world[0], this.#here[1] - press.world[1]);
    return drawn * this.#camera.scale > CLICK ? drawn * 2 : this.#camera.across / 28;
  }

  #spawn(press) {
    const what = this.tool === 'ball' ? 1 : 0,
      size = this.#size(press);
    this.#player.change(() => {
      this.#player.studio.take();
      if (!this.#player.run.spawn(what, ...press.world, size))
        throw new StudioError(this.#player.studio.take(), 'there is no room for it');
    });
  }

  #erase(world) {
    const player = this.#player;
    const body = player.attempt(() => player.run.pick(...world)) ?? 0;
    if (body && player.do(`body ${nameOf(body)} destroy`) && body === player.selected) player.select(0);
  }

  /* All bodies below the line. What cannot be cut, such as the ground, is told only when nothing could. */
  #cut(press, [x, y]) {
    const player = this.#player,
      [fromX, fromY] = press.screen,
      refused = [];
    const steps = Math.ceil(Math.hypot(x - fromX, y - fromY) / SAMPLE),
      bodies = new Set();
    const line = [...press.world, ...this.#here].map(decimal).join(' ');
    if (steps < 2) return;
    player.attempt(() => {
      for (let i = 0; i <= steps; i++) {
        bodies.add(
          player.run.pick(
            ...this.#camera.toWorld(fromX + ((x - fromX) * i) / steps, fromY + ((y - fromY) * i) / steps),
          ),
        );
      }
    });
    bodies.delete(0);
    player.change(() => {
      for (const body of bodies) {
        try {
          player.run.do(`body ${nameOf(body)} cut ${line}`);
        } catch (problem) {
          if (problem instanceof StudioFault) throw problem;
          refused.push(...problem.lines);
        }
      }
    });
    if (refused.length && refused.length >= bodies.size) player.tell('problem', refused);
  }

  /* Where the hand stayed in one place both share it; else a rod goes from one to the other. */
  #join(press, [x, y]) {
    const player = this.#player;
    const ends = [press.body, player.attempt(() => player.run.pick(...this.#here)) ?? 0];
    if (!ends[0] || !ends[1] || ends[0] === ends[1]) {
      player.tell('problem', ['Draw from one body to another to join them.']);
      return;
    }
    const places = [press.world, this.#here].map(place => place.map(decimal).join(' '));
    const isNear = Math.hypot(x - press.screen[0], y - press.screen[1]) < 12;
    const how = isNear ? `at ${places[1]}` : `from ${places[0]} to ${places[1]}`;
    player.do(
      `join by-hand-${player.tick}-${++this.#joints} ${isNear ? 'revolute' : 'distance'} ${ends.map(nameOf).join(' ')} ${how}`,
    );
  }

  // ---- what is drawn over the picture ----

  paint(context, colors) {
    if (this.cross) this.#paintCross(context, colors);
    if (!this.#press || !this.#here) return;
    const [x, y] = this.#camera.toScreen(...this.#press.world),
      [hereX, hereY] = this.#camera.toScreen(...this.#here);
    context.strokeStyle = colors.accent;
    context.lineWidth = 1.5;
    context.setLineDash(this.tool === 'cut' ? [6, 4] : []);
    context.beginPath();
    if (this.tool === 'crate' || this.tool === 'ball') {
      const size = this.#size(this.#press) * this.#camera.scale;
      if (this.tool === 'ball') context.arc(x, y, size / 2, 0, 2 * Math.PI);
      else context.rect(x - size / 2, y - size / 2, size, size);
    } else if (this.tool === 'cut' || this.tool === 'join') {
      context.moveTo(x, y);
      context.lineTo(hereX, hereY);
    } else if (this.#player.isHeld) {
      context.arc(hereX, hereY, 5, 0, 2 * Math.PI);
    }
    context.stroke();
    context.setLineDash([]);
  }

  #paintCross(context, colors) {
    const [x, y] = this.cross;
    context.strokeStyle = colors.ink;
    context.lineWidth = 1.5;
    context.beginPath();
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      context.moveTo(x + dx * 4, y + dy * 4);
      context.lineTo(x + dx * 14, y + dy * 14);
    }
    context.stroke();
  }
}
