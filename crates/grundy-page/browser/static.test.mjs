// The static edition: the same page, served as files, answered by WebAssembly in the browser.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { browse, open, painted } from './help.mjs';

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.txt': 'text/plain' };

let files, browser;
/** What `open` wants of a server: where its page is. */
const server = { link: '' };

before(async () => {
  // A web host as any other: files below a folder of its own, and nothing else.
  files = createServer((request, response) => {
    const path = join(process.env.GRUNDY_STATIC, normalize(request.url.split('?')[0].replace(/^\/games\//, '/').replace(/\/$/, '/index.html')));
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': KINDS[extname(path)] ?? 'application/octet-stream' });
    return createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => files.listen(0, '127.0.0.1', () => resolve(null)));
  server.link = `http://127.0.0.1:${files.address().port}/games/`;
  browser = await browse();
});
after(async () => { await browser?.close(); files?.close(); });

const on = (name, state, body) => test(name, async () => {
  const { page, close } = await open(browser, server, state);
  await body(page);
  await close();
});

on('the map is painted, and a value is read', 'game=star_nim[2]&at=3,7', async (page) => {
  await painted(page);
  await page.getByText('G = 5').waitFor();
});

on('a wrong rule is told', '', async (page) => {
  await page.fill('#rules-text', 'game mine(n) {\n    move n - k\n}\n');
  await page.getByText('line 2: the name `k` is not known').waitFor();
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
