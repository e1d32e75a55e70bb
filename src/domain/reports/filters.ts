/**
 * What reports can be filtered by, each told once: the part of the address and of a saved view, what its value is, and whose
 * numbers it has. Control, words, choices and names follow. docs/rules.md#reports
 */
import { z } from 'zod'
import { isBroker as isBrokerRole } from '../permissions/roles.ts'
import { type Parts, partsOf } from '../record/parts.ts'

/** A value that does not fit counts as absent. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)

const number = z.number().int().nonnegative()
const id = { value: 'id', schema: optional(number) } as const
const text = { value: 'text', schema: optional(z.string().max(120)) } as const
const ids = (most: number) => ({ value: 'ids', schema: optional(z.array(number).max(most)) }) as const

/**
 * In the order of an address. `value`: several numbers, one, part of a text, or a month; 'name' is no control. `of`: the records
 * that the numbers name.
 */
export const FILTERS = {
  empresas: { ...ids(200), of: 'partners' },
  estoque: { ...ids(50), of: 'insurances' },
  corretores: { ...ids(200), of: 'users' },
  indicador: { ...id, of: 'users' },
  equipes: { ...ids(50), of: 'teams' },
  canais: { ...ids(100), of: 'channels' },
  /** A client by number, chosen in the search, and the name that was chosen. */
  cliente: { ...id, of: 'clients' },
  nome: { ...text, value: 'name' },
  /** Part of a client's name. */
  texto: text,
  proposta: text,
  situacao: id,
  /** The result of a first call. */
  ligacao: id,
  /** Of another system's products. */
  produto: id,
  /** YYYYMM, or a whole year */
  mes: { value: 'month', schema: optional(z.string().regex(/^\d{4}(\d{2})?$/)) },
} as const

export const FILTER_SCHEMAS = partsOf(FILTERS, 'schema')

/** Controls that choose one of what the filter takes several of. */
const ONE_OF = { empresa: 'empresas', corretor: 'corretores', equipe: 'equipes', canal: 'canais' } as const

type Field = Exclude<keyof typeof FILTERS, 'nome'>
type OneOf = typeof ONE_OF
/** The controls. Each sets the field of its name, or of `ONE_OF`. */
export type FilterKind = Field | keyof OneOf

/** Whether the control chooses one of what the filter takes several of. */
export const choosesOne = (kind: FilterKind): kind is keyof OneOf => Object.hasOwn(ONE_OF, kind)

/** The field of the filter that a control sets. */
export const fieldOf = (kind: FilterKind): Field => (choosesOne(kind) ? ONE_OF[kind] : kind)

type Records = Parts<typeof FILTERS, 'of'>
const RECORDS: Readonly<Partial<Record<Field, Records[keyof Records]>>> = partsOf(FILTERS, 'of')

/** The records that a control's numbers name; undefined: it has no numbers, or those of the report's own list. */
export const recordsOf = (kind: FilterKind) => RECORDS[fieldOf(kind)]

type Value = (typeof FILTERS)[Field]['value']
type FieldWith<Given extends Value> = {
  [Key in Field]: (typeof FILTERS)[Key]['value'] extends Given ? Key : never
}[Field]

/** Whether the field has values of that sort. */
export const takes = <Given extends Value>(field: Field, value: Given): field is FieldWith<Given> =>
  FILTERS[field].value === value

/** Insurance lines that the stock filter offers. */
export const isStockLine = ({ id }: { readonly id: number }) => id <= 3
export const isBroker = ({ role_id }: { readonly role_id?: number }) => isBrokerRole(role_id)
