// A thread of the program, where the host allows threads: the first, which reads questions, or another one.
//
// In: the compiled program and the memory that all threads share; then where a thread begins. Out: the parts of answers, threads that are wanted, that the thread has
// ended, or that the program broke. The first thread waits for input at the mailbox, and answers nothing itself.

import { parts } from './parts.js';
import { system, time } from './system.js';

/**
 * @typedef {object} Shared what all threads have
 * @property {WebAssembly.Module} compiled
 * @property {WebAssembly.Memory} memory
 * @property {Int32Array<SharedArrayBuffer>} state how many bytes of the mailbox are unread; the number of the last thread
 * @property {Uint8Array<SharedArrayBuffer>} mailbox
 * @property {string} threads how many threads work on a question
 */

/** The stack of a thread, in bytes, where the program names none: more than a browser ever lets a thread use. */
const STACK = 16 << 20;
/** The places of the state. */
const [UNREAD, LAST] = [0, 1];

/** @type {Promise<WebAssembly.Instance> | null} */
let made = null;

/** @param {Shared} shared */
function make({ compiled, memory, state, mailbox, threads }) {
  let from = 0;
  const imports = system(compiled, {
    memory: () => memory.buffer,
    read(room) {
      while (Atomics.load(state, UNREAD) === 0) Atomics.wait(state, UNREAD, 0);
      const unread = Atomics.load(state, UNREAD);
      const next = mailbox.slice(from, from + Math.min(room, unread));
      from = next.length < unread ? from + next.length : 0;
      if (Atomics.sub(state, UNREAD, next.length) === next.length) postMessage({ read: true });
      return next;
    },
    write: parts((part) => postMessage(part, part.bytes ? { transfer: [part.bytes.buffer] } : {})),
    now: time,
    words: ['grundy', threads],
    variables: [`RUST_MIN_STACK=${STACK}`],
  });
  imports.env = { memory };
  imports.wasi = {
    'thread-spawn': (/** @type {number} */ place) => {
      const id = Atomics.add(state, LAST, 1) + 1;
      postMessage({ spawn: { id, place } });
      return id;
    },
  };
  return WebAssembly.instantiate(compiled, imports);
}

addEventListener('message', async ({ data: { shared, begin } }) => {
  try {
    made ??= make(shared);
    const { exports } = await made;
    if (begin === undefined) return;
    if (begin === 'first') /** @type {() => void} */ (exports._start)();
    else /** @type {(id: number, place: number) => void} */ (exports.wasi_thread_start)(begin.id, begin.place);
    postMessage({ ended: true });
  } catch (error) {
    postMessage({ broken: error instanceof Error ? error.message : String(error) });
  }
});
