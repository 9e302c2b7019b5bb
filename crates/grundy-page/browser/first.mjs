// How long the first picture takes: `GRUNDY_STATIC=FOLDER GRUNDY=PROGRAM node first.mjs`.
//
// In: the folder of the static edition, the program. Out: for both kinds of hosts and for the server the milliseconds from the last byte that was loaded to the first
// whole picture of star_nim[2]: the median of nine pages, each in a browser that has seen none, and all of them.

import { browse, open, painted, serve } from './help.mjs';
import { SHARING, host } from './host.mjs';

const PAGES = 9;

const server = await serve();
const places = { 'no threads': await host({}), threads: await host(SHARING), server };
const browser = await browse();
const times = Object.fromEntries(Object.keys(places).map((name) => [name, []]));
for (let turn = 0; turn < PAGES; turn += 1) {
  for (const [name, place] of Object.entries(places)) {
    const { page, close } = await open(browser, place, 'game=star_nim[2]');
    await painted(page);
    times[name].push(await page.evaluate(() => {
      const loaded = performance.getEntriesByType('resource').filter((one) => /\.(wasm|css|txt)$|main\.js$/.test(one.name));
      return Math.round(document.querySelector('canvas').drawn.first - Math.max(...loaded.map((one) => one.responseEnd)));
    }));
    await close();
  }
}
for (const [name, all] of Object.entries(times)) {
  const sorted = all.toSorted((a, b) => a - b);
  console.log(`${name}: ${sorted[Math.floor(PAGES / 2)]} ms (${sorted.join(', ')})`);
}
await browser.close();
places['no threads'].close();
places.threads.close();
await server.stop();
