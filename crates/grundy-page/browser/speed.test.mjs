// How fast the page is. Nothing here passes or fails by time: the figures are printed.

import { test } from 'node:test';
import { open, painted, together } from './help.mjs';

const all = together();

test('the first picture of star_nim to 512', async (t) => {
  const { page, close } = await open(all.browser, all.server, 'game=star_nim[2]&view=0,0,1', { viewport: { width: 1440, height: 900 } });
  // What looks at a page from outside takes time in it, and comes after the page has done its work.
  await page.waitForLoadState('networkidle');
  await painted(page);
  const time = await page.evaluate(() => Math.round(document.querySelector('canvas').drawn.first));
  t.diagnostic(`from the navigation to the first whole picture: ${time} ms`);
  await close();
});

test('a pan over 4096 by 4096', async (t) => {
  const { page, close } = await open(all.browser, all.server, 'game=star_nim[2]&view=0,0,1');
  await painted(page);
  const result = await page.evaluate(async () => {
    const canvas = document.querySelector('canvas');
    const box = canvas.getBoundingClientRect();
    const at = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, bubbles: true, clientX: box.x + x, clientY: box.y + y }));
    canvas.setPointerCapture = () => {};
    const gaps = [];
    let last = performance.now();
    for (let sweep = 0; sweep < 12; sweep += 1) {
      at('pointerdown', 500, 500);
      for (let step = 1; step <= 30; step += 1) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        gaps.push(now - last);
        last = now;
        at('pointermove', 500 - step * 11, 500 - step * 11);
      }
      at('pointerup', 170, 170);
    }
    gaps.sort((a, b) => a - b);
    return { frames: gaps.length, median: gaps[gaps.length >> 1], late: gaps.filter((gap) => gap > 25).length, drawn: canvas.drawn.longest };
  });
  t.diagnostic(`${result.frames} frames, median ${result.median.toFixed(1)} ms, ${result.late} later than 25 ms; the longest drawing took ${result.drawn.toFixed(1)} ms`);
  await close();
});
