/** Finds the word that a mistyped word was meant to be. */

/** From this length on a word may have one wrong letter, two from the second. */
const ONE_WRONG = 5
const TWO_WRONG = 9

/** From this length on a word may be half typed. */
const LEAST_BEGUN = 3

/** Returns how many letters are missing, too many, other, or swapped with the next; above `most` any number above it. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
          ? (before[column - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + cost,
          swapped,
        ),
      )
    }
    before = last
    last = next
  }
  return last[other.length] ?? most + 1
}

/** Returns the shortest of the words that begin with the typed one, else the nearest; null where none is near. */
export function nearestWord(word: string, words: ReadonlySet<string>): string | null {
  const longer = [...words].filter((other) => word.length >= LEAST_BEGUN && other.startsWith(word))
  if (longer.length > 0) return longer.reduce((one, other) => (other.length < one.length ? other : one))
  let most = word.length >= TWO_WRONG ? 2 : word.length >= ONE_WRONG ? 1 : 0
  let nearest: string | null = null
  if (most === 0) return null
  for (const other of words) {
    if (other.length < ONE_WRONG) continue
    const found = distance(word, other, most)
    if (found > most || (found === most && nearest !== null)) continue
    nearest = other
    most = found
  }
  return nearest
}
