// A worker that unpacks a file, so that the page moves meanwhile.
//
// In: packed bytes. Out: what they hold, or why they hold nothing.

import { unpack } from './lzma.js';

addEventListener('message', ({ data }) => {
  try {
    const bytes = unpack(data);
    postMessage({ bytes }, { transfer: [bytes.buffer] });
  } catch (error) {
    postMessage({ wrong: error instanceof Error ? error.message : String(error) });
  }
});
