// The parts of answers, read off the program's output.
//
// In: bytes as the program writes them. Out: what each part says: the status and the headers, bytes of the body, or the end; always with the number of the
// question. `crates/grundy-static/src/output.rs` says how they are written.

/** @typedef {{id: number, status?: number, headers?: Record<string, string>, bytes?: Uint8Array<ArrayBuffer>}} Part a part with a number alone is the end */

/**
 * Reads bytes; a part may come in pieces.
 * @param {(part: Part) => void} tell
 * @returns {(bytes: Uint8Array<ArrayBuffer>) => void}
 */
export function parts(tell) {
  /** What has come of a line. @type {number[]} */
  let line = [];
  let [id, left] = [0, 0];
  return (bytes) => {
    let rest = bytes;
    while (rest.length) {
      if (left > 0) {
        const part = rest.slice(0, left);
        left -= part.length;
        rest = rest.subarray(part.length);
        tell({ id, bytes: part });
        continue;
      }
      const end = rest.indexOf(10);
      line.push(...(end < 0 ? rest : rest.subarray(0, end)));
      if (end < 0) return;
      const told = JSON.parse(new TextDecoder().decode(Uint8Array.from(line)));
      line = [];
      rest = rest.subarray(end + 1);
      id = told.id;
      if (typeof told.bytes === 'number') left = told.bytes;
      else tell(told);
    }
  };
}
