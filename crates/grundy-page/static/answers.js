// A worker that answers one question after the other, where the host allows no threads.
//
// In: the compiled program, then questions. Out: the parts of their answers, or that the program broke. The program is called once for each question, and
// lives on between them, with the tables that it has made. A worker at work reads no messages: that an answer is no longer wanted it sees at the sign of
// the question, an address that is then no longer there. The clock runs to the end of all deadlines, and the program ends its work by itself.

import { parts } from './parts.js';
import { system, time } from './system.js';

/** How often the worker looks at the sign, in milliseconds. */
const LOOK = 100;
/** A time after all deadlines, in milliseconds. */
const LATER = 1e12;

/** @type {Promise<WebAssembly.Instance> | null} */
let made = null;
let used = false;
let input = new Uint8Array();
/** The sign of the question, when it was looked at, and whether it was gone. */
let [sign, looked, gone] = ['', 0, false];

/** Is the answer no longer wanted? @param {number} now */
function given(now) {
  if (gone || now - looked < LOOK) return gone;
  looked = now;
  try {
    const request = new XMLHttpRequest();
    request.open('GET', sign, false);
    request.send();
  } catch {
    gone = true;
  }
  return gone;
}

/** @param {WebAssembly.Module} compiled */
async function make(compiled) {
  /** @type {WebAssembly.Instance} */
  let instance;
  const imports = system(compiled, {
    memory: () => /** @type {WebAssembly.Memory} */ (instance.exports.memory).buffer,
    read(room) {
      const next = input.subarray(0, room);
      input = input.subarray(next.length);
      return next;
    },
    write: parts((part) => postMessage(part, part.bytes ? { transfer: [part.bytes.buffer] } : {})),
    now() {
      const now = time();
      return given(now) ? now + LATER : now;
    },
    words: ['grundy'],
  });
  instance = await WebAssembly.instantiate(compiled, imports);
  return instance;
}

addEventListener('message', async ({ data: { compiled, text, address } }) => {
  try {
    made ??= make(compiled);
    const { exports } = await made;
    if (text === undefined) return;
    input = new TextEncoder().encode(`${text}\n`);
    [sign, looked, gone] = [address, time(), false];
    // The first call prepares what the program stands on; `__main_void` is the rest of it.
    const call = used ? exports.__main_void : exports._start;
    used = true;
    /** @type {() => void} */ (call)();
    postMessage({ memory: /** @type {WebAssembly.Memory} */ (exports.memory).buffer.byteLength });
  } catch (error) {
    postMessage({ broken: error instanceof Error ? error.message : String(error) });
  }
});
