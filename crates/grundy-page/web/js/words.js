// The words of the field, and for whoever has not seen the page a first sentence, which offers the tour.

import { make } from './dom.js';
import { tour } from './tour.js';

/** What the words say. @type {Record<string, string>} */
const SAYS = {
  G: 'the Sprague-Grundy value: the least number that no option has',
  G_misere: 'the value in misère play, where whoever makes the last move loses: 1 where there is no move, else the least number that no option has',
  'P-position': 'the previous player wins: whoever must move loses',
  'N-position': 'the next player wins: some move leads to a P-position',
  remoteness: 'how many moves play lasts if who wins hurries and who loses delays',
  suspense: 'how many moves play lasts if who wins delays and who loses hurries',
  birthday: 'how many moves the longest play has',
  mex: 'minimal excludant: the least of the numbers 0, 1, 2, … that is not among them',
  preperiod: 'how many values come before the first period',
  period: 'after so many steps the same values come again, each higher by the saltus',
  saltus: 'how much higher a value is one period later; 0 where the values repeat',
  'D-position': 'drawn: play goes on for ever, and nobody wins',
};

/** A word that explains itself on hover and focus. @param {string} word @param {string} [text] */
export function term(word, text = word) {
  const says = SAYS[word];
  return says ? make('span', { class: 'term', tabindex: 0, 'aria-label': `${text}: ${says}`, data: { says } }, text) : make('span', {}, text);
}

/** Where it is kept that a person knows the page. */
const READ = 'grundy-read';

/** Remembers that a person knows the page. */
function known() {
  try {
    localStorage.setItem(READ, '1');
  } catch {
    // Some browsers keep nothing; then the sentence comes again.
  }
}

/** A sentence over the map for whoever comes the first time. @param {HTMLElement} map */
export function greet(map) {
  try {
    if (localStorage.getItem(READ)) return;
  } catch {
    return;
  }
  const close = () => {
    known();
    note.remove();
  };
  const around = () => {
    tour(close);
    note.hidden = true;
  };
  const note = make('p', { class: 'greeting' },
    make('span', {}, 'Every square is a position, its colour the value, dark for small ones. At value 0, whoever must move loses (Look, mark P-positions). Point at a square, or touch it, to see why.'),
    make('button', { type: 'button', onclick: around }, 'Show me around'),
    make('button', { type: 'button', onclick: close }, 'Got it'));
  map.prepend(note);
}

/** A button that begins the tour, for later. @param {HTMLElement} menu the list that it stands in */
export function tourButton(menu) {
  menu.append(make('button', { type: 'button', onclick: () => {
    const around = menu.closest('details');
    if (around) around.open = false;
    tour(known);
  } }, 'Show me around'));
}
