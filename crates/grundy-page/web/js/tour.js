// A tour of the page: a few steps, each beside the part that it speaks of, which is framed. Whoever is shown round may use the page meanwhile.
//
// In: a call. Out: a note beside a part of the page, until the person ends it, by a button or Esc; nothing moves by itself.

import { make, say } from './dom.js';
import { set, state } from './state.js';

/** What is shown, and where: the parts of the page by their selectors. @type {{at: string[], says: string, map?: boolean}[]} */
const STEPS = [
  { at: ['#map .canvas', '#map .foot'], map: true, says: 'Every square is a position. Point at one, or touch it: below the map stands its value, and why.' },
  { at: ['#inspector'], map: true, says: 'Click a square to pin it. Its options stand here, those that win first.' },
  { at: ['#map .canvas', '.zoom'], map: true, says: 'Turn the wheel or pinch to zoom, drag to move. A click on a number of an axis plots that line, and says whether it is periodic.' },
  { at: ['#picker > summary', '#gallery > summary'], says: 'Choose another game here. The gallery has pictures, each with a question.' },
  { at: ['#writing'], says: 'The rules are text: change one, and the map follows. Under Claims, grundy checks what you or a paper say about a game.' },
  { at: ['#tab-board', '#share'], says: 'Play against a perfect opponent. Copy link hands on what you see, moves and all.' },
];
/** The distance between the note and what it is about. */
const GAP = 8;
/** From this width on the note stands beside its part; on a narrower screen it lies at the lower end. */
const BESIDE = 641;

/** The tour, while somebody is shown round. @type {{end: () => void} | null} */
let going = null;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** The box of a part, as far as it is seen. @param {Element} part @returns {Box} */
function seen(part) {
  const [own, around] = [part.getBoundingClientRect(), part.closest('main')?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)];
  return {
    left: Math.max(own.left, around.left, 0), top: Math.max(own.top, around.top, 0),
    right: Math.min(own.right, around.right, innerWidth), bottom: Math.min(own.bottom, around.bottom, innerHeight),
  };
}

/**
 * Where a note of this size stands: right of a part, left of it, below, or above, wherever it covers no part; or else in the lower right corner.
 * @param {Box[]} boxes the parts @param {{width: number, height: number}} size
 */
function beside(boxes, { width, height }) {
  const near = (/** @type {number} */ at, /** @type {number} */ own, /** @type {number} */ all) => Math.max(GAP, Math.min(at, all - own - GAP));
  const places = boxes.flatMap(({ left, top, right, bottom }) => {
    const [x, y] = [near(left, width, innerWidth), near(top, height, innerHeight)];
    return [[right + GAP, y], [left - GAP - width, y], [x, bottom + GAP], [x, top - GAP - height]];
  });
  const fits = (/** @type {number[]} */ [x, y]) => x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
  const covers = (/** @type {number[]} */ [x, y]) => boxes.some(({ left, top, right, bottom }) => x < right && x + width > left && y < bottom && y + height > top);
  return places.find((place) => fits(place) && !covers(place)) ?? [innerWidth - width - GAP, innerHeight - height - GAP];
}

/** Shows a person round. @param {() => void} [after] called once the tour is over */
export function tour(after = () => undefined) {
  going?.end();
  const from = /** @type {HTMLElement | null} */ (document.activeElement);
  let step = 0;
  const text = make('p', { id: 'tour-says' });
  const count = make('span', { class: 'note' });
  const button = (/** @type {string} */ title, /** @type {() => void} */ onclick) => make('button', { type: 'button', onclick }, title);
  const [back, next, stop] = [button('Back', () => go(step - 1)), button('Next', () => go(step + 1)), button('End', end)];
  next.className = 'main';
  const note = make('section', { class: 'tour', role: 'dialog', 'aria-label': 'Tour', 'aria-describedby': 'tour-says' }, text,
    make('div', { class: 'row' }, back, next, stop, count));
  /** @type {HTMLElement[]} */
  let frames = [];
  let due = 0;

  const parts = () => STEPS[step].at.flatMap((selector) => document.querySelector(selector) ?? []);

  /** Puts the frames round the parts, and the note beside one of them. */
  function place() {
    due = 0;
    const boxes = parts().map(seen);
    boxes.forEach(({ left, top, right, bottom }, at) => {
      const { style } = frames[at];
      frames[at].hidden = right <= left || bottom <= top;
      [style.left, style.top, style.width, style.height] = [`${left}px`, `${top}px`, `${right - left}px`, `${bottom - top}px`];
    });
    if (innerWidth < BESIDE) [note.style.left, note.style.top] = ['', ''];
    else {
      const [left, top] = beside(boxes.filter((_, at) => !frames[at].hidden), note.getBoundingClientRect());
      [note.style.left, note.style.top] = [`${Math.round(left)}px`, `${Math.round(top)}px`];
    }
  }

  const soon = () => { due ||= requestAnimationFrame(place); };

  /** @param {number} wanted */
  function go(wanted) {
    if (wanted >= STEPS.length) return end();
    step = Math.max(wanted, 0);
    const { says, map } = STEPS[step];
    if (map && state().stage !== 'map') set({ stage: 'map' }, { replace: true });
    text.textContent = says;
    count.textContent = `${step + 1} of ${STEPS.length}`;
    back.disabled = step === 0;
    next.textContent = step === STEPS.length - 1 ? 'Done' : 'Next';
    stop.hidden = step === STEPS.length - 1;
    for (const frame of frames) frame.remove();
    frames = parts().map(() => make('div', { class: 'tour-frame', 'aria-hidden': 'true' }));
    document.body.append(...frames);
    watch.disconnect();
    for (const part of parts()) watch.observe(part);
    reveal();
    place();
    say(`${says} ${count.textContent}`);
    return undefined;
  }

  /** Scrolls until the parts are seen, on a narrow screen above the note. */
  function reveal() {
    for (const part of parts().reverse()) part.scrollIntoView({ block: 'nearest' });
    const last = parts().at(-1)?.getBoundingClientRect();
    const under = innerWidth < BESIDE && last ? Math.min(last.bottom - note.getBoundingClientRect().top + GAP, last.top - GAP) : 0;
    if (under > 0) scrollBy(0, under);
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    if (event.key === 'Escape') end();
    const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (turn && note.contains(document.activeElement)) go(step + turn);
  }

  function end() {
    going = null;
    watch.disconnect();
    removeEventListener('resize', soon);
    removeEventListener('scroll', soon, true);
    document.removeEventListener('keydown', keys);
    document.body.classList.remove('touring');
    const held = note.contains(document.activeElement);
    for (const element of [note, ...frames]) element.remove();
    after();
    if (!held) return;
    from?.focus();
    if (document.activeElement !== from) /** @type {HTMLElement | null} */ (document.querySelector('#map canvas'))?.focus();
  }

  const watch = new ResizeObserver(soon);
  going = { end };
  document.body.append(note);
  document.body.classList.add('touring');
  addEventListener('resize', soon);
  addEventListener('scroll', soon, true);
  document.addEventListener('keydown', keys);
  go(0);
  next.focus();
}
