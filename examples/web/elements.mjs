// elements.mjs - elements of the page in few words.

/* element('button', {class: 'tool', onclick: f}, 'Cut'): attributes, properties that begin with "on", then
 * texts and elements. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

export const find = selector => document.querySelector(selector);

/* A button with words. */
export const button = (words, onclick, attributes = {}) =>
  element('button', { type: 'button', onclick, ...attributes }, words);

/* An icon of the page, one of the symbols in index.html. */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `#icon-${name}`);
  svg.append(use);
  return svg;
}

/* A number for people: four digits, and a letter for thousands and millions. */
export function brief(value) {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size >= 1e9) return `${Number((value / 1e9).toPrecision(3))} G`;
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(3))} k`;
  return String(Number(value.toPrecision(4)));
}

export const hex = hash => (hash >>> 0).toString(16).padStart(8, '0');

/* Bytes of a file to the user. */
export function offer(bytes, name, type = 'application/octet-stream') {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = element('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/* Not more often than every `wait` milliseconds, and once more at the end. */
export function calmly(wait, work) {
  let next = 0,
    timer = 0;
  const run = () => {
    timer = 0;
    next = performance.now() + wait;
    work();
  };
  return () => {
    if (timer) return;
    const left = next - performance.now();
    if (left <= 0) run();
    else timer = setTimeout(run, left);
  };
}
