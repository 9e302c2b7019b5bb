// How questions reach the answers in the static edition: workers that run the program as WebAssembly. No server is asked.
//
// In: a question. Out: a response as `fetch` has it. Who gives a question up, or its body, ends the work on it.

import { alone } from './alone.js';
import { program, threads } from './load.js';
import { shared } from './shared.js';

/**
 * @typedef {'person' | 'piece' | 'long'} Pace who waits for an answer, as the server has it
 * @typedef {import('./parts.js').Part} Part
 * @typedef {{name: string, question: Record<string, string>, pace: Pace, tell: (part: Part | {broken: string}) => void}} Asked
 */

/** What the page says of links, and where answers do not come. */
export const WORDS = {
  copied: 'The link is copied. It opens for everybody.',
  silent: 'the program of this page did not come, and nothing is answered; is there a network?',
};

/** The questions that are not a person's. @type {Record<string, Pace>} */
const PACES = { table: 'piece', thumbnail: 'piece', check: 'long', file: 'long' };

/** @type {Promise<ReturnType<typeof alone>> | null} */
let answers = null;

/** Who answers. */
function begun() {
  answers ??= program().then((compiled) => (threads ? shared(compiled) : alone(compiled))).catch((error) => {
    answers = null;
    throw error;
  });
  return answers;
}

/** What is said of a question that breaks the program. @param {string} why */
const tooLarge = (why) => JSON.stringify({ v: 1, cmd: null, error: { message: `the question is too large for a browser (${why})`, code: 'memory', help: null } });

/**
 * Sends a question.
 * @param {string} name
 * @param {Record<string, string>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export async function send(name, question, signal) {
  const who = await begun();
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController} */
    let out;
    let [begins, over] = [false, false];
    const body = new ReadableStream({
      start: (controller) => { out = controller; },
      cancel: () => {
        over = true;
        stop();
      },
    });
    /** @param {number} status @param {Record<string, string>} headers */
    const head = (status, headers) => {
      begins = true;
      resolve(new Response(body, { status, headers }));
    };
    const stop = who.ask({ name, question, pace: PACES[name] ?? 'person', tell });
    signal?.addEventListener('abort', () => {
      if (over) return;
      over = true;
      stop();
      reject(signal.reason);
      out.error(signal.reason);
    }, { once: true });

    /** @param {Part | {broken: string}} part */
    function tell(part) {
      if (over) return;
      if ('broken' in part) {
        if (!begins) head(422, {});
        out.enqueue(new TextEncoder().encode(`${tooLarge(part.broken)}\n`));
      } else if (part.status !== undefined) {
        return head(part.status, part.headers ?? {});
      } else if (part.bytes) {
        return out.enqueue(part.bytes);
      }
      over = true;
      out.close();
    }
  });
}
