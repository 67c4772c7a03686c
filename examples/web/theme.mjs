// theme.mjs - light and dark: which one it is, and what a color of the module is in it.
//
// The module paints for light paper. On dark paper what is grey is turned over in lightness, and what
// has a hue keeps it.

const KEY = 'pawl-theme';
const known = new Map();

const clamp = value => Math.max(0, Math.min(255, Math.round(value)));
const text = (r, g, b) => `rgb(${clamp(r)} ${clamp(g)} ${clamp(b)})`;

function darkened(r, g, b) {
  const high = Math.max(r, g, b),
    low = Math.min(r, g, b);
  const hue = Math.min(1, Math.max(0, (high - low - 24) / 60)); // 0: grey, 1: a color
  const light = (high + low) / 2;
  const turned = light > 235 ? 26 : 34 + (255 - light) * 0.5;
  const kept = 18 + light * 0.88;
  const wanted = turned * (1 - hue) + kept * hue;
  // Grey loses the warmth that it has on paper.
  const share = 0.25 + 0.75 * hue;
  return text(...[r, g, b].map(part => wanted + (part - light) * share));
}

/* 0xRRGGBB as CSS. */
export function colorOf(color, dark) {
  const key = dark ? color + 0x1000000 : color;
  let found = known.get(key);
  if (found === undefined) {
    const r = (color >> 16) & 255,
      g = (color >> 8) & 255,
      b = color & 255;
    found = dark ? darkened(r, g, b) : text(r, g, b);
    known.set(key, found);
  }
  return found;
}

const wish = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const stored = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

export const isDark = () => document.documentElement.dataset.theme === 'dark';

function apply(theme) {
  document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new CustomEvent('theme'));
}

export function beginTheme() {
  apply(stored() ?? (wish?.matches ? 'dark' : 'light'));
  wish?.addEventListener('change', () => {
    if (!stored()) apply(wish.matches ? 'dark' : 'light');
  });
}

export function switchTheme() {
  const theme = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    /* a page without storage forgets it */
  }
  apply(theme);
}
