/** Clients on their own, and their look-ups: docs/rules.md#client-calls. */
import { z } from 'zod'
import { CLEANED, clientFieldsSchema } from '../domain/client/changes.ts'
import { clientSchema } from '../domain/client/client.ts'
import { type ClientField, ofAddress, ofPerson } from '../domain/client/fields.ts'
import { IDENTITY_CHOICES } from '../domain/client/identity-choice.ts'
import { storedDocument } from '../domain/documents/read-document.ts'
import { idNumber, numberFrom } from './decimal.ts'
import { routesOf } from './route.ts'
import { listOf } from './session.ts'
import { XLSX } from './xlsx.ts'

/** Accepts masked values, and null for an empty field. */
const written = (clean: (text: string) => string) =>
  z
    .string()
    .max(200)
    .nullable()
    .transform((text) => clean(text ?? ''))
const asTyped = written((text) => text)
const cleaned = ({ typing }: ClientField) =>
  typing === 'text' || typing === 'day' ? asTyped : written(CLEANED[typing])

/** Absent fields stay as they are. */
const clientRequest = z
  .object({
    ...ofPerson(cleaned, clientFieldsSchema.shape.birth_date),
    address: z.object(ofAddress(cleaned)).partial(),
  })
  .partial()

const { get, post, put } = routesOf('Clientes')

/** The first page is 1. */
export const clientsRoute = get('/clients', 'clients.read', {
  query: z.object({
    page: numberFrom(1, 100_000).default(1),
    per_page: numberFrom(1, 2000).default(500),
  }),
  answer: listOf(clientSchema).extend({ pagination: z.object({ total: z.number().int() }) }),
})

/** A client's lead, as the list of clients shows it. */
export const leadOfClientSchema = z.object({
  uid: z.string(),
  id: z.number().int().nullable(),
  product: z.string().nullable(),
  insurance_id: z.number().int().nullable(),
  broker_id: z.number().int().nullable(),
  state: z.number().int(),
  status: z.number().int(),
  sold: z.number().int().nullable(),
  lost_sale: z.number().int().nullable(),
  cancelled: z.boolean(),
})

export const listedClientSchema = clientSchema.extend({
  is_active: z.boolean(),
  /** Leads in the caller's scope, the newest first. */
  leads: z.array(leadOfClientSchema),
})
export type ListedClient = z.infer<typeof listedClientSchema>

const listFilters = {
  /** Parts of name and e-mail, without regard to case and, in names, accents. */
  name: z.string().max(200).optional(),
  email: z.string().max(200).optional(),
  is_active: z
    .union([z.literal(['true', '1', 'false', '0']), z.boolean()])
    .optional()
    .transform((value) => value === true || value === 'true' || value === '1'),
}

/** All clients of the caller's scope, whatever the age of their leads. */
export const clientListRoute = get('/clients/list', 'clients.read', {
  query: z.object({
    ...listFilters,
    /** From 1. */
    page: numberFrom(1, 100_000).default(1),
    per_page: numberFrom(1, 100).default(10),
  }),
  answer: listOf(listedClientSchema).extend({ pagination: z.object({ total: z.number().int() }) }),
})

/** The list that the filters leave, as a sheet. The audit records the export. */
export const clientSheetRoute = get('/clients/list/export', 'clients.read', {
  query: z.object(listFilters),
  answer: { file: XLSX },
})

/** Returns the client with its number. */
export const createClientRoute = post('/clients', 'client.create', {
  body: clientRequest.extend({ name: asTyped }),
  answer: clientSchema,
})
export const updateClientRoute = put('/clients/:id', 'client.update', {
  params: z.object({ id: idNumber.meta({ title: 'Número do cliente' }) }),
  body: clientRequest.extend({ identity: z.enum(IDENTITY_CHOICES).optional() }),
  answer: clientSchema,
})

/** Accepts CPF or CNPJ, with or without the mask. `data` is null when no client has it. */
export const clientByCpfRoute = post('/client-by-cpf', 'client.lookUp', {
  reads: true,
  body: z.object({ cpf: z.string().max(40).transform(storedDocument) }),
  answer: z.object({ data: clientSchema.nullable() }),
})

export const CLIENTS_BY_NAME = 10
/** The fewest characters of a look-up. A shorter name finds no client and does not count as a look-up. */
export const SHORTEST_NAME = 2
/** Returns up to ten clients. Names that begin with the text come first. The search ignores accents. */
export const clientByNameRoute = get('/client-by-name/:name', 'client.lookUp', {
  params: z.object({ name: z.string().max(200) }),
  answer: listOf(clientSchema),
})
