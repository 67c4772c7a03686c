// help.mjs - the sheet of keys, and what to try.
import { element, find } from './elements.mjs';
import { TOOLS } from './hand.mjs';

const SHEET = [
  [
    'Time',
    [
      ['Space', 'play, pause'],
      ['← →', 'a tick back, onwards; with Shift ten'],
      ['B', 'play backwards'],
      ['R', 'to the beginning'],
      ['[ ]', 'slower, faster'],
      ['M', 'bookmark this tick'],
      ['< >', 'to the bookmark before, behind'],
      ['V', 'lanes'],
    ],
  ],
  [
    'Picture',
    [
      ['wheel, + −', 'closer, farther'],
      ['right button', 'move the picture; or two fingers'],
      ['0', 'all of it'],
      ['1 … 7', 'layers: contacts, boxes, islands, who sleeps, centres, soft bodies, joints'],
    ],
  ],
  [
    'Hand',
    [
      ...TOOLS.map(({ key, title }) => [key.toUpperCase(), title.toLowerCase()]),
      ['Tab, arrows', 'into the picture: a cross'],
      ['Enter', 'the tool at the cross, and again to let go'],
      ['Esc', 'let go'],
    ],
  ],
  [
    'Page',
    [
      ['S', 'scenes'],
      ['N P', 'next, previous scene'],
      ['L', 'open a file'],
      ['I', 'inspect'],
      ['T', 'light, dark'],
      ['?', 'this sheet'],
    ],
  ],
];
const STEERING = [
  'With a character',
  [
    ['arrows', 'run and climb, while time runs'],
    ['Shift', 'jump'],
  ],
];

/* Keys look like keys; what is said of mouse and fingers does not. */
function nameOf(part) {
  if (/^(wheel|right|Tab|arrows)/.test(part)) return [part, ' '];
  return part.split(' ').flatMap(key => (key === '…' ? ['… '] : [element('kbd', {}, key), ' ']));
}

export function fillHelp() {
  const rows = list =>
    list.flatMap(([keys, words]) => [
      element('dt', {}, ...keys.split(', ').flatMap(part => nameOf(part))),
      element('dd', {}, words),
    ]);
  find('#help').replaceChildren(
    element('h2', { id: 'help-title' }, 'Keys, and what to try'),
    element(
      'div',
      { class: 'columns' },
      element(
        'section',
        {},
        element(
          'p',
          {},
          'Pull a body and let it go. Drag the bar below back, and pull again: what would have been stays as a ghost. ',
          'Drop a scene, a replay, a snapshot or a map on the page. Nothing leaves this browser.',
        ),
      ),
      ...[...SHEET, STEERING].map(([title, list]) =>
        element('section', {}, element('h3', {}, title), element('dl', {}, ...rows(list))),
      ),
    ),
    element('form', { method: 'dialog' }, element('button', {}, 'Close')),
  );
}
