// together.mjs - the tab in which two pages play one game of sumo, in two tabs of a browser or on two
// machines. Both run all of it; only inputs travel, and hashes to see that the pages agree.
import { button, element } from './elements.mjs';
import { FarLine } from './far.mjs';
import { showMessage } from './messages.mjs';
import { section } from './panel.mjs';
import { Picture } from './picture.mjs';
import { isDark } from './theme.mjs';

const DOOR = 'pawl-door'; // where tabs of one origin meet
const SEED = 7;
const PATIENCE = 400; // milliseconds for a host to answer
const HELD = { ArrowLeft: 32, ArrowRight: 16, ArrowUp: 64, ArrowDown: 128, ' ': 1 }; // of pawl/port.h

const number = () => crypto.getRandomValues(new Uint32Array(1))[0];

class Together {
  #worker = null;
  #far = null;
  #door = null;
  #held = 0;
  #picture;
  #line = { delay: 0, jitter: 0, loss: 0 };
  #isShown = false;
  status = null;

  constructor() {
    this.canvas = element('canvas', {
      class: 'sumo',
      tabindex: '0',
      role: 'application',
      'aria-label': 'Sumo: arrow keys push, space dashes',
      onkeydown: event => this.#press(event, true),
      onkeyup: event => this.#press(event, false),
      onblur: () => this.#hold(0),
    });
    this.numbers = element('p', { class: 'soft numbers', 'aria-live': 'off' });
    this.said = element('pre', { class: 'said', 'aria-live': 'polite' });
    this.start = element('div', { class: 'row' });
    this.game = element('div', { hidden: true });
    this.text = element('textarea', { rows: '4', 'aria-label': 'What the other page offers or answers' });
    this.#fill();
    this.root = section(
      'Play together',
      element(
        'p',
        { class: 'soft' },
        'Two pages, one game, bit for bit. Open this page in another tab and begin there too; or carry an ' +
          'offer to another machine. Arrow keys push, space dashes.',
      ),
      this.start,
      this.game,
    );
  }

  // ---- what there is to see ----

  #fill() {
    const far = element(
      'details',
      {},
      element('summary', {}, 'Another machine'),
      element(
        'div',
        { class: 'row' },
        button('Make an offer', () => this.#try(() => this.#offer())),
        button('Answer this offer', () => this.#try(() => this.#answer())),
        button('Take this answer', () => this.#try(() => this.#accept())),
      ),
      this.text,
    );
    this.start.append(
      button('Begin in this tab', () => this.#try(() => this.near()), { class: 'main', id: 'begin-duel' }),
      far,
    );
    this.game.append(
      this.canvas,
      this.numbers,
      this.#slider('lost', 'loss', 0, 0.4, 0.01, value => `${Math.round(value * 100)} %`),
      this.#slider('late', 'delay', 0, 300, 5, value => `${value} ms`),
      this.#slider('uneven', 'jitter', 0, 150, 5, value => `${value} ms`),
      element(
        'div',
        { class: 'row' },
        button('Flip a bit here', () => this.flip(), { id: 'flip-bit' }),
        button('Let it play', event => this.#letPlay(event.currentTarget), { id: 'bot', 'aria-pressed': 'false' }),
      ),
      this.said,
    );
  }

  #slider(words, key, low, high, step, text) {
    const shown = element('output', {}, text(0));
    const input = element('input', {
      type: 'range',
      min: low,
      max: high,
      step,
      value: 0,
      'aria-label': `Packets from here: ${words}`,
      oninput: () => {
        this.#line[key] = Number(input.value);
        shown.textContent = text(Number(input.value));
        this.#tell({ line: { ...this.#line, seed: 1 } });
      },
    });
    input.dataset.key = key;
    return element('label', { class: 'row slider' }, element('span', {}, words), input, shown);
  }

  async #try(work) {
    try {
      await work();
    } catch (problem) {
      showMessage([problem.message]);
    }
  }

  // ---- the game ----

  #tell(message) {
    this.#worker?.postMessage(message);
  }

  #begin(what) {
    this.#worker = new Worker(new URL('duel_worker.mjs', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = event => showMessage([event.message || 'the worker does not start']);
    this.#tell({ begin: what });
    this.start.hidden = true;
    this.game.hidden = false;
    this.#picture = new Picture(this.canvas);
    this.canvas.focus();
    this.#frame();
  }

  /* With another tab: the first one is the host. */
  async near() {
    this.#door = new BroadcastChannel(DOOR);
    const found = await new Promise(done => {
      this.#door.onmessage = ({ data }) => data.room && done(data);
      this.#door.postMessage({ asks: true });
      setTimeout(() => done(null), PATIENCE);
    });
    if (found) {
      this.#door.close();
      return this.#begin({ isHost: false, seed: SEED, session: found.session, room: found.room });
    }
    const session = number(),
      room = `pawl-${session}`;
    let isTaken = false; // there are two players
    this.#door.onmessage = ({ data }) => {
      if (!data.asks || isTaken) return;
      isTaken = true;
      this.#door.postMessage({ room, session });
    };
    this.#begin({ isHost: true, seed: SEED, session, room });
  }

  #connect(isHost) {
    this.#far.onpacket = packet => this.#tell({ packet });
    this.#far.onopen = () => this.#begin({ isHost, seed: SEED, session: 1 });
  }

  async #offer() {
    this.#far = new FarLine();
    this.#connect(true);
    this.text.value = await this.#far.offer();
    this.text.select();
  }

  async #answer() {
    this.#far = new FarLine();
    this.#connect(false);
    this.text.value = await this.#far.answer(this.text.value);
    this.text.select();
  }

  async #accept() {
    if (!this.#far) throw new Error('An answer is to an offer: make one first.');
    await this.#far.accept(this.text.value);
  }

  #hear(data) {
    if (data.packet) this.#far?.send(data.packet);
    if (data.failed) showMessage([data.failed]);
    if (data.marks) this.#picture.draw(data.marks, isDark());
    if (!data.status) return;
    this.status = data.status;
    const { tick, sure, hash, rollbacks, round_trip: trip, scores } = data.status;
    this.numbers.textContent =
      `tick ${tick} · agreed up to ${sure}, ${hash} · ${trip} ms there and back · ` +
      `${rollbacks} rollbacks · ${scores[0]} : ${scores[1]}`;
    if (this.said.textContent !== data.status.said) this.said.textContent = data.status.said;
  }

  /* A picture for each frame, as long as the tab is open. */
  #frame() {
    if (!this.#worker) return;
    if (this.#isShown && this.canvas.clientWidth > 0) {
      this.#picture.fit();
      this.#tell({ draw: Math.max(64, Math.round(this.canvas.clientWidth)) });
    }
    requestAnimationFrame(() => this.#frame());
  }

  // ---- hands ----

  #hold(keys) {
    if (keys === this.#held) return;
    this.#held = keys;
    this.#tell({ keys });
  }

  #press(event, isDown) {
    const key = HELD[event.key];
    if (!key) return;
    this.#hold(isDown ? this.#held | key : this.#held & ~key);
    event.preventDefault();
    event.stopPropagation();
  }

  #letPlay(pressed) {
    const isOn = pressed.getAttribute('aria-pressed') !== 'true';
    pressed.setAttribute('aria-pressed', String(isOn));
    this.#tell({ bot: isOn });
  }

  flip() {
    this.#tell({ flip: true });
  }

  show() {
    this.#isShown = true;
  }

  hide() {
    this.#isShown = false;
  }
}

export const create = () => new Together();
