// keys.mjs - what the page and the worker both know; the page does not load pawl.
export const LEFT = 1, RIGHT = 2, JUMP = 4, DROP = 8;
export const STEP_MS = 1000 / 60;
