/** Lines of a file that are nobody: repeated headers, totals, what a report says of itself. docs/rules.md#spreadsheets */
import { cutText } from '../text/cut.ts'
import { foldText } from '../text/fold.ts'
import { type Cell, textOf } from './cells.ts'

/** A line that a report has of its own kind, not of a person. */
interface SeenLine {
  readonly cells: readonly Cell[]
  /** The file's own; none where they are not known. */
  readonly headers: readonly string[]
  /** Places of the name and of what a person is reached and known by. */
  readonly name: number | null
  readonly known: readonly (number | null)[]
}

const TOTAL =
  /^(?:sub ?-?total|total|totais)\b(?!.*\b(?:ltda|s\W?a|me|epp|eireli|mei|cia|inc)\b\.?$)|^(?:soma|media|qtde?\.?|quantidade)\s*(?:$|[:=(\d]|(?:geral|parcial|de|do|da|dos|das|registros?|clientes?|apolices?|linhas?|leads?)\b)|^\(?\d+\s*(?:registros?|clientes?|apolices?|linhas?|leads?|itens|items|rows?|resultados?|documentos?|segurados?)\b/u
const OF_REPORT =
  /^(?:(?:emitid|impress|gerad|extraid|exportad|atualizad|processad)[oa]s?\s*(?:em|por|as|:)|pag(?:ina|\.)?\s*:?\s*\d|relatorio\b|fonte:|filtros?\s*:|periodo\s*(?::|de\b)|usuario\s*:|obs(?:ervac(?:ao|oes))?\s*[.:]|legenda\b|fim d[eo] |\(?\*+\)?\s|copyright\b|©|data (?:de |da )?(?:emissao|impressao|geracao)|continua(?:\s|$)|registros?\s*:)/u
/** A day, an hour, or a label before a value: no name has them. */
const NO_NAME = /\d{1,2}\/\d{1,2}\/\d{2,4}|\b\d{1,2}:\d{2}\b|:\s/u

/** The heading of a group: 'Março/2026'. */
const MONTH =
  /^(?:mes\W+)?(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)(?:eiro|ereiro|co|il|o|ho|osto|embro|ubro)?\W+(?:de )?\d{2,4}$/u

const LONGEST_SHOWN = 60
const shown = (text: string) => (text.length > LONGEST_SHOWN ? `${cutText(text, LONGEST_SHOWN)}…` : text)

/** Of what the line has, more than half is the header of its column. */
function repeatsHeaders(texts: readonly string[], headers: readonly string[]): boolean {
  const given = texts.flatMap((text, place) => (text === '' ? [] : [[text, headers[place] ?? ''] as const]))
  const same = given.filter(([text, header]) => text.toLowerCase() === header.toLowerCase())
  return same.length > given.length / 2
}

/** Whether a cell may be a document, a phone or a mail. A count or a sum is none. */
const isKnowing = (text: string) => text.includes('@') || (text.match(/\d/gu)?.length ?? 0) >= 8

/** Returns why the line is no person; null for one that may be. */
export function nobodyReason({ cells, headers, name, known }: SeenLine): string | null {
  const texts = cells.map(textOf)
  if (repeatsHeaders(texts, headers)) return 'Repete os títulos das colunas'
  const named = name === null ? '' : (texts[name] ?? '')
  if (named !== '' && !/\p{L}/u.test(named)) return `Nome sem nenhuma letra: ‘${shown(named)}’`
  if (known.some((place) => place !== null && isKnowing(texts[place] ?? ''))) return null
  const first = texts.find((text) => text !== '') ?? ''
  for (const text of new Set([first, named])) {
    const plain = foldText(text)
    if (TOTAL.test(plain)) return `É um total, e não uma pessoa: ‘${shown(text)}’`
    if (OF_REPORT.test(plain) || MONTH.test(plain))
      return `É do relatório, e não uma pessoa: ‘${shown(text)}’`
  }
  return NO_NAME.test(named) ? `Não parece um nome: ‘${shown(named)}’` : null
}
