// Claims are told where one looks: beside their lines, with proofs that open, and on games of one's own. The panels beside the map give way.

import assert from 'node:assert/strict';
import { open, painted, stateOf, together } from './help.mjs';
import { test } from 'node:test';

const all = together();
const { on } = all;

const check = (page) => page.getByRole('button', { name: 'Check', exact: true }).click();

on('an empty tab holds a claim that is proved, and its proof opens into steps that are verified', 'writing=claims&game=nim[2]', async (page) => {
  await page.getByRole('button', { name: 'Check this' }).first().click();
  await page.locator('.verdicts li.proved details.proof > summary').click();
  const steps = page.locator('.proof .steps > li');
  await steps.getByText('Verified just now by the checker').nth(1).waitFor();
  assert.equal(await steps.count(), 2);
  assert.match(await steps.first().textContent(), /for every position of nim\[2\] \(rules [0-9a-f]{8}….*By induction/s);
  assert.equal(await page.locator('.empty', { hasText: 'A claim says' }).isVisible(), false);
});

on('an empty tab holds a claim that is false, and one on the game of the map can be begun', 'writing=claims&game=star_nim[2]', async (page) => {
  await page.getByRole('button', { name: 'Begin a claim on star_nim[2]' }).click();
  assert.equal(await page.inputValue('#claims-text'), 'claim "mine" on star_nim[2] at (x1, x2): P iff ');
  await page.fill('#claims-text', '');
  await page.getByRole('button', { name: 'Check this' }).nth(1).click();
  await page.locator('.verdicts li.false').getByText('the left side is true, the right side false').waitFor();
});

on('verdicts stand beside their lines until the text changes', 'writing=claims&game=nim[2]', async (page) => {
  await page.fill('#claims-text', 'claim "one" on nim[2] at (a, b):\n    P iff a = b\n\nclaim "two" on nim[2] at (a, b): P iff a = 1\nclaim "three" on nim[2] at (a, b): P iff c = 1\n');
  await check(page);
  await page.getByText('1 proved, 1 false, 1 error', { exact: true }).waitFor();
  const seen = await page.locator('.gutter span').evaluateAll((marks) => marks.map((mark) => {
    const words = [...document.querySelectorAll('#claims .editor .word')].filter((word) => word.textContent === 'claim');
    const beside = words.findIndex((word) => Math.abs(word.getBoundingClientRect().top - mark.getBoundingClientRect().top) < 4);
    return [mark.textContent, beside, mark.title];
  }));
  assert.deepEqual(seen, [['✓', 0, 'proved: one'], ['✗', 1, 'false: two'], ['!', 2, 'error: three']]);
  await page.locator('.verdicts').getByRole('button', { name: 'two' }).click();
  const caret = await page.locator('#claims-text').evaluate((field) => field.value.slice(0, field.selectionStart).split('\n').length);
  assert.equal(caret, 4);
  await page.keyboard.type('# ');
  assert.equal(await page.locator('.gutter span').count(), 0);
});

on('a claim names a game of the rules tab, and leads to it', `writing=claims&game=nim[2]&rules=${encodeURIComponent('game mine(n) { move n - k for k in 1..2 }\n')}`, async (page) => {
  await page.fill('#claims-text', 'claim "thirds" on mine at (n): G = n mod 3\nclaim "one argument": G(chocolate[x -> x](1, 2, 3)) = 0\n');
  await check(page);
  await page.getByText('1 proved, 1 error', { exact: true }).waitFor();
  // The mistake is found in the rules of the built-in game: no line of this text is named.
  const mistake = page.locator('#claims .mistakes li');
  assert.doesNotMatch(await mistake.textContent(), /^line/);
  assert.equal(await mistake.getByRole('button').count(), 0);
  await page.locator('.verdicts li.proved').getByRole('button', { name: 'Show on the map' }).click();
  await page.waitForFunction(() => document.title.startsWith('mine'));
  await painted(page);
  assert.match(stateOf(page).rules, /game mine/);
});

on('a panel is made wider, folds, and is as it was when the page is opened again', 'game=nim[2]', async (page) => {
  const width = () => page.locator('#writing').evaluate((panel) => panel.offsetWidth);
  const before = await width();
  const edge = await page.locator('.edge.writing').boundingBox();
  await page.mouse.move(edge.x + 4, 500);
  await page.mouse.down();
  await page.mouse.move(edge.x + 124, 500, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs(await width() - before - 120) < 4, `${before}, then ${await width()}`);
  await page.locator('.edge.writing').focus();
  await page.keyboard.press('ArrowLeft');
  const kept = await width();
  assert.ok(Math.abs(kept - before - 96) < 4, `${kept}`);
  await page.getByRole('button', { name: 'Fold Position' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#inspector').isVisible(), false);
  assert.ok(await page.getByRole('button', { name: '‹ Position' }).evaluate((button) => button === document.activeElement));
  await page.reload();
  await painted(page);
  assert.equal(await page.locator('#inspector').isVisible(), false);
  assert.equal(await width(), kept);
  await page.getByRole('button', { name: '‹ Position' }).click();
  await page.locator('#inspector').getByText('G = ').waitFor();
  await page.locator('.edge.writing').dblclick();
  assert.equal(await width(), before);
});

test('a panel that was folded on a large screen is there on a phone', async () => {
  const { page, close } = await open(all.browser, all.server, 'game=nim[2]', { viewport: { width: 390, height: 800 } });
  await page.evaluate(() => localStorage.setItem('panels', JSON.stringify({ inspector: { folded: true }, writing: { folded: true, width: 900 } })));
  await page.reload();
  await page.locator('#inspector').getByText('G = ').waitFor();
  assert.ok(await page.locator('#rules-text').isVisible());
  assert.equal(await page.locator('.unfold:visible, .edge:visible, .fold-panel:visible').count(), 0);
  await close();
});

/** Copies captions of the page. */
async function captions(page) {
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { globalThis.copied = text; } } }));
  return async () => {
    await page.evaluate(() => { globalThis.copied = ''; });
    if (!await page.getByRole('button', { name: 'Copy a caption' }).isVisible()) await page.getByText('Export', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy a caption' }).click();
    await page.waitForFunction(() => globalThis.copied !== '');
    return page.evaluate(() => globalThis.copied);
  };
}

on('a caption says what was proved of the figure, and nothing that was not', 'writing=claims&game=nim[2]', async (page) => {
  const caption = await captions(page);
  await page.fill('#claims-text', 'claim "xor" on nim[2] at (x1, x2): G = x1 xor x2\nclaim "sum" on nim[2] at (x1, x2): G = x1 + x2');
  await check(page);
  await page.getByText('1 proved, 1 false', { exact: true }).waitFor();
  assert.doesNotMatch(await caption(), /Proved/);
  await page.getByRole('button', { name: 'Show on the map' }).first().click();
  await page.waitForFunction(() => /xor/.test(new URLSearchParams(location.hash.slice(1)).get('mode')));
  assert.match(await caption(), /Proved: G - \(x1 xor x2\) is 0 for all positions\. \(Rules/);
  await page.getByRole('button', { name: 'Show on the map' }).nth(1).click();
  await page.waitForFunction(() => !/xor/.test(new URLSearchParams(location.hash.slice(1)).get('mode')));
  assert.doesNotMatch(await caption(), /Proved/);
});

on('a difference that is nowhere is said, in words', 'game=nim[2]&mode=G - (x1 xor x2)', async (page) => {
  await page.getByText('0 in all that is computed').waitFor();
});

on('a game without coordinates has its one position', 'game=nim[0]', async (page) => {
  await page.getByText('This game has no coordinates').waitFor();
  await page.locator('#inspector').getByText('G = 0').waitFor();
});

on('misère values bear their name', 'game=nim[2]&play=misere&at=0,0', async (page) => page.locator('#inspector').getByText('G_misere = 1').waitFor());

on('what is no number in a field becomes one', 'game=nim[3]&mode=mod 3&at=1,2,3', async (page) => {
  await painted(page);
  for (const [label, typed, kept] of [['Modulus', '-4', '1'], ['x3, number', '-7', '0'], ['n', '-2', '0']]) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(typed);
    await field.press('Enter');
    await page.waitForFunction(([name, value]) => [...document.querySelectorAll('input')].some((input) => (input.ariaLabel ?? input.getAttribute('aria-label')) === name && input.value === value), [label, kept]);
  }
});

on('a link without a view shows the beginning', 'game=nim[2]&view=500,600,8', async (page) => {
  await painted(page);
  await page.evaluate(() => { location.hash = 'game=nim[2]&at=2,3'; });
  await page.waitForFunction(() => (new URLSearchParams(location.hash.slice(1)).get('view') ?? '').startsWith('0,0,'));
  await painted(page);
});

on('a copy of rules is looked at where the game was, with as many coordinates', 'game=more.chomp', async (page) => {
  await page.locator('#inspector h2').waitFor();
  const before = await page.locator('#inspector h2').textContent();
  assert.match(before, /^\(\d+,\d+,\d+\)$/);
  await page.getByRole('button', { name: 'Change these rules' }).click();
  await page.waitForFunction(() => document.title.startsWith('my_chomp'));
  await page.waitForFunction((at) => document.querySelector('#inspector h2').textContent === at && document.querySelector('#inspector').getAttribute('aria-busy') === 'false', before);
});

on('a page that may not ask says so, and nothing else', 'game=wythoff', async (page, opened) => {
  await painted(page);
  const { page: other, close } = await open(all.browser, { link: new URL(all.server.link).origin }, '/#game=wythoff');
  await other.locator('#game-error').getByText('the token is missing or wrong').waitFor();
  assert.equal(await other.locator('.map-tools:visible, .greeting:visible, #inspector h2:visible').count(), 0);
  await close();
});

on('the link says where it opens', 'game=nim[2]', async (page) => {
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } }));
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('header').getByText('It opens in this browser alone').waitFor();
});

on('the value is hidden while one plays, and told at the end', 'game=nim[2]&stage=board&against=person&moves=1,1;0,1', async (page) => {
  await page.getByText('While you play, the value is not shown.').waitFor();
  await page.getByRole('button', { name: 'x2: leave 0 of 1' }).click();
  await page.locator('#inspector').getByText('terminal: there is no move').waitFor();
  assert.match(await page.locator('.record').textContent(), /second: a winning move/);
});

const THIRDS = 'game mine(n) {\n    move n - k for k in 1..2\n}\n';

on('what was proved of rules is not said of others of their name', `writing=claims&game=mine&rules=${encodeURIComponent(THIRDS)}`, async (page) => {
  const caption = await captions(page);
  await page.fill('#claims-text', 'claim "thirds" on mine at (n): G = n mod 3');
  await check(page);
  await page.getByText('1 proved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show on the map' }).click();
  await page.waitForFunction(() => /mod 3/.test(new URLSearchParams(location.hash.slice(1)).get('mode')));
  await painted(page);
  const [before, proved] = [await caption(), /Proved: G - \(n mod 3\) is 0 for all positions/];
  assert.match(before, proved);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.fill('#rules-text', THIRDS.replace('1..2', '1..3'));
  const hash = /Rules ([0-9a-f]{32})/;
  for (let now = before; ; now = await caption()) {
    if (hash.exec(now)[1] === hash.exec(before)[1]) continue;
    assert.doesNotMatch(now, proved);
    return;
  }
});

const MINE = (most) => `game mine(a) {\n    move a - i for i in 1..min(a, ${most})\n}\n`;
const LONG = 'claim "values" on mine at (a): G = a mod 4 and G <= a and (a < 4 implies G = a) and (a = 4 implies G = 0) and (a = 5 implies G = 1)\n\nclaim "zero" on mine at (a): G = 0 iff 4 divides a\n';

on('verdicts are dim once the rules that they are about have changed', `game=mine&rules=${encodeURIComponent(MINE(3))}&writing=claims&claims=${encodeURIComponent('claim "zero" on mine at (a): P iff 4 divides a\nclaim "values" on mine at (a): G = a mod 4\n')}`, async (page) => {
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.locator('.verdicts li').nth(1).waitFor();
  const note = page.getByText('The tab Rules has changed since these verdicts');
  assert.equal(await note.isVisible(), false);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.locator('#rules-text').fill(MINE(2));
  await page.getByRole('tab', { name: 'Claims' }).click();
  await note.waitFor();
  // A click on the place where a claim failed makes it no verdict of the new rules.
  await page.locator('.verdicts').getByRole('button', { name: 'Show on the map' }).first().click();
  await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('mode'));
  assert.equal(await note.isVisible(), true);
});

on('long lines are broken, the words over them as in the field, and marks stand beside where their lines begin', `game=mine&rules=${encodeURIComponent(MINE(3))}&writing=claims&claims=${encodeURIComponent(LONG)}`, async (page) => {
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.locator('.verdicts li').nth(1).waitFor();
  for (const width of [320, 287, 401, 263]) {
    await page.evaluate((wide) => document.getElementById('page').style.setProperty('--writing', `${wide}px`), width);
    await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
    const seen = await page.locator('#claims .editor').evaluate((box) => {
      const [shade, field] = [box.querySelector('pre'), box.querySelector('textarea')];
      // Both are as high as their text.
      const high = (element) => { element.style.minHeight = element.style.height = '0'; const { scrollHeight } = element; element.style.minHeight = element.style.height = ''; return scrollHeight; };
      const words = [...shade.querySelectorAll('.word')].filter((word) => word.textContent === 'claim').map((word) => word.getBoundingClientRect());
      const marks = [...box.querySelectorAll('.gutter span')].map((mark) => mark.getBoundingClientRect());
      return { wide: [shade.scrollWidth <= shade.clientWidth, field.scrollWidth <= field.clientWidth], high: [high(shade), high(field)], apart: words.map((word, at) => Math.abs(word.top - marks[at].top)) };
    });
    assert.deepEqual(seen.wide, [true, true]);
    // The words end with one more line.
    assert.ok(Math.abs(seen.high[0] - seen.high[1]) <= 2, `${width}: ${seen.high}`);
    assert.ok(seen.apart.length === 2 && seen.apart.every((far) => far < 4), `${width}: ${seen.apart}`);
  }
});

on('the words for how long play lasts explain themselves', 'game=nim[2]&at=2,3', async (page) => {
  await page.locator('.lasts .term').nth(2).focus();
  assert.match(await page.locator('.lasts .term').nth(2).getAttribute('data-says'), /the longest play/);
});

on('a pass is told in words, above the rules of the game without it', 'game=pass(nim[2])', async (page) => {
  await page.getByText('once in the whole play one of the players may pass, where the game still has a move. x3 is 1 while the pass is left, and 0 afterwards. Without the pass:').waitFor();
  await page.getByText('take any number from one pile').first().waitFor();
});

on('what a person writes over the map stays while the view moves, and what is undone is seen', 'game=nim[2]&mode=mod 3&view=0,0,16', async (page) => {
  await painted(page);
  const field = page.getByLabel('Modulus', { exact: true });
  await field.fill('47');
  await page.evaluate(() => document.querySelector('[aria-label="Zoom in"]').click());
  await page.waitForFunction(() => !location.hash.endsWith('C16'));
  assert.equal(await field.inputValue(), '47');
  await field.press('Enter');
  await page.waitForFunction(() => location.hash.includes('mod+47'));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('[aria-label=Modulus]').value === '3');
});
