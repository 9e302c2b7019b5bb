// A worker that answers one question after the other, each by a fresh run of the program.
//
// In: the compiled program, the text for its standard input. Out: the head of the answer, then its bytes as they are written. The program asks the
// system for a clock, for random numbers (the seeds of hash maps), and for its two streams; the few functions of WASI that give them stand below.

/** The numbers of WASI. */
const [GOOD, BAD, MISSING] = [0, 8, 52];

addEventListener('message', ({ data: { compiled, text } }) => {
  const input = new TextEncoder().encode(text);
  let read = 0;
  /** The first line, until it is whole. @type {number[] | null} */
  let head = [];
  /** @type {WebAssembly.Instance} */
  let instance;
  const view = () => new DataView(/** @type {WebAssembly.Memory} */ (instance.exports.memory).buffer);

  /** Passes on what the program writes. @param {Uint8Array} bytes */
  function written(bytes) {
    let rest = bytes;
    if (head) {
      const end = rest.indexOf(10);
      head.push(...(end < 0 ? rest : rest.subarray(0, end)));
      if (end < 0) return;
      postMessage({ head: JSON.parse(new TextDecoder().decode(Uint8Array.from(head))) });
      head = null;
      rest = rest.subarray(end + 1);
    }
    if (rest.length) postMessage({ bytes: rest }, { transfer: [rest.buffer] });
  }

  const system = {
    fd_read(/** @type {number} */ file, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ done) {
      if (file !== 0) return BAD;
      const memory = view();
      let all = 0;
      for (let i = 0; i < count; i += 1) {
        const [at, length] = [memory.getUint32(list + 8 * i, true), memory.getUint32(list + 8 * i + 4, true)];
        const part = input.subarray(read, read + length);
        new Uint8Array(memory.buffer, at, part.length).set(part);
        read += part.length;
        all += part.length;
      }
      memory.setUint32(done, all, true);
      return GOOD;
    },
    fd_write(/** @type {number} */ file, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ done) {
      const memory = view();
      let all = 0;
      for (let i = 0; i < count; i += 1) {
        const [at, length] = [memory.getUint32(list + 8 * i, true), memory.getUint32(list + 8 * i + 4, true)];
        const part = new Uint8Array(memory.buffer, at, length).slice();
        if (file === 1) written(part);
        else console.error(new TextDecoder().decode(part));
        all += length;
      }
      memory.setUint32(done, all, true);
      return GOOD;
    },
    clock_time_get(/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ place) {
      view().setBigUint64(place, BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)), true);
      return GOOD;
    },
    random_get(/** @type {number} */ place, /** @type {number} */ length) {
      crypto.getRandomValues(new Uint8Array(view().buffer, place, length));
      return GOOD;
    },
    environ_sizes_get(/** @type {number} */ count, /** @type {number} */ size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return GOOD;
    },
    environ_get: () => GOOD,
    args_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => system.environ_sizes_get(count, size),
    args_get: () => GOOD,
    proc_exit(/** @type {number} */ code) {
      throw new Error(`the program ended with ${code}`);
    },
    sched_yield: () => GOOD,
  };
  const wasi = new Proxy(system, { get: (known, name) => known[/** @type {keyof typeof system} */ (name)] ?? (() => MISSING) });
  /** @type {Record<string, Function>} */
  const imports = {};
  for (const { name } of WebAssembly.Module.imports(compiled)) imports[name] = /** @type {any} */ (wasi)[name];
  WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: /** @type {any} */ (imports) }).then((found) => {
    instance = found;
    try {
      /** @type {() => void} */ (instance.exports._start)();
    } catch (error) {
      if (head) {
        const message = `the question is too large for a browser (${error instanceof Error ? error.message : error})`;
        written(new TextEncoder().encode(`{"status":422,"headers":{}}\n${JSON.stringify({ v: 1, cmd: null, error: { message, code: 'memory', help: null } })}\n`));
      }
    }
    postMessage({});
  });
});
