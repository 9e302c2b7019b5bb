// Makes the screenshots of the book: `node shots.mjs`, with `GRUNDY` and `CHROMIUM` as for the tests. Look at them before they are stored.

import { mkdirSync } from 'node:fs';
import { browse, open, painted, serve } from './help.mjs';

const folder = new URL('../../../book/src/page/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const [server, browser] = [await serve(), await browse()];

/** @param {string} name @param {string} state @param {(page: import('playwright-core').Page) => Promise<unknown>} act */
async function shot(name, state, act, how = {}) {
  const { page, close } = await open(browser, server, state, { viewport: { width: 1200, height: 720 }, ...how });
  await page.locator('#inspector h2').waitFor();
  // The book's reader has read the first sentence.
  const read = page.getByRole('button', { name: 'Got it' });
  if (await read.isVisible()) await read.click();
  await act(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${folder}${name}.png` });
  await close();
}

await shot('map', 'game=star_nim[2]&at=3,7', painted);
await shot('line', 'game=star_nim[2]&at=3,7&line=(3, _)&view=0,0,12&mode=mod 9', async (page) => {
  await page.getByRole('button', { name: 'Close the line' }).waitFor();
  await painted(page);
});
await shot('rules', 'game=nim[2]&view=0,0,12', async (page) => {
  await page.fill('#rules-text', 'game queen(a, b) {\n    move (a - i, b) for i in 1..a\n    move (a, b - i) for i in 1..bb\n}\n');
  await page.locator('#rules-text-mistakes li').waitFor();
  await page.locator('#rules-text').scrollIntoViewIfNeeded();
  await painted(page);
}, { colorScheme: 'dark' });
await shot('play', 'game=star_nim[3]&stage=board&moves=2,5,7', async (page) => {
  await page.getByRole('button', { name: 'token x3' }).click();
  await page.locator('.square.glows').first().waitFor();
});
await shot('claims', 'game=wythoff&writing=claims&view=0,0,24&at=1,2', async (page) => {
  await page.fill('#claims-text', 'claim "Bouton" on nim[2] at (a, b):\n    P iff a = b\nclaim "too bold" on wythoff at (a, b):\n    P iff a = b\n');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.locator('#claims .note').filter({ hasText: '1 false' }).first().waitFor();
  await page.locator('#claims .verdicts').getByRole('button', { name: '(1,1)' }).click();
  await page.getByRole('heading', { name: '(1,1)' }).waitFor();
  await painted(page);
});
await shot('projector', 'game=wythoff&mode=p&view=0,0,6', async (page) => {
  await painted(page);
  await page.locator('#map canvas').press('f');
  await page.locator('body.lecture').waitFor();
  await page.locator('#map canvas').hover({ position: { x: 420, y: 320 } });
  await page.waitForFunction(() => document.querySelector('#readout').textContent.includes(': mex'));
}, { viewport: { width: 960, height: 600 } });
await shot('tablet', 'game=more.node_kayles_path&at=12&line=(_)', async (page) => {
  await page.getByRole('button', { name: 'Close the line' }).waitFor();
  await painted(page);
}, { viewport: { width: 820, height: 1180 }, hasTouch: true });
await shot('phone', 'game=two_row_chomp&at=5,3', painted, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
await browser.close();
await server.stop();
