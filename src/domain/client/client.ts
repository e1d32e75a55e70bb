/** The client (indicado): the person or company that a lead is about. */

import { z } from 'zod'
import { ofAddress, ofPerson } from './fields.ts'

const text = () => z.string()

/** Documents and phones are without punctuation. */
export const clientSchema = z.looseObject({
  uid: z.string(),
  id: z.number().int().nullable(),
  version: z.number().int(),
  ...ofPerson(text, z.string().nullable()),
  /** A row that a device stored before lacks it, and an older answer of the server. */
  no_messages_since: z.string().nullable().default(null),
  address: z.object(ofAddress(text)),
})

export type Client = z.infer<typeof clientSchema>
