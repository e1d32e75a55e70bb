/** The text in the filter bar, and the filters that it means. */
import { BOARD_FILTERS, type BoardFilters } from '../../domain/board/board-filters.ts'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { storedDocument } from '../../domain/documents/read-document.ts'
import { labelOf } from '../../domain/lead/field-words.ts'
import { foldText } from '../../domain/text/fold.ts'
import { namedInOrder } from '../../domain/text/name-order.ts'
import type { Choice } from './board-choices.ts'

export const DATE_PATTERN = 'dd/mm/aaaa'

export interface FilterEntry {
  readonly name: string
  /** The lead's, or the one that it had in another system. */
  readonly number: string
  /** With its mask. */
  readonly document: string
  /** Anything of the client, as typed. */
  readonly search: string
  /** As typed. Null while the user has typed nothing over the active filter. */
  readonly broker: string | null
  /** YYYY-MM-DD, São Paulo. */
  readonly start: string | null
  readonly end: string | null
}

interface TextField {
  readonly name: {
    [Name in keyof FilterEntry]: FilterEntry[Name] extends string ? Name : never
  }[keyof FilterEntry]
  readonly label: string
  /** What the field makes of typed text. */
  readonly masked?: (text: string) => string
  readonly input?: {
    readonly inputMode?: 'numeric'
    readonly maxLength: number
    readonly placeholder?: string
  }
}

/** The text fields of the bar, in its order. */
export const TEXT_FIELDS: readonly TextField[] = [
  {
    name: 'search',
    label: BOARD_FILTERS.search.label,
    input: { placeholder: 'Fone, placa…', maxLength: 200 },
  },
  { name: 'name', label: labelOf('client_name') },
  {
    name: 'number',
    label: BOARD_FILTERS.leadId.label,
    input: { inputMode: 'numeric', maxLength: 60 },
  },
  { name: 'document', label: labelOf('client_cpf'), masked: (text) => formatDocument(storedDocument(text)) },
]

/** Returns the active filters as the fields show them: after a reload, or when the search panel opened a lead. */
export function entryOf(filters: BoardFilters | null): FilterEntry {
  return {
    name: filters?.clientName ?? '',
    number: filters?.oldNumber ?? String(filters?.leadId ?? ''),
    document: formatDocument(filters?.cpf ?? ''),
    search: filters?.search ?? filters?.phone ?? '',
    broker: null,
    start: filters?.startDate ?? null,
    end: filters?.endDate ?? null,
  }
}

export interface FilterProblems {
  readonly search?: string
  readonly broker?: string
  readonly start?: string
  readonly end?: string
}

export type FilterOutcome =
  | { readonly kind: 'filters'; readonly filters: BoardFilters }
  | { readonly kind: 'problems'; readonly problems: FilterProblems }

/** Returns the ids by suggested name. A name that two people share has the person's number. */
export function brokerNames(brokers: readonly Choice[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const { name } of brokers) times.set(name, (times.get(name) ?? 0) + 1)
  return new Map(
    namedInOrder(brokers).map(({ id, name }) => [(times.get(name) ?? 0) > 1 ? `${name} (${id})` : name, id]),
  )
}

const LONGEST_NUMBER = 9
/** What a typed number may be: the lead's own, and the one that it had in another system. */
function numbersOf(typed: string): Pick<BoardFilters, 'leadId' | 'oldNumber'> {
  const number = typed.trim()
  if (number === '') return {}
  const digits = number.replaceAll(/[.\s#]/g, '')
  const isOwn = /^\d+$/.test(digits) && digits.length <= LONGEST_NUMBER
  return { ...(isOwn ? { leadId: Number(digits) } : {}), oldNumber: number }
}

/** `broker` is the field's text. An unknown name is a problem: it is not dropped silently. */
export function filtersOf(
  entry: FilterEntry,
  broker: string,
  names: ReadonlyMap<string, number>,
): FilterOutcome {
  const wanted = foldText(broker)
  const found = [...names].find(([name]) => foldText(name) === wanted)
  const search = entry.search.trim()
  const problems: FilterProblems = {
    ...(/^\D$/.test(search) ? { search: 'Digite um pouco mais' } : {}),
    ...(wanted !== '' && found === undefined ? { broker: 'Escolha um corretor da lista' } : {}),
    ...(entry.start !== null && entry.end !== null && entry.end < entry.start
      ? { end: 'Antes da data inicial' }
      : {}),
  }
  if (Object.keys(problems).length > 0) return { kind: 'problems', problems }
  return {
    kind: 'filters',
    filters: {
      ...(search === '' ? {} : { search }),
      ...(entry.name.trim() === '' ? {} : { clientName: entry.name.trim() }),
      ...numbersOf(entry.number),
      ...(entry.document === '' ? {} : { cpf: storedDocument(entry.document) }),
      ...(found === undefined ? {} : { brokerId: found[1] }),
      ...(entry.start === null ? {} : { startDate: entry.start }),
      ...(entry.end === null ? {} : { endDate: entry.end }),
    },
  }
}
