/** Whose a value is: the insured's, the broker's, the insurer's. docs/rules.md#policy-reading */
import { labelsOf } from './labels.ts'
import type { Cell, Line } from './text.ts'

/** `previous`: of the policy or vehicle before this one, or of a third party's. `other`: of any other person. */
export type Role = 'insured' | 'broker' | 'insurer' | 'previous' | 'other'

const ROLES: readonly (readonly [Role, RegExp])[] = [
  ['previous', /\b(?:anterior|renovad[ao]|congenere|substituid[ao]|terceiros?)\b/u],
  ['broker', /\bcorretor(?:a|\(a\))?\b/u],
  [
    'other',
    /\b(?:condutora?|motorista|beneficiari[oa]s?|estipulante|pagador|proprietari[oa]|responsavel|fiador|devedor|vistoria)\b/u,
  ],
  [
    'other',
    /^(?:dados\s+d[eoa]\s+|forma\s+de\s+|informacoes\s+d[eoa]\s+)?(?:pagamento|cobranca|debito|cartao|banco|financiamento)\b/u,
  ],
  [
    'insured',
    /(?<!(?:valor|bem|veiculo|importancia|local|item|capital|objeto|imovel|risco)\s)\b(?:segurad[oa]|proponente)\b/u,
  ],
  ['insurer', /\b(?:seguradora|companhia|cia)\b|\bseguros\b.*\bs[./]?a\b/u],
]

/** Text longer than this is a sentence, which may name several people. */
const LONGEST_HEADING = 70

/** Returns the role that a text names. Null: none, or several. */
export function roleOf(plain: string): Role | null {
  if (plain.length > LONGEST_HEADING) return null
  const named = ROLES.flatMap(([role, words]) => (words.test(plain) ? [role] : []))
  const [first, second] = new Set(named)
  // 'Corretora X de Seguros S.A.' is no insurer.
  if (first === 'broker' && second === 'insurer') return 'broker'
  if (first === 'previous') return first
  return second === undefined ? (first ?? null) : null
}

/** Returns whom the words before a label in its own cell name last. */
function lastNamed(plain: string): Role | null {
  const places = ROLES.map(([role, words]) => ({
    role,
    at: [...plain.matchAll(new RegExp(words.source, 'gu'))].at(-1)?.index ?? -1,
  }))
  const last = places.toSorted((one, other) => other.at - one.at)[0]
  return last === undefined || last.at < 0 ? null : last.role
}

/** A heading of a column begins with it, within this many points. */
const SAME_EDGE = 30

/** A row below the head of its table is at most so many letters' heights away. */
const ROW_HEIGHTS = 3.4

interface Marker {
  readonly cell: Cell
  readonly role: Role
  /** Where the next marker of its line begins. */
  readonly until: number
  /** How far below it still counts. A head of a table counts for its row, the heading of a block to the next one. */
  readonly reach: number
}

const RENEWED = /\brenovad[ao]\b/u

/** 'Apólice renovada: 123' says what was renewed. What comes below it is of the policy that renewed it. */
function hasOwnValue(line: Line, cell: Cell): boolean {
  if (!RENEWED.test(cell.plain)) return false
  const label = labelsOf(cell).labels.find(({ words }) => RENEWED.test(words))
  if (label === undefined) return false
  const next = line[line.indexOf(cell) + 1]
  return label.rest !== '' || (next !== undefined && labelsOf(next).labels.length === 0)
}

function markersOf(line: Line): Marker[] {
  const named = line.flatMap((cell) => {
    const role = roleOf(cell.plain)
    return role === null ? [] : [{ cell, role }]
  })
  const isHead = line.some((cell) => roleOf(cell.plain) === null && labelsOf(cell).labels.length > 0)
  return named.map(({ cell, role }, index) => ({
    cell,
    role,
    reach: hasOwnValue(line, cell) ? 0 : isHead ? ROW_HEIGHTS * cell.height : Number.POSITIVE_INFINITY,
    until: named[index + 1]?.cell.x0 ?? Number.POSITIVE_INFINITY,
  }))
}

export interface Owner {
  /** Null: no role is named. */
  readonly role: Role | null
  /** False: two columns name different people. */
  readonly certain: boolean
  /** By a heading 'Apólice renovada', which may be of the policy before this one or of this one. */
  readonly isRenewed?: boolean
}

/** The parts of a label that decide to whom its value belongs. */
export interface Asked {
  readonly words: string
  readonly lead: string
}

export type Owners = (cell: Cell, label: Asked) => Owner

/** Returns a function that decides to whom the value of a label belongs. */
export function ownersOf(lines: readonly Line[]): Owners {
  const markers = lines.flatMap(markersOf)
  return (cell, { words, lead }) => {
    const named = roleOf(words) ?? lastNamed(lead)
    if (named !== null) return { role: named, certain: true }
    const before = markers.filter((marker) => marker.cell.page === cell.page)
    const beside = before.findLast((marker) => marker.cell.y === cell.y && marker.cell.x0 < cell.x0)
    // 'Apólice renovada: 123   Apólice: 456' has both numbers in one line.
    const isNext = beside?.reach === 0 && /apolice/u.test(words)
    if (beside !== undefined && !isNext) return { role: beside.role, certain: true }
    const above = before.filter(
      (marker) =>
        marker.cell.y < cell.y &&
        cell.y - marker.cell.y <= marker.reach &&
        marker.cell.x0 - SAME_EDGE <= cell.x0 &&
        cell.x0 < marker.until - SAME_EDGE / 2,
    )
    const nearest = above.at(-1)
    const ofColumn = above.findLast((marker) => Math.abs(marker.cell.x0 - cell.x0) <= SAME_EDGE)
    if (nearest === undefined) return { role: null, certain: true }
    const certain = ofColumn === undefined || ofColumn.role === nearest.role || nearest === ofColumn
    const { role, cell: heading } = ofColumn ?? nearest
    return { role, certain, isRenewed: role === 'previous' && RENEWED.test(heading.plain) }
  }
}
