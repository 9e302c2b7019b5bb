// How a board moves from one position to the next: along what has changed.
//
// In: a field before and after it was drawn anew; its things bear names (`data-thing`). Out: things that have another place glide there, those that are gone
// rise and fade. Where a person wants less motion, nothing moves.

/** How long a move takes, in milliseconds. */
const LASTS = 350;

/** @typedef {Map<string, {box: DOMRect, element: HTMLElement | SVGElement}>} Places */

/** Where the things of a field are. @param {HTMLElement} field @returns {Places} */
export function placesIn(field) {
  const things = /** @type {(HTMLElement | SVGElement)[]} */ ([...field.querySelectorAll('[data-thing]')]);
  return new Map(things.map((element) => [element.dataset.thing ?? '', { box: element.getBoundingClientRect(), element }]));
}

/** Moves the things of a field from where they were to where they are. @param {HTMLElement} field @param {Places} before */
export function glide(field, before) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const now = placesIn(field);
  const zoom = Number(field.style.getPropertyValue('zoom')) || 1;
  for (const [name, { box, element }] of now) {
    const was = before.get(name)?.box;
    if (!was || Math.hypot(was.x - box.x, was.y - box.y) < 2) continue;
    const from = `translate(${(was.x - box.x) / zoom}px, ${(was.y - box.y) / zoom}px)`;
    element.animate([{ transform: from }, { transform: 'none' }], { duration: LASTS, easing: 'ease-in-out' });
  }
  for (const [name, { box, element }] of before) if (!now.has(name)) leave(element, box);
}

/** Shows a thing that is gone once more, on its way out. @param {HTMLElement | SVGElement} element @param {DOMRect} box */
function leave(element, box) {
  if (!(element instanceof HTMLElement)) return;
  const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
  ghost.removeAttribute('data-thing');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  Object.assign(ghost.style, { position: 'fixed', left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`, margin: '0', pointerEvents: 'none', zIndex: '4' });
  document.body.append(ghost);
  const going = ghost.animate([{ opacity: 1, transform: 'none' }, { opacity: 0, transform: 'translateY(-32px)' }], { duration: LASTS, easing: 'ease-in' });
  going.onfinish = () => ghost.remove();
  going.oncancel = () => ghost.remove();
}
