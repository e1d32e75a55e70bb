/** Fields of a client that a command may write: 'Informações do Indicado' of the form and the client dialog. */
import { z } from 'zod'
import { cleanDigits } from '../documents/masks.ts'
import { readCep } from '../documents/read-cep.ts'
import { storedDocument } from '../documents/read-document.ts'
import { nationalNumber } from '../phone/national-number.ts'
import { overlay } from '../record/overlay.ts'
import { withoutInvisible } from '../text/invisible.ts'
import type { Client } from './client.ts'
import { EMPTY_ADDRESS } from './empty-address.ts'
import { storedMail } from './mail-address.ts'

const text = (max: number) => z.string().overwrite(withoutInvisible).trim().max(max)

/** Another country's number is longer. The rules of a save refuse it. */
const phone = text(40).transform(nationalNumber).pipe(text(16))

/** Strips punctuation from documents, phones and CEP. The state has two capital letters. */
export const clientFieldsSchema = z.strictObject({
  name: text(200),
  phone,
  cellphone: phone,
  mail: text(200).overwrite(storedMail),
  cpf: text(40).transform(storedDocument).pipe(text(14)),
  rg: text(20),
  /** YYYY-MM-DD. */
  birth_date: z.iso.date().nullable(),
  address: z.strictObject({
    cep: text(20)
      .transform((cep) => readCep(cep) ?? cleanDigits(cep))
      .pipe(text(8)),
    street: text(200),
    number: text(20),
    comp: text(200),
    district: text(200),
    city: text(200),
    state: text(2).toUpperCase(),
  }),
})
export type ClientFields = z.infer<typeof clientFieldsSchema>

/** Only the changed fields; of the address, too. */
export const clientChangesSchema = clientFieldsSchema
  .omit({ address: true })
  .extend({ address: clientFieldsSchema.shape.address.partial() })
  .partial()
export type ClientChanges = z.infer<typeof clientChangesSchema>

export const EMPTY_CLIENT: ClientFields = {
  name: '',
  phone: '',
  cellphone: '',
  mail: '',
  cpf: '',
  rg: '',
  birth_date: null,
  address: EMPTY_ADDRESS,
}

/** Returns a client that the server does not know yet: `id` null, `version` 0. */
export function newClient(uid: string, fields: ClientFields): Client {
  return { uid, id: null, version: 0, ...fields }
}

export function changeClient(client: Client, { address, ...rest }: ClientChanges): Client {
  return { ...overlay(client, rest), address: overlay(client.address, address ?? {}) }
}
