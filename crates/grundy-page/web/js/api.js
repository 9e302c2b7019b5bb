// Questions and answers: JSON, binary cells, lines as they come. Errors are sentences with their places.

import { send, WORDS } from './transport.js';

/**
 * @typedef {{message: string, code: string, help: string | null, file: string | null, line: number | null, column: number | null, length: number | null}} Mistake
 * @typedef {{data: Uint8Array | Uint16Array | Uint32Array | Int8Array | Int16Array | Int32Array | Float64Array, width: number, signed: boolean, missing: number, greatest: number, infinite: string[], known: number, why: string}} Cells
 * @typedef {Record<string, string | number | boolean | null | undefined>} Question
 */

/** An answer that is an error. */
export class Refused extends Error {
  /** @param {Mistake} mistake @param {number} status */
  constructor(mistake, status) {
    super(mistake.message);
    this.mistake = mistake;
    this.status = status;
  }

  /** The sentence with the advice. */
  get sentence() {
    return this.mistake.help ? `${this.message}; ${this.mistake.help}` : this.message;
  }
}

/** What an error says to a person. @param {unknown} error */
export const sentenceOf = (error) => (error instanceof Refused ? error.sentence : error instanceof Error ? error.message : String(error));

/**
 * Leaves out what is not said.
 * @param {Question} question
 * @returns {Record<string, string>}
 */
function said(question) {
  const known = Object.entries(question).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
}

/**
 * @param {string} name @param {Question} question @param {AbortSignal} [signal]
 */
async function response(name, question, signal) {
  let answer;
  try {
    answer = await send(name, said(question), signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused({ message: WORDS.silent, code: 'server', help: null, file: null, line: null, column: null, length: null }, 0);
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({ error: { message: `the server answers ${answer.status}`, code: 'server', help: null } }));
  throw new Refused(told.error, answer.status);
}

/**
 * Asks for an object.
 * @param {string} name @param {Question} question @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, question, signal) {
  return (await response(name, question, signal)).json();
}

/**
 * Asks for cells.
 * @param {Question} question @param {AbortSignal} [signal] @param {string} [name]
 * @returns {Promise<Cells>}
 */
export async function cells(question, signal, name = 'table') {
  const answer = await response(name, question, signal);
  const [width, signed] = [Number(answer.headers.get('grundy-width')), answer.headers.get('grundy-signed') === '1'];
  const greatest = Number(answer.headers.get('grundy-greatest') || -1);
  const bytes = await answer.arrayBuffer();
  const kinds = signed ? { 1: Int8Array, 2: Int16Array, 4: Int32Array } : { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };
  const bits = 8 * width;
  const missing = signed ? -(2 ** (bits - 1)) : 2 ** bits - 1;
  const data = width === 8 ? Float64Array.from(new BigInt64Array(bytes), Number) : new kinds[/** @type {1|2|4} */ (width)](bytes);
  const infinite = (answer.headers.get('grundy-infinite') ?? '').split('; ').filter((text) => text);
  const known = Number(answer.headers.get('grundy-known') ?? data.length);
  return { data, width, signed, missing, greatest, infinite, known, why: answer.headers.get('grundy-why') ?? '' };
}

/**
 * Asks for objects, a line each; calls `each` with every one as it comes.
 * @param {string} name @param {Question} question @param {(line: any) => void} each @param {AbortSignal} [signal]
 */
export async function lines(name, question, each, signal) {
  const answer = await response(name, question, signal);
  if (!answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  // A line may come in a thousand parts: each part is looked through once.
  /** @type {string[]} */
  let open = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const [first, ...rest] = value.split('\n');
    open.push(first);
    for (const next of rest) {
      each(JSON.parse(open.join('')));
      open = [next];
    }
  }
}
