// How questions reach the answers: over HTTP, to the server that gave this page. The static edition puts another file in place of this one.

/** The token stands in the address that the program printed; it is kept for this address of the server, and taken out of sight. Where the browser keeps nothing, it stays in the address. */
function token() {
  const address = new URL(location.href);
  const given = address.searchParams.get('token');
  try {
    if (!given) return localStorage.getItem('token') ?? '';
    localStorage.setItem('token', given);
  } catch {
    return given ?? '';
  }
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address);
  return given;
}

let known = token();

/** Did the last question reach nobody, or somebody who does not know the token? */
let lost = false;

// The server was started again, and its page opened in another tab: this one goes on with the new token. Its state stands in the address.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== 'token' || !newValue) return;
  known = newValue;
  if (lost) location.reload();
});

/** What this page is called: the server gives each page its share of its work. */
const CLIENT = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join('');

/** What the page says of links, and where answers do not come. */
export const WORDS = {
  copied: 'The link is copied. It opens in this browser alone, since the server listens to this machine alone; `grundy serve --listen ADDR` lets others in.',
  silent: 'the server does not answer; is `grundy serve` still running?',
};

/** A GET longer than this is sent as a POST. */
const LONGEST = 1500;

/**
 * Sends a question; the answer is a response as `fetch` has it.
 * @param {string} name
 * @param {Record<string, string>} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export async function send(name, question, signal) {
  const answer = await asked(name, question, signal).catch((error) => {
    lost ||= !signal?.aborted;
    throw error;
  });
  lost = answer.status === 401;
  return answer;
}

/** @param {string} name @param {Record<string, string>} question @param {AbortSignal} [signal] */
function asked(name, question, signal) {
  const headers = { Authorization: `Bearer ${known}`, 'Grundy-Client': CLIENT };
  const query = new URLSearchParams(question).toString();
  if (query.length <= LONGEST) return fetch(`/api/v1/${name}?${query}`, { headers, signal });
  return fetch(`/api/v1/${name}`, {
    method: 'POST', body: JSON.stringify(question), headers: { ...headers, 'Content-Type': 'application/json' }, signal,
  });
}
