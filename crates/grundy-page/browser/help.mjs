// A server and a browser for tests.
//
// In: the program (`GRUNDY`), the browser (`CHROMIUM`). Out: pages of a server that was started for them. No test waits for a time: each waits for a
// sign on the page.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const program = process.env.GRUNDY ?? 'grundy';
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Without these, a browser looks for hosts of its own. */
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Starts a server; `stop` ends it. */
export async function serve(words = []) {
  const child = spawn(program, ['serve', '--no-browser', '--json', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const told = JSON.parse(line);
  return { ...told, stop: async () => { child.kill('SIGINT'); await once(child, 'exit'); } };
}

/** Starts a browser. */
export const browse = () => chromium.launch({ executablePath, args: QUIET });

/**
 * Opens the page at a state. Whatever the page says in its console, or throws, fails the test.
 * @param {import('playwright-core').Browser} browser
 */
export async function open(browser, server, state = '', how = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...how });
  // No machine is so slow that it turns a test; what never comes fails at last (sooner while one mends it: `GRUNDY_PATIENCE`, in milliseconds).
  // No machine is so slow that it turns a test; what never comes fails at last, and sooner (`GRUNDY_PATIENCE`, in milliseconds) for whoever mends a test.
  context.setDefaultTimeout(Number(process.env.GRUNDY_PATIENCE ?? 5 * 60_000));
  const page = await context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(`${error.stack ?? error}`));
  // A refusal is an answer; the browser reports each as a failure to load.
  const known = /^Failed to load resource/;
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
 * @returns {{server: any, browser: any, on: (name: string, state: string, body: (page: any, opened: any) => Promise<unknown>, how?: object) => void}}
 */
export function together() {
  const all = {
    server: null, browser: null,
    on: (name, state, body, how) => test(name, async () => {
      const opened = await open(all.browser, all.server, state, how);
      await body(opened.page, opened);
      await opened.close();
    }),
  };
  before(async () => { [all.server, all.browser] = [await serve(), await browse()]; });
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

/** What stands in the address, by name. */
export const stateOf = (page) => Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));
