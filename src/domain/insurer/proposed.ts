/** Which insurer a spelling that none has may be. It is only offered, a person decides. docs/rules.md#insurers */
import { wordDistance } from '../text/word-distance.ts'
import { insurerKey } from './insurer-key.ts'

/** A shorter key is part of too many words. */
const SHORTEST_PART = 4
const MOST_WRONG = 2

interface Spelled {
  readonly id: number
  readonly key: string
}

/** The nearest insurer's number, null where none or several are near. */
export function proposedInsurer(spelling: string, known: readonly Spelled[]): number | null {
  const wanted = insurerKey(spelling)
  const slips = (key: string) => Math.min(MOST_WRONG, Math.floor(Math.min(key.length, wanted.length) / 5))
  const isNear = (key: string) =>
    (key.length >= SHORTEST_PART && wanted.startsWith(key)) ||
    (wanted.length >= SHORTEST_PART && key.startsWith(wanted)) ||
    wordDistance(wanted, key, slips(key)) <= slips(key)
  const near = new Set(known.filter(({ key }) => isNear(key)).map(({ id }) => id))
  const [only] = near
  return near.size === 1 && only !== undefined ? only : null
}
