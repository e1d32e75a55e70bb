/** What the dialog of a client asks for, and what it changes: docs/rules.md#list-of-clients */
import { z } from 'zod'
import { isPhone } from '../phone/phone.ts'
import { picked } from '../record/parts.ts'
import { REQUIRED_FIELD } from '../text/required.ts'
import { type ClientChanges, clientChangesSchema } from './changes.ts'
import type { Client } from './client.ts'
import { clientFieldsOf, ofAddress } from './fields.ts'
import { mailSchema } from './mail-schema.ts'

/** Name, document and birth date are read-only in it. */
const EDITED = ['mail', 'phone', 'cellphone', 'no_messages_since'] as const
export type ClientEdit = Pick<Client, (typeof EDITED)[number] | 'address'>

const phone = z
  .string()
  .min(1, REQUIRED_FIELD)
  .refine((digits) => digits === '' || isPhone(digits), 'Telefone inválido')

export const clientEditSchema = z.object({
  mail: mailSchema(REQUIRED_FIELD),
  phone,
  cellphone: phone,
  no_messages_since: z.iso.date().nullable(),
  address: z.object({
    ...ofAddress(({ most = 0 }) => z.string().max(most)),
    cep: z.string().regex(/^(\d{8})?$/, 'CEP inválido'),
    state: z.string().regex(/^([A-Za-z]{2})?$/, 'Use a sigla do estado'),
  }),
})

const changed = <Values extends object>(before: Values, after: Values): Partial<Values> => {
  const known = new Map<string, unknown>(Object.entries(before))
  const differing: Partial<Values> = { ...after }
  for (const [key, value] of Object.entries(after))
    if (known.get(key) === value) Reflect.deleteProperty(differing, key)
  return differing
}

/** Only what differs, as the command `client.update` takes it; null: nothing. */
export function clientEditChanges(client: Client, edit: ClientEdit): ClientChanges | null {
  const { address, ...fields } = edit
  const own = changed<Omit<ClientEdit, 'address'>>(picked(clientFieldsOf(client), EDITED), fields)
  const home = changed(client.address, { ...address, state: address.state.toUpperCase() })
  const changes = { ...own, ...(Object.keys(home).length === 0 ? {} : { address: home }) }
  return Object.keys(changes).length === 0 ? null : clientChangesSchema.parse(changes)
}
