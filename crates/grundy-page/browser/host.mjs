// A web host as any other, for the static edition: files below a folder of its own, and nothing else.
//
// In: the folder (`GRUNDY_STATIC`). Out: hosts, and where the page's modules stand below them.

import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.txt': 'text/plain' };

/** By these a host says that a page may share memory among its threads. */
export const SHARING = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

export const folder = process.env.GRUNDY_STATIC;
/** The modules, below the page. */
export const modules = /src="\.\/(\S+)\/load\.js"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))[1];

/** How a program is made to break: it ends at a word in a question. */
const BREAKING = [/const bytes = read\(length\);/, `$& if (new TextDecoder().decode(bytes.slice()).includes('breaks')) throw new Error('it is broken');`];

/** Starts a host that sends some headers with every file. One breaks the program. */
export async function host(headers, breaks = false) {
  const files = createServer((request, response) => {
    const path = join(folder, normalize(request.url.split('?')[0].replace(/^\/games\//, '/').replace(/\/$/, '/index.html')));
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': KINDS[extname(path)] ?? 'application/octet-stream', ...headers });
    if (breaks && path.endsWith('/system.js')) return response.end(readFileSync(path, 'utf8').replace(...BREAKING));
    return createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => files.listen(0, '127.0.0.1', () => resolve(null)));
  return { link: `http://127.0.0.1:${files.address().port}/games/`, close: () => files.close() };
}
