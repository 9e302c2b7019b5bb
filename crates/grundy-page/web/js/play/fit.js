// A board as large as its place allows.
//
// In: the field in which a position is drawn, and the panel round it. Out: the field's zoom. What is drawn larger is larger to touch, too.

/** Numbers up to this one are drawn; greater ones are written. */
export const DRAWN = 64;
/** How much larger than it was designed a board may be, and how much smaller. */
const [MOST, LEAST] = [2.5, 0.5];
/** How large a board is that goes on in the next line, and how small one that cannot. */
const [WRAPPED, TINY] = [0.75, 0.25];
/** What is kept for the buttons below a board, in pixels; the part of the window that a board may have where the page is as long as it needs. */
const [BELOW, PART] = [96, 0.45];

/**
 * Zooms a field. A board does not grow while it is played on, though less and less lies on it: the zoom is at most the one that it had.
 * @param {HTMLElement} field @param {HTMLElement} panel @param {number} [had] @returns {number} the zoom
 */
export function fit(field, panel, had = MOST) {
  if (!panel.clientWidth) return had;
  const { style } = field;
  style.setProperty('zoom', '1');
  field.classList.remove('wraps');
  const boxes = [field, ...field.querySelectorAll('div')].filter((box) => box.clientWidth > 0);
  const overflows = Math.max(...boxes.map((box) => box.scrollWidth / box.clientWidth));
  const room = { width: field.clientWidth, height: Math.max(panel.clientHeight - (field.offsetTop - panel.offsetTop) - BELOW, innerHeight * PART) };
  style.width = 'max-content';
  const larger = Math.min(room.width / field.offsetWidth, room.height / field.offsetHeight);
  style.width = '';
  const coarse = matchMedia('(pointer: coarse)').matches;
  // A strip that is too long even so goes on in the next line; rows of squares would look like others.
  if (1 / overflows < (coarse ? 1 : LEAST) && field.querySelector('.strips')) {
    field.classList.add('wraps');
    style.setProperty('zoom', coarse ? '1' : String(WRAPPED));
    return coarse ? 1 : WRAPPED;
  }
  const zoom = overflows > 1.005 ? Math.max(coarse ? 1 : TINY, 1 / overflows) : Math.max(1, Math.min(larger, had));
  style.setProperty('zoom', String(zoom));
  return zoom;
}
