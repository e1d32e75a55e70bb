/**
 * The help pages: what they are, and the answers of the persona Ajuda from them. It quotes a section and links to its
 * page; it says so where the pages know nothing. docs/rules.md#help
 */
import MiniSearch, { type SearchResult } from 'minisearch'
import { foldText } from '../board/fold.ts'
import { HELP_PATH } from './help-path.ts'

export interface HelpSection {
  /** '' for what stands above the first heading. */
  readonly heading: string
  /** Markdown. */
  readonly text: string
}

export interface HelpPage {
  /** Name of its file, and in its address. */
  readonly slug: string
  readonly title: string
  /** Its first paragraph. */
  readonly summary: string
  /** Markdown without the title. */
  readonly body: string
  readonly sections: readonly HelpSection[]
}

export const helpLink = (slug: string) => `${HELP_PATH}?pagina=${slug}`

/** The pages by the order of their files' names: '03-captura.md'. */
export function parsePage(fileName: string, markdown: string): HelpPage {
  const slug = fileName.replace(/^\d+-/, '').replace(/\.md$/, '')
  const [first = '', ...rest] = markdown.trim().split('\n')
  const body = rest.join('\n').trim()
  const sections = body.split(/^## /m).map((part, place) => {
    if (place === 0) return { heading: '', text: part.trim() }
    const [heading = '', ...lines] = part.split('\n')
    return { heading: heading.trim(), text: lines.join('\n').trim() }
  })
  const top = sections[0]?.text ?? ''
  return {
    slug,
    title: first.replace(/^#\s*/, '').trim(),
    summary: top.split('\n\n')[0] ?? '',
    body,
    sections: sections.filter(({ text }) => text !== ''),
  }
}

/** Words that say nothing about what is asked. */
const EMPTY: ReadonlySet<string> = new Set(
  (
    'a o as os um uma uns umas de do da dos das em no na nos nas por pelo pela para pra com sem e ou se que qual quais ' +
    'quando quanto quanta quantos quantas quem onde como porque porque posso pode podem podemos faco fazer faz fazem e ' +
    'eu meu minha meus minhas seu sua seus suas ele ela isso isto esse essa este esta aquele ao aos ja nao sim ser sao ' +
    'foi era estar estou esta ter tem tenho ha me te lhe voce voces favor ola oi bom boa dia tarde noite ajuda ' +
    'ajudar quero queria preciso precisa gostaria saber sobre farol sistema aplicativo app funciona funcionam serve ' +
    'significa existe acontece acontecer fica ficar se explique explica diga mostre'
  ).split(' '),
)

/** Plurals, genders and the commonest endings of verbs, so that 'capturei' finds 'capturar'. */
function stem(word: string): string {
  const singular = word
    .replace(/(co|ca|sa)?oes$/, (_, before: string = '') => `${before}ao`)
    .replace(/ais$/, 'al')
    .replace(/([^s])s$/, '$1')
  const root = singular.replace(
    /(?:ando|endo|indo|ados|adas|ado|ada|ido|ida|aram|eram|iram|ar|er|ir|ei|ou|am|em)$/,
    '',
  )
  const short = root.length >= 4 ? root : singular
  return short.length > 4 ? short.replace(/[aeo]$/, '') : short
}

const termOf = (word: string): string | null => {
  const plain = foldText(word)
  return plain.length < 2 || EMPTY.has(plain) ? null : stem(plain)
}

const tokens = (text: string) => text.split(/[^\p{L}\d]+/u).filter((word) => word !== '')

/** The words of a question that are looked for, each once. */
const termsOf = (question: string): string[] => [
  ...new Set(tokens(question).flatMap((word) => termOf(word) ?? [])),
]

interface Indexed extends HelpSection {
  readonly id: string
  readonly page: string
  readonly title: string
}

export interface HelpIndex {
  readonly pages: readonly HelpPage[]
  readonly search: (question: string) => HelpHit[]
}

export interface HelpHit {
  readonly page: HelpPage
  readonly section: HelpSection
  readonly score: number
  /** How much of the question it knows, 0 to 1. */
  readonly share: number
}

/** Of the question's words; fewer is chance. */
const LEAST_SHARE = 0.5

export function helpIndex(pages: readonly HelpPage[]): HelpIndex {
  const engine = new MiniSearch<Indexed>({
    fields: ['title', 'heading', 'text'],
    tokenize: tokens,
    processTerm: termOf,
    searchOptions: {
      boost: { title: 3, heading: 3 },
      prefix: (term) => term.length >= 4,
      fuzzy: (term) => (term.length >= 6 ? 0.2 : false),
      combineWith: 'OR',
    },
  })
  const sections = new Map<string, { page: HelpPage; section: HelpSection }>()
  for (const page of pages)
    for (const [place, section] of page.sections.entries()) {
      const id = `${page.slug} ${place}`
      sections.set(id, { page, section })
      engine.add({ id, page: page.slug, title: page.title, ...section })
    }
  const hitOf = ({ id, score, queryTerms }: SearchResult, asked: number): HelpHit[] => {
    const found = sections.get(String(id))
    return found === undefined ? [] : [{ ...found, score, share: queryTerms.length / asked }]
  }
  return {
    pages,
    search: (question) => {
      const terms = termsOf(question)
      if (terms.length === 0) return []
      return engine
        .search(question)
        .flatMap((result) => hitOf(result, terms.length))
        .filter(({ share }) => share >= LEAST_SHARE)
        .toSorted((one, other) => other.score * other.share - one.score * one.share)
    },
  }
}

export const HELP_UNKNOWN =
  'Não encontrei isso nas páginas de ajuda. Tente com outras palavras, ou veja a lista em [Ajuda](/ajuda).'

/** Further pages that an answer names. */
const MORE = 2
/** Longest quotation in characters. */
const QUOTED = 900

function quoted(text: string): string {
  const cut = text.length <= QUOTED ? text : `${text.slice(0, text.lastIndexOf('\n', QUOTED))}\n\n…`
  return cut
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

export interface HelpAnswer {
  readonly found: boolean
  /** Markdown. */
  readonly text: string
}

export function helpAnswer(index: HelpIndex, question: string): HelpAnswer {
  const [best, ...others] = index.search(question)
  if (best === undefined) return { found: false, text: HELP_UNKNOWN }
  const { page, section } = best
  const where = section.heading === '' ? page.title : `${page.title}: ${section.heading}`
  const more = [...new Set(others.map((hit) => hit.page))].filter((other) => other !== page).slice(0, MORE)
  const parts = [
    `**${where}**`,
    quoted(section.text),
    `Página: [${page.title}](${helpLink(page.slug)})`,
    ...(more.length === 0
      ? []
      : [`Veja também: ${more.map(({ slug, title }) => `[${title}](${helpLink(slug)})`).join(', ')}`]),
  ]
  return { found: true, text: parts.join('\n\n') }
}
