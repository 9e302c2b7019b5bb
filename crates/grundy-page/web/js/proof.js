// A proof, told in a sentence that opens into its steps.
//
// In: the sentence, and the certificates of the proof. Out: an element; when it is opened, the checker verifies each certificate once more, and says what it proves and why.

import { ask, sentenceOf } from './api.js';
import { make } from './dom.js';
import { save } from './save.js';

/** What a certificate is about, by its kind; for a kind of several statements, by the first of these keys that it has. @type {Record<string, string | Record<string, string>>} */
const SUBJECTS = {
  values: 'What automata say of all positions', claim: 'The claim', correspondence: 'The claim', piles: 'The claim',
  heaps: 'The values of heaps', quotient: 'The misère quotient',
  recurrence: { value: 'The positions of a value', blocks: 'The values along a diagonal', line: 'The values along a line' },
  views: { taken: 'From where guesses agree', guesses: 'Guesses that never agree', holds: 'The claim', classes: 'Residues' },
};
/** @param {any} certificate */
function subject(certificate) {
  const of = SUBJECTS[certificate.kind] ?? {};
  return typeof of === 'string' ? of : Object.entries(of).find(([key]) => key in certificate)?.[1] ?? 'A step';
}

/**
 * @typedef {{file: string, certificate: any}} Kept a certificate and the name of its file
 * @param {string} sentence @param {() => Promise<Kept[]>} certificates asked for when the proof is opened
 */
export function proof(sentence, certificates) {
  const steps = make('ol', { class: 'steps' });
  const box = make('details', { class: 'proof' }, make('summary', {}, sentence), steps);
  box.addEventListener('toggle', async () => {
    if (!box.open || steps.childElementCount) return;
    try {
      const kept = await certificates();
      steps.replaceChildren(...kept.map(step));
    } catch (error) {
      box.append(make('p', { class: 'error' }, sentenceOf(error)));
    }
  });
  return box;
}

/** A step: what a certificate proves, and why. @param {Kept} kept */
function step({ file, certificate }) {
  const text = JSON.stringify(certificate);
  const claim = certificate.kind === 'claim';
  const told = make('div', { 'aria-live': 'polite' }, make('p', { class: 'note' }, 'the checker reads it …'));
  ask('verify', { certificate: text }).then(({ theorem, proof: why }) => told.replaceChildren(...[
    ...(claim ? [make('p', {}, 'The claim is written in the certificate as formulas:'), make('pre', { class: 'code shown' }, formulas(certificate)), make('p', {}, 'Of these the checker says:')] : []),
    make('p', {}, ...plain(theorem)), make('ul', {}, ...sentences(why).map((part) => make('li', {}, ...plain(part)))),
    make('p', { class: 'note' }, 'Verified just now by the checker, which shares no code with what found the proof.'),
  ].filter((part) => part !== null)), (error) => told.replaceChildren(make('p', { class: 'error' }, sentenceOf(error)), make('p', { class: 'note' }, 'Save the certificate, and `grundy verify FILE` reads it without a limit of time.')));
  return make('li', {}, make('h3', {}, subject(certificate)), told,
    make('button', { type: 'button', onclick: () => save(file, text, 'application/json') }, 'Save the certificate'));
}

/** The formulas of a claim, as its certificate has them. @param {any} certificate */
const formulas = (certificate) => ['at', 'where', 'all', 'if', 'holds'].filter((name) => name in certificate).map((name) => `${name}: ${JSON.stringify(certificate[name])}`).join('\n');

/** A text of the checker: a game by its name, with the beginning of its hash; what stands between backticks as code. @param {string} text */
function plain(text) {
  const named = text.replaceAll(/the game with the rules ([0-9a-f]{8})[0-9a-f]{24} \(called (`[^`]+`)\)/g, '$2 (rules $1…)');
  return named.split(/`([^`]+)`/).map((part, at) => (at % 2 ? make('code', {}, part) : part));
}

/** The sentences of a text. @param {string} text */
const sentences = (text) => text.split(/(?<=[.;]) (?=[A-Z])/);
