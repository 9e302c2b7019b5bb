// Answers without threads: a few workers, each with a program of its own.
//
// In: questions. Out: the parts of their answers. What a worker has made for a game is found by the next question about it that goes to the same worker; so
// of several pieces of one map the first makes the table, and the others wait for it. A person who has clicked waits for no piece.

/** How many workers there are at most. Some places are for pieces of maps, one is for long work, and at least one is for whoever clicks. */
const MOST = Math.max(3, Math.min(5, navigator.hardwareConcurrency || 2));
const PLACES = { piece: MOST - 2, long: 1, person: MOST };
/** Whose turn it is. */
const ORDER = { person: 0, piece: 1, long: 2 };
/** A worker whose answer is no longer wanted ends its work within this time, in milliseconds, or is ended. */
const PATIENCE = 1000;
/** A program that has taken more memory than this, in bytes, is not kept. */
const MEMORY = 1 << 30;

/**
 * @typedef {import('./transport.js').Asked} Asked
 * @typedef {Asked & {id: number, key: string, sign: string, wanted: boolean}} Job
 * @typedef {{worker: Worker, job: Job | null, keys: Set<string>}} Place
 */

/** Answers by one program a worker. @param {WebAssembly.Module} compiled */
export function alone(compiled) {
  /** @type {Place[]} */
  let places = [];
  /** @type {Job[]} */
  let waiting = [];
  let number = 0;

  /** @returns {Place} */
  function add() {
    const worker = new Worker(new URL('./answers.js', import.meta.url), { type: 'module' });
    /** @type {Place} */
    const place = { worker, job: null, keys: new Set() };
    worker.addEventListener('message', ({ data }) => {
      if (data.broken !== undefined) return end(place, data.broken);
      if (data.memory === undefined) return tell(place.job, data);
      if (data.memory > MEMORY) return end(place, '');
      free(place);
      next();
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      end(place, event.message ?? 'a worker did not begin');
    });
    worker.postMessage({ compiled });
    places.push(place);
    return place;
  }

  /** @param {Job | null} job @param {import('./parts.js').Part | {broken: string}} part */
  function tell(job, part) {
    if (job?.wanted) job.tell(part);
  }

  /** @param {Place} place */
  function free(place) {
    if (place.job) URL.revokeObjectURL(place.job.sign);
    place.job = null;
  }

  /** Ends a worker, whose program cannot go on. @param {Place} place @param {string} why */
  function end(place, why) {
    place.worker.terminate();
    places = places.filter((other) => other !== place);
    const { job } = place;
    free(place);
    if (why) tell(job, { broken: why });
    next();
  }

  /** The place for a question; none if it has to wait. @param {Job} job */
  function choose({ pace, key }) {
    const busy = places.flatMap((place) => place.job ?? []);
    if (busy.filter((other) => other.pace === pace).length >= PLACES[pace]) return null;
    if (pace === 'piece' && busy.some((other) => other.pace === 'piece' && other.key === key)) return null;
    const idle = places.filter((place) => !place.job);
    return idle.find((place) => place.keys.has(key)) ?? idle[0] ?? (places.length < MOST ? add() : null);
  }

  /** Gives work to whoever has none. */
  function next() {
    waiting.sort((a, b) => ORDER[a.pace] - ORDER[b.pace] || a.id - b.id);
    waiting = waiting.filter((job) => {
      const place = choose(job);
      if (!place) return true;
      place.job = job;
      place.keys.add(job.key);
      job.sign = URL.createObjectURL(new Blob());
      place.worker.postMessage({ text: JSON.stringify({ id: job.id, name: job.name, question: job.question }), address: job.sign });
      return false;
    });
  }

  /** The answer to a question is no longer wanted. @param {Job} job */
  function stop(job) {
    if (!job.wanted) return;
    job.wanted = false;
    waiting = waiting.filter((other) => other !== job);
    const place = places.find((other) => other.job === job);
    if (!place) return;
    URL.revokeObjectURL(job.sign);
    setTimeout(() => place.job === job && end(place, ''), PATIENCE);
  }

  add();
  return {
    /** Asks; what is given back ends the work. @param {Asked} asked */
    ask(asked) {
      number += 1;
      const key = JSON.stringify([asked.question.game, asked.question.rules, asked.question.play]);
      const job = { ...asked, id: number, key, sign: '', wanted: true };
      waiting.push(job);
      next();
      return () => stop(job);
    },
  };
}
