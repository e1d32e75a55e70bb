/**
 * Finds the section of the help that answers a question, and says how surely. A term weighs by how rare it is, and one
 * that no page has weighs most: a question about something else is known by what the pages don't have.
 * docs/rules.md#help
 */
import type { RoleId } from '../session/session-user.ts'
import { wordDistance } from '../text/word-distance.ts'
import type { HelpPage, HelpSection } from './help-page.ts'
import { termOf, wordsOf } from './portuguese-terms.ts'

export interface HelpHit {
  readonly page: HelpPage
  readonly section: HelpSection
  /** 0 to 1. From `SURE` on the section answers the question. */
  readonly score: number
}

export interface HelpIndex {
  readonly pages: readonly HelpPage[]
  /** The best section of each page that the role gets, the best page first; without a role of all pages. */
  readonly search: (question: string, role?: RoleId) => HelpHit[]
}

/** Below it a hit is a guess. */
export const SURE = 0.56

/** What counts a heading or a question that is like the asked one, what the words of the section, what its page's title. */
const PHRASE_PART = 0.65
const TEXT_PART = 0.35
const TITLE_PART = 0.05
/** What a term counts that was found by a word with other letters. */
const MISTYPED = 0.85

type Terms = ReadonlySet<string>

interface Indexed {
  readonly page: HelpPage
  readonly section: HelpSection
  /** Its heading, and each question that asks for it. */
  readonly phrases: readonly Terms[]
  /** Terms of the page's title. */
  readonly title: Terms
  /** Terms of the whole section, with the page's title. */
  readonly all: Terms
}

/** Finds the terms of texts, and looks each word up once: the pages repeat a few thousand. */
class Reader {
  readonly #terms = new Map<string, string | null>()

  /** The words of all texts that it has read. */
  get words(): string[] {
    return [...this.#terms.keys()]
  }

  terms(text: string): Terms {
    const found = new Set<string>()
    for (const word of wordsOf(text)) {
      let term = this.#terms.get(word)
      if (term === undefined) {
        term = termOf(word)
        this.#terms.set(word, term)
      }
      if (term !== null) found.add(term)
    }
    return found
  }
}

function indexed(
  page: HelpPage,
  section: HelpSection,
  { reader, isAlone }: { readonly reader: Reader; readonly isAlone: (heading: string) => boolean },
): Indexed {
  const { title } = page
  const { heading, text, questions } = section
  const termsOf = (words: string) => reader.terms(words)
  const headings = [`${title} ${heading}`, ...(heading !== '' && isAlone(heading) ? [heading] : [])]
  return {
    page,
    section,
    phrases: [...headings, ...questions].map(termsOf).filter((terms) => terms.size > 0),
    title: termsOf(title),
    all: termsOf([title, heading, text, ...questions].join('\n')),
  }
}

/** The pages are read at the first question: who only opens one waits for nothing. */
export function helpIndex(pages: readonly HelpPage[]): HelpIndex {
  let search: HelpIndex['search'] | null = null
  return {
    pages,
    search: (question, role) => {
      search ??= searchIn(pages)
      return search(question, role)
    },
  }
}

function searchIn(pages: readonly HelpPage[]): HelpIndex['search'] {
  const headings = pages.flatMap(({ sections }) => sections.map(({ heading }) => heading))
  // A heading such as 'Exportar' is on many pages, so it identifies none of them.
  const isAlone = (heading: string) => headings.indexOf(heading) === headings.lastIndexOf(heading)
  const reader = new Reader()
  const entries = pages.flatMap((page) =>
    page.sections.map((section) => indexed(page, section, { reader, isAlone })),
  )
  const counts = new Map<string, number>()
  for (const { all } of entries) for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weightOf = (term: string) => Math.log(1 + entries.length / (counts.get(term) ?? 0.5))
  const sum = (terms: Iterable<string>) => [...terms].reduce((total, term) => total + weightOf(term), 0)
  const weights = new Map(
    entries.flatMap(({ phrases }) => phrases.map((phrase) => [phrase, sum(phrase)] as const)),
  )

  /** The terms of a question, with what each counts when it is found. */
  const asTyped = (question: string): ReadonlyMap<string, number> => {
    const found = new Map<string, number>()
    for (const word of wordsOf(question)) {
      const term = termOf(word)
      if (term === null) continue
      const near = counts.has(term) ? null : nearestWord(word, reader.words)
      const other = near === null ? null : termOf(near)
      if (other === null) found.set(term, 1)
      else found.set(other, MISTYPED)
    }
    return found
  }

  /** Scores the sections for a question with these terms. */
  const scorer = (terms: ReadonlyMap<string, number>) => {
    const whole = sum(terms.keys())
    const parts = Array.from(terms, ([term, part]) => ({ term, weight: weightOf(term) * part }))
    const shared = (other: Terms) =>
      parts.reduce((total, { term, weight }) => (other.has(term) ? total + weight : total), 0)
    const likeness = (phrase: Terms) => (2 * shared(phrase)) / (whole + (weights.get(phrase) ?? 0))
    return ({ phrases, title, all }: Indexed): number => {
      const phrase = Math.max(0, ...phrases.map(likeness))
      return PHRASE_PART * phrase + TEXT_PART * (shared(all) / whole) + TITLE_PART * (shared(title) / whole)
    }
  }

  return (question, role) => {
    const terms = asTyped(question)
    if (terms.size === 0) return []
    const scoreOf = scorer(terms)
    const best = new Map<HelpPage, HelpHit>()
    for (const entry of entries) {
      const { page, section } = entry
      if (role !== undefined && !page.roles.includes(role)) continue
      const score = scoreOf(entry)
      if (score > (best.get(page)?.score ?? 0)) best.set(page, { page, section, score })
    }
    return [...best.values()].toSorted((one, other) => other.score - one.score)
  }
}

/** From this length on a word may have one wrong letter, two from the second. */
const ONE_WRONG = 5
const TWO_WRONG = 9

/** From this length on a word may be half typed. */
const LEAST_BEGUN = 3

/**
 * Finds the word that a mistyped word was meant to be: the shortest of the words that begin with the typed one, else the nearest.
 * null where none is near.
 */
function nearestWord(word: string, words: readonly string[]): string | null {
  const longer = words.filter((other) => word.length >= LEAST_BEGUN && other.startsWith(word))
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
