/** Finds the word that a mistyped word was meant to be. */
import { wordDistance } from '../text/word-distance.ts'

/** From this length on a word may have one wrong letter, two from the second. */
const ONE_WRONG = 5
const TWO_WRONG = 9

/** From this length on a word may be half typed. */
const LEAST_BEGUN = 3

/** Returns the shortest of the words that begin with the typed one, else the nearest; null where none is near. */
export function nearestWord(word: string, words: ReadonlySet<string>): string | null {
  const longer = [...words].filter((other) => word.length >= LEAST_BEGUN && other.startsWith(word))
  if (longer.length > 0) return longer.reduce((one, other) => (other.length < one.length ? other : one))
  let most = word.length >= TWO_WRONG ? 2 : word.length >= ONE_WRONG ? 1 : 0
  let nearest: string | null = null
  if (most === 0) return null
  for (const other of words) {
    if (other.length < ONE_WRONG) continue
    const found = wordDistance(word, other, most)
    if (found > most || (found === most && nearest !== null)) continue
    nearest = other
    most = found
  }
  return nearest
}
