/** Operations on lists of row numbers, for the questions to the index. */

/** Returns the first place from `from` on whose row is `reached`. `reached` must be true for all later rows. */
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
 * Returns the rows that pass the test, in their order. Several times faster than `filter` on a hundred thousand rows. A
 * counting loop, because at the first questions the browser has not compiled the code yet.
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
 * Returns a shared buffer for at least `length` rows, valid until the next call. A new buffer for each search would
 * make the garbage collector stop the thread for a dozen milliseconds now and then.
 */
export function workspace(length: number): Int32Array<ArrayBuffer> {
  if (kept.length < length) kept = new Int32Array(length)
  return kept
}

/** Returns the parts in one array, in their order. */
export function joined(parts: readonly Int32Array[]): Int32Array<ArrayBuffer> {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const part of parts) {
    all.set(part, place)
    place += part.length
  }
  return all
}
