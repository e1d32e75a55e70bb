/** What the calls of the reports are asked with: docs/rules.md#reports. A name that a call does not know answers 400. */
import { z } from 'zod'
import { idNumber, numberFrom } from '../decimal.ts'
import { XLSX } from '../xlsx.ts'

/** A day of São Paulo. */
export const day = z.iso.date().optional()

/** Part of a name, of a document, of a number. */
export const partOfText = z.string().trim().max(120).optional()

/** YYYYMM, or a whole year. */
export const monthText = z
  .string()
  .regex(/^\d{4}(0[1-9]|1[0-2])?$/, 'Use AAAAMM, ou AAAA para o ano todo')
  .optional()

const MOST_IDS = 300

/** One number or several: a query repeats the name for each. */
export const idList = z.union([idNumber.transform((id) => [id]), z.array(idNumber).max(MOST_IDS)]).optional()

/** Names of several values may end with '[]'. Returns the shape with both forms. */
export const manyIds = <const Name extends string>(name: Name) =>
  ({ [name]: idList, [`${name}[]`]: idList }) as {
    readonly [Key in Name | `${Name}[]`]: typeof idList
  }

/** Rows that one answer holds at most. */
export const MOST_ROWS = 5000

/** The page of a table that the server pages, its order, and the figure whose leads it shows. */
export const pageQuery = {
  /** From 1. */
  page: numberFrom(1).default(1),
  per_page: numberFrom(1, MOST_ROWS).default(10),
  /** A column's key; with '-' before it the greatest first. */
  order: z.string().max(60).optional(),
  /** A column of counts in the summary, and the row's number; the table has the leads that it counts. */
  figure: z.string().max(60).optional(),
  row: z.string().max(60).optional(),
  /** 1: the answer says in `figure_leads` which of its leads each figure counts. */
  with_figures: numberFrom(0, 1).optional(),
}

const MOST_COLUMNS = 4000

/** Of an export: the columns that it has, by their keys and in this order: 'client_name,status'. By default all. */
const columns = z
  .string()
  .max(MOST_COLUMNS)
  .transform((keys) => keys.split(',').filter((key) => key !== ''))
  .transform((keys) => (keys.length === 0 ? undefined : [...new Set(keys)]))
  .optional()

/** How an export shows its table. */
export const shownQuery = { order: pageQuery.order, columns }

/** How a book shows its tables: columns as 'table.column', and a table's order as 'table.-column', with commas between them. */
export const bookQuery = {
  order: z
    .string()
    .max(600)
    .transform((orders) => orders.split(',').filter((order) => order !== ''))
    .optional(),
  columns,
}

/** How an export shows a table of leads. It may show the leads of one figure alone. */
export const shownLeadsQuery = { ...shownQuery, figure: pageQuery.figure, row: pageQuery.row }
/** The leads of a call that answers none unless it is asked for a number of them. */
export const leadsQuery = { ...pageQuery, per_page: numberFrom(1, MOST_ROWS).optional() }

/** The page of a call that answers all rows unless it is asked for fewer. */
export const paginateQuery = {
  page: pageQuery.page,
  per_page: numberFrom(1, MOST_ROWS).optional(),
  /** The same as `per_page`. Left out or 'null': all rows. */
  paginate: z.preprocess(
    (given: unknown) => (given === 'null' ? undefined : given),
    numberFrom(1, MOST_ROWS).optional(),
  ),
  order: pageQuery.order,
}

/** The answer of an export. */
export const sheetAnswer = { file: XLSX } as const

/** Refuses an export whose filter leaves no rows. */
export const NOTHING_TO_EXPORT = 'Não há leads para exportar nesse período!'
