// The worker that colours tiles, so that a pan never waits for it.

import { paint } from './colours.js';

addEventListener('message', async (event) => {
  const { id, how, data, missing, known, columns, rows, step } = event.data;
  const pixels = paint(how, data, missing, columns, rows, step);
  // What is not known yet is no cell without a position: nothing is painted there.
  if (known < data.length) pixels.fill(0, 4 * Math.ceil(Math.floor(known / columns) / step) * Math.ceil(columns / step) + (step === 1 ? 4 * (known % columns) : 0));
  const image = new ImageData(pixels, Math.ceil(columns / step), Math.ceil(rows / step));
  const bitmap = await createImageBitmap(image);
  postMessage({ id, bitmap }, { transfer: [bitmap] });
});
