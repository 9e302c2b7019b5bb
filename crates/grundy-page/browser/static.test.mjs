// The static edition: the same page, served as files, answered by WebAssembly in the browser. Every test runs on two hosts: one that says that a page may share
// memory among its threads, and one as any other.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { browse, open, painted } from './help.mjs';
import { SHARING, folder, host, modules } from './host.mjs';

const both = readdirSync(join(folder, modules, '..')).includes('grundy-threads.wasm');

const HOSTS = { 'no threads': {}, ...(both ? { threads: SHARING } : {}) };
if (!both) console.log('the tests with threads are left out: the folder has no program with threads');

let browser;
/** What `open` wants of a server: where its page is. */
const servers = {};
/** The same where the program can be broken. */
const breaking = {};

before(async () => {
  for (const [name, headers] of Object.entries(HOSTS)) [servers[name], breaking[name]] = [await host(headers), await host(headers, true)];
  browser = await browse();
});
after(async () => {
  await browser?.close();
  for (const server of [...Object.values(servers), ...Object.values(breaking)]) server.close();
});

/** A test of the page. */
function on(name, state, body) {
  for (const kind of Object.keys(HOSTS)) {
    test(`${name} (${kind})`, async () => {
      const { page, close } = await open(browser, servers[kind], state);
      await body(page, kind);
      await close();
    });
  }
}

/** A test of the answers, without a page that asks for others. */
function asked(name, body, hosts = servers) {
  for (const kind of Object.keys(HOSTS)) {
    test(`${name} (${kind})`, async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${hosts[kind].link}${modules}/../colours.txt`);
      // The script of the page holds this module; here it comes alone.
      await page.route('**/transport.js', (route) => route.fulfill({ path: new URL('../static/transport.js', import.meta.url).pathname, contentType: 'text/javascript' }));
      await page.evaluate(async (path) => { globalThis.send = (await import(path)).send; }, `/games/${modules}/transport.js`);
      await body(page, kind);
      await context.close();
    });
  }
}

on('the map is painted, and a value is read', 'game=star_nim[2]&at=3,7', async (page) => {
  await painted(page);
  await page.getByText('G = 5').waitFor();
  assert.equal(await page.locator('.coming').count(), 0, 'all has come');
});

on('the page says that its program comes', '', async (page, kind) => {
  // The program is held back until the page has said so.
  let go;
  const held = new Promise((resolve) => { go = resolve; });
  await page.route('**/*.wasm', async (route) => {
    const answer = await route.fetch();
    await held;
    await route.fulfill({ response: answer });
  });
  await page.goto(`${servers[kind].link}?again`);
  await page.getByText('The program of this page').waitFor();
  go();
  await painted(page);
  assert.equal(await page.locator('.coming').count(), 0);
});

on('a wrong rule is told', '', async (page) => {
  await page.fill('#rules-text', 'game mine(n) {\n    move n - k\n}\n');
  await page.getByText('line 2: the name `k` is not known').waitFor();
});

on('a link with rules opens', '', async (page, kind) => {
  await page.fill('#rules-text', 'game mine(n) {\n    move n - 1\n    move n - 3\n}\n');
  await page.getByRole('button', { name: /mine/ }).first().click();
  await page.waitForFunction(() => location.hash.includes('rules=') && location.hash.includes('game=mine'));
  await painted(page);
  const other = await open(browser, servers[kind], new URL(page.url()).hash.slice(1));
  await painted(other.page);
  assert.equal(await other.page.inputValue('#game'), 'mine');
  await other.close();
});

on('the opponent answers', 'game=nim[2]&stage=board&moves=1,2', async (page) => {
  await page.getByRole('button', { name: 'x2: leave 0 of 2' }).click();
  await page.getByText('(0,0): you have no move. You lose.').waitFor();
});

on('claims are checked as they come, and a period is proved', 'writing=claims&line=(3, _)', async (page) => {
  await page.fill('#claims-text', 'claim "one" on nim[2] at (a, b) to 50: P iff a = b\nclaim "two" on nim[2] at (a, b) to 50: P iff a = b + 1\n');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('1 holds, 1 false', { exact: true }).waitFor();
  await page.getByText('preperiod 5, period 9, saltus 9').waitFor();
});

on('work that cannot end is stopped, and the page goes on', 'writing=claims', async (page) => {
  await page.fill('#claims-text', 'claim "long": (count i in 0..10^12: i mod 7 = 3) >= 0');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('stopped after 0').waitFor();
  await page.fill('#claims-text', 'claim "short": G(nim(1, 2)) = 3');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('1 proved', { exact: true }).waitFor();
});

on('what is seen is saved as a file', 'game=nim[2]', async (page) => {
  await painted(page);
  await page.locator('#export summary').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Values as LaTeX' }).click()]);
  assert.equal(download.suggestedFilename(), 'nim_2.tex');
  assert.match(readFileSync(await download.path(), 'utf8'), /\\begin\{(array|tabular)\}/);
});

on('the games to choose from have pictures', '', async (page) => {
  await page.locator('#title').click();
  await page.locator('#picker .tiles canvas').nth(5).waitFor();
});

on('a link is for everybody, and no room is offered', '', async (page) => {
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { globalThis.copied = text; } } }));
  await painted(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await page.getByText('It opens for everybody.').waitFor();
  assert.doesNotMatch(await page.evaluate(() => globalThis.copied), /token/);
  assert.equal(await page.getByText('Room', { exact: true }).count(), 0);
});

test('threads are used where the host lets a page share memory', { skip: !both }, async () => {
  for (const [kind, server] of Object.entries(servers)) {
    const { page, close } = await open(browser, server, 'game=star_nim[2]');
    await painted(page);
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop()));
    assert.deepEqual(files.filter((name) => name.endsWith('.wasm')), [kind === 'threads' ? 'grundy-threads.wasm' : 'grundy.wasm']);
    assert.equal(await page.evaluate(() => crossOriginIsolated), kind === 'threads');
    await close();
  }
});

/** In the browser: how many tables the program had made after a question for a box. */
const tables = (page, game, hi) => page.evaluate(async ([name, most]) => {
  const answer = await globalThis.send('table', { game: name, axes: '1,2', lo: '0,0', hi: most });
  await answer.arrayBuffer();
  return Number(answer.headers.get('grundy-tables'));
}, [game, hi]);

asked('a table is made once, and kept', async (page) => {
  assert.equal(await tables(page, 'wythoff', '63,63'), 1);
  assert.equal(await tables(page, 'wythoff', '20,50'), 1, 'it is found in the larger one');
  assert.equal(await tables(page, 'wythoff', '100,100'), 2);
  assert.equal(await tables(page, 'nim[2]', '15,15'), 3);
  assert.equal(await tables(page, 'wythoff', '63,63'), 3);
  // Pieces that are asked for at once share one table.
  const all = await page.evaluate(async () => {
    const piece = (lo) => globalThis.send('table', { game: 'euclid', axes: '1,2', lo: `${lo},0`, hi: '255,255' });
    const answers = await Promise.all([0, 64, 128, 192].map(piece));
    return Promise.all(answers.map(async (answer) => [(await answer.arrayBuffer()).byteLength > 0, answer.headers.get('grundy-tables')]));
  });
  assert.deepEqual(all, Array(4).fill([true, '4']));
});

const ENDLESS = 'claim "long": (count i in 0..10^12: i mod 7 = 3) >= 0\n';

asked('questions are answered while another goes on, and one that is stopped ends', async (page) => {
  assert.equal(await tables(page, 'wythoff', '63,63'), 1);
  const told = await page.evaluate(async (rules) => {
    const stop = new AbortController();
    // The first claim is decided, so the work on the second has begun.
    const long = await globalThis.send('check', { rules: `claim "short": G(nim(1, 2)) = 3\n${rules}` }, stop.signal);
    const reader = long.body.getReader();
    await reader.read();
    const [value, thumbnail] = await Promise.all([
      globalThis.send('value', { game: 'star_nim', position: '3,7' }).then((answer) => answer.json()),
      globalThis.send('thumbnail', { game: 'nim[2]' }).then((answer) => answer.arrayBuffer()),
    ]);
    stop.abort();
    const end = await reader.read().then(() => 'goes on', (error) => error.name);
    // There are places for few long questions: these are answered if the stopped one has ended.
    const checks = await Promise.all([1, 2, 3].map(() => globalThis.send('check', { rules: 'claim "short": G(nim(1, 2)) = 3' }).then((answer) => answer.text())));
    return { value: value.value, thumbnail: thumbnail.byteLength, end, proved: checks.filter((text) => text.includes('"proved"')).length };
  }, ENDLESS);
  assert.deepEqual(told, { value: 5, thumbnail: 1024, end: 'AbortError', proved: 3 });
});

asked('what was made is kept when a question is stopped', async (page) => {
  assert.equal(await tables(page, 'wythoff', '63,63'), 1);
  // Cells of a formula that takes long are a piece of the same map: it is asked of the program that has the table.
  await page.evaluate(async () => {
    const stop = new AbortController();
    const question = { game: 'wythoff', axes: '1,2', lo: '0,0', hi: '63,63', formula: 'G - (count i in 0..10^9: i mod 7 = 3)' };
    const answer = globalThis.send('table', question, stop.signal).then(() => 'answered', (error) => error.name);
    // Questions are read in order: once this one is answered, that one has been begun.
    await globalThis.send('value', { game: 'nim', position: '1,2' }).then((other) => other.json());
    stop.abort();
    return answer;
  });
  assert.equal(await tables(page, 'wythoff', '63,63'), 1);
});

asked('a question that breaks the program is refused, and others are answered', async (page) => {
  const told = await page.evaluate(async () => {
    const ask = (game) => globalThis.send('value', { game, position: '3,7' });
    const [broken, other] = await Promise.all([ask('breaks'), ask('star_nim')]);
    const [{ error }, { value }] = [await broken.json(), await other.json()];
    return { status: broken.status, message: error.message, value, next: (await (await ask('nim')).json()).value };
  });
  assert.deepEqual(told, { status: 422, message: 'the question is too large for a browser (it is broken)', value: 5, next: 4 });
}, breaking);
