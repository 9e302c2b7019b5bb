// A move that is being chosen: what a person has touched so far, and which moves that leaves.
//
// In: the options of a position, each with the tuples of its leaves. Out: the options that agree with all that was touched. Nothing here draws.

/**
 * @typedef {number | string} Entry
 * @typedef {{written: string, value: number, wins: boolean, leaves: Entry[][][]}} Option
 */

export class Choice {
  /** @param {Entry[][][]} leaves the tuples of every leaf now @param {Option[]} options */
  constructor(leaves, options) {
    this.leaves = leaves;
    this.options = options;
    /** The entries that were chosen, by coordinate. @type {Map<number, number>} */
    this.wanted = new Map();
    this.now = flat(leaves);
    /** Options that have not split, with their entries. */
    this.plain = options.flatMap((option) => {
      const entries = flat(option.leaves);
      return entries ? [{ option, entries }] : [];
    });
  }

  /** The options that agree with what was chosen. @param {Map<number, number>} [wanted] */
  matching(wanted = this.wanted) {
    return this.plain.filter(({ entries }) => [...wanted].every(([coord, value]) => Number(entries[coord]) === value));
  }

  /** Can a coordinate be brought to a value, beside what was chosen? @param {number} coord @param {number} value */
  allows(coord, value) {
    return this.matching(new Map([...this.wanted, [coord, value]])).length > 0;
  }

  /** The values that a coordinate can be brought to. @param {number} coord */
  values(coord) {
    const others = new Map([...this.wanted].filter(([other]) => other !== coord));
    const all = this.matching(others).map(({ entries }) => Number(entries[coord])).filter((value) => value !== Number(this.now?.[coord]));
    return [...new Set(all)].sort((a, b) => a - b);
  }

  /** Chooses a value for a coordinate; chosen again, the choice is taken back. @param {number} coord @param {number} value */
  choose(coord, value) {
    if (this.wanted.get(coord) === value || value === Number(this.now?.[coord])) this.wanted.delete(coord);
    else this.wanted.set(coord, value);
    if (!this.matching().length) this.wanted = new Map([[coord, value]]);
  }

  /** The move that changes what was chosen and no more than it must: the one that leaves the most other entries as they are. */
  meant() {
    if (!this.wanted.size || !this.now) return null;
    const now = this.now;
    const changed = (/** @type {{entries: Entry[]}} */ { entries }) => entries.filter((entry, coord) => String(entry) !== String(now[coord])).length;
    const found = this.matching().sort((a, b) => changed(a) - changed(b));
    if (!found.length || (found.length > 1 && changed(found[0]) === changed(found[1]))) return null;
    return found[0].option;
  }

  /** Is there only one move that it can become? Then it is made at once. */
  isSettled() {
    return this.wanted.size > 0 && this.matching().length === 1;
  }
}

/** The entries of a position that has not split. @param {Entry[][][]} leaves @returns {Entry[] | null} */
export function flat(leaves) {
  return leaves.every((tuples) => tuples.length === 1) ? leaves.flatMap(([tuple]) => tuple) : null;
}
