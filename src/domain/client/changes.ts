/** What may be written of a client: the form's section 'Informações do Indicado' and the client dialog. */
import { z } from 'zod'
import { overlay } from '../record/overlay.ts'
import type { addressSchema, Client } from './client.ts'

const text = (max: number) => z.string().trim().max(max)

/** Documents, phones and CEP without punctuation; the state in two capital letters. */
export const clientFieldsSchema = z.strictObject({
  name: text(200),
  phone: text(11),
  cellphone: text(11),
  mail: text(200),
  cpf: text(14),
  rg: text(20),
  /** YYYY-MM-DD. */
  birth_date: z.iso.date().nullable(),
  address: z.strictObject({
    cep: text(8),
    street: text(200),
    number: text(20),
    comp: text(200),
    district: text(200),
    city: text(200),
    state: text(2),
  }),
})
export type ClientFields = z.infer<typeof clientFieldsSchema>

/** Only what changed; of the address too. */
export const clientChangesSchema = clientFieldsSchema
  .omit({ address: true })
  .extend({ address: clientFieldsSchema.shape.address.partial() })
  .partial()
export type ClientChanges = z.infer<typeof clientChangesSchema>

export const EMPTY_ADDRESS: z.infer<typeof addressSchema> = {
  cep: '',
  street: '',
  number: '',
  comp: '',
  district: '',
  city: '',
  state: '',
}

/** A client that no server has seen yet. */
export function newClient(uid: string, fields: ClientFields): Client {
  return { uid, id: null, version: 0, ...fields }
}

export function changeClient(client: Client, { address, ...rest }: ClientChanges): Client {
  return { ...overlay(client, rest), address: overlay(client.address, address ?? {}) }
}
