// page.mjs - draws the game on a canvas between its last two ticks, and tells the worker what is pressed.
import { DROP, JUMP, LEFT, RIGHT, STEP_MS } from './keys.mjs';

const KEYS = { ArrowLeft: LEFT, KeyA: LEFT, ArrowRight: RIGHT, KeyD: RIGHT, ArrowUp: JUMP, KeyW: JUMP, Space: JUMP, ArrowDown: DROP, KeyS: DROP };
const COLORS = { ground: '#556', ledge: '#a85', lift: '#58a', crate: '#b84', coin: '#ec3', hero: '#3a7' };
const canvas = document.querySelector('canvas'), pen = canvas.getContext('2d'), said = document.querySelector('output');
const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
let looks = null, before = null, now = null, at = 0;

worker.onmessage = ({ data }) => {
  if (data.looks) { // It speaks first: what is sent to it while it loads pawl is lost.
    looks = data.looks;
    worker.postMessage({ begin: location.search });
    return;
  }
  before = now ?? data;
  now = data;
  at = performance.now();
  globalThis.shown = data; // for the console of the browser
};
worker.onerror = problem => { said.textContent = `the worker: ${problem.message}`; };

// ---- keys, and fingers: at the left, at the right; above the middle jumps ----

const pressed = new Set(), fingers = new Map();
let replays = false;

function tell() {
  let held = 0;
  for (const code of pressed) held |= KEYS[code] ?? 0;
  for (const keys of fingers.values()) held |= keys;
  worker.postMessage({ held, rewinds: pressed.has('KeyR'), replays });
  replays = false;
}

addEventListener('keydown', event => {
  if (event.code === 'KeyP' && !event.repeat) replays = true;
  if (KEYS[event.code]) event.preventDefault();
  pressed.add(event.code);
  tell();
});
addEventListener('keyup', event => {
  pressed.delete(event.code);
  tell();
});
addEventListener('blur', () => {
  pressed.clear();
  tell();
});
for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']) {
  canvas.addEventListener(type, event => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const keys = (event.clientX < left + width / 2 ? LEFT : RIGHT) | (event.clientY < top + height / 2 ? JUMP : 0);
    if (type === 'pointerdown' || (type === 'pointermove' && fingers.has(event.pointerId))) fingers.set(event.pointerId, keys);
    else fingers.delete(event.pointerId);
    tell();
  });
}

// ---- the picture ----

const number = (words, i) => [words[i] / 65536, words[i + 1] / 65536, words[i + 2] / 2 ** 30, words[i + 3] / 2 ** 30];

function draw() {
  requestAnimationFrame(draw);
  if (!now) return;
  const scale = canvas.width / 34, share = Math.min((performance.now() - at) / STEP_MS, 1);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  // A body has another place in the list once an older one is gone: its handle says which one it is.
  const placeOf = new Map(Array.from(before.bodies, (word, i) => [word, i]));
  now.bodies.forEach((word, i) => {
    const to = number(now.poses, 4 * i), from = placeOf.has(word) ? number(before.poses, 4 * placeOf.get(word)) : to;
    const [x, y, c, s] = from.map((one, k) => one + (to[k] - one) * share), [look, width, height] = looks.get(word);
    pen.setTransform(c * scale, -s * scale, s * scale, c * scale, canvas.width / 2 + x * scale, canvas.height - (y + 2) * scale);
    pen.fillStyle = COLORS[look];
    pen.fillRect(-width, -height, 2 * width, 2 * height);
  });
  said.textContent = `${now.says} | tick ${now.tick} | coins ${now.scores.join(' : ')} | hash ${now.hash.toString(16).padStart(8, '0')}`;
}

draw();
