// The page as a person uses it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { byHints, open, painted, stateOf, together } from './help.mjs';

const all = together();
const { on } = all;

on('an empty address shows star_nim', '', async (page) => {
  await painted(page);
  await page.getByText('G = 5').waitFor();
  assert.equal(await page.locator('#game').inputValue(), 'star_nim[2]');
  assert.equal(new URL(page.url()).searchParams.has('token'), false, 'the token is out of sight');
});

on('a game is chosen, a value is read by hovering, a click pins it', 'game=wythoff&view=0,0,16', async (page) => {
  await page.fill('#game', 'star_nim[2]');
  await page.click('#choose button');
  await page.waitForFunction(() => document.title.startsWith('star_nim'));
  await page.evaluate(() => { location.hash = 'game=star_nim[2]&view=0,0,16'; });
  await painted(page);
  const box = await page.locator('canvas').boundingBox();
  await page.mouse.move(box.x + 48 + 16 * 9 + 8, box.y + 30 + 16 * 4 + 8);
  await page.waitForFunction(() => document.querySelector('#readout').textContent === 'value 6 at (4,9)');
  await page.mouse.click(box.x + 48 + 16 * 9 + 8, box.y + 30 + 16 * 4 + 8);
  await page.getByRole('heading', { name: '(4,9)' }).waitFor();
  assert.equal(stateOf(page).at, '4,9');
});

on('options say how long play lasts, and which are best', 'game=wythoff&at=3,4', async (page) => {
  await page.getByText('remoteness 3, suspense 3, birthday 7').waitFor();
  const best = page.locator('.options li', { has: page.locator('.remote.best') });
  assert.deepEqual(await best.locator('.to').allTextContents(), ['1,2']);
  assert.equal(await best.locator('.remote').textContent(), 'in 2');
});

on('a wrong rule is told at its place, and the nearest name mends it', 'game=nim[2]', async (page) => {
  await page.fill('#rules-text', 'game mine(ab, c) {\n    move (ab - i, c) for i in 1..abb\n}\n');
  await page.getByText('line 2: the name `abb` is not known').waitFor();
  assert.equal(await page.locator('.editor .wrong').first().textContent(), 'abb');
  await page.getByRole('button', { name: 'Write ab' }).click();
  await page.waitForFunction(() => !document.querySelector('#rules-text-mistakes li'));
  await page.waitForFunction(() => document.title.startsWith('mine'));
  await painted(page);
});

on('a lost position is lost against the perfect player', 'game=wythoff&stage=board&moves=4,7', async (page) => {
  const told = page.locator('#board .told');
  for (;;) {
    await told.filter({ hasText: /Your move|You (win|lose)/ }).waitFor();
    if (/You/.test((await told.textContent()).replace('Your', ''))) break;
    const before = await told.textContent();
    await page.locator('#board .counter:enabled').last().click();
    const move = page.getByRole('button', { name: /^Move to/ });
    await page.waitForFunction((text) => document.querySelector('#board .told').textContent !== text || document.querySelector('#board .choices .main'), before);
    if (await move.count()) await move.click();
    await page.waitForFunction((text) => document.querySelector('#board .told').textContent !== text, before);
  }
  assert.match(await told.textContent(), /You lose/);
});

on('whoever follows the hints wins a won position', 'game=nim[3]&stage=board&moves=1,2,4&play=misere', async (page) => {
  const end = await byHints(page, async (record, to) => {
    await page.evaluate((moves) => { location.hash = `game=nim[3]&stage=board&play=misere&moves=${moves}`; }, `${record};${to}`);
    await page.waitForFunction((text) => document.querySelector('#board .told').textContent.includes(`(${text})`) === false, record.split(';').at(-1));
  });
  assert.match(end, /You win/);
});

/** Vertices from 3 on lead to each other, and 3 leads out of these. */
const RING = 'graph[{[1, 0], [2, 1], [3, 2], [3, 4], [4, 3], [4, 5], [5, 4], [5, 6], [6, 5]}]';

on('the map shows which positions are drawn', `game=${encodeURIComponent(`${RING} + nim[1]`)}&view=0,0,32`, async (page) => {
  await painted(page);
  const box = await page.locator('canvas').boundingBox();
  const read = async (row, column) => {
    await page.mouse.move(box.x + 48 + 32 * column + 16, box.y + 30 + 32 * row + 16);
    // Whoever rests there reads why, behind it.
    const said = await page.waitForFunction((at) => {
      const [text] = document.querySelector('#readout').textContent.split(': mex');
      return text.endsWith(at) && text;
    }, `at (${row},${column})`);
    return said.jsonValue();
  };
  assert.equal(await read(4, 2), 'value inf({}) at (4,2)');
  assert.equal(await read(3, 2), 'value inf({2}) at (3,2)');
  assert.equal(await read(3, 0), 'value inf({0}) at (3,0)');
  assert.equal(await read(1, 2), 'value 3 at (1,2)');
  const legend = page.locator('.legend');
  assert.match(await legend.getAttribute('aria-label'), /D: drawn, inf\(K\); N: inf\(K\) with 0 in K/);
  const colours = (places) => page.evaluate((points) => {
    const [canvas, ratio] = [document.querySelector('canvas'), devicePixelRatio];
    const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return points.map(([x, y]) => 4 * (Math.round(y * ratio) * width + Math.round(x * ratio))).map((at) => data.slice(at, at + 3).join());
  }, places.map(([row, column]) => [48 + 32 * column + 3, 30 + 32 * row + 3]));
  const swatches = await legend.locator('i').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor.replace(/[^0-9,]/g, '')));
  const [drawn, won] = swatches.slice(-2);
  await page.mouse.move(box.x + 4, box.y + 4);
  assert.deepEqual(await colours([[5, 1], [3, 2], [3, 0]]), [drawn, drawn, won]);
  await page.selectOption('select[aria-label="What the map shows"]', 'p');
  await page.waitForFunction(() => document.querySelector('.legend').getAttribute('aria-label').startsWith('colours: P-positions stand out; D'));
});

on('a drawn position is called drawn, and the opponent keeps the draw', `game=${RING}&stage=board&moves=4;5`, async (page) => {
  const told = page.locator('#board .told');
  await told.filter({ hasText: 'They moved to (4). The position is drawn' }).waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('#board .advice').filter({ hasText: 'This position is drawn; (5) keeps the draw.' }).waitFor();
  await page.getByRole('button', { name: 'Why' }).click();
  await page.locator('#board .advice').filter({ hasText: 'The value here is inf({}): the position is drawn, and 1 of 2 moves keeps the draw.' }).waitFor();
});

on('far out the winning moves and the first others are listed', `game=${encodeURIComponent('nim[3]')}&at=1000000000,5,3&view=0,0,16`, async (page) => {
  await page.getByText('some moves win; not all are listed').waitFor();
  const first = page.locator('.options li').first();
  assert.equal(await first.locator('.to').textContent(), '6,5,3');
  assert.match(await first.textContent(), /wins/);
  const count = await page.locator('.options li').count();
  assert.ok(count > 1 && count <= 60, `${count} are listed`);
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.locator('#board .told').filter({ hasText: 'more moves than can be listed' }).waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('#board .advice').filter({ hasText: '(6,5,3) wins' }).waitFor();
});

on('a token is dragged to a square that it may reach', 'game=star_nim[2]&stage=board&moves=3,7&against=person', async (page) => {
  const token = page.getByRole('button', { name: 'token x2 on square 7' });
  const square = page.locator('.strip').nth(1).getByRole('button', { name: /square 3$/ });
  const [from, to] = [await token.boundingBox(), await square.boundingBox()];
  await page.mouse.move(from.x + 24, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x - 40, from.y + 24, { steps: 4 });
  await page.locator('.square.glows').first().waitFor();
  await page.mouse.move(to.x + 24, to.y + 24, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes('3%2C7%3B3%2C3'));
});

on('the paper of Farr and Ho is checked', 'writing=claims&game=star_nim[2]', async (page) => {
  await page.locator('#claims select option', { hasText: 'Farr' }).waitFor({ state: 'attached' });
  await page.selectOption('#claims select', 'farr-ho');
  await page.waitForFunction(() => document.querySelector('#claims-text').value.includes('Farr and N. B. Ho'));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.locator('#claims .verdicts li').first().waitFor();
  if (process.env.GRUNDY_LONG) {
    await page.waitForFunction(() => /proved/.test(document.querySelector('#claims [role=status]').textContent), null, { timeout: 0 });
    const summary = await page.locator('#claims [role=status]').textContent();
    assert.doesNotMatch(summary, /false|error/, summary);
  } else {
    // `cargo xtask test` checks all papers without a page.
    await page.locator('#claims .verdicts li').nth(30).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    assert.ok(await page.locator('#claims .verdicts li.proved').count() > 10);
    assert.equal(await page.locator('#claims .verdicts li.false, #claims .verdicts li.error').count(), 0);
  }
});

on('a counterexample leads to its place on the map', 'writing=claims&game=nim[2]', async (page) => {
  await page.fill('#claims-text', 'claim "wrong" on wythoff at (a, b): P iff a = b');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.locator('#claims .verdicts button', { hasText: '(' }).click();
  await page.waitForFunction(() => document.title.startsWith('wythoff'));
  await page.getByRole('heading', { name: '(1,1)' }).waitFor();
});

on('a check is stopped', 'writing=claims&game=nim[2]', async (page) => {
  await page.fill('#claims-text', 'claim "long": (count i in 0..10^12: i mod 7 = 3) >= 0');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('stopped after 0').waitFor();
});

test('a link reproduces what is seen, in another window', async () => {
  const first = await open(all.browser, all.server, 'game=nim[3]&at=1,2,5&mode=mod 3&axes=1,3&ticks=10&view=8,16,8');
  await painted(first.page);
  await first.page.locator('.slider input[type=number]').fill('6');
  await first.page.locator('.slider input[type=number]').press('Enter');
  await first.page.waitForFunction(() => location.hash.includes('at=1%2C6%2C5'));
  await painted(first.page);
  const picture = (page) => page.evaluate(() => document.querySelector('canvas').toDataURL());
  const [address, seen] = [first.page.url(), await picture(first.page)];
  const other = await first.page.context().newPage();
  await other.goto(address);
  await painted(other);
  assert.equal(await picture(other), seen);
  await first.close();
});

on('undo takes back what was changed, redo brings it again', 'game=wythoff', async (page) => {
  await painted(page);
  await page.selectOption('.map-tools select', 'p');
  await page.locator('label', { hasText: 'misère' }).click();
  await page.waitForFunction(() => location.hash.includes('misere'));
  await page.click('#undo');
  await page.waitForFunction(() => !location.hash.includes('misere') && location.hash.includes('mode=p'));
  await page.click('#undo');
  await page.waitForFunction(() => !location.hash.includes('mode=p'));
  await page.goForward();
  await page.waitForFunction(() => location.hash.includes('mode=p'));
  assert.equal(await page.locator('.map-tools select').first().inputValue(), 'p');
});

on('undo takes back a move with the answer to it', 'game=nim[2]&stage=board&moves=4,6', async (page) => {
  await page.locator('#board .counter:enabled').first().waitFor();
  await page.locator('#board .counter:enabled').first().click();
  await page.waitForFunction(() => document.querySelectorAll('#board .record li').length === 3 || /no move/.test(document.querySelector('#board .told').textContent));
  await page.click('#undo');
  await page.waitForFunction(() => document.querySelectorAll('#board .record li').length === 1);
});

on('undo takes back typed rules, and rules in a sum are edited where they stand', 'game=nim[2]', async (page) => {
  await painted(page);
  await page.fill('#rules-text', 'game mine(n) { move n - s for s in {1, 2} }');
  await page.waitForFunction(() => document.title.startsWith('mine'));
  await page.click('#undo');
  await page.waitForFunction(() => document.title.startsWith('nim') && document.querySelector('#rules-text').value === '');
  await page.fill('#rules-text', 'game mine(n) { move n - s for s in {1, 2} }');
  await page.waitForFunction(() => document.title.startsWith('mine'));
  await page.fill('#game', 'nim[1] + mine');
  await page.click('#choose button');
  await page.waitForFunction(() => document.title.startsWith('nim[1] + mine'));
  await page.fill('#rules-text', 'game mine(n) { move n - s for s in {1, 3} }');
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('rules')?.includes('{1, 3}'));
  assert.equal(stateOf(page).game, 'nim[1] + mine');
});

/** Holds the answers to what is asked about a game; gives the way to let them go. */
async function held(page, game) {
  let go;
  const gone = new Promise((resolve) => { go = resolve; });
  await page.route((url) => url.pathname.includes('/game'), async (route) => {
    if (route.request().url().includes(encodeURIComponent(game)) || route.request().postData()?.includes(game)) await gone;
    await route.continue();
  });
  return go;
}

on('a change while a game is read does not lose the game', 'game=nim[2]', async (page) => {
  await painted(page);
  const go = await held(page, 'wythoff');
  await page.fill('#game', 'wythoff');
  await Promise.all([page.waitForRequest((request) => request.url().includes('/game')), page.click('#choose button')]);
  await page.evaluate(() => { location.hash += '&mode=p'; });
  go();
  await page.waitForFunction(() => document.title.startsWith('wythoff'));
  assert.equal(stateOf(page).mode, 'p');
});

on('what is typed stays until it is sent, and undo takes it back', 'game=nim[2]', async (page) => {
  await painted(page);
  await page.fill('#game', 'wythoff');
  await page.evaluate(() => { document.querySelector('#game').blur(); location.hash += '&mode=p'; });
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('mode') === 'p');
  await painted(page);
  assert.equal(await page.inputValue('#game'), 'wythoff');
  await page.click('#choose button');
  await page.waitForFunction(() => document.title.startsWith('wythoff'));
  await page.click('#undo');
  await page.waitForFunction(() => document.title.startsWith('nim') && document.querySelector('#game').value === 'nim[2]');
});

on('a table that is too large says why, and is asked for again', 'game=nim[3]&at=0,0,1000000000000', async (page) => {
  const ended = page.locator('.canvas .ended');
  await ended.filter({ hasText: 'no values in the hatched part' }).waitFor();
  await page.evaluate(() => { location.hash = 'game=nim[3]&at=0,0,5'; });
  await ended.waitFor({ state: 'hidden' });
  await painted(page);
  await page.evaluate(() => { location.hash = 'game=nim[3]&at=0,0,1000000000000'; });
  await ended.waitFor();
  await Promise.all([page.waitForResponse((response) => response.url().includes('/table')), page.getByRole('button', { name: 'Try again' }).click()]);
});

on('a game that cannot be read dims what is seen, and the nearest name is told', 'game=nim[2]', async (page) => {
  await painted(page);
  await page.fill('#game', 'kayl');
  await page.click('#choose button');
  await page.getByText('kayles').first().waitFor();
  await page.locator('#stage.stale').waitFor();
  await page.fill('#game', 'kayles');
  await page.click('#choose button');
  await page.waitForFunction(() => document.title.startsWith('kayles') && !document.querySelector('#stage.stale'));
});

on('a file that cannot hold all that is seen says what it holds', 'game=nim[2]&view=0,0,0.25', async (page) => {
  await painted(page);
  await page.click('#export summary');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Values as LaTeX' }).click()]);
  assert.equal(download.suggestedFilename(), 'nim_2.tex');
  await page.getByText('Saved: x1 = 0 to 39, x2 = 0 to 39, the first of what is seen.').first().waitFor();
});

on('a line shows its proved period, and its certificate is saved', 'game=star_nim[2]&line=(3, _)', async (page) => {
  await page.getByText('preperiod 5, period 9, saltus 9').waitFor();
  await page.getByLabel('saltus: how much higher a value is one period later').focus();
  await page.getByText('How it is proved').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the certificate' }).click()]);
  assert.equal(download.suggestedFilename(), 'star_nim_2.json');
});

on('views are saved as files, the bytes that the program writes', 'game=wythoff&view=0,0,24', async (page) => {
  await painted(page);
  await page.click('#export summary');
  for (const [item, ending] of [['Map as PNG', 'png'], ['Map as SVG', 'svg'], ['Map as PDF', 'pdf'], ['Values as CSV', 'csv'], ['Values as LaTeX', 'tex']]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: item }).click()]);
    assert.equal(download.suggestedFilename(), `wythoff.${ending}`);
    const [, to] = /Saved: (.*)\.$/.exec(await page.locator('#exports [role=status]').textContent());
    const bounds = [...to.matchAll(/= 0 to (\d+)/g)].map((found) => found[1]);
    const file = join(tmpdir(), `grundy-page-${process.pid}.${ending}`);
    const words = ['png', 'svg', 'pdf'].includes(ending) ? ['--scale', '24'] : [];
    const { status, stderr } = spawnSync(process.env.GRUNDY ?? 'grundy', ['table', 'wythoff', '--to', bounds.join(), '-o', file, ...words], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.equal(readFileSync(await download.path()).equals(readFileSync(file)), true, item);
    rmSync(file);
  }
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { globalThis.copied = text; } } }));
  await page.getByRole('button', { name: 'Copy a caption' }).click();
  await page.waitForFunction(() => /^Sprague-Grundy values of wythoff, a = 0 to \d+, b = 0 to \d+\. \(Rules [0-9a-f]{32}; /.test(globalThis.copied));
});

on('a saved picture of a formula says what is proved of it, as the program does', "game=nim[2]&mode=G%20-%20(x1%20xor%20x2)&view=0,0,24", async (page) => {
  await painted(page);
  await page.click('#export summary');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Map as SVG' }).click()]);
  const [, to] = /Saved: (.*)\.$/.exec(await page.locator('#exports [role=status]').textContent());
  const bounds = [...to.matchAll(/= 0 to (\d+)/g)].map((found) => found[1]);
  const file = join(tmpdir(), `grundy-proved-${process.pid}.svg`);
  const words = ['table', 'nim[2]', '--to', bounds.join(), '--mode', 'G - (x1 xor x2)', '--prove', '--scale', '24', '-o', file];
  const { status, stderr } = spawnSync(process.env.GRUNDY ?? 'grundy', words, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const saved = readFileSync(await download.path(), 'utf8');
  assert.match(saved, /proved at every position: G - \(x1 xor x2\) is 0/);
  assert.equal(saved, readFileSync(file, 'utf8'));
  rmSync(file);
});

on('a saved picture of what is not proved says so beside it, and is saved', "game=wythoff&mode=G%20-%20(a%20xor%20b)&view=0,0,24", async (page) => {
  await painted(page);
  await page.click('#export summary');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Map as SVG' }).click()]);
  await page.getByText('Nothing is proved of the picture: it is false at 1,1').first().waitFor();
  assert.doesNotMatch(readFileSync(await download.path(), 'utf8'), /proved/);
});

test('a copy of Star Nim under another name looks and plays the same', async () => {
  const rules = 'game other(a, b) {\n    require a > 0 or b > 0\n    move (a - i, b) for i in 1..a\n    move (a, b - i) for i in 1..b\n}\n';
  const seen = [];
  for (const state of ['game=star_nim[2]&at=3,7&view=0,0,8', `game=other&rules=${encodeURIComponent(rules)}&at=3,7&view=0,0,8`]) {
    const { page, close } = await open(all.browser, all.server, state);
    await painted(page);
    const cells = await page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      return [...canvas.getContext('2d').getImageData(48, 30, 512, 512).data].join();
    });
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.locator('.strip').first().waitFor();
    const board = await page.locator('#board .square').evaluateAll((all) => all.map((square) => `${square.className} ${square.dataset.at} ${square.disabled}`));
    seen.push([cells, board.join()]);
    await close();
  }
  assert.equal(seen[0][1], seen[1][1]);
  assert.equal(seen[0][0] === seen[1][0], true, 'the same pixels');
});

test('without a token the page says what is missing', async () => {
  const { page, close } = await open(all.browser, { link: all.server.link.replace(/\?.*/, '') }, 'game=nim[2]');
  await page.getByText('the token is missing or wrong').first().waitFor();
  await close();
});

test('the page loads in less than 300 KB', async () => {
  const { page, close } = await open(all.browser, all.server);
  await painted(page);
  const size = await page.evaluate(() => performance.getEntries().filter((entry) => 'transferSize' in entry).reduce((sum, entry) => sum + entry.transferSize, 0));
  assert.ok(size > 50_000 && size < 300_000, `${size} bytes`);
  await close();
});
