// The page for everyone: by keyboard alone, by screen readers, on every screen, light and dark.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, open, painted, together } from './help.mjs';

const all = together();

const RULES = encodeURIComponent('game g(n) {\n    move n - x\n}\n');
const ENDLESS = encodeURIComponent('game back(n) {\n    move n - 1\n    move n + 1 if n mod 3 = 1\n}\n');
const SEEN = {
  map: 'game=star_nim[2]&at=3,7', line: 'game=star_nim[2]&at=3,7&line=(3, _)', slices: 'game=chocolate&mode=G - (x xor z)', claims: 'game=nim[2]&writing=claims',
  mistake: `game=nim[2]&rules=${RULES}`, piles: 'game=wythoff&stage=board', strips: 'game=star_nim[3]&stage=board', bar: 'game=bar&stage=board',
  squares: 'game=more.cram[3,4]&stage=board', ended: 'game=nim[2]&stage=board&against=person&moves=1,3;1,1;0,1;0,0', worked: 'game=nim[2]&writing=claims',
  heap: 'game=kayles&stage=board', graph: 'game=graph&stage=board', passes: 'game=pass(nim[2])&stage=board', chocolate: 'game=chocolate&stage=board',
  chomp: 'game=two_row_chomp&stage=board', misere: 'game=kayles&play=misere&at=20', far: 'game=star_nim[2]&view=0,0,0.25', residues: 'game=nim[2]&mode=mod 3',
  outcomes: 'game=wythoff&mode=p', endless: `game=back&rules=${ENDLESS}`, picker: '', gallery: '', lecture: 'game=nim[2]', explained: 'game=star_nim[2]&at=3,7',
  unknown: 'game=nimm',
};
/** What a person does there, where more than the address is needed. @type {Record<string, (page: any) => Promise<unknown>>} */
const DONE = {
  claims: async (page) => {
    await page.getByRole('button', { name: 'Check this' }).first().click();
    await page.locator('.verdicts .proof > summary').click();
    await page.getByText('Verified just now').nth(1).waitFor();
  },
  picker: async (page) => {
    await page.locator('#title').click();
    await page.locator('#picker .tiles canvas').nth(5).waitFor();
  },
  gallery: async (page) => {
    await page.locator('#gallery summary').click();
    await page.locator('#gallery canvas').first().waitFor();
  },
  lecture: async (page) => {
    await page.locator('canvas').press('f');
    await page.locator('body.lecture').waitFor();
  },
  explained: async (page) => {
    await page.getByRole('button', { name: 'How it was computed' }).click();
  },
};
const SCREENS = {
  'a desktop, light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  'a phone, dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  'a tablet, dark': { viewport: { width: 820, height: 1180 }, colorScheme: 'dark' },
  'a projector, light': { viewport: { width: 960, height: 600 }, colorScheme: 'light' },
  'a large screen, dark': { viewport: { width: 2560, height: 1440 }, colorScheme: 'dark' },
};
/** The screen that shows all states, and the states that a phone shows; a long run shows all states on all screens: their layouts differ, their parts do not. */
const [ALWAYS, NARROW, FEW] = ['a desktop, light', 'a phone, dark', ['map', 'claims']];

for (const [name, state] of Object.entries(SEEN)) {
  for (const [screen, how] of Object.entries(SCREENS)) {
    const isPlain = screen === ALWAYS || (screen === NARROW && FEW.includes(name));
    if (!isPlain && !process.env.GRUNDY_LONG) continue;
    test(`axe finds nothing: ${name} on ${screen}`, async () => {
      const { page, close } = await open(all.browser, all.server, state, how);
      await page.locator('#inspector h2, #game-error:not([hidden])').first().waitFor();
      if (state.includes('board')) await page.locator('#board .field > *').first().waitFor();
      else if (name === 'mistake') await page.locator('#rules-text-mistakes li').waitFor();
      else if (name !== 'unknown') await painted(page);
      await DONE[name]?.(page);
      assert.deepEqual(await axe(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the page is ${wide} pixels wider than the screen`);
      await close();
    });
  }
}

test('Tab goes through everything that can be used, each with a name and a visible focus, and out again', async () => {
  const { page, close } = await open(all.browser, all.server, 'game=chocolate&at=2,2,3&line=(2, 2, _)');
  await painted(page);
  await page.getByRole('button', { name: 'Close the line' }).waitFor();
  const seen = [];
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
      const frame = element.matches('input[type=radio]') ? element.nextElementSibling : element;
      return { tag: element.tagName, id: element.id, name: name.trim(), outline: getComputedStyle(frame).outlineStyle };
    });
    if (!focus) break;
    assert.ok(focus.name, `${focus.tag} #${focus.id} has no name`);
    assert.notEqual(focus.outline, 'none', `${focus.tag} ${focus.name} shows no focus`);
    seen.push(focus.id || focus.name);
  }
  assert.ok(seen.length < 200, 'the focus is trapped');
  for (const wanted of ['title', 'game', 'share', 'tab-map', 'Zoom in', 'Fit the beginning of the table', 'Map of values of chocolate[(x, z) -> (x + z) div 2]', 'Play from here', 'tab-rules', 'rules-text']) {
    assert.ok(seen.includes(wanted), `${wanted} is not among ${seen.join('; ')}`);
  }
  await close();
});

test('the map is used by keys alone: the pin, the best option, back, and the grid that is read', async () => {
  const { page, close } = await open(all.browser, all.server, 'game=star_nim[2]&at=3,7');
  await painted(page);
  await page.locator('canvas').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: '(3,8)' }).waitFor();
  await page.waitForFunction(() => document.querySelector('#live').textContent.includes('(3,8) value'));
  const cell = page.locator('[role=gridcell][aria-selected=true]');
  await page.waitForFunction(() => document.querySelector('[role=gridcell][aria-selected=true]')?.textContent === '9');
  assert.equal(await cell.count(), 1);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '(3,3)' }).waitFor();
  await page.locator('canvas').focus();
  await page.keyboard.press('Backspace');
  await page.getByRole('heading', { name: '(3,8)' }).waitFor();
  await close();
});

test('a game is played by keys alone', async () => {
  const { page, close } = await open(all.browser, all.server, 'game=nim[2]&stage=board&moves=1,2&against=person');
  await page.locator('#board .counter:enabled').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#board .record li').length === 2);
  await close();
});
