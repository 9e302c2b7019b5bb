// Answers with threads: one program, whose threads are workers that share its memory.
//
// In: questions. Out: the parts of their answers. The program reads them at a mailbox and answers each on a thread of its own; tables are kept for all. A thread that
// waits cannot make workers, so they are made here. A question that is no longer wanted is ended by the program itself. If the program breaks, it begins anew, and
// what was open is asked once more, one question at a time, which shows the one that breaks it.

/** The memory with which the program begins, and the most that it grows to, in pages of 64 KiB: the first that the browser grants. `build.rs` of grundy-static has the same numbers. */
const FIRST = 2048;
const MOST = [65536, 32768, 16384];
/** The bytes of the mailbox. */
const MAILBOX = 1 << 16;
/** How many threads work on one question. */
const THREADS = Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2));
/** How many questions of a kind are worked on at once: those of persons wait for nothing. */
const PLACES = { piece: Math.max(2, Math.min(4, THREADS)), long: 2, person: Infinity };
/**
 * @typedef {import('./transport.js').Asked} Asked
 * @typedef {Asked & {id: number, suspect: boolean, heard: boolean}} Job it was open when the program broke; a part of its answer has been read
 */

/** The memory of the program. */
function memory() {
  for (const maximum of MOST) {
    try {
      return new WebAssembly.Memory({ initial: FIRST, maximum, shared: true });
    } catch {
      // This browser has less.
    }
  }
  return null;
}

/** The memory that was made to see whether there can be one; the first run takes it. @type {WebAssembly.Memory | null} */
let spare = null;

/** Can threads share memory here? */
export function canShare() {
  spare ??= globalThis.crossOriginIsolated === true ? memory() : null;
  return spare !== null;
}

/** A run of the program. @param {WebAssembly.Module} compiled @param {(part: import('./parts.js').Part) => void} tell @param {(why: string) => void} broken */
function run(compiled, tell, broken) {
  const own = spare ?? memory();
  spare = null;
  const state = new Int32Array(new SharedArrayBuffer(8));
  const mailbox = new Uint8Array(new SharedArrayBuffer(MAILBOX));
  const shared = { compiled, memory: own, state, mailbox, threads: String(THREADS) };
  /** @type {Set<Worker>} */
  const all = new Set();
  /** @type {Worker[]} */
  const idle = [];
  /** What is to be read. @type {Uint8Array[]} */
  let queue = [];

  function add() {
    const worker = new Worker(new URL('./thread.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }) => {
      if (!all.has(worker)) return;
      if (data.spawn) (idle.pop() ?? add()).postMessage({ begin: data.spawn });
      else if (data.ended) idle.push(worker);
      else if (data.read) put();
      else if (data.broken !== undefined) broken(data.broken);
      else tell(data);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (all.has(worker)) broken(event.message ?? 'a worker did not begin');
    });
    worker.postMessage({ shared });
    all.add(worker);
    return worker;
  }

  /** Puts the next bytes into the mailbox, if all in it are read. */
  function put() {
    if (!queue.length || Atomics.load(state, 0) !== 0) return;
    const [first, ...rest] = queue;
    const now = first.subarray(0, MAILBOX);
    queue = now.length < first.length ? [first.subarray(now.length), ...rest] : rest;
    mailbox.set(now);
    Atomics.store(state, 0, now.length);
    Atomics.notify(state, 0);
  }

  add().postMessage({ begin: 'first' });
  // A thread for a question and those that it wants are there before they are asked for.
  idle.push(...Array.from({ length: THREADS + 1 }, add));
  return {
    /** @param {object} message */
    write(message) {
      queue.push(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
      put();
    },
    end() {
      for (const worker of all) worker.terminate();
      all.clear();
    },
  };
}

/** Answers by one program with threads. @param {WebAssembly.Module} compiled */
export function shared(compiled) {
  /** @type {Map<number, Job>} */
  const open = new Map();
  /** @type {Job[]} */
  let waiting = [];
  let number = 0;
  /** @type {ReturnType<typeof run> | null} */
  let program = begin();

  function begin() {
    return run(compiled, told, (why) => {
      program?.end();
      program = null;
      const all = [...open.values()];
      open.clear();
      const lost = all.filter((job) => job.suspect || job.heard);
      waiting = [...all.filter((job) => !lost.includes(job)).map((job) => Object.assign(job, { suspect: true })), ...waiting];
      for (const job of lost) job.tell({ broken: why });
      next();
    });
  }

  /** @param {import('./parts.js').Part} part */
  function told(part) {
    const job = open.get(part.id);
    if (!job) return;
    job.heard = true;
    job.tell(part);
    if (part.status !== undefined || part.bytes !== undefined) return;
    open.delete(part.id);
    next();
  }

  /** @param {Job} job */
  function send(job) {
    open.set(job.id, job);
    program ??= begin();
    program.write({ id: job.id, name: job.name, question: job.question });
  }

  function next() {
    waiting = waiting.filter((job) => {
      const now = [...open.values()];
      if (now.some(({ suspect }) => suspect) || (job.suspect && now.length > 0)) return true;
      if (now.filter(({ pace }) => pace === job.pace).length >= PLACES[job.pace]) return true;
      send(job);
      return false;
    });
  }

  return {
    /** Asks; what is given back ends the work. @param {Asked} asked */
    ask(asked) {
      number += 1;
      const job = { ...asked, id: number, suspect: false, heard: false };
      waiting.push(job);
      next();
      return () => {
        waiting = waiting.filter((other) => other !== job);
        if (open.delete(job.id)) program?.write({ stop: job.id });
        next();
      };
    },
  };
}
