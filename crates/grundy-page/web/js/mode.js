// How the map sees values: `value`, `p`, `mod 7`, or a formula.

/** The formula of a mode; empty if the mode shows values. @param {string} mode */
export const formulaOf = (mode) => (mode === 'value' || mode === 'p' || /^mod \d+$/.test(mode) ? '' : mode);

/** Is a formula a condition, true or false? @param {string} formula */
export const isCondition = (formula) => /[=<>]|\b(iff|divides|and|or|not|in)\b/.test(formula);
