// What the page says is so: of which game a value is, what was copied, what is drawn, what a damaged address means.

import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { open, painted, serve, stateOf, together } from './help.mjs';

const all = together();
const { on } = all;

on('the readout says no value of another game, and none during play', 'game=nim[3]&at=3,5,7', async (page) => {
  const readout = page.locator('#readout');
  await readout.filter({ hasText: 'value 1 at (3,5,7)' }).waitFor();
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.locator('#board .counter').first().waitFor();
  assert.equal(await readout.textContent(), '');
  await page.fill('#game', 'wythoff');
  await page.click('#choose button');
  await page.waitForFunction(() => document.title.startsWith('wythoff'));
  assert.equal(await readout.textContent(), '');
});

on('a link is called copied where it is, without the newer way, too', 'game=wythoff&at=3,5', async (page) => {
  await painted(page);
  // The view that fits the page is in the address before the link is copied.
  await page.waitForFunction(() => location.hash.includes('view='));
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.click('#share');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await page.fill('#game', '');
  await page.focus('#game');
  await page.keyboard.press('Control+V');
  assert.equal(await page.inputValue('#game'), page.url());
});

on('a link that a browser lets no page copy stands in a field', 'game=wythoff&at=3,5', async (page) => {
  await painted(page);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
    document.execCommand = () => false;
  });
  await page.click('#share');
  const field = page.getByRole('textbox', { name: 'The link' });
  await field.waitFor();
  assert.equal(await field.inputValue(), page.url());
  assert.equal(await page.textContent('#share'), 'Copy link');
});

on('the field names the game that is shown, after Back, too', 'game=wythoff', async (page) => {
  await painted(page);
  await page.fill('#game', 'euclid');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.title.startsWith('euclid'));
  await page.goBack();
  await page.waitForFunction(() => document.title.startsWith('wythoff'));
  assert.equal(await page.inputValue('#game'), 'wythoff');
});

on('a file holds all cells that it says, whether or not their tiles have come', 'game=star_nim[2]&at=3,7&view=0,0,0.0625', async (page) => {
  await page.getByText('G = 5').waitFor();
  await page.click('#export summary');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Values as CSV' }).click()]);
  const said = await page.locator('#exports [role=status]').textContent();
  const [rows, columns] = [...said.matchAll(/= 0 to (\d+)/g)].map((found) => Number(found[1]) + 1);
  assert.ok(rows * columns > 1 << 21, said);
  let [lines, last] = [0, ''];
  for await (const line of createInterface({ input: createReadStream(await download.path()) })) [lines, last] = [lines + 1, line];
  // A line of names, and (0,0) is no position.
  assert.equal(lines, rows * columns);
  assert.match(last, new RegExp(`^${rows - 1},${columns - 1},\\d+$`));
});

on('a file is stopped while it is made, and nothing is saved', 'game=nim[2]&at=3,7', async (page) => {
  await painted(page);
  await page.click('#export summary');
  await page.route((url) => url.pathname.endsWith('/file'), () => {});
  page.on('download', () => { throw new Error('a file is saved'); });
  await page.getByRole('button', { name: 'Values as CSV' }).click();
  await page.locator('#exports').getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped; nothing is saved.').first().waitFor();
});

on('the inspector is dim while it waits, and says for what', 'game=nim[2]&at=3,5', async (page) => {
  await page.getByText('G = 6').waitFor();
  let go;
  const gone = new Promise((resolve) => { go = resolve; });
  await page.route((url) => url.pathname.endsWith('/moves'), async (route) => {
    await gone;
    await route.continue();
  });
  await page.locator('canvas').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('#inspector .waits').filter({ hasText: '(3,6) …' }).waitFor();
  assert.equal(await page.locator('#inspector .answer.stale').evaluate((element) => element.inert), true);
  await page.waitForFunction(() => getComputedStyle(document.querySelector('#inspector .answer')).opacity < 0.5);
  go();
  await page.getByRole('heading', { name: '(3,6)' }).waitFor();
  assert.equal(await page.locator('#inspector .answer.stale').count(), 0);
});

on('Chomp is drawn as rows of squares, and a bite takes what is below and to the right', 'game=two_row_chomp&stage=board&moves=4,4&against=person', async (page) => {
  const pieces = page.locator('#board .piece');
  await pieces.first().waitFor();
  assert.equal(await pieces.count(), 8);
  await page.getByRole('button', { name: 'a: leave 2 of 4' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 4);
  assert.equal(stateOf(page).moves, '4,4;2,2');
});

on('strips that share square 0 have it once, and a token is dragged along its ray', 'game=star_nim[3]&stage=board&moves=2,5,7&against=person', async (page) => {
  await page.locator('.star').waitFor();
  assert.equal(await page.locator('#board .square[data-at="0"]').count(), 1);
  const box = async (at, coord) => {
    const place = await page.locator(`#board .square[data-at="${at}"][data-coords="${coord}"]`).boundingBox();
    return [place.x + place.width / 2, place.y + place.height / 2];
  };
  await page.mouse.move(...await box(7, '2'));
  await page.mouse.down();
  await page.mouse.move(...await box(3, '2'), { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes('2%2C5%2C3'));
});

on('the map of a graph ends at its last vertex', 'game=graph[{[1, 0], [2, 0], [5, 2], [5, 1]}]', async (page) => {
  await painted(page);
  await page.waitForFunction(() => document.querySelector('[role=grid] tbody'));
  assert.equal(await page.locator('[role=grid] th[scope=col]').count(), 6);
  assert.equal(await page.locator('[role=grid] tbody tr').count(), 1);
});

on('words that mean nothing in an address are passed over', 'game=nim[2]&stage=zz&writing=qq&mode=mod 0&palette=red&wide=0&ticks=3', async (page) => {
  await painted(page);
  for (const panel of ['#map', '#rules']) assert.equal(await page.locator(panel).isVisible(), true, panel);
  assert.equal(await page.locator('.map-tools select').first().inputValue(), 'value');
});

on('an address that unpacks to a text without end is not read', `game=nim[2]&rules=~${deflateRawSync(Buffer.alloc(1 << 28)).toString('base64url')}`, async (page) => {
  await page.getByText('This part of the address is damaged or too long: rules.').waitFor();
  await painted(page);
});

test('a room is told an address that others can open, and looks and plays there', async (t) => {
  const room = await serve(['--listen', '0.0.0.0']);
  t.after(room.stop);
  assert.doesNotMatch(room.link, /0\.0\.0\.0/);
  assert.notEqual(room.room, room.link);
  const { page, close } = await open(all.browser, { link: room.room }, 'game=wythoff&at=3,5&writing=claims');
  await painted(page);
  await page.locator('#claims .note', { hasText: 'Guests of a room look and play.' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Check', exact: true }).isDisabled(), true);
  await page.click('#export summary');
  assert.deepEqual([await page.getByRole('button', { name: 'Values as CSV' }).isDisabled(), await page.getByRole('button', { name: 'Copy a caption' }).isDisabled()], [true, false]);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { globalThis.copied = text; } } }));
  await page.click('#share');
  await page.waitForFunction(() => globalThis.copied);
  const copied = await page.evaluate(() => globalThis.copied);
  assert.equal(copied, `${room.room}${new URL(page.url()).hash}`);
  await close();
  const other = await open(all.browser, { link: copied });
  await painted(other.page);
  assert.equal(stateOf(other.page).at, '3,5');
  await other.close();
});

on('a link with a position that no move leads to is no play', 'game=wythoff&stage=board&moves=3,4;9,9', async (page) => {
  await page.getByText('(9,9) is no move from (3,4)').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Hint' }).isDisabled(), true);
});

on('clicks at once make one move', 'game=nim[3]&stage=board&moves=3,5,7&against=person', async (page) => {
  await page.locator('#board .counter').first().waitFor();
  await page.evaluate(() => { for (const name of ['x1: leave 0 of 3', 'x2: leave 0 of 5', 'x3: leave 0 of 7']) document.querySelector(`[aria-label="${name}"]`).click(); });
  await page.waitForFunction(() => document.querySelectorAll('#board .record li').length === 2);
  assert.equal(stateOf(page).moves, '3,5,7;0,5,7');
});

on('why a misère game is won at its end', 'game=nim[2]&stage=board&moves=1,0;0,0&play=misere&against=person', async (page) => {
  await page.getByRole('button', { name: 'Why' }).click();
  await page.locator('.advice').filter({ hasText: 'No move is left, and in misère play whoever must move wins.' }).waitFor();
});

on('nothing is advised before the moves have come', 'game=nim[2]&at=3,5', async (page) => {
  await painted(page);
  let go;
  const gone = new Promise((resolve) => { go = resolve; });
  await page.route((url) => url.pathname.endsWith('/moves'), async (route) => {
    await gone;
    await route.continue();
  });
  await page.evaluate(() => { location.hash = 'game=nim[2]&stage=board&moves=1,4'; });
  await page.waitForFunction(() => !document.querySelector('#board').hidden);
  for (const name of ['Hint', 'Why']) assert.equal(await page.getByRole('button', { name }).isDisabled(), true, name);
  go();
  await page.getByRole('button', { name: 'Why' }).click();
  await page.locator('.advice').filter({ hasText: 'The value here is 5' }).waitFor();
});

on('moves of a heap stand in an order that gives nothing away', 'game=kayles&stage=board&moves=9&against=person', async (page) => {
  await page.locator('.outcomes button').first().waitFor();
  const moves = await page.locator('.outcomes button').allTextContents();
  assert.deepEqual(moves.map((text) => text.split(' + ').length > 1 ? Number(text.split(' + ')[0]) : 9), moves.map((text) => text.split(' + ').length > 1 ? Number(text.split(' + ')[0]) : 9).sort((a, b) => a - b));
});

on('the map says whether a condition holds or fails', 'game=wythoff&mode=G = 0 iff a = b&at=1,1&view=0,0,24', async (page) => {
  await page.locator('#readout').filter({ hasText: 'G = 0 iff a = b fails at (1,1)' }).waitFor();
});

on('verdicts are of the text that was checked', 'writing=claims&game=nim[2]', async (page) => {
  await page.fill('#claims-text', 'claim "b" on nim[2] at (a, b): P iff a = b');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('1 proved', { exact: true }).waitFor();
  await page.fill('#claims-text', 'claim "c" on nim[2] at (a, b): P iff a = 0');
  await page.waitForFunction(() => !document.querySelector('#claims .verdicts li'));
});

on('what is shown of a game is dim and cannot be used while the address names another one, or none', 'game=two_row_chomp&at=4,4', async (page) => {
  await painted(page);
  await page.fill('#game', 'wythof');
  await page.click('#choose button');
  await page.locator('#game-error', { hasText: 'did you mean `wythoff`?' }).waitFor();
  const used = () => page.evaluate(() => ['stage', 'inspector'].map((id) => [document.getElementById(id).inert, document.getElementById(id).classList.contains('stale')]).join());
  assert.equal(await used(), 'true,true,true,true');
  assert.equal(await page.title(), 'grundy');
  await page.goBack();
  await page.waitForFunction(() => document.title.startsWith('two_row_chomp'));
  assert.equal(await used(), 'false,false,false,false');
  let go;
  const held = new Promise((resolve) => { go = resolve; });
  await page.route((url) => url.pathname.endsWith('/game'), async (route) => {
    await held;
    await route.continue();
  });
  await page.fill('#game', 'wythoff');
  await page.click('#choose button');
  await page.getByText('wythoff is being read').waitFor();
  assert.equal(await used(), 'true,true,true,true');
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector('#stage').inert);
  assert.equal(await page.getByText('is being read').isVisible(), false);
  go();
});

on('a name of the cookbook in an address means its game', 'game=chomp[3]', async (page) => {
  await page.waitForFunction(() => document.title.startsWith('more.chomp[3]'));
});

on('a bite is seen in all rows before it is made', 'game=more.chomp[3]&stage=board&moves=3,3,3&against=person', async (page) => {
  await page.getByRole('button', { name: 'x2: leave 1 of 3' }).hover();
  assert.deepEqual(await page.locator('.rows .squares').evaluateAll((rows) => rows.map((row) => row.querySelectorAll('.going').length)), [0, 2, 2]);
});

on('a claim says of which play it speaks', 'game=nim[2]&play=misere&writing=claims', async (page) => {
  await page.getByRole('button', { name: 'Check this' }).first().click();
  await page.locator('.verdicts .note', { hasText: 'all positions, normal play' }).waitFor();
});

on('a link opens the game that it names, though its rules define another one', `game=wythoff&at=3,5&rules=${encodeURIComponent('game odd(n) { move n - 1 }')}`, async (page) => {
  await painted(page);
  await page.getByRole('button', { name: 'Open odd' }).waitFor();
  assert.equal(stateOf(page).game, 'wythoff');
  assert.equal(stateOf(page).at, '3,5');
});

on('positions beyond 2^53 stay in the address', 'game=nim[2]&at=9007199254740993,5', async (page) => {
  await page.getByText('G = 9007199254740996').waitFor();
  assert.equal(stateOf(page).at, '9007199254740993,5');
});

on('names of the language are no parts of an address', 'constructor=y&toString=x&__proto__=z&game=nim[2]', async (page) => {
  await painted(page);
});

on('boxes far from the gap hold no value that no option has', 'game=star_nim[2]&at=35,75', async (page) => {
  await page.locator('.mex p', { hasText: '62–92;' }).waitFor();
  const told = await page.locator('.mex p').textContent();
  const boxes = await page.locator('.box.rest').allTextContents();
  const ends = (text) => text.split(/[–,]\s*/).map(Number);
  const runs = [...told.matchAll(/\d+–\d+/g)].map(([run]) => ends(run));
  for (const box of boxes.filter((text) => text !== '…').map(ends)) {
    assert.ok(runs.some(([from, to]) => from <= box[0] && box.at(-1) <= to), `${box} is not in: ${told}`);
  }
});

const LOOPY = 'game mine(a, b) {\n    require a <= 7 and b <= 7\n    move (a - 1, b)\n    move (a, b - 2) if 2 divides b\n    move (a + 1, b - 1) if (a + b) mod 3 = 1\n    move (a, b + 1) if a mod 4 = 2\n    move (a - 3, b + 1) if a >= 4\n}\n';
on('a finite value beside an infinite one says that it is answered', `game=mine&at=2,1&rules=${encodeURIComponent(LOOPY)}`, async (page) => {
  await page.getByText('0 is the least that is missing, their mex. One option has an infinite value, and from it a move leads back to a position of value 0.').waitFor();
});
