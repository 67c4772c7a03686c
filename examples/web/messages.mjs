// messages.mjs - what the module says, over the picture, until it is closed or something else is opened.
import { button, element, find, icon } from './elements.mjs';

const LINES_MAX = 12;
const NOTE_TIME = 9000; // milliseconds

const root = find('#messages');

export function clearMessages() {
  root.replaceChildren();
}

/* Lines as the module prints them. Notes, which end nothing, go away by themselves. */
export function showMessage(lines, { isError = lines.some(line => !/\bnote: /.test(line)), stays = isError } = {}) {
  if (lines.length === 0) return;
  const more = lines.length > LINES_MAX ? [`... and ${lines.length - LINES_MAX} lines more`] : [];
  const words = [...lines.slice(0, LINES_MAX), ...more]
    .map(line => line.replace(/^pawl: /, '').replace(/^\/(dropped\/\d+\/)?/, ''))
    .join('\n');
  for (const old of root.children) if (old.dataset.words === words) old.remove(); // said again
  const close = button(icon('close'), () => made.remove(), { class: 'quiet', 'aria-label': 'Close this message' });
  const made = element(
    'div',
    { class: isError ? 'message error' : 'message', role: isError ? 'alert' : 'status', 'data-words': words },
    element('p', {}, words),
    close,
  );
  root.append(made);
  while (root.children.length > 3) root.firstChild.remove();
  if (!stays) setTimeout(() => made.remove(), NOTE_TIME);
}
