// Colours the words of a rule file.
//
// In: a text, and the places of mistakes. Out: pieces with the names of their kinds. This is a picture of the text and judges nothing: the server
// reads it.

const WORDS = new Set(('game require move split picture def claim table erratum paper for if then else in with where on at of to and or not implies iff '
  + 'xor div mod divides true false all any count sum min max').split(' '));
const VALUES = new Set('G G_misere P N P_misere terminal exists'.split(' '));
const PIECE = /(#[^\n]*)|("(?:[^"\n])*"?)|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(\s+)|([^\w\s#"]+)/g;

/**
 * The pieces of a text.
 * @param {string} text
 * @returns {{text: string, kind: string, at: number}[]}
 */
export function pieces(text) {
  return [...text.matchAll(PIECE)].map((found) => {
    const [piece, comment, quoted, number, word] = found;
    const kind = comment ? 'comment' : quoted ? 'text' : number ? 'number' : !word ? '' : WORDS.has(word) ? 'word' : VALUES.has(word) ? 'ask' : 'name';
    return { text: piece, kind, at: found.index };
  });
}

/**
 * Where a mistake stands in a text, as a range of characters. Lines and columns count from 1, columns in characters of Unicode.
 * @param {string} text @param {{line: number | null, column: number | null, length: number | null}} mistake
 * @returns {[number, number] | null}
 */
export function place(text, { line, column, length }) {
  if (!line || !column) return null;
  const rows = text.split('\n');
  if (line > rows.length) return null;
  const before = rows.slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0);
  const characters = [...rows[line - 1]];
  const units = (/** @type {number} */ from, /** @type {number} */ to) => characters.slice(from, to).join('').length;
  const start = before + units(0, column - 1);
  return [start, start + Math.max(1, units(column - 1, column - 1 + (length ?? 1)))];
}
