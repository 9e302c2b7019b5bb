// How questions reach the answers in the static edition: workers that run the program as WebAssembly. No server is asked.
//
// In: a question. Out: a response as `fetch` has it. A question that is given up ends its worker.

/** How many questions are worked on at once. */
const TOGETHER = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));

/** @type {Worker[]} */
const idle = [];
/** @type {(() => void)[]} */
const waiting = [];
let working = 0;

const module = WebAssembly.compileStreaming(fetch(new URL('../grundy.wasm', import.meta.url)));

/**
 * Sends a question.
 * @param {string} name
 * @param {Record<string, string>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export async function send(name, question, signal) {
  if (working >= TOGETHER) await new Promise((resolve) => waiting.push(() => resolve(null)));
  signal?.throwIfAborted();
  working += 1;
  const worker = idle.pop() ?? new Worker(new URL('./answers.js', import.meta.url), { type: 'module' });
  const done = (/** @type {boolean} */ whole) => {
    working -= 1;
    if (whole) idle.push(worker);
    else worker.terminate();
    waiting.shift()?.();
  };
  const compiled = await module;
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController} */
    let out;
    const body = new ReadableStream({ start: (controller) => { out = controller; }, cancel: () => done(false) });
    signal?.addEventListener('abort', () => {
      done(false);
      reject(signal.reason);
      try {
        out.error(signal.reason);
      } catch {
        // The answer was whole already.
      }
    }, { once: true });
    worker.onmessage = ({ data }) => {
      if (signal?.aborted) return;
      if (data.head) resolve(new Response(body, { status: data.head.status, headers: data.head.headers }));
      else if (data.bytes) out.enqueue(data.bytes);
      else {
        out.close();
        done(true);
      }
    };
    worker.onerror = (event) => {
      done(false);
      reject(new Error(event.message));
    };
    worker.postMessage({ compiled, text: JSON.stringify({ name, question }) });
  });
}
