// A token on a graph: it moves along an edge. Vertices stand in layers, by the longest way to an end.

import { draw, make, pressed } from '../dom.js';

/** The distance of vertices and layers. */
const APART = 72;
const SIZE = 18;

/** @param {import('./drawings.js').Scene} scene */
export function graph({ leaf, tuples, choice, open, choose }) {
  const edges = leaf.edges ?? [];
  const at = Number(tuples[0][0]);
  const places = layout([...edges, [at, at]]);
  const [wide, high] = [0, 1].map((i) => Math.max(...[...places.values()].map((place) => place[i])) + APART);
  const svg = draw('svg', { class: 'graph', viewBox: `${-APART / 2} ${-APART / 2} ${wide} ${high}`, width: wide, role: 'group', 'aria-label': `token on vertex ${at}` });
  svg.append(draw('defs', {}, draw('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 10, markerHeight: 10, markerUnits: 'userSpaceOnUse', orient: 'auto' }, draw('path', { d: 'M0 0L8 4L0 8z', class: 'arrow' }))));
  for (const [from, to] of edges) {
    const [[x, y], [u, v]] = [places.get(from) ?? [0, 0], places.get(to) ?? [0, 0]];
    const length = Math.hypot(u - x, v - y) || 1;
    const [dx, dy] = [((u - x) * SIZE) / length, ((v - y) * SIZE) / length];
    svg.append(draw('line', { x1: x + dx, y1: y + dy, x2: u - dx, y2: v - dy, class: from === at ? 'edge own' : 'edge', 'marker-end': 'url(#arrow)' }));
  }
  for (const [vertex, [x, y]] of places) {
    const reached = open && choice.allows(leaf.first, vertex) && vertex !== at;
    const move = () => choose(leaf.first, vertex);
    svg.append(draw('g', {
      class: `vertex${vertex === at ? ' token' : ''}${reached ? ' glows' : ''}`, tabindex: reached ? 0 : null, role: reached ? 'button' : null,
      'aria-label': reached ? `move to ${vertex}` : null, 'data-coord': leaf.first, 'data-value': vertex, ...(reached ? pressed(move) : {}),
    }, draw('circle', { cx: x, cy: y, r: SIZE }), draw('text', { x, y: y + 5 }, String(vertex))));
  }
  return make('div', { class: 'graphs' }, svg);
}

/** A place for each vertex. @param {number[][]} edges @returns {Map<number, [number, number]>} */
function layout(edges) {
  const vertices = [...new Set(edges.flat())].sort((a, b) => a - b);
  /** @type {Map<number, number>} */
  const depth = new Map(vertices.map((vertex) => [vertex, 0]));
  for (let round = 0; round < vertices.length; round += 1) {
    for (const [from, to] of edges) {
      if (from !== to) depth.set(from, Math.min(vertices.length, Math.max(depth.get(from) ?? 0, (depth.get(to) ?? 0) + 1)));
    }
  }
  const deepest = Math.max(...depth.values());
  /** @type {Map<number, number>} */
  const filled = new Map();
  return new Map(vertices.map((vertex) => {
    const layer = depth.get(vertex) ?? 0;
    const row = filled.get(layer) ?? 0;
    filled.set(layer, row + 1);
    return [vertex, [(deepest - layer) * APART * 1.2, row * APART + (layer % 2) * (APART / 3)]];
  }));
}
