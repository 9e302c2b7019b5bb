// The worker that colours tiles, so that a pan never waits for it.

import { paint } from './colours.js';

addEventListener('message', async (event) => {
  const { id, how, data, missing, columns, rows, step } = event.data;
  const pixels = paint(how, data, missing, columns, rows, step);
  const image = new ImageData(pixels, Math.ceil(columns / step), Math.ceil(rows / step));
  const bitmap = await createImageBitmap(image);
  postMessage({ id, bitmap }, { transfer: [bitmap] });
});
