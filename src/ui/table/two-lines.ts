/** How wide a column's heading is on two lines. */

/** Returns the letters of the longer line when the words are split into two lines of nearly equal length. */
export function widthOnTwoLines(words: string): number {
  const parts = words.split(' ')
  const splits = parts.map((_, place) => {
    const [first, second] = [parts.slice(0, place + 1).join(' '), parts.slice(place + 1).join(' ')]
    return Math.max(first.length, second.length)
  })
  return Math.min(...splits)
}
