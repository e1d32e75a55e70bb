/** How alike two names are, as people are called: married, shortened, in another order. docs/rules.md#merging-clients */
import { foldText } from '../text/fold.ts'

/**
 * `same`: the same words. `like`: one leaves words out, or first name and a further word agree. `first`: the first name
 * alone. `kin`: only one has 'Filho', 'Neto' or 'Júnior'. `other`: none of these. `unknown`: a name is missing.
 */
export type NameLikeness = 'same' | 'like' | 'first' | 'kin' | 'other' | 'unknown'

const PARTICLES = new Set(['da', 'das', 'de', 'di', 'do', 'dos', 'du', 'e', 'del'])
const GENERATIONS: ReadonlyMap<string, string> = new Map([
  ['filho', 'filho'],
  ['filha', 'filho'],
  ['junior', 'filho'],
  ['jr', 'filho'],
  ['neto', 'neto'],
  ['neta', 'neto'],
  ['bisneto', 'bisneto'],
  ['sobrinho', 'sobrinho'],
  ['sobrinha', 'sobrinho'],
  ['segundo', 'segundo'],
])
const LEGAL_FORMS = new Set(['ltda', 'me', 'mei', 'epp', 'eireli', 'sa', 'cia', 'companhia', 'slu', 'ss'])

interface Name {
  readonly words: readonly string[]
  /** null: the name has no generational suffix. */
  readonly generation: string | null
}

function partsOf(text: string): Name {
  const words = foldText(text)
    .replace(/\bs[./ ]+a\b/g, 'sa')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && !PARTICLES.has(word))
  const last = words.at(-1)
  const generation = words.length > 2 && last !== undefined ? (GENERATIONS.get(last) ?? null) : null
  const plain = (generation === null ? words : words.slice(0, -1)).filter((word) => !LEGAL_FORMS.has(word))
  return { words: plain, generation }
}

/** The words in the order of the alphabet: the same key for a name in another order. */
export const nameKey = (text: string): string => {
  const { words, generation } = partsOf(text)
  return [...words.toSorted(), ...(generation === null ? [] : [generation])].join(' ')
}

/** Whether a letter too many, too few, another one, or two in each other's place makes one word of the other. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < 4 || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [a, b] = [one.slice(start), other.slice(start)]
  if (a.length === b.length)
    return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  return a.length > b.length ? a.slice(1) === b : b.slice(1) === a
}

const isInitialOf = (short: string, long: string) => short.length === 1 && long.startsWith(short)

const wordsAgree = (one: string, other: string): boolean =>
  one === other || isOneSlip(one, other) || isInitialOf(one, other) || isInitialOf(other, one)

/** How many words of the shorter name have one of their own in the longer. Initials count, but never alone. */
function shared(short: readonly string[], long: readonly string[]): { all: number; whole: number } {
  const free = [...long]
  let [all, whole] = [0, 0]
  for (const word of short) {
    const exact = free.indexOf(word)
    const place = exact >= 0 ? exact : free.findIndex((other) => wordsAgree(word, other))
    const found = free[place]
    if (found === undefined) continue
    free.splice(place, 1)
    all += 1
    if (word.length > 1 && found.length > 1) whole += 1
  }
  return { all, whole }
}

export function nameLikeness(one: string, other: string): NameLikeness {
  const [a, b] = [partsOf(one), partsOf(other)]
  if (a.words.length === 0 || b.words.length === 0) return 'unknown'
  const [short, long] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words]
  const { all, whole } = shared(short, long)
  const [first = '', otherFirst = ''] = [short[0], long[0]]
  const sameFirst = wordsAgree(first, otherFirst)
  const isWhole = all === short.length && whole > 0
  const alike = (isWhole && short.length > 1) || (sameFirst && all > 1 && whole > 0)
  if (a.generation !== b.generation && (alike || isWhole)) return 'kin'
  if (isWhole && short.length === long.length && nameKey(one) === nameKey(other)) return 'same'
  if (alike) return 'like'
  if (isWhole && short.length === long.length) return 'like'
  return sameFirst ? 'first' : 'other'
}

/** Whether the names have a word in common, with a slip of the pen too. An initial is no word. */
export const shareWord = (one: string, other: string): boolean => {
  const [a, b] = [partsOf(one).words, partsOf(other).words]
  return (a.length <= b.length ? shared(a, b) : shared(b, a)).whole > 0
}
