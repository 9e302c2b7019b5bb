// Coins in a row: the binary digits of a number, or numbers that are 0 or 1. Heads is 1. Coins are turned one by one until they make a move. Where moves
// take neighbours on a board, the coins are its squares; where they take neighbours on a graph, its vertices.

import { draw, make } from '../dom.js';

/** @param {import('./drawings.js').Scene} scene */
export function coins(scene) {
  const { game, leaf, tuples, choice, moved, made, open, choose } = scene;
  if (leaf.edges) return vertices(scene, leaf.edges);
  const row = leaf.len > 1 && tuples[0].every((entry) => Number(entry) <= 1);
  const rows = tuples[0].map((entry, i) => {
    const coord = leaf.first + i;
    const now = Number(entry);
    const wanted = choice.wanted.get(coord) ?? now;
    const count = Math.max(1, Math.max(now, wanted).toString(2).length);
    const coin = (/** @type {number} */ bit) => {
      const heads = Math.floor(wanted / 2 ** bit) % 2 === 1;
      const turned = heads ? wanted - 2 ** bit : wanted + 2 ** bit;
      return make('button', {
        type: 'button', class: `${leaf.columns ? `cell${heads ? '' : joined(i, leaf, made)}` : 'coin'}${heads ? ' heads' : ''}${wanted === now ? '' : ' chosen'}${moved.has(coord) ? ' moved' : ''}`, disabled: !open, 'aria-pressed': String(heads), 'aria-label': leaf.columns ? squareName(i, leaf.columns, heads) : `coin ${row ? game.names[coord] : bit}: ${heads ? 'heads' : 'tails'}`,
        data: { coord, value: turned },
        onclick: () => choose(coord, turned),
      }, leaf.columns ? '' : heads ? '1' : '0');
    };
    const all = Array.from({ length: count }, (_, bit) => coin(count - 1 - bit));
    if (row) return all[0];
    return make('div', { class: 'coins', role: 'group', 'aria-label': `${game.names[coord]} = ${now}` }, ...all, make('span', { class: 'name' }, `${game.names[coord]} = ${wanted}`));
  });
  if (!row || !leaf.columns) return row ? make('div', { class: 'coins', role: 'group' }, ...rows) : make('div', {}, ...rows);
  const board = make('div', { class: 'squared', role: 'group' }, ...rows);
  board.style.gridTemplateColumns = `repeat(${leaf.columns}, max-content)`;
  return board;
}

/**
 * The sides on which a square that is gone touches others that went with it: the tile that a move has laid.
 * @param {number} at @param {import('../game.js').Leaf} leaf @param {Set<number>[]} made
 */
function joined(at, leaf, made) {
  const { first } = leaf;
  const columns = leaf.columns ?? 1;
  const tile = made.findLast((coords) => coords.has(first + at));
  if (!tile) return '';
  const [column, along] = [at % columns, (/** @type {number} */ other) => tile.has(first + other)];
  const sides = { left: column > 0 && along(at - 1), right: column < columns - 1 && along(at + 1), above: along(at - columns), below: along(at + columns) };
  return ` laid${Object.entries(sides).map(([side, joins]) => (joins ? ` ${side}` : '')).join('')}`;
}

/** @param {number} at @param {number} columns @param {boolean} left */
const squareName = (at, columns, left) => `row ${Math.floor(at / columns) + 1}, column ${(at % columns) + 1}: ${left ? 'left' : 'gone'}`;

/** The distance of neighbours on the circle on which vertices stand, and the size of one. */
const [APART, SIZE] = [64, 18];

/**
 * A graph whose vertices are taken. A click on a vertex takes it with its neighbours, where that is a move; else moves are put together vertex by vertex.
 * @param {import('./drawings.js').Scene} scene @param {number[][]} edges
 */
function vertices({ game, leaf, index, tuples, choice, moved, open, choose, make: play }, edges) {
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
      'aria-label': can ? `take ${name}` : null, 'data-coord': coord, 'data-value': 0, onclick: can ? take : () => {},
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (!can || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        take();
      },
    }, draw('circle', { cx: x, cy: y, r: SIZE }), draw('text', { x, y: y + 5 }, name)));
  });
  return make('div', { class: 'graphs' }, svg);
}
