// player.mjs - what is open, and where in time it is: plays, steps, goes back, makes edits.
//
// Events: 'open' (something else is shown), 'tick' (another moment), 'edit' (the future may be another one),
// 'state' (plays or not), 'select' (another body), 'problem' (detail: lines), 'lost' (nothing is open any more).
import { bestKind, StudioError, StudioFault } from './studio.mjs';

const BUDGET = 11; // milliseconds of a frame for steps: the rest is for the picture
export const SPEEDS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8];

export class Player extends EventTarget {
  studio;
  run = null;
  info = null;
  source = null; // {path, title, files, script}: what open() got
  direction = 0; // -1 back, 0 stands, 1 onwards
  speed = 1;
  spare = 64; // bodies more than the scene has
  selected = 0; // slot + 1
  tick = 0;
  first = 0;
  last = 0;
  #openings = 0;
  #goal = null; // a tick that is not known yet, on the way to it
  #cutFrom = null; // where the hand has begun another future
  #due = 0; // ticks that time has brought, with a fraction
  #before = null; // of the last frame, in milliseconds
  isHeld = false; // the hand holds a body

  constructor(studio) {
    super();
    this.studio = studio;
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /* The work of a method that calls the module; what it says goes to the page. */
  attempt(work) {
    try {
      return work();
    } catch (problem) {
      if (!(problem instanceof StudioError)) throw problem;
      this.tell('problem', problem.lines.length ? problem.lines : [problem.message]);
      if (problem instanceof StudioFault) this.#recover();
      return undefined;
    }
  }

  /* After a fault: what was open, as it was in the beginning. A second fault leaves nothing open. */
  #recover() {
    const source = this.source;
    this.run = this.source = null;
    this.pause();
    if (!source || source.hasFaulted) return this.tell('lost');
    source.hasFaulted = true;
    return this.open(source, { isAgain: true });
  }

  /* Files are in the folder of the module already. True if it could be opened; else what is open stays, and
   * the page is told why. */
  async open(source, { tick = 0, isAgain = false } = {}) {
    const number = ++this.#openings,
      before = this.source;
    try {
      await this.studio.turn(source.kind ?? bestKind());
      if (number !== this.#openings) return false;
      this.#begin(source, tick);
    } catch (problem) {
      if (!(problem instanceof StudioError)) throw problem;
      if (problem.needsMaps && source.kind !== 'maps') return this.open({ ...source, kind: 'maps' }, { tick, isAgain });
      this.tell('problem', problem.lines.length ? problem.lines : [problem.message]);
      if (!this.run?.isAlive && before && before !== source) await this.open(before, { isAgain: true });
      else if (!this.run?.isAlive) this.tell('lost');
      return false;
    }
    if (!isAgain) this.tell('problem', this.run.notes);
    return true;
  }

  #begin(source, tick) {
    const run = this.studio.open(source.path, source.script ?? null, this.spare);
    this.run?.close();
    Object.assign(this, { run, source, info: run.info(), selected: 0, isHeld: false });
    this.#goal = null;
    this.#due = 0;
    this.direction = 0;
    this.#look();
    this.tell('open');
    this.tell('state');
    if (tick > this.tick) this.seek(tick);
  }

  #look() {
    this.tick = this.run.tick;
    this.first = this.run.first;
    this.last = this.run.last;
  }

  get rate() {
    return this.info ? this.info.rate[0] / this.info.rate[1] : 60;
  }
  get isPlaying() {
    return this.direction !== 0;
  }
  get isSeeking() {
    return this.#goal !== null;
  }

  // ---- commands ----

  play(direction = 1) {
    if (!this.run) return;
    this.#goal = null;
    this.direction = direction;
    this.#due = 0;
    this.tell('state');
  }

  pause() {
    this.direction = 0;
    this.#goal = null;
    this.tell('state');
  }

  toggle(direction = 1) {
    if (this.direction === direction || this.isSeeking) this.pause();
    else this.play(direction);
  }

  /* Ticks onwards or back, standing. */
  step(ticks) {
    if (!this.run) return;
    this.pause();
    this.seek(this.tick + ticks);
  }

  /* Any tick; one that is not known yet is simulated, in parts when it takes long. */
  seek(tick) {
    if (!this.run) return;
    const wanted = Math.max(this.first, Math.round(tick));
    this.#goal = null;
    this.attempt(() => {
      this.run.seek(Math.min(wanted, this.last));
      if (wanted > this.last) this.#goal = wanted;
    });
    if (this.#goal !== null) this.#chase(BUDGET);
    this.#moved();
  }

  #moved() {
    if (!this.run?.isAlive) return;
    const from = this.#cutFrom;
    this.#cutFrom = null;
    this.#look();
    this.tell('tick');
    if (from !== null) this.tell('edit', { from });
  }

  /* Ticks one by one as long as there is time; fewer when the module does fewer. */
  #forward(ticks, budget) {
    const end = performance.now() + budget;
    let done = 0;
    while (done < ticks) {
      if (this.isHeld && this.run.tick < this.run.last) this.#cutFrom ??= this.run.tick;
      if (this.run.play(1) === 0) return { done, isEnd: true };
      done++;
      if (performance.now() > end) break;
    }
    return { done, isEnd: false };
  }

  #chase(budget) {
    this.attempt(() => {
      const { isEnd } = this.#forward(this.#goal - this.run.tick, budget);
      if (isEnd || this.run.tick >= this.#goal) this.#goal = null;
      if (isEnd) this.#ended();
    });
  }

  #ended() {
    const lines = this.studio.take();
    this.pause();
    if (lines.length) this.tell('problem', lines);
  }

  /* Another frame of the screen: the ticks that are due. */
  frame(now) {
    const passed = Math.min(100, now - (this.#before ?? now));
    this.#before = now;
    if (!this.run?.isAlive) return;
    if (this.#goal !== null) {
      this.#chase(BUDGET);
      this.#moved();
    } else if (this.direction !== 0) {
      this.#due += (passed / 1000) * this.rate * this.speed;
      const ticks = Math.floor(this.#due + 0.02); // a frame of 16.6 milliseconds is one of 60 a second
      if (ticks > 0) this.#advance(ticks);
    }
  }

  #advance(ticks) {
    this.#due = Math.max(0, this.#due - ticks);
    this.attempt(() => {
      if (this.direction > 0) {
        if (this.#forward(ticks, BUDGET).isEnd) this.#ended();
      } else {
        this.run.seek(Math.max(this.first, this.tick - ticks));
        if (this.run.tick <= this.first) this.pause();
      }
    });
    this.#moved();
  }

  // ---- edits ----

  /* A line of a script at this moment; false when the module refuses it. */
  do(line) {
    return (
      this.change(() => {
        this.run.do(line);
        return true;
      }) === true
    );
  }

  /* Any change to the world now, or to what is known from a tick on. What was the future becomes the ghost. */
  change(work, from = this.tick) {
    if (!this.run) return undefined;
    const result = this.attempt(work);
    this.#moved();
    this.tell('edit', { from });
    return result;
  }

  select(body) {
    if (body === this.selected) return;
    this.selected = body;
    this.tell('select');
  }
}
