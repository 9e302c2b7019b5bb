// A server and a browser for tests.
//
// In: the program (`GRUNDY`), the browsers (`CHROMIUM`, `FIREFOX`), and which of them is meant (`GRUNDY_BROWSER`). Out: pages of a server that was
// started for them. No test waits for a time: each waits for a sign on the page.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { chromium, firefox } from 'playwright-core';

const program = process.env.GRUNDY ?? 'grundy';
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** No machine is so slow that it turns a test; what never comes fails at last (sooner while one mends it: `GRUNDY_PATIENCE`, in milliseconds). */
export const patience = Number(process.env.GRUNDY_PATIENCE ?? 5 * 60_000);

/** Without these, a browser looks for hosts of its own. */
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Starts a server; `stop` ends it. */
export async function serve(words = []) {
  const child = spawn(program, ['serve', '--no-browser', '--json', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const told = JSON.parse(line);
  return { ...told, stop: async () => { child.kill('SIGINT'); await once(child, 'exit'); } };
}

/** Starts Chromium; or Firefox, where `GRUNDY_BROWSER` says so. */
export const browse = () => (process.env.GRUNDY_BROWSER === 'firefox' ? browseFirefox() : chromium.launch({ executablePath, args: QUIET }));

/**
 * Starts Firefox (`FIREFOX`) as Debian has it, on a light or a dark screen; what is saved goes to a folder. It may keep nothing that pages give it.
 * Drivers lift Firefox's limit on changes of the address. A person has it, and so has this one.
 * @param {{dark?: boolean, downloadsPath?: string, keeps?: boolean}} how
 */
export const browseFirefox = ({ dark = false, downloadsPath, keeps = true } = {}) => firefox.launch({
  channel: 'moz-firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr', downloadsPath,
  firefoxUserPrefs: {
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1, 'dom.navigation.navigationRateLimit.count': 200,
    ...(keeps ? {} : { 'network.cookie.cookieBehavior': 2 }),
  },
});

/**
 * Opens the page at a state. Whatever the page says in its console, or throws, fails the test.
 * @param {import('playwright-core').Browser} browser
 */
export async function open(browser, server, state = '', how = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...how });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const wrong = [];
  // A refusal is an answer; the browser reports each as a failure to load. Where the address waits, Firefox says why.
  const known = /^(Failed to load resource|Too many calls to Location or History APIs)/;
  page.on('pageerror', (error) => !known.test(error.message) && wrong.push(`${error.stack ?? error}`));
  page.on('console', (message) => message.type() !== 'log' && !known.test(message.text()) && wrong.push(`console: ${message.text()}`));
  await page.goto(`${server.link}${state && '#'}${state}`);
  return {
    page,
    close: async () => {
      await context.close();
      if (wrong.length) throw new Error(wrong.join('\n'));
    },
  };
}

/**
 * A server and a browser for the tests of a file; `on` is a test on a page of its own.
 * @param {() => Promise<import('playwright-core').Browser>} start the browser
 * @returns {{server: any, browser: any, on: (name: string, state: string, body: (page: any, opened: any) => Promise<unknown>, how?: object) => void}}
 */
export function together(start = browse) {
  const all = {
    server: null, browser: null,
    on: (name, state, body, how) => test(name, async () => {
      const opened = await open(all.browser, all.server, state, how);
      await body(opened.page, opened);
      await opened.close();
    }),
  };
  before(async () => { [all.server, all.browser] = [await serve(), await start()]; });
  after(async () => { await all.browser?.close(); await all.server?.stop(); });
  return all;
}

/** Waits until the map shows all its tiles. */
export async function painted(page) {
  await page.waitForFunction(() => {
    const canvas = document.querySelector('#map canvas');
    return canvas?.drawn?.whole === true;
  });
}

const rules = readFileSync(new URL('./node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** What a page lacks for people who do not see it, or not well. */
export async function axe(page) {
  await page.evaluate(rules);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).slice(0, 3).join(' | ')}`);
}

/**
 * Plays as the hints say until the end, and gives what is told then.
 * @param {(record: string, to: string) => Promise<unknown>} move makes the move to a position, after a record of positions, and waits until it is made
 */
export async function byHints(page, move) {
  const told = page.locator('#board .told');
  for (;;) {
    await told.filter({ hasText: /Your move|You (win|lose)/ }).waitFor();
    if (!/Your move/.test(await told.textContent())) return told.textContent();
    await page.getByRole('button', { name: 'Hint' }).click();
    const advice = page.locator('#board .advice');
    await advice.filter({ hasText: 'wins' }).waitFor();
    await move(stateOf(page).moves, /^\(([^)]*)\)/.exec(await advice.textContent())[1]);
  }
}

/** What stands in the address, by name. */
export const stateOf = (page) => Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));
