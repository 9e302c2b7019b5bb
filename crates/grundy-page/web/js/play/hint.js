// A hint on the board: what the advised move takes, and where it leads.
//
// In: the board, the position as tuples of its leaves, and the advised one. Out: marks on the controls that make the move, until the board is drawn again.

/** @typedef {import('./choice.js').Entry[][]} Tuples */

/**
 * @param {HTMLElement} field @param {import('../game.js').Leaf[]} leaves @param {Tuples[]} now @param {Tuples[]} next
 */
export function mark(field, leaves, now, next) {
  leaves.forEach((leaf, index) => {
    const [before, after] = [now[index], next[index]];
    if (leaf.kind === 'heap') heapOf(field, leaf, before, after)?.classList.add('hinted');
    else if (before.length === 1 && after.length === 1) {
      after[0].forEach((entry, i) => {
        if (String(entry) !== String(before[0][i])) controls(field, leaf.first + i, Number(entry)).forEach((control) => control.classList.add('hinted'));
      });
    }
  });
}

/** The controls that give a coordinate a value: the things that go, or the place that is reached. @param {HTMLElement} field @param {number} coord @param {number} value @returns {Element[]} */
function controls(field, coord, value) {
  const own = /** @type {HTMLElement[]} */ ([...field.querySelectorAll(`[data-coord="${coord}"]`)]);
  const things = own.filter(({ dataset }) => dataset.thing !== undefined);
  if (things.length) return things.filter(({ dataset }) => Number(dataset.value) >= value);
  const squares = /** @type {HTMLElement[]} */ ([...field.querySelectorAll(`[data-at="${value}"]`)]);
  return [...squares.filter(({ dataset }) => dataset.coords?.split(',').includes(String(coord))), ...own.filter(({ dataset }) => dataset.value === String(value))];
}

/** The heap that a move takes from: of its size there are fewer afterwards. @param {HTMLElement} field @param {import('../game.js').Leaf} leaf @param {Tuples} before @param {Tuples} after */
function heapOf(field, leaf, before, after) {
  const left = after.map(([size]) => String(size));
  const gone = before.map(([size]) => String(size)).find((size) => {
    const at = left.indexOf(size);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return field.querySelector(`.heaps[data-first="${leaf.first}"] .heap[data-size="${gone}"]`);
}
