// The tour: whoever comes the first time is shown round, by keys too, on every screen, and may use the page meanwhile.

import assert from 'node:assert/strict';
import { axe, painted, stateOf, together } from './help.mjs';

const all = together();
const { on } = all;

const STEPS = 6;
const note = (page) => page.getByRole('dialog', { name: 'Tour' });
const begin = async (page) => {
  await painted(page);
  await page.getByRole('button', { name: 'Show me around' }).first().click();
  await note(page).getByText(`1 of ${STEPS}`).waitFor();
};

on('a newcomer is shown round by keys, once', '', async (page) => {
  await painted(page);
  await page.getByRole('button', { name: 'Show me around' }).focus();
  await page.keyboard.press('Enter');
  for (let step = 1; step < STEPS; step += 1) {
    await note(page).getByText(`${step} of ${STEPS}`).waitFor();
    await page.waitForFunction((count) => document.querySelector('#live').textContent.endsWith(count), `${step} of ${STEPS}`);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Next');
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('ArrowLeft');
  await note(page).getByText(`${STEPS - 1} of ${STEPS}`).waitFor();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Done');
  await page.keyboard.press('Enter');
  assert.deepEqual([await note(page).count(), await page.locator('.tour-frame').count()], [0, 0]);
  assert.equal(await page.evaluate(() => document.activeElement.matches('#map canvas')), true, 'the focus is on the map');
  await page.reload();
  await painted(page);
  assert.equal(await page.locator('.greeting:not(.question)').count(), 0, 'it is remembered');
});

on('the page is used while it is explained, and Esc ends it', 'game=star_nim[2]&view=0,0,16&stage=board', async (page) => {
  await page.locator('#board .field > *').first().waitFor();
  await page.locator('#keys > summary').click();
  await page.locator('#keys').getByRole('button', { name: 'Show me around' }).click();
  // It speaks of the map, and so this is seen.
  await painted(page);
  assert.equal(await page.locator('#keys').getAttribute('open'), null);
  const box = await page.locator('#map canvas').boundingBox();
  await page.mouse.click(box.x + 48 + 16 * 9 + 8, box.y + 30 + 16 * 4 + 8);
  await page.getByRole('heading', { name: '(4,9)' }).waitFor();
  assert.equal(stateOf(page).at, '4,9');
  await note(page).getByRole('button', { name: 'Next' }).click();
  await note(page).getByRole('button', { name: 'Next' }).click();
  await note(page).getByRole('button', { name: 'Next' }).click();
  await page.click('#title');
  await page.getByRole('searchbox', { name: 'Find a game' }).fill('wythoff');
  await page.locator('.tiles button[data-game="wythoff"]').click();
  await page.waitForFunction(() => document.title.startsWith('wythoff'));
  // Esc closes a menu first.
  await page.click('#title');
  await page.keyboard.press('Escape');
  await note(page).getByText(`4 of ${STEPS}`).waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual([await note(page).count(), await page.locator('.tour-frame').count()], [0, 0]);
});

for (const [screen, how] of Object.entries({
  'a desktop, light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  'a projector, dark': { viewport: { width: 960, height: 600 }, colorScheme: 'dark' },
  'a phone, light': { viewport: { width: 400, height: 800 }, colorScheme: 'light' },
})) {
  on(`each step stands on ${screen} beside what it speaks of; axe finds nothing, and nothing moves`, '', async (page) => {
    await begin(page);
    for (let step = 1; step <= STEPS; step += 1) {
      await note(page).getByText(`${step} of ${STEPS}`).waitFor();
      // Places are settled in the next frame.
      await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
      const { own, frames, moves } = await page.evaluate(() => {
        const box = (element) => (({ left, top, right, bottom }) => ({ left, top, right, bottom }))(element.getBoundingClientRect());
        return { own: box(document.querySelector('.tour')), frames: [...document.querySelectorAll('.tour-frame:not([hidden])')].map(box), moves: [...document.querySelectorAll('.tour, .tour-frame')].flatMap((part) => part.getAnimations({ subtree: true })).length };
      });
      const { width, height } = how.viewport;
      assert.ok(own.left >= 0 && own.top >= 0 && own.right <= width && own.bottom <= height, `step ${step}: ${JSON.stringify(own)}`);
      assert.ok(frames.length > 0, `step ${step} frames something`);
      // What is framed is not covered, or for the most part not.
      const covered = ({ left, top, right, bottom }) => Math.max(0, Math.min(right, own.right) - Math.max(left, own.left)) * Math.max(0, Math.min(bottom, own.bottom) - Math.max(top, own.top));
      const area = ({ left, top, right, bottom }) => (right - left) * (bottom - top);
      assert.ok(frames.some((frame) => covered(frame) <= area(frame) / 2), `step ${step} is covered: ${JSON.stringify([own, frames])}`);
      assert.equal(moves, 0);
      assert.deepEqual(await axe(page), [], `step ${step}`);
      await note(page).locator('button.main').click();
    }
    assert.equal(await note(page).count(), 0);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }, { ...how, reducedMotion: 'reduce' });
}
