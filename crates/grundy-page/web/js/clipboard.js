// The clipboard: what is put there, and whether it is there.

import { make } from './dom.js';

/** Is a text in the clipboard now? Over plain HTTP from another machine there is only the older way. @param {string} text */
export async function copied(text) {
  const written = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (written) return true;
  const [focused, area] = [document.activeElement, make('textarea', { class: 'unseen', 'aria-hidden': 'true', tabindex: -1 })];
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
