/** The client (indicado): the person or company that a lead is about. */

import { z } from 'zod'

export const addressSchema = z.object({
  cep: z.string(),
  street: z.string(),
  number: z.string(),
  comp: z.string(),
  district: z.string(),
  city: z.string(),
  state: z.string(),
})

/** The fields of a client: docs/rules.md#clients. Documents and phones are without punctuation. */
export const clientSchema = z.looseObject({
  uid: z.string(),
  id: z.number().int().nullable(),
  version: z.number().int(),
  name: z.string(),
  phone: z.string(),
  cellphone: z.string(),
  mail: z.string(),
  cpf: z.string(),
  rg: z.string(),
  /** YYYY-MM-DD. */
  birth_date: z.string().nullable(),
  address: addressSchema,
})

export type Client = z.infer<typeof clientSchema>
