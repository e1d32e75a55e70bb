/** Lists of row numbers: what the index's questions are worked out with. */

/** Place of the first row from there on for which `reached` is true; it must stay true for all after it. */
export function firstPlace(rows: Int32Array, from: number, reached: (row: number) => boolean): number {
  let low = from
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (reached(rows[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Those rows that pass, in their order. As `filter` does, but several times faster on a hundred thousand rows; counted by
 * hand, since the first questions are asked of code that the browser has not compiled yet.
 */
export function pick(rows: Int32Array, test: (row: number) => boolean): Int32Array<ArrayBuffer> {
  const passed = workspace(rows.length)
  let count = 0
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0
    if (test(row)) passed[count++] = row
  }
  return passed.slice(0, count)
}

let kept = new Int32Array(0)

/**
 * Room for so many rows, which holds until somebody else asks for it: a new one for each search makes the collector of
 * garbage stop the thread for a dozen milliseconds now and then.
 */
export function workspace(length: number): Int32Array<ArrayBuffer> {
  if (kept.length < length) kept = new Int32Array(length)
  return kept
}

/** One after the other. */
export function joined(parts: readonly Int32Array[]): Int32Array<ArrayBuffer> {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const part of parts) {
    all.set(part, place)
    place += part.length
  }
  return all
}
