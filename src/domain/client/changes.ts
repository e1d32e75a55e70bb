/** Fields of a client that a command may write: 'Informações do Indicado' of the form and the client dialog. */
import { z } from 'zod'
import { cleanDigits } from '../documents/masks.ts'
import { readCep } from '../documents/read-cep.ts'
import { storedDocument } from '../documents/read-document.ts'
import { nationalNumber } from '../phone/national-number.ts'
import { overlay } from '../record/overlay.ts'
import { withoutInvisible } from '../text/invisible.ts'
import type { Client } from './client.ts'
import { type ClientField, type ClientTyping, ofAddress, ofPerson } from './fields.ts'
import { storedMail } from './mail-address.ts'

const text = (max: number) => z.string().overwrite(withoutInvisible).trim().max(max)

/** A typed text as it is stored. Another country's number is longer than a phone: the rules of a save refuse it. */
export const CLEANED: Readonly<Record<Exclude<ClientTyping, 'text' | 'day'>, (typed: string) => string>> = {
  mail: storedMail,
  phone: nationalNumber,
  document: storedDocument,
  cep: (cep) => readCep(cep) ?? cleanDigits(cep),
  state: (state) => state.trim().toUpperCase(),
}

function typed({ typing, most = 0, longest = most }: ClientField): z.ZodType<string, string> {
  if (typing === 'text' || typing === 'day') return text(most)
  return text(longest).transform(CLEANED[typing]).pipe(text(most))
}

/** Strips punctuation from documents, phones and CEP. The state has two capital letters. */
const everyField = z.strictObject({
  ...ofPerson(typed, z.iso.date().nullable()),
  address: z.strictObject(ofAddress(typed)),
})
/** A creation that an earlier version queued lacks the mark against messages. */
export const clientFieldsSchema = everyField.extend({
  no_messages_since: everyField.shape.no_messages_since.default(null),
})
export type ClientFields = z.infer<typeof clientFieldsSchema>

/** Only the changed fields; of the address, too. */
export const clientChangesSchema = everyField
  .omit({ address: true })
  .extend({ address: everyField.shape.address.partial() })
  .partial()
export type ClientChanges = z.infer<typeof clientChangesSchema>

/** Returns a client that the server does not know yet: `id` null, `version` 0. */
export function newClient(uid: string, fields: ClientFields): Client {
  return { uid, id: null, version: 0, ...fields }
}

export function changeClient(client: Client, { address, ...rest }: ClientChanges): Client {
  return { ...overlay(client, rest), address: overlay(client.address, address ?? {}) }
}
