// Controls as people use them: trackpads and fingers, the list of games, menus, rules that are changed, questions that do not wait.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, painted, serve, stateOf, together } from './help.mjs';

const all = together();
const { on } = all;

/** Waits until the address says a scale; gives it. */
async function scaleAfter(page, act) {
  const before = stateOf(page).view;
  await act();
  await page.waitForFunction((old) => (new URLSearchParams(location.hash.slice(1)).get('view') ?? '') !== old, before ?? '');
  return Number(stateOf(page).view.split(',')[2]);
}

/** Turns the wheel over the middle of the map. */
const turn = (page, all) => page.evaluate((events) => {
  const canvas = document.querySelector('canvas');
  const box = canvas.getBoundingClientRect();
  for (const how of events) canvas.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: box.x + 348, clientY: box.y + 330, ...how }));
}, all);

on('twenty small steps of a trackpad zoom a little, a notch of a mouse more', 'game=nim[2]&view=100,100,16', async (page) => {
  await painted(page);
  const small = await scaleAfter(page, () => turn(page, Array(20).fill({ deltaY: -2 })));
  assert.ok(small > 16 && small <= 18, `${small}`);
  const notch = await scaleAfter(page, () => turn(page, [{ deltaY: -100 }]));
  assert.ok(notch >= 20 && notch <= 23, `${notch}`);
  const pinched = await scaleAfter(page, () => turn(page, Array(10).fill({ deltaY: 4, ctrlKey: true })));
  assert.ok(pinched >= 13 && pinched <= 15, `${pinched}`);
});

on('a notch of a mouse that is counted in lines zooms as much as one in pixels', 'game=nim[2]&view=100,100,16', async (page) => {
  await painted(page);
  const lines = await scaleAfter(page, () => turn(page, [{ deltaY: -6, deltaMode: 1 }]));
  await scaleAfter(page, () => page.evaluate(() => { location.hash = 'game=nim[2]&view=100,100,16'; }));
  await painted(page);
  assert.equal(await scaleAfter(page, () => turn(page, [{ deltaY: -100 }])), lines);
});

on('a zoom keeps what is under the pointer', 'game=nim[2]&view=100,100,16', async (page) => {
  await painted(page);
  await scaleAfter(page, () => turn(page, [{ deltaY: -120 }]));
  const [row, column, scale] = stateOf(page).view.split(',').map(Number);
  // 300 pixels from the corner of the cells.
  assert.ok(Math.abs(row + 300 / scale - (100 + 300 / 16)) < 0.02 && Math.abs(column + 300 / scale - (100 + 300 / 16)) < 0.02, `${row}, ${column}, ${scale}`);
});

on('keys zoom about the pin', 'game=nim[2]&view=100,100,16&at=110,105', async (page) => {
  await painted(page);
  await page.locator('canvas').focus();
  await scaleAfter(page, () => page.keyboard.press('+'));
  const [row, column, scale] = stateOf(page).view.split(',').map(Number);
  assert.ok(Math.abs((110.5 - row) * scale - 10.5 * 16) < 1 && Math.abs((105.5 - column) * scale - 5.5 * 16) < 1, `${row}, ${column}, ${scale}`);
});

for (const scale of [1, 2]) {
  on(`two fingers zoom at scale ${scale}, too`, `game=nim[2]&view=0,0,${scale}`, async (page) => {
    await painted(page);
    const zoomed = await scaleAfter(page, () => page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      const box = canvas.getBoundingClientRect();
      canvas.setPointerCapture = () => {};
      const at = (type, id, x) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: id, pointerType: 'touch', button: 0, bubbles: true, clientX: box.x + x, clientY: box.y + 200 }));
      at('pointerdown', 1, 180);
      at('pointerdown', 2, 220);
      for (let step = 1; step <= 20; step += 1) {
        at('pointermove', 1, 180 - step * 2);
        at('pointermove', 2, 220 + step * 2);
      }
      at('pointerup', 1, 140);
      at('pointerup', 2, 260);
    }));
    assert.ok(zoomed >= 2 * scale && zoomed <= 4 * scale, `${zoomed}`);
  });
}

on('a game is found by a word, and opened', 'game=star_nim[2]', async (page) => {
  await painted(page);
  await page.click('#title');
  const search = page.getByRole('searchbox', { name: 'Find a game' });
  for (const [words, name] of [['chocolate manabe', 'chocolate'], ['silver dollar', 'silver_dollar'], ['CHOMP', 'more.chomp']]) {
    await search.fill(words);
    await page.locator(`.tiles button[data-game="${name}"]`).waitFor();
    assert.ok(await page.locator('.tiles li').count() < 20);
  }
  await page.locator('.tiles button[data-game="more.chomp"] canvas').waitFor();
  await page.locator('.tiles button[data-game="more.chomp"]').click();
  await page.waitForFunction(() => document.title.startsWith('more.chomp'));
  await page.waitForFunction(() => !document.querySelector('#picker[open]'));
  await page.locator('#title').filter({ hasText: /^Chomp/ }).waitFor();
  await page.click('#title');
  // What was opened last stands first.
  await page.locator('.tiles li:first-child button[data-game="more.chomp"]').waitFor();
});

on('names are read as people write them, positions with them', 'game=star_nim[2]', async (page) => {
  await painted(page);
  for (const [typed, game, at] of [['Nim[2]', 'nim[2]', ''], ['chomp', 'more.chomp', ''], ['Kayles + Node_Kayles_path', 'kayles + more.node_kayles_path', ''], ['nim(3,5,7)', 'nim', '3,5,7']]) {
    await page.fill('#game', typed);
    await page.click('#choose button');
    await page.waitForFunction((wanted) => new URLSearchParams(location.hash.slice(1)).get('game') === wanted, game);
    assert.equal(await page.inputValue('#game'), game);
    await page.waitForFunction(() => !document.querySelector('#stage.stale'));
    if (at) await page.getByRole('heading', { name: `(${at})` }).waitFor();
  }
});

on('parameters are fields, and turn the map', 'game=star_nim[2]', async (page) => {
  await painted(page);
  const field = page.getByRole('spinbutton', { name: 'm', exact: true });
  await field.fill('');
  await page.keyboard.type('3');
  await field.press('Enter');
  await page.waitForFunction(() => document.title.startsWith('star_nim[3]'));
  await page.locator('.slider').waitFor();
});

on('menus close on Esc and on a click elsewhere', 'game=nim[2]', async (page) => {
  await painted(page);
  for (const menu of ['#title', '#export summary', '#keys summary']) {
    await page.click(menu);
    await page.locator('details.menu[open]').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('details.menu[open]').count(), 0, menu);
    await page.click(menu);
    await page.locator('details.menu[open]').waitFor();
    await page.mouse.click(700, 830);
    assert.equal(await page.locator('details.menu[open]').count(), 0, menu);
  }
});

on('rules of the opening game are changed, its parameters carried over, and the map changes', '', async (page) => {
  await painted(page);
  const picture = () => page.evaluate(() => document.querySelector('canvas').toDataURL());
  await page.getByRole('button', { name: 'Change these rules' }).click();
  await page.waitForFunction(() => document.title.startsWith('my_star_nim[2]'));
  await painted(page);
  const [before, view] = [await picture(), stateOf(page).view];
  const text = await page.inputValue('#rules-text');
  assert.match(text, /game my_star_nim\[m\]/);
  await page.fill('#rules-text', text.replace('nonzero(t) = 1', 'nonzero(t) = 1 and sum(t) <= 3'));
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('rules')?.length !== undefined && document.querySelector('canvas').drawn.whole);
  await page.waitForFunction((old) => document.querySelector('canvas').toDataURL() !== old, before);
  assert.deepEqual([stateOf(page).game, stateOf(page).view], ['my_star_nim[2]', view]);
});

on('a control that cannot act is disabled, and says why', 'game=nim[2]&stage=board&moves=0,0', async (page) => {
  await page.getByText('you have no move').waitFor();
  for (const [name, why] of [['Hint', 'no move is left'], ['Take back', 'no move has been made'], ['Undo', 'nothing has been changed yet']]) {
    const button = page.getByRole('button', { name, exact: true });
    assert.deepEqual([await button.isDisabled(), await button.getAttribute('title')], [true, why]);
  }
});

on('a value is told as the gap among the values of the options, and a box lists those that have it', 'game=star_nim[2]&at=3,7', async (page) => {
  await page.getByText('The options have 0–4, 6–8; 5 is the least that is missing, their mex.').waitFor();
  assert.equal(await page.locator('.box.gap').textContent(), '5');
  await page.locator('.boxes').getByRole('button', { name: '8', exact: true }).click();
  await page.getByText('those of value 8').waitFor();
  const values = await page.locator('.options .value').allTextContents();
  assert.deepEqual([...new Set(values)], ['8']);
  await page.getByRole('button', { name: 'all options' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.options li').length === 10);
});

on('a map that takes long shows what it has', 'game=kayles&play=misere&at=5', async (page) => {
  await page.locator('.canvas .ended').filter({ hasText: 'no values in the hatched part' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[role=gridcell][aria-selected=true]')?.textContent === '1');
});

on('far out, where values are cheap, there is a map, in colours of its own', 'game=nim[2]&at=100000,100003&view=100000,99990,24', async (page) => {
  await painted(page);
  await page.waitForFunction(() => document.querySelector('[role=gridcell][aria-selected=true]')?.textContent === '3');
});

on('a click is answered while the map waits for slow tiles', 'game=nim[2]&at=3,5', async (page) => {
  await painted(page);
  // Tiles that never come.
  await page.route((url) => url.pathname.endsWith('/table'), () => {});
  await page.fill('#game', 'wythoff(1,2)');
  await page.click('#choose button');
  await page.waitForFunction(() => document.title.startsWith('wythoff'));
  await page.locator('canvas').focus();
  for (const place of ['(1,3)', '(1,4)', '(1,5)']) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: place }).waitFor();
  }
});

test('a tab goes on after the server was started again', async (t) => {
  const first = await serve();
  const { page, close } = await open(all.browser, first, 'game=wythoff&at=3,5');
  await painted(page);
  await first.stop();
  const again = await serve(['--port', new URL(first.link).port]);
  t.after(again.stop);
  await page.locator('canvas').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('#inspector .error').waitFor();
  const other = await page.context().newPage();
  await other.goto(again.link);
  await page.getByRole('heading', { name: '(3,6)' }).waitFor();
  await page.locator('#inspector .value').first().waitFor();
  await close();
});
