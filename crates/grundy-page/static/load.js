// The program of the page: fetched and compiled.
//
// In: whether threads can share memory here, which decides between two programs. Out: the compiled program, and a line over the page that says
// how much has come, until all is ready. A program that is packed is unpacked here, so that no host need do it.

import { isLzma } from './lzma.js';
import { canShare } from './shared.js';

const MEGABYTE = 1e6;

/** Are the answers given by threads? */
export const threads = canShare();

/** @type {Promise<WebAssembly.Module> | null} */
let loading = null;

/** The compiled program. What has failed is tried once more. */
export function program() {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load() {
  const note = line();
  note('The program of this page comes.');
  try {
    const answer = await fetch(new URL(threads ? '../grundy-threads.wasm' : '../grundy.wasm', import.meta.url));
    if (!answer.ok || !answer.body) throw new Error(`the program of this page did not come: ${answer.status}`);
    // The length of what is packed on the way is not that of what arrives.
    const all = answer.headers.get('content-encoding') ? 0 : Number(answer.headers.get('content-length') ?? 0);
    let come = 0;
    const counted = answer.body.pipeThrough(new TransformStream({
      transform(bytes, out) {
        come += bytes.length;
        note(`The program of this page comes: ${megabytes(come)}${all > come ? ` of ${megabytes(all)}` : ''} MB.`);
        out.enqueue(bytes);
      },
      flush: () => note('The program of this page has come, and is made ready.'),
    }));
    const [first, whole] = counted.tee();
    const body = new Response(whole, { headers: { 'Content-Type': 'application/wasm' } });
    if (isLzma(await beginning(first))) return await WebAssembly.compile(await unpacked(await body.arrayBuffer()));
    // The browser compiles while bytes come.
    return await WebAssembly.compileStreaming(body);
  } finally {
    note('');
  }
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / MEGABYTE).toFixed(1);

/** The first bytes of a stream, which is then left. @param {ReadableStream<Uint8Array>} stream */
async function beginning(stream) {
  const reader = stream.getReader();
  const { value } = await reader.read();
  reader.cancel();
  return value;
}

/** What packed bytes hold. @param {ArrayBuffer} packed @returns {Promise<Uint8Array<ArrayBuffer>>} */
function unpacked(packed) {
  const worker = new Worker(new URL('./unpack.js', import.meta.url), { type: 'module' });
  const work = new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => (data.bytes ? resolve(data.bytes) : reject(new Error(data.wrong))));
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.postMessage(new Uint8Array(packed), [packed]);
  });
  return work.finally(() => worker.terminate());
}

/** A line over the page; without words it goes. */
function line() {
  const place = document.createElement('p');
  place.className = 'coming';
  place.setAttribute('role', 'status');
  return (/** @type {string} */ text) => {
    place.textContent = text;
    if (!text) place.remove();
    else if (document.body) document.body.append(place);
    else addEventListener('DOMContentLoaded', () => place.textContent && document.body.append(place), { once: true });
  };
}

program().catch(() => {
  // The first question asks for it again, and says what is wrong.
});
