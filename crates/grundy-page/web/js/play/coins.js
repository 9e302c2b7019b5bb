// Coins in a row: the binary digits of a number, or numbers that are 0 or 1. Heads is 1. Coins are turned one by one until they make a move. Where moves
// take neighbours on a board, the coins are its squares; where they take neighbours on a graph, they are its vertices, which have a drawing of their own.

import { make } from '../dom.js';
import { vertices } from './vertices.js';

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
