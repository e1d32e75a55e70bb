/**
 * The labels of policies and proposals, as insurers print them, in small letters without accents. A further label is one
 * more line here. docs/rules.md#policy-reading
 */
import type { Cell } from './text.ts'

export type LabelKind =
  | 'number'
  | 'proposal'
  | 'insurer'
  | 'name'
  | 'document'
  | 'plate'
  | 'chassis'
  /** Start and end together. */
  | 'term'
  | 'start'
  | 'end'
  | 'premium'
  /** No field of ours: it ends the value before it. */
  | 'other'

interface LabelLine {
  readonly kind: LabelKind
  /** Source of a regular expression. */
  readonly words: string
  /** The label may mean something else: its value is marked. */
  readonly doubtful?: true
  /** Its value is recognised by its form alone, so that the label needs no colon. */
  readonly strict?: true
}

const NUMBER_SIGN = String.raw`(?:n[oº°ª.]{0,2}|nr\.?|num\.?|numero)`
const PERSON = String.raw`(?:segurad[oa]|proponente|titular|cliente|corretora?|condutora?|seguradora|estipulante|beneficiari[oa])`
const OF_PERSON = String.raw`(?:\s+(?:d[oa](?:\s?\([ao]\))?\s+)?${PERSON}(?:\s?\([ao]\))?)?`
const OF_THE_TERM = String.raw`(?:\s+d[ae])?\s+vigencia(?:\s+d[ao]\s+(?:seguro|apolice))?`

/** The first that fits counts where two fit the same words: the more exact label comes first. */
const LABELS: readonly LabelLine[] = [
  {
    kind: 'other',
    words: String.raw`(?:${NUMBER_SIGN}\s+(?:da\s+)?)?(?:apolice|seguradora|vigencia|seguro|companhia|cia\.?|inicio|fim|termino|proposta|premio|bonus)[a-z ]{0,24}\s(?:anterior|renovad[ao]|vencid[ao])`,
  },
  { kind: 'number', words: String.raw`${NUMBER_SIGN}\s*(?:da\s+)?apolice`, strict: true },
  { kind: 'number', words: String.raw`apolice(?:\s*(?:${NUMBER_SIGN}|/\s*item))?`, strict: true },
  { kind: 'proposal', words: String.raw`${NUMBER_SIGN}\s*(?:da\s+)?proposta`, strict: true },
  { kind: 'proposal', words: String.raw`proposta(?:\s*${NUMBER_SIGN})?`, strict: true },
  {
    kind: 'document',
    words: String.raw`(?:${NUMBER_SIGN}\s+(?:do\s+)?)?(?:cpf|cnpj|c\.p\.f\.?|c\.n\.p\.j\.?)(?:\s*(?:/|-|ou|e)\s*(?:cpf|cnpj))?(?:\s*${NUMBER_SIGN}(?![a-z]))?${OF_PERSON}`,
    strict: true,
  },
  { kind: 'document', words: String.raw`documento${OF_PERSON}`, strict: true },
  { kind: 'name', words: String.raw`nome(?:\s+completo|\s+social)?(?:\s*/\s*razao\s+social)?${OF_PERSON}` },
  { kind: 'name', words: String.raw`razao\s+social${OF_PERSON}` },
  {
    kind: 'name',
    words: String.raw`(?:(?<!(?:valor|bem|veiculo|importancia|local|item|capital|objeto|imovel|risco)\s)segurad[oa](?:\s?\([ao]\))?(?:\s+principal|\s+titular)?|proponente)(?:\s*/\s*(?:proponente|segurad[oa]))?`,
  },
  {
    kind: 'insurer',
    words: String.raw`(?:companhia\s+)?seguradora|cia\.?\s+seguradora|companhia(?:\s+de\s+seguros)?`,
  },
  { kind: 'plate', words: String.raw`placas?(?:\s+d[oe]\s+veiculo)?`, strict: true },
  {
    kind: 'chassis',
    words: String.raw`(?:${NUMBER_SIGN}\s+(?:d[oe]\s+)?)?chassi[s]?(?:\s*${NUMBER_SIGN}(?![a-z]))?(?:\s+d[oe]\s+veiculo)?`,
    strict: true,
  },
  { kind: 'start', words: String.raw`(?:data\s+(?:d[eo]\s+)?)?inicio${OF_THE_TERM}`, strict: true },
  {
    kind: 'end',
    words: String.raw`(?:data\s+(?:d[eo]\s+)?)?(?:fim|final|termino)${OF_THE_TERM}`,
    strict: true,
  },
  { kind: 'start', words: String.raw`vigencia\s+inicial`, strict: true },
  { kind: 'end', words: String.raw`vigencia\s+(?:final|ate)`, strict: true },
  { kind: 'end', words: String.raw`vencimento\s+d[ao]\s+(?:seguro|apolice)`, strict: true },
  {
    kind: 'term',
    words: String.raw`(?:periodo\s+de\s+)?vigencia(?:\s+d[ao]\s+(?:seguro|apolice))?`,
    strict: true,
  },
  { kind: 'start', words: 'inicio', strict: true, doubtful: true },
  { kind: 'end', words: '(?:fim|final|termino)', strict: true, doubtful: true },
  {
    kind: 'premium',
    words: String.raw`(?:(?:premio|preco)\s+total(?:\s+(?:d[oe]\s+)?(?:seguro|a\s+pagar|com\s+iof))?|valor\s+total\s+d[oe]\s+(?:seguro|premio)|total\s+(?:d[oe]\s+premio|d[oe]\s+seguro)|premio\s+(?:final|bruto))(?:\s+r\$)?`,
    strict: true,
  },
  {
    kind: 'premium',
    words: String.raw`(?:premio(?:\s+(?:comercial|liquido))?|total\s+a\s+pagar|valor\s+(?:do\s+seguro|total))(?:\s+total)?(?:\s+r\$)?`,
    strict: true,
    doubtful: true,
  },
  {
    kind: 'other',
    words: String.raw`(?:data\s+(?:d[aeo]\s+)?)?(?:emissao|nascimento|vencimento|proposta|calculo|cotacao|pagamento|habilitacao)`,
  },
  {
    kind: 'other',
    words: String.raw`enderecos?|logradouro|complemento|bairro|cidade|municipio|uf|cep|telefones?|celular|e-?mail|sexo|estado\s+civil|profissao|rg|cnh|nome\s+da\s+mae|idade`,
  },
  {
    kind: 'other',
    words: String.raw`ramo|produto|plano|item|endosso|sucursal|filial|codigo(?:\s+\S+)?|susep|registro|processo|versao|marca(?:\s*/\s*modelo)?|modelo|ano(?:\s+\S+)?|renavam|fipe|cor|combustivel|uso|classe\s+de\s+bonus|bonus|franquia|coberturas?|parcelas?|iof|juros|custo|adicional|forma\s+de\s+pagamento|valor|validade(?:\s+da\s+proposta)?`,
  },
  {
    kind: 'other',
    words: String.raw`(?:corretor[a]?(?:\s?\([a]\))?(?:\s+de\s+seguros)?|condutor(?:\s+principal)?|motorista|beneficiari[oa]s?|estipulante|veiculo)`,
  },
]

/** Between a label and its value. */
const BEHIND = String.raw`(?:\s*\([^)]{0,14}\))?`

const PATTERNS = LABELS.map((line) => ({
  ...line,
  anywhere: new RegExp(String.raw`(?<![\p{L}\d/])(?:${line.words})${BEHIND}(\s*:)`, 'gu'),
  alone: new RegExp(String.raw`^(?:${line.words})${BEHIND}\s*[:.]?$`, 'u'),
  before: new RegExp(String.raw`(?<![\p{L}\d/])(?:${line.words})${BEHIND}(?=[\s:])`, 'gu'),
  first: new RegExp(String.raw`^(?:${line.words})${BEHIND}(?=\s)`, 'u'),
}))

export interface Label {
  readonly kind: LabelKind
  readonly doubtful: boolean
  /** The label's own words, and all of the cell before them. */
  readonly words: string
  readonly lead: string
  /** The text behind it, up to the next label of the cell. */
  readonly rest: string
  /** Whether a colon or another font divides it from its value. */
  readonly divided: boolean
}

interface Found {
  readonly kind: LabelKind
  readonly doubtful: boolean
  readonly start: number
  readonly end: number
  readonly divided: boolean
}

function found(cell: Cell): Found[] {
  const all: Found[] = []
  for (const { kind, doubtful = false, strict = false, ...patterns } of PATTERNS) {
    if (patterns.alone.test(cell.plain))
      all.push({ kind, doubtful, start: 0, end: cell.plain.length, divided: true })
    for (const match of cell.plain.matchAll(patterns.anywhere))
      all.push({ kind, doubtful, start: match.index, end: match.index + match[0].length, divided: true })
    const first = patterns.first.exec(cell.plain)
    if (first !== null) {
      const end = first[0].length
      const divided = cell.breaks.some((place) => place === end || place === end + 1)
      if (divided || kind === 'name') all.push({ kind, doubtful, start: 0, end, divided })
    }
    if (strict)
      for (const match of cell.plain.matchAll(patterns.before))
        all.push({ kind, doubtful, start: match.index, end: match.index + match[0].length, divided: false })
  }
  return all
}

/** Of labels at the same place the longest counts, then the divided one, then the first of the table. */
function apart(all: readonly Found[]): Found[] {
  const kept: Found[] = []
  const ordered = all.toSorted(
    (one, other) =>
      other.end - other.start - (one.end - one.start) || Number(other.divided) - Number(one.divided),
  )
  for (const one of ordered)
    if (kept.every(({ start, end }) => one.end <= start || one.start >= end)) kept.push(one)
  return kept.toSorted((one, other) => one.start - other.start)
}

export interface Labelled {
  /** The text before the first label. */
  readonly before: string
  readonly labels: readonly Label[]
}

const known = new WeakMap<Cell, Labelled>()

/** Longer text is a sentence of the conditions, or made to be slow. */
const LONGEST_CELL = 400

/** Returns the labels of a cell with the text behind each. */
export function labelsOf(cell: Cell): Labelled {
  const read = known.get(cell)
  if (read !== undefined) return read
  const places = cell.plain.length > LONGEST_CELL ? [] : apart(found(cell))
  const labels = places.map((place, index) => ({
    kind: place.kind,
    doubtful: place.doubtful,
    divided: place.divided,
    words: cell.plain.slice(place.start, place.end),
    lead: cell.plain.slice(0, place.start),
    rest: cell.text
      .slice(place.end, places[index + 1]?.start ?? cell.text.length)
      .replace(/^[\s:.]+/u, '')
      .trim(),
  }))
  const labelled = { before: cell.text.slice(0, places[0]?.start ?? cell.text.length).trim(), labels }
  known.set(cell, labelled)
  return labelled
}
