// Unpacks what `xz --format=lzma` packs: a fifth smaller than what a browser unpacks by itself, and more than that for programs.
//
// In: the bytes of a file in the format LZMA_Alone. Out: what it holds. The algorithm is that of the specification of LZMA by Igor Pavlov: a range decoder, whose
// probabilities follow the bits that came before, gives literals and references to what is there already.

/** How far a probability moves, what it begins with, and when the range is filled up. */
const [MOVE, HALF, FULL] = [5, 1024, 2 ** 24];
/** The states after a literal come first. */
const [STATES, LITERAL_STATES] = [12, 7];
/** The header: properties, size of the dictionary, size of the content. */
const HEADER = 13;

/** A file of this format begins so, with the properties that xz has without other words. */
export const isLzma = (/** @type {Uint8Array | undefined} */ bytes) => bytes?.[0] === 0x5d && bytes[1] === 0 && bytes[2] === 0;

/**
 * The bytes that were packed.
 * @param {Uint8Array} packed
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpack(packed) {
  const lc = packed[0] % 9;
  const lp = Math.floor(packed[0] / 9) % 5;
  const pb = Math.floor(packed[0] / 45);
  const head = new DataView(packed.buffer, packed.byteOffset, HEADER);
  const told = head.getUint32(9, true) === 0xffffffff ? null : head.getUint32(5, true);
  let out = new Uint8Array(told ?? 2 * packed.length);

  const probabilities = (/** @type {number} */ count) => new Uint16Array(count).fill(HALF);
  const literals = probabilities(0x300 << (lc + lp));
  const matches = probabilities(STATES << 4);
  const repeats = probabilities(STATES);
  const [repeats0, repeats1, repeats2] = [probabilities(STATES), probabilities(STATES), probabilities(STATES)];
  const longRepeats = probabilities(STATES << 4);
  const slots = probabilities(4 << 6);
  const near = probabilities(115);
  const aligned = probabilities(16);
  // Of each kind of length: two choices, then trees for short, middle and long ones.
  const [matchLengths, repeatLengths] = [probabilities(2 + 128 + 128 + 256), probabilities(2 + 128 + 128 + 256)];

  let at = HEADER + 1;
  // The range and the code stand in an array: variables that functions share would be made anew for each large number.
  const coder = new Uint32Array([0xffffffff, 0]);
  for (let i = 0; i < 4; i += 1) coder[1] = (coder[1] << 8) | packed[at++];

  /** Fills the range up. */
  function fill() {
    coder[0] <<= 8;
    coder[1] = (coder[1] << 8) | packed[at++];
  }

  /** @param {Uint16Array} from @param {number} place */
  function bit(from, place) {
    const p = from[place];
    const bound = (coder[0] >>> 11) * p;
    const found = coder[1] < bound ? 0 : 1;
    if (found) {
      coder[0] -= bound;
      coder[1] -= bound;
      from[place] = p - (p >> MOVE);
    } else {
      coder[0] = bound;
      from[place] = p + ((2048 - p) >> MOVE);
    }
    if (coder[0] < FULL) fill();
    return found;
  }

  /**
   * Bits whose probabilities stand in a tree, the highest first, from a node on. Most of the time is spent here, so what changes stands in variables of this function.
   * @param {Uint16Array} from @param {number} place @param {number} node @param {number} end the first node that is none
   */
  function walk(from, place, node, end) {
    let r = coder[0];
    let c = coder[1];
    let n = node;
    while (n < end) {
      const p = from[place + n];
      const bound = (r >>> 11) * p;
      if (c < bound) {
        r = bound;
        from[place + n] = p + ((2048 - p) >> MOVE);
        n = 2 * n;
      } else {
        r -= bound;
        c -= bound;
        from[place + n] = p - (p >> MOVE);
        n = 2 * n + 1;
      }
      if (r < FULL) {
        r = (r << 8) >>> 0;
        c = ((c << 8) | packed[at++]) >>> 0;
      }
    }
    coder[0] = r;
    coder[1] = c;
    return n;
  }

  /** @param {Uint16Array} from @param {number} place @param {number} count */
  const tree = (from, place, count) => walk(from, place, 1, 1 << count) - (1 << count);

  /** The same, the lowest first. @param {Uint16Array} from @param {number} place @param {number} count */
  function reversed(from, place, count) {
    let [node, found] = [1, 0];
    for (let i = 0; i < count; i += 1) {
      const next = bit(from, place + node);
      node = 2 * node + next;
      found += next << i;
    }
    return found;
  }

  /** Bits that are as likely 0 as 1. @param {number} count */
  function direct(count) {
    let found = 0;
    for (let i = 0; i < count; i += 1) {
      coder[0] >>>= 1;
      const next = coder[1] >= coder[0] ? 1 : 0;
      if (next) coder[1] -= coder[0];
      found = 2 * found + next;
      if (coder[0] < FULL) fill();
    }
    return found;
  }

  /** @param {Uint16Array} from @param {number} position */
  function length(from, position) {
    if (!bit(from, 0)) return 2 + tree(from, 2 + (position << 3), 3);
    if (!bit(from, 1)) return 10 + tree(from, 130 + (position << 3), 3);
    return 18 + tree(from, 258, 8);
  }

  /** @param {number} len */
  function distance(len) {
    const slot = tree(slots, Math.min(len - 2, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const first = (2 + (slot & 1)) * 2 ** bits;
    if (slot < 14) return first + reversed(near, first - slot, bits);
    return first + 16 * direct(bits - 4) + reversed(aligned, 0, 4);
  }

  let [state, size] = [0, 0];
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];

  /** Makes room for more. @param {number} more */
  function room(more) {
    if (size + more <= out.length) return;
    const larger = new Uint8Array(2 * (size + more));
    larger.set(out.subarray(0, size));
    out = larger;
  }

  while (told === null || size < told) {
    if (at > packed.length + 4) throw new Error('a packed file breaks off');
    const position = size & ((1 << pb) - 1);
    if (!bit(matches, (state << 4) + position)) {
      room(1);
      const before = size > 0 ? out[size - 1] : 0;
      const place = 0x300 * (((size & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= LITERAL_STATES) {
        let match = out[size - rep0 - 1];
        while (symbol < 0x100) {
          const expected = (match >> 7) & 1;
          match <<= 1;
          const found = bit(literals, place + ((1 + expected) << 8) + symbol);
          symbol = 2 * symbol + found;
          if (found !== expected) break;
        }
      }
      out[size++] = walk(literals, place, symbol, 0x100) & 0xff;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let len = 0;
    if (bit(repeats, state)) {
      if (!bit(repeats0, state)) {
        if (!bit(longRepeats, (state << 4) + position)) {
          room(1);
          out[size] = out[size - rep0 - 1];
          size += 1;
          state = state < LITERAL_STATES ? 9 : 11;
          continue;
        }
      } else if (!bit(repeats1, state)) {
        [rep0, rep1] = [rep1, rep0];
      } else if (!bit(repeats2, state)) {
        [rep0, rep1, rep2] = [rep2, rep0, rep1];
      } else {
        [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      }
      len = length(repeatLengths, position);
      state = state < LITERAL_STATES ? 8 : 11;
    } else {
      [rep1, rep2, rep3] = [rep0, rep1, rep2];
      len = length(matchLengths, position);
      state = state < LITERAL_STATES ? 7 : 10;
      rep0 = distance(len);
      // The mark of the end.
      if (rep0 === 0xffffffff) break;
    }
    if (rep0 >= size) throw new Error('a packed file is damaged');
    room(len);
    for (let from = size - rep0 - 1, end = size + len; size < end;) out[size++] = out[from++];
  }
  return out.subarray(0, size);
}
