// The gallery: each picture is painted, opens, and asks its question. That the questions take for true what is so, `tests/gallery.rs` sees.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { axe, painted, stateOf, together } from './help.mjs';

const all = together();
const { on } = all;

const ENTRIES = JSON.parse(readFileSync(new URL('../web/gallery.json', import.meta.url), 'utf8'));
const gallery = (page) => page.locator('#gallery > summary');
const tile = (page, { title, question }) => page.locator('#gallery li button', { has: page.getByText(title, { exact: true }) }).filter({ hasText: question });
const asked = (page) => page.locator('.question > span');

/** Waits until the map has drawn what it was told last, and all of it. */
async function drawn(page) {
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
  await painted(page);
}

/** Opens an entry, and waits for its map. */
async function choose(page, entry) {
  await gallery(page).click();
  await tile(page, entry).click();
  await page.locator('#map canvas').and(page.locator(`[aria-label="Map of values of ${entry.state.game}"]`)).waitFor();
  await drawn(page);
}

/** The colours of a small picture, cell by cell. */
const cellsOf = (canvas) => canvas.evaluate((found) => {
  // The picture's own context stays as it is.
  const copy = new OffscreenCanvas(found.width, found.height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(found, 0, 0);
  const { data } = copy.getImageData(0, 0, found.width, found.height);
  return Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 3).join());
});

for (const entry of ENTRIES) {
  on(`${entry.title} is a picture on the map, asks its question, and is taken back`, 'game=star_nim[2]&at=3,7', async (page) => {
    await painted(page);
    await choose(page, entry);
    assert.equal(await asked(page).textContent(), entry.question);
    for (const wrong of ['#map .message', '#map .ended', '#game-error']) assert.equal(await page.locator(wrong).isVisible(), false, wrong);
    const state = stateOf(page);
    for (const [name, value] of Object.entries(entry.state)) if (name !== 'view') assert.equal(state[name], value, name);
    await page.locator('#inspector h2').filter({ hasText: `(${entry.state.at})` }).waitFor();
    if (entry.state.line) await page.locator('.headline').getByText('Proved.').waitFor();
    await page.click('#undo');
    await page.getByRole('heading', { name: '(3,7)' }).waitFor();
    assert.deepEqual([stateOf(page).game, await asked(page).isVisible()], ['star_nim[2]', false]);
  });
}

on('the small pictures have the colours of the map, cell by cell', 'game=star_nim[2]', async (page) => {
  await painted(page);
  await gallery(page).click();
  for (const entry of ENTRIES) {
    await tile(page, entry).scrollIntoViewIfNeeded();
    const { rows, columns } = entry.picture;
    const canvas = tile(page, entry).locator('canvas');
    await canvas.waitFor();
    assert.deepEqual(await canvas.evaluate(({ width, height }) => [height, width]), [rows, columns], entry.title);
    const colours = new Set(await cellsOf(canvas)).size;
    assert.ok(colours > 1, `${entry.title} has one colour`);
  }
  // In Nim a square is dark where no binary digit is 1 in both numbers.
  const [marks] = readFileSync(new URL('../web/colours.txt', import.meta.url), 'utf8').split('\n').filter((line) => line.startsWith('marks'));
  const [ink, quiet] = [2, 5].map((at) => [0, 2, 4].map((digit) => parseInt(marks.split(' ')[at].slice(digit, digit + 2), 16)).join());
  const cells = await cellsOf(tile(page, ENTRIES[0]).locator('canvas'));
  cells.forEach((colour, at) => assert.equal(colour, (Math.floor(at / 64) & (at % 64)) === 0 ? ink : quiet, `cell ${at}`));
});

on('what is known is checked, and the question can be closed', 'game=star_nim[2]', async (page) => {
  await painted(page);
  const entry = ENTRIES.find(({ title }) => title === 'Silver Dollar');
  await choose(page, entry);
  await page.getByRole('button', { name: 'What is known' }).click();
  await page.locator('#claims .verdicts .proved').filter({ hasText: 'The gap' }).waitFor();
  await page.getByRole('button', { name: 'Close the question' }).click();
  assert.equal(await asked(page).isVisible(), false);
  // A link to the picture asks the question; a picture that nobody asks about does not.
  await page.reload();
  await asked(page).filter({ hasText: entry.question }).waitFor();
  await page.selectOption('select[aria-label="What the map shows"]', 'p');
  await page.waitForFunction(() => document.querySelector('.question').hidden);
});

on('the gallery is used by keys alone', 'game=star_nim[2]', async (page) => {
  await painted(page);
  await gallery(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Pictures with questions' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#gallery').getAttribute('open'), null);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const [first] = ENTRIES;
  assert.equal(await page.evaluate(() => document.activeElement.textContent), `${first.title}${first.source}${first.question}`, 'the name of a tile has its question');
  await page.keyboard.press('Enter');
  await asked(page).filter({ hasText: first.question }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Gallery');
  await page.waitForFunction((text) => document.querySelector('#live').textContent === text, first.question);
});

on('a hall sees the question, in large type, with the map alone', 'game=star_nim[2]', async (page) => {
  await painted(page);
  await choose(page, ENTRIES[0]);
  await page.locator('#map canvas').focus();
  await page.keyboard.press('f');
  assert.deepEqual([await asked(page).isVisible(), await page.locator('#title').isVisible(), await page.locator('.question button').first().isVisible()], [true, false, false]);
  assert.ok(parseFloat(await asked(page).evaluate((element) => getComputedStyle(element).fontSize)) >= 24);
});

for (const [screen, how] of Object.entries({
  'a desktop, light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  'a projector, dark': { viewport: { width: 960, height: 600 }, colorScheme: 'dark' },
  'a phone, dark': { viewport: { width: 400, height: 800 }, colorScheme: 'dark' },
})) {
  on(`axe finds nothing in the gallery on ${screen}, and it fits`, 'game=star_nim[2]&at=3,7', async (page) => {
    await painted(page);
    await gallery(page).click();
    await page.locator('#gallery canvas').first().waitFor();
    assert.deepEqual(await axe(page), []);
    const box = await page.locator('.gallery').boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= how.viewport.width && box.y + box.height <= how.viewport.height, JSON.stringify(box));
    await tile(page, ENTRIES[0]).click();
    await asked(page).filter({ hasText: ENTRIES[0].question }).waitFor();
    await drawn(page);
    assert.deepEqual(await axe(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }, how);
}

on('who has written rules comes back to them from the gallery', `game=mine&rules=${encodeURIComponent('game mine(a) {\n    move a - i for i in 1..min(a, 3)\n}\n')}&at=7`, async (page) => {
  await painted(page);
  for (const entry of ENTRIES.slice(0, 2)) await choose(page, entry);
  await page.getByRole('button', { name: 'Back to my own' }).click();
  await page.getByRole('heading', { name: '(7)' }).waitFor();
  assert.match(await page.locator('#rules-text').inputValue(), /^game mine/);
});
