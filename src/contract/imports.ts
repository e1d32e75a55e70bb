/** The import of any list, and how it is taken back: docs/rules.md#any-import */
import { z } from 'zod'
import { importListSchema } from '../domain/imports/list-names.ts'
import { dayOrdersSchema } from '../domain/spreadsheet/day-order.ts'
import { idNumber } from './decimal.ts'
import { routesOf } from './route.ts'

const { get, post, put, remove } = routesOf('Importações')
const params = z.object({ id: idNumber.meta({ title: 'Número da importação' }) })

/**
 * 'preparing': the lines are being stored. 'running' and 'undoing' go on in the background. 'undone': rows that no user
 * changed are gone, and the others are listed.
 */
export const importStateSchema = z.enum(['preparing', 'running', 'done', 'cancelled', 'undoing', 'undone'])
export type ImportState = z.infer<typeof importStateSchema>

export const dataImportSchema = z.object({
  id: z.number().int(),
  state: importStateSchema,
  list: importListSchema,
  /** The system that the file comes from. */
  source: z.string(),
  file_name: z.string(),
  /** Who started it. */
  user: z.object({ id: z.number().int(), name: z.string() }),
  /** Good lines, and how many of them are done. */
  total: z.number().int(),
  done: z.number().int(),
  /** Lines that made a row of the list. */
  made: z.number().int(),
  /** Lines whose row was there: blank fields of it were completed. */
  updated: z.number().int(),
  /** Lines whose row was there and stayed as it was ('já existiam'). */
  existing: z.number().int(),
  refused: z.number().int(),
  /** Lines that wait for a person's decision. */
  undecided: z.number().int().default(0),
  /** Blank lines of the file. */
  blank: z.number().int(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  /** Until when it can be taken back; null: it can't be, or not any more. */
  undo_until: z.string().nullable(),
  /** What an undo has looked at, of how many rows; 0 before. */
  undo_total: z.number().int(),
  undo_done: z.number().int(),
  /** Rows that an undo removed or put back, and rows that stay because a user changed them. */
  removed: z.number().int(),
  kept: z.number().int(),
})
export type DataImport = z.infer<typeof dataImportSchema>

const emptyAsNull = (given: unknown) => (given === '' ? null : given)
const chosen = z.preprocess(emptyAsNull, idNumber.nullable().default(null))

export const LONGEST_SOURCE = 60

/** What is asked once for the whole file, and counts for lines that have none. In a form the values are text. */
export const dataImportChoicesSchema = z.object({
  source: z.string().trim().min(1, 'Diga de que sistema vêm os dados').max(LONGEST_SOURCE),
  channel_id: chosen,
  broker_id: chosen,
  inviter_id: chosen,
  partner_id: chosen,
  insurance_id: chosen,
  role_id: chosen,
  /** A text that names no broker, referrer or dealership: its line is refused, or gets the chosen one. */
  unknown: z.enum(['refuse', 'default']).default('refuse'),
})
export type DataImportChoices = z.infer<typeof dataImportChoicesSchema>

/**
 * Takes a form: `file` (.xlsx or CSV), `sheet` (its name; without it the one that looks most like the list), `list`,
 * `mapping` (JSON: the place of each field's column, or null), `accents` (the encoding of lines in doubt), `day_orders` (JSON:
 * 'day-first' or 'month-first' for fields whose days are in doubt), and the choices. The import runs in the background. 422: the
 * days of a column contradict each other, and their order is not given. 409: another import or undo runs.
 */
export const startDataImportRoute = post('/imports', 'data.import', {
  once: true,
  consumes: 'multipart/form-data',
  answer: dataImportSchema,
  status: 201,
})

/** The latest, the newest first. */
export const dataImportsRoute = get('/imports', 'data.import', {
  answer: z.object({ data: z.array(dataImportSchema) }),
})

/** One file is read at a time. `place` of the user's next file in the line, from 1; 0: none waits. */
export const readingPlaceRoute = get('/imports/place', 'data.import', {
  answer: z.object({ place: z.number().int().min(0) }),
})

export const dataImportRoute = get('/imports/:id', 'data.import', { params, answer: dataImportSchema })

/** What was imported stays, and can be taken back. Repeating it changes nothing. */
export const cancelDataImportRoute = put('/imports/:id/cancel', 'data.import', {
  params,
  answer: dataImportSchema,
})

/** Lines that were not imported, by their numbers in the file. */
export const dataImportRefusalsRoute = get('/imports/:id/refusals', 'data.import', {
  params,
  answer: z.object({
    data: z.array(z.object({ line: z.number().int(), old_number: z.string(), reason: z.string() })),
  }),
})

/** A client that a line may be. */
export const meantClientSchema = z.object({
  uid: z.uuid(),
  /** Its number in Farol. */
  id: z.number().int(),
  name: z.string(),
  document: z.string(),
  cellphone: z.string(),
  phone: z.string(),
  mail: z.string(),
})
export type MeantClient = z.infer<typeof meantClientSchema>

export const importDecisionSchema = z.object({
  line: z.number().int(),
  reason: z.string(),
  /** The person as the file has it. */
  person: meantClientSchema.omit({ uid: true, id: true }),
  candidates: z.array(meantClientSchema),
})
export type ImportDecision = z.infer<typeof importDecisionSchema>

/** Lines of which several clients could be meant, for a person to decide. At most 500. */
export const importDecisionsRoute = get('/imports/:id/decisions', 'data.import', {
  params,
  answer: z.object({ data: z.array(importDecisionSchema) }),
})

const decideSchema = z.object({
  decisions: z
    .array(
      z.object({
        line: z.number().int(),
        /** 'join': the line is the client `client_uid`. 'create': another person. */
        decision: z.enum(['join', 'create', 'discard']),
        client_uid: z.uuid().nullable().default(null),
      }),
    )
    .min(1)
    .max(500),
})
export type DecideImport = z.infer<typeof decideSchema>

/** A line that was decided meanwhile is left as it is. */
export const decideImportRoute = put('/imports/:id/decisions', 'data.import', {
  params,
  body: decideSchema,
  answer: dataImportSchema,
})

/**
 * Takes back the rows that no user changed, in the background. Repeating it changes nothing. 409: another import or
 * undo runs.
 */
export const undoDataImportRoute = post('/imports/:id/undo', 'data.import', {
  params,
  answer: dataImportSchema,
})

export const keptRowSchema = z.object({
  kind: z.enum(['client', 'lead', 'user', 'partner']),
  /** Its number in Farol. */
  id: z.number().int(),
  /** The client's, the user's or the dealership's; of a lead, its client's. */
  name: z.string(),
  /** The line of the file. */
  line: z.number().int(),
  reason: z.string(),
})
export type KeptRow = z.infer<typeof keptRowSchema>

/** What stayed after an undo, and why; at most 1,000. */
export const keptRowsRoute = get('/imports/:id/kept', 'data.import', {
  params,
  answer: z.object({ data: z.array(keptRowSchema) }),
})

export const importMappingSchema = z.object({
  id: z.number().int(),
  list: importListSchema,
  name: z.string(),
  source: z.string(),
  /** The header of each field's column, since another file may have its columns in another order. */
  headers: z.record(z.string(), z.string().nullable()),
  /** Whether the day or the month comes first, by the names of fields. Servers of earlier versions do not send it. */
  day_orders: dayOrdersSchema.default({}),
})
export type ImportMapping = z.infer<typeof importMappingSchema>

export const importMappingBodySchema = z.object({
  list: importListSchema,
  name: z.string().trim().min(1, 'Dê um nome').max(60),
  source: z.string().trim().max(LONGEST_SOURCE).default(''),
  headers: z
    .record(z.string().max(40), z.string().max(200).nullable())
    .refine((headers) => Object.keys(headers).length <= 60, 'O mapeamento tem campos demais'),
  // Devices with an earlier version of the app do not send it.
  day_orders: dayOrdersSchema.default({}),
})

/** By list and name. */
export const importMappingsRoute = get('/import-mappings', 'data.import', {
  answer: z.object({ data: z.array(importMappingSchema) }),
})

/** In place of the one with the same list and name. */
export const saveImportMappingRoute = post('/import-mappings', 'data.import', {
  body: importMappingBodySchema,
  answer: importMappingSchema,
})

export const removeImportMappingRoute = remove('/import-mappings/:id', 'data.import', {
  params: z.object({ id: idNumber.meta({ title: 'Número do mapeamento' }) }),
  answer: 'nothing',
})
