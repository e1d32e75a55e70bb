/** Fields of a client that a command may write: 'Informações do Indicado' of the form and the client dialog. */
import { z } from 'zod'
import { cleanDigits } from '../documents/masks.ts'
import { readCep } from '../documents/read-cep.ts'
import { storedDocument } from '../documents/read-document.ts'
import { nationalNumber } from '../phone/national-number.ts'
import { overlay } from '../record/overlay.ts'
import { withoutInvisible } from '../text/invisible.ts'
import { type Client, laterParts } from './client.ts'
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

const day = z.iso.date().nullable()

/** Strips punctuation from documents, phones and CEP. The state has two capital letters. */
const everyField = z.strictObject({
  ...ofPerson(typed, day),
  address: z.strictObject(ofAddress(typed)),
})
export const clientFieldsSchema = everyField.extend(laterParts(typed, day))
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
