/**
 * The filters of the board's bar, each once. The view that a tab stores, the parameters of the REST lists and their names follow.
 * docs/where-to-change.md#the-board
 */
import type { Lead } from '../lead/lead.ts'

interface FilterLine {
  readonly type: 'number' | 'string'
  /** Its parameter in the REST lists. */
  readonly query: string
  /** Its name, unless the lead has a field of the parameter's name. */
  readonly label?: string
  /**
   * The field that it compares: a number must equal it, a folded text be part of it. The index's column and test and the REST lists'
   * schema and condition follow. Without it all four are written by hand. The column holds whole numbers of 32 bits, 0 for none.
   */
  readonly field?: keyof Lead
  /** Test and condition are its own all the same. */
  readonly own?: true
}

/** Dates are São Paulo days, YYYY-MM-DD, both ends included. */
export const BOARD_FILTERS = {
  /** Anything of a client: docs/rules.md#search */
  search: { type: 'string', query: 'search', label: 'Busca' },
  clientName: { type: 'string', query: 'client_name', field: 'client_name', own: true },
  leadId: { type: 'number', query: 'lead_id', label: 'Número do lead' },
  /** In the system that the lead was imported from. With `leadId`: the leads that have either. */
  oldNumber: { type: 'string', query: 'old_number', label: 'Número antigo' },
  /** Digits and letters only. Matches every document that begins with them. */
  cpf: { type: 'string', query: 'client_cpf' },
  /** Its last digits, at least four: `phoneEnds`. Matches each of the client's numbers that ends with them. */
  phone: { type: 'string', query: 'client_phone', label: 'Telefone' },
  brokerId: { type: 'number', query: 'broker', label: 'Corretor', field: 'broker_id' },
  startDate: { type: 'string', query: 'start_date', label: 'Data inicial' },
  endDate: { type: 'string', query: 'end_date', label: 'Data final' },
} as const satisfies Record<string, FilterLine>

type Lines = typeof BOARD_FILTERS

export type BoardFilters = {
  readonly [Name in keyof Lines]?: { number: number; string: string }[Lines[Name]['type']]
}

/** The parameters of the REST lists that are the bar's. */
export type FilterQuery = Lines[keyof Lines]['query']
/** Those whose condition is their own. */
export type OwnQuery = (
  | Exclude<Lines[keyof Lines], { field: string }>
  | Extract<Lines[keyof Lines], { own: true }>
)['query']

/** Whether a value has the types of the filters. */
export const areFilters = (value: unknown): value is BoardFilters =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(BOARD_FILTERS).every(([name, { type }]) => {
    const field: unknown = Reflect.get(value, name)
    return field === undefined || (type === 'number' ? Number.isInteger(field) : typeof field === 'string')
  })
