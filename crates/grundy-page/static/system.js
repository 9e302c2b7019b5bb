// The system that the program asks: the few functions of WASI that it needs.
//
// In: the program's memory, what it reads, where its output goes, its words, the time. Out: the imports of an instance. A function that is not here
// answers that it is missing.

/** The numbers of WASI. */
const [GOOD, BAD, MISSING] = [0, 8, 52];

/**
 * @typedef {object} Host
 * @property {() => ArrayBufferLike} memory the memory as it is now: it may have grown
 * @property {(room: number) => Uint8Array} read the next bytes of the input, at most so many; none at its end
 * @property {(bytes: Uint8Array<ArrayBuffer>) => void} write takes output
 * @property {() => number} now the time, in milliseconds
 * @property {string[]} words what the program is told when it begins; the first is its name
 * @property {string[]} [variables] its environment
 */

/** The functions of WASI. @param {Host} host */
function functions({ memory, read, write, now, words, variables = [] }) {
  const view = () => new DataView(memory());

  /** Texts that the program asks for: how many and how long they are, and then the texts. @param {string[]} list */
  function texts(list) {
    const bytes = list.map((text) => new TextEncoder().encode(`${text}\0`));
    const sizes = (/** @type {number} */ count, /** @type {number} */ size) => {
      set(count, bytes.length);
      set(size, bytes.reduce((sum, text) => sum + text.length, 0));
      return GOOD;
    };
    const get = (/** @type {number} */ places, /** @type {number} */ start) => {
      let at = start;
      bytes.forEach((text, i) => {
        set(places + 4 * i, at);
        new Uint8Array(memory(), at, text.length).set(text);
        at += text.length;
      });
      return GOOD;
    };
    return { sizes, get };
  }

  /** The pieces of memory that a list names. @param {number} list @param {number} count */
  function pieces(list, count) {
    const seen = view();
    return Array.from({ length: count }, (_, i) => [seen.getUint32(list + 8 * i, true), seen.getUint32(list + 8 * i + 4, true)]);
  }

  /** Where the program finds how much was done. @param {number} place @param {number} number */
  const set = (place, number) => view().setUint32(place, number, true);

  const [told, environment] = [texts(words), texts(variables)];
  return {
    fd_read(/** @type {number} */ file, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ done) {
      if (file !== 0) return BAD;
      // The first piece alone: whoever waits for input is not kept waiting for more of it.
      const [at, length] = pieces(list, count).find(([, size]) => size > 0) ?? [0, 0];
      const bytes = read(length);
      new Uint8Array(memory(), at, bytes.length).set(bytes);
      set(done, bytes.length);
      return GOOD;
    },
    fd_write(/** @type {number} */ file, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ done) {
      let all = 0;
      for (const [at, length] of pieces(list, count)) {
        const bytes = new Uint8Array(new Uint8Array(memory(), at, length));
        if (file === 1) write(bytes);
        else console.error(new TextDecoder().decode(bytes));
        all += length;
      }
      set(done, all);
      return GOOD;
    },
    clock_time_get(/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ place) {
      view().setBigUint64(place, BigInt(Math.round(now() * 1e6)), true);
      return GOOD;
    },
    random_get(/** @type {number} */ place, /** @type {number} */ length) {
      new Uint8Array(memory(), place, length).set(crypto.getRandomValues(new Uint8Array(length)));
      return GOOD;
    },
    environ_sizes_get: environment.sizes,
    environ_get: environment.get,
    args_sizes_get: told.sizes,
    args_get: told.get,
    proc_exit(/** @type {number} */ code) {
      throw new Error(`the program ended with ${code}`);
    },
    sched_yield: () => GOOD,
  };
}

/**
 * What an instance imports.
 * @param {WebAssembly.Module} compiled @param {Host} host
 * @returns {Record<string, Record<string, any>>}
 */
export function system(compiled, host) {
  /** @type {Record<string, Function>} */
  const known = functions(host);
  const asked = WebAssembly.Module.imports(compiled).filter(({ module }) => module === 'wasi_snapshot_preview1');
  // Places beyond 2 GiB come as negative numbers.
  const unsigned = (/** @type {Function} */ of) => (/** @type {(number | bigint)[]} */ ...given) => of(...given.map((one) => (typeof one === 'number' ? one >>> 0 : one)));
  return { wasi_snapshot_preview1: Object.fromEntries(asked.map(({ name }) => [name, unsigned(known[name] ?? (() => MISSING))])) };
}

/** The time that all workers agree on, in milliseconds. */
export const time = () => performance.timeOrigin + performance.now();
