// A graph whose vertices are taken, on a circle: each is a number that is 1 while the vertex is there.

import { draw, make, pressed } from '../dom.js';

/** The distance of neighbours on the circle on which vertices stand, and the size of one. */
const [APART, SIZE] = [64, 18];

/**
 * A graph whose vertices are taken. A click on a vertex takes it with its neighbours, where that is a move; else moves are put together vertex by vertex.
 * @param {import('./drawings.js').Scene} scene @param {number[][]} edges
 */
export function vertices({ game, leaf, index, tuples, choice, moved, open, choose, make: play }, edges) {
  const count = leaf.len;
  const radius = Math.max(APART, (APART * count) / (2 * Math.PI));
  const place = (/** @type {number} */ at) => [radius * (1 + Math.sin((2 * Math.PI * at) / count)), radius * (1 - Math.cos((2 * Math.PI * at) / count))];
  const isLeft = (/** @type {number} */ at) => Number(tuples[0][at]) === 1;
  const left = edges.filter(([i, j]) => isLeft(i) && isLeft(j));
  const side = 2 * radius + 2 * APART;
  const svg = draw('svg', { class: 'graph', viewBox: `${-APART} ${-APART} ${side} ${side}`, width: side, role: 'group', 'aria-label': 'a graph whose vertices are taken' });
  for (const [i, j] of left) {
    const [[x, y], [u, v]] = [place(i), place(j)];
    svg.append(draw('line', { x1: x, y1: y, x2: u, y2: v, class: 'edge' }));
  }
  /** The move that takes a vertex and its neighbours, and nothing else. @param {number} at */
  const star = (at) => {
    const taken = new Set([at, ...left.filter((edge) => edge.includes(at)).flat()]);
    return choice.plain.find(({ option }) => option.leaves.every((list, other) => (other === index
      ? list[0].every((entry, vertex) => Number(entry) === Number(isLeft(vertex) && !taken.has(vertex)))
      : JSON.stringify(list) === JSON.stringify(choice.leaves[other]))))?.option;
  };
  tuples[0].forEach((_, at) => {
    const [x, y] = place(at);
    const coord = leaf.first + at;
    const [name, can] = [game.names[coord], open && isLeft(at) && choice.allows(coord, 0)];
    const take = () => {
      const option = star(at);
      if (option && !choice.wanted.size) play(option);
      else choose(coord, 0);
    };
    svg.append(draw('g', {
      class: `vertex${isLeft(at) ? '' : ' gone'}${can ? ' glows' : ''}${choice.wanted.has(coord) ? ' chosen' : ''}${moved.has(coord) ? ' moved' : ''}`, tabindex: can ? 0 : null, role: can ? 'button' : null,
      'aria-label': can ? `take ${name}` : null, 'data-coord': coord, 'data-value': 0, ...(can ? pressed(take) : {}),
    }, draw('circle', { cx: x, cy: y, r: SIZE }), draw('text', { x, y: y + 5 }, name)));
  });
  return make('div', { class: 'graphs' }, svg);
}
