// How the map sees values: `value`, `p`, `mod 7`, or a formula.

/** The formula of a mode; empty if the mode shows values. @param {string} mode */
export const formulaOf = (mode) => (mode === 'value' || mode === 'p' || /^mod \d+$/.test(mode) ? '' : mode);

/** What stands in a formula outside of all brackets; of a formula that is one pair of brackets, what stands in these. @param {string} formula @returns {string} */
function outside(formula) {
  let [open, text] = [0, ''];
  for (const sign of formula) {
    if ('([{'.includes(sign)) open += 1;
    if (open === 0) text += sign;
    if (')]}'.includes(sign)) open -= 1;
  }
  const inner = /^\s*\((.*)\)\s*$/s.exec(formula)?.[1];
  return text.trim() === '' && inner !== undefined && inner !== formula ? outside(inner) : text;
}

/** Is a formula a condition, true or false? What stands between `if` and `then` makes none of it. @param {string} formula */
export const isCondition = (formula) => /[=<>]|\b(iff|implies|divides|and|or|not|in|all|any)\b/.test(outside(formula).replaceAll(/\bif\b.*?\bthen\b/gs, ''));
