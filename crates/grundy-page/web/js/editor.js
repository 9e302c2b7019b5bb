// An editor: a plain text field, over which the words are coloured and mistakes are underlined.
//
// In: a text. Out: calls when it changes; marks at places and beside lines. Typing, selecting, undo and screen readers are the field's own.

import { make } from './dom.js';
import { pieces, place } from './highlight.js';

/** How long a person rests before the text is read. */
const REST = 250;

/**
 * @param {HTMLElement} root
 * @param {{id: string, label: string, placeholder: string, changed: (text: string) => void}} how
 */
export function editor(root, { id, label, placeholder, changed }) {
  const field = make('textarea', {
    id, class: 'code', 'aria-label': label, placeholder, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', autocorrect: 'off',
    'aria-describedby': `${id}-mistakes`,
  });
  const shade = make('pre', { class: 'code', 'aria-hidden': 'true' });
  const gutter = make('div', { class: 'gutter code', 'aria-hidden': 'true', hidden: true }, make('div', {}));
  const box = make('div', { class: 'editor' }, shade, field, gutter);
  root.append(box);
  /** @type {[number, number][]} */
  let marks = [];
  let resting = 0;
  /** @type {{line: number, sign: HTMLElement}[]} */
  let signs = [];

  function colour() {
    const spans = pieces(field.value).flatMap(({ text, kind, at }) => cut(text, at).map(([part, wrong]) =>
      make('span', { class: `${kind}${wrong ? ' wrong' : ''}`.trim() || null }, part)));
    // A last empty line has a height only if something stands in it.
    shade.replaceChildren(...spans, '\n');
    follow();
  }

  /** A piece in parts that are marked or not. @param {string} text @param {number} at @returns {[string, boolean][]} */
  function cut(text, at) {
    const ends = new Set([0, text.length]);
    for (const [from, to] of marks) for (const end of [from - at, to - at]) if (end > 0 && end < text.length) ends.add(end);
    const sorted = [...ends].sort((a, b) => a - b);
    return sorted.slice(1).map((end, i) => {
      const inside = marks.some(([from, to]) => from - at < end && to - at > sorted[i]);
      return [text.slice(sorted[i], end), inside];
    });
  }

  /** The words lie where the field's are; its scrollbars take a place that they do not have. */
  function follow() {
    [shade.style.width, shade.style.height] = [`${field.clientWidth + 2}px`, `${field.clientHeight + 2}px`];
    shade.scrollTop = field.scrollTop;
    /** @type {HTMLElement} */ (gutter.firstElementChild).style.transform = `translateY(${-field.scrollTop}px)`;
    if (signs.length) settle();
  }

  /** Puts the signs where their lines begin on the screen: long lines are broken. */
  function settle() {
    const starts = [0];
    for (let at = field.value.indexOf('\n'); at >= 0; at = field.value.indexOf('\n', at + 1)) starts.push(at + 1);
    const nodes = document.createTreeWalker(shade, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let [node, before] = [nodes.nextNode(), 0];
    // From the first line to the last, so that the text is walked through once.
    const top = (/** @type {number} */ start) => {
      while (node && start >= before + (node.nodeValue ?? '').length) {
        before += (node.nodeValue ?? '').length;
        node = nodes.nextNode();
      }
      if (!node) return 0;
      range.setStart(node, start - before);
      range.setEnd(node, start - before + 1);
      return range.getBoundingClientRect().top;
    };
    const first = top(0);
    const found = signs.map(({ line, sign }) => ({ sign, start: starts[Math.min(line, starts.length) - 1] })).sort((a, b) => a.start - b.start);
    const tops = found.map(({ start }) => top(start) - first);
    found.forEach(({ sign }, i) => { sign.style.top = `${tops[i]}px`; });
  }

  /** Puts marks beside lines. They are of this text: typing takes them away. @param {{line: number, kind: string, mark: string, title: string}[]} found */
  function beside(found) {
    gutter.hidden = found.length === 0;
    box.classList.toggle('marked', found.length > 0);
    signs = found.map(({ line, kind, mark, title }) => ({ line, sign: make('span', { class: kind, title }, mark) }));
    gutter.firstElementChild?.replaceChildren(...signs.map(({ sign }) => sign));
    follow();
  }

  field.addEventListener('input', () => {
    marks = [];
    beside([]);
    colour();
    clearTimeout(resting);
    resting = setTimeout(() => changed(field.value), REST);
  });
  field.addEventListener('scroll', follow);
  new ResizeObserver(follow).observe(field);
  field.addEventListener('keydown', (event) => {
    // Tab leaves the field, as everywhere; four blanks are typed with Ctrl and Tab's neighbour.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const before = field.value.slice(0, field.selectionStart);
    const blanks = /(^|\n)([ \t]*)[^\n]*$/.exec(before)?.[2] ?? '';
    if (!blanks) return;
    event.preventDefault();
    field.setRangeText(`\n${blanks}`, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new Event('input'));
  });
  return {
    field,
    beside,
    get text() {
      return field.value;
    },
    /** @param {string} text */
    put(text) {
      if (field.value === text) return;
      field.value = text;
      marks = [];
      colour();
    },
    /** Underlines mistakes. @param {import('./api.js').Mistake[]} mistakes */
    mark(mistakes) {
      marks = mistakes.flatMap((mistake) => {
        const found = place(field.value, mistake);
        return found ? [found] : [];
      });
      field.setAttribute('aria-invalid', String(mistakes.length > 0));
      colour();
    },
    /** Puts another word in place of a mistake, as if it were typed. @param {import('./api.js').Mistake} mistake @param {string} word */
    mend(mistake, word) {
      const found = place(field.value, mistake);
      if (!found) return;
      field.focus();
      field.setSelectionRange(...found);
      if (!document.execCommand('insertText', false, word)) field.setRangeText(word, ...found, 'end');
      field.dispatchEvent(new Event('input'));
    },
    /** Puts the caret at a place. @param {{line: number | null, column: number | null, length: number | null}} mistake */
    go(mistake) {
      const found = place(field.value, mistake);
      if (!found) return;
      field.focus();
      field.setSelectionRange(...found);
    },
  };
}

/**
 * The list of mistakes below an editor: each leads to its place, and a nearest name is put in by a button.
 * @param {HTMLElement} root @param {string} id @param {ReturnType<typeof editor>} over
 */
export function mistakes(root, id, over) {
  const list = make('ul', { id: `${id}-mistakes`, class: 'mistakes', 'aria-live': 'polite' });
  root.append(list);
  return (/** @type {import('./api.js').Mistake[]} */ found) => {
    // A mistake in the rules of a built-in game, or of the other tab, has no place in this text.
    const here = (/** @type {import('./api.js').Mistake} */ { file }) => !file || file === 'rules';
    over.mark(found.filter(here));
    list.replaceChildren(...found.map((mistake) => {
      const near = /did you mean `([^`]+)`\?/.exec(mistake.help ?? '')?.[1];
      const where = mistake.line && here(mistake) ? `line ${mistake.line}: ` : '';
      return make('li', {}, where ? make('button', { type: 'button', class: 'plain', onclick: () => over.go(mistake) }, `${where}${mistake.message}`) : make('span', {}, mistake.message),
        mistake.help ? make('p', { class: 'note' }, mistake.help) : null,
        near && here(mistake) ? make('button', { type: 'button', onclick: () => over.mend(mistake, near) }, `Write ${near}`) : null);
    }));
  };
}
