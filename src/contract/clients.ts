/** Clients on their own, and their look-ups: docs/rules.md#client-calls. */
import { z } from 'zod'
import { clientFieldsSchema } from '../domain/client/changes.ts'
import { clientSchema } from '../domain/client/client.ts'
import { cleanDocument } from '../domain/documents/cpf-cnpj.ts'
import { cleanDigits } from '../domain/documents/masks.ts'
import { cleanPhone } from '../domain/phone/phone.ts'
import { idNumber } from './decimal.ts'
import { listOf } from './session.ts'

/** Accepts masked values, and null for an empty field. */
const written = (clean: (text: string) => string) =>
  z
    .string()
    .max(200)
    .nullable()
    .transform((text) => clean(text ?? ''))
const asTyped = written((text) => text)
const upperCase = written((text) => text.trim().toUpperCase())

const addressRequest = z.object({
  cep: written(cleanDigits).optional(),
  street: asTyped.optional(),
  number: asTyped.optional(),
  comp: asTyped.optional(),
  district: asTyped.optional(),
  city: asTyped.optional(),
  state: upperCase.optional(),
})

/** Absent fields stay as they are. */
const clientRequest = z.object({
  name: asTyped.optional(),
  phone: written(cleanPhone).optional(),
  cellphone: written(cleanPhone).optional(),
  mail: asTyped.optional(),
  cpf: written(cleanDocument).optional(),
  rg: asTyped.optional(),
  birth_date: clientFieldsSchema.shape.birth_date.optional(),
  address: addressRequest.optional(),
})

/** POST /clients. Returns the client with its number. */
export const createClientRequestSchema = clientRequest.extend({ name: asTyped })
/** PUT /clients/{id}. Returns the client. */
export const updateClientRequestSchema = clientRequest

export const clientIdParamsSchema = z.object({ id: idNumber.meta({ title: 'Número do cliente' }) })

/** POST /client-by-cpf. Accepts CPF or CNPJ, with or without the mask. `data` is null when no client has it. */
export const clientByCpfRequestSchema = z.object({ cpf: z.string().max(30).transform(cleanDocument) })
export const clientByCpfSchema = z.object({ data: clientSchema.nullable() })

/** GET /client-by-name/{name}. Returns up to ten clients. Names that begin with the text come first. */
export const CLIENTS_BY_NAME = 10
/** The fewest characters of a look-up. A shorter name finds no client and does not count as a look-up. */
export const SHORTEST_NAME = 2
export const clientByNameParamsSchema = z.object({ name: z.string().max(200) })
export const clientByNameSchema = listOf(clientSchema)
