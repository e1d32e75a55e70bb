/** Whether two spellings are one insurer: docs/rules.md#insurers */
import { atFirstUse } from '../record/at-first-use.ts'
import { DELIVERED_INSURERS, type DeliveredInsurer } from './delivered.ts'
import { insurerKey, nameWords } from './insurer-key.ts'

/** By key: the insurer that has it. `id` is whatever the caller knows insurers by. */
export type InsurersByKey<Id> = ReadonlyMap<string, Id>

export const NO_INSURER = ''

/**
 * 'same' and 'other' are sure. 'unsure': one of the two is a spelling that no insurer has, so that both may be one.
 * 'blank': one of the two is no insurer.
 */
export type Sameness = 'same' | 'other' | 'unsure' | 'blank'

export function sameInsurer<Id>(one: string, other: string, known: InsurersByKey<Id>): Sameness {
  const [ofOne, ofOther] = [insurerKey(one), insurerKey(other)]
  if (ofOne === NO_INSURER || ofOther === NO_INSURER) return 'blank'
  if (ofOne === ofOther) return 'same'
  const [first, second] = [known.get(ofOne), known.get(ofOther)]
  if (first === undefined || second === undefined) return 'unsure'
  return first === second ? 'same' : 'other'
}

/** Everything by which an insurer is known: its name, its aliases and its code. */
export const keysOf = ({ name, susep, aliases }: DeliveredInsurer): string[] => [
  ...new Set([name, ...aliases, susep ?? ''].map(insurerKey).filter((key) => key !== NO_INSURER)),
]

/** Made at its first use: folding all spellings takes some 10 ms. */
const deliveredByKey = atFirstUse<InsurersByKey<DeliveredInsurer>>(
  () =>
    new Map(DELIVERED_INSURERS.flatMap((insurer) => keysOf(insurer).map((key) => [key, insurer] as const))),
)

/** Equal for all delivered spellings of one insurer. A device asks it: what administrators add is with the server. */
export function deliveredKey(insurer: string): string {
  const key = insurerKey(insurer)
  const known = deliveredByKey().get(key)
  return known === undefined ? key : insurerKey(known.name)
}

/** Returns what finds a delivered insurer by its name in a text of small letters without accents. */
export const deliveredName = atFirstUse(() => {
  const names = DELIVERED_INSURERS.flatMap(({ name, aliases }) => [name, ...aliases]).map((name) =>
    nameWords(name).join(String.raw`\s?`),
  )
  return new RegExp(String.raw`\b(?:${[...new Set(names)].join('|')})\b`, 'u')
})
