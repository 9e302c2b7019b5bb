// Elements: made, found, and given names for screen readers.

/**
 * Makes an element. A property `on…` is a listener, `data` an object of data attributes, any other an attribute; null and false leave it out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * Makes an element of SVG, as `make`.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
export function draw(tag, properties = {}, ...children) {
  return fill(/** @type {SVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', tag)), properties, children);
}

/**
 * @template {HTMLElement | SVGElement} T
 * @param {T} element @param {Record<string, any>} properties @param {(Node | string | null | undefined)[]} children
 * @returns {T}
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'data') Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/** What a control that is no button of HTML does when it is pressed, by pointer or by key. @param {() => void} act */
export const pressed = (act) => ({
  onclick: act,
  onkeydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    act();
  },
});

/** A position, which a line may break behind its commas and nowhere else. @param {string} written @returns {(Node | string)[]} */
export const position = (written) => written.split(/(?<=,)/).flatMap((part) => [part, make('wbr')]).slice(0, -1);

/**
 * An element of the page by its id.
 * @param {string} id
 * @returns {any}
 */
export function find(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** The whole number of a field: what is none, or lies beyond what the field allows, becomes the nearest that it allows. @param {HTMLInputElement} field */
export function natural({ min, max, value }) {
  const [least, most] = [Number(min), max === '' ? Infinity : Number(max)];
  return String(Math.min(most, Math.max(least, Math.floor(Number(value)) || least)));
}

/**
 * Says something to a person who does not see the page.
 * @param {string} text
 */
export function say(text) {
  const live = find('live');
  if (live.textContent !== text) live.textContent = text;
}

/**
 * Tabs over panels: arrow keys go from one to the next, as the pattern of WAI-ARIA has it.
 * @param {HTMLElement} root
 * @param {string} label
 * @param {[string, string][]} panels an id and a title each
 * @param {(id: string) => void} chosen
 * @returns {(id: string) => void} shows a panel
 */
export function tabs(root, label, panels, chosen) {
  root.setAttribute('role', 'tablist');
  root.setAttribute('aria-label', label);
  root.className = 'tabs';
  const buttons = panels.map(([id, title]) =>
    make('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': id, onclick: () => chosen(id) }, title));
  root.append(...buttons);
  for (const [id] of panels) find(id).setAttribute('aria-labelledby', `tab-${id}`);
  root.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (!step || at < 0) return;
    const next = (at + step + buttons.length) % buttons.length;
    buttons[next].focus();
    chosen(panels[next][0]);
    event.preventDefault();
  });
  return (wanted) => panels.forEach(([id], at) => {
    const shown = id === wanted;
    find(id).hidden = !shown;
    buttons[at].setAttribute('aria-selected', String(shown));
    buttons[at].tabIndex = shown ? 0 : -1;
  });
}
