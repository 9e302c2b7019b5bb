// The parameters of a game as small fields: whole numbers in the brackets behind its name.
//
// In: a game expression. Out: fields with steppers, and the expression with another number.

import { make, natural } from './dom.js';

/** The name of a game and its parameters, if all of these are whole numbers; null for any other expression. @param {string} game */
function split(game) {
  const [, name, inner] = /^([\w.]+)\[([\d,\s]+)\]$/.exec(game) ?? [];
  const values = inner?.split(',').map((text) => text.trim()) ?? [];
  return values.length && values.every((text) => /^\d{1,6}$/.test(text)) ? { name, values: values.map(Number) } : null;
}

/**
 * @param {HTMLElement} root @param {(name: string) => string[]} namesOf @param {(game: string) => void} change
 */
export function parameters(root, namesOf, change) {
  let shown = '';
  return (/** @type {string} */ game) => {
    const found = split(game);
    const key = found ? `${found.name} ${found.values.length}` : '';
    const fields = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll('input')]);
    if (key === shown) {
      // The field that a person turns stays where it is.
      fields.forEach((field, at) => { if (found && document.activeElement !== field) field.value = String(found.values[at]); });
      return;
    }
    shown = key;
    const names = found ? namesOf(found.name) : [];
    root.replaceChildren(...(found?.values ?? []).map((value, at) => {
      const name = names[at] ?? `parameter ${at + 1}`;
      const field = make('input', { type: 'number', min: 0, max: 999999, class: 'number', value, 'aria-label': name, onchange: () => {
        const all = [...root.querySelectorAll('input')].map(natural);
        field.value = all[at];
        change(`${found?.name}[${all.join(', ')}]`);
      } });
      return make('label', {}, `${name} `, field);
    }));
  };
}
