// The program of the page: fetched and compiled.
//
// In: whether threads can share memory here, which decides between two programs. Out: the compiled program, and a line at the foot of the page that says
// how much has come, until all is ready. A program that is packed is unpacked here, so that no host need do it.

import { canShare } from './shared.js';

/** How packed files begin. */
const PACKED = [0x1f, 0x8b];
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
    // The browser compiles while bytes come.
    return await WebAssembly.compileStreaming(new Response(await unpacked(counted), { headers: { 'Content-Type': 'application/wasm' } }));
  } finally {
    note('');
  }
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / MEGABYTE).toFixed(1);

/** What a stream holds, unpacked if it is packed. @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream */
async function unpacked(stream) {
  const [first, all] = stream.tee();
  const reader = first.getReader();
  const { value } = await reader.read();
  reader.cancel();
  return PACKED.every((byte, at) => value?.[at] === byte) ? all.pipeThrough(new DecompressionStream('gzip')) : all;
}

/** A line at the foot of the page; without words it goes. */
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
