/** What an import says about a client that was known: docs/rules.md#renewal-import */

import type { ClientFields } from '../../src/domain/client/changes.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { formatDocument } from '../../src/domain/documents/cpf-cnpj.ts'
import { fieldLabel } from '../../src/domain/lead/field-words.ts'
import { formatPhone } from '../../src/domain/phone/phone.ts'
import { foldText } from '../../src/domain/text/fold.ts'

const FIELDS = ['name', 'cpf', 'cellphone', 'phone', 'mail'] as const
type Field = (typeof FIELDS)[number]

const shown = (field: Field, value: string) => {
  if (field === 'cpf') return formatDocument(value)
  return field === 'cellphone' || field === 'phone' ? formatPhone(value) : value
}

const labelOf = (field: Field) => fieldLabel(`client.${field}`)

/** Names and addresses of mail are the same whatever their case and accents. */
const isSame = (field: Field, one: string, other: string) =>
  field === 'name' || field === 'mail' ? foldText(one) === foldText(other) : one === other

/** 'Completado no cadastro: E-mail.', 'Difere do cadastro: Celular (31) 98888-7777.' */
export function clientNotes(before: Client, after: Client, given: ClientFields): string[] {
  const completed = FIELDS.filter((field) => before[field] === '' && after[field] !== '').map(labelOf)
  const differing = FIELDS.filter(
    (field) => given[field] !== '' && !isSame(field, given[field], after[field]),
  ).map((field) => `${labelOf(field)} ${shown(field, given[field])}`)
  return [
    ...(completed.length === 0 ? [] : [`Completado no cadastro: ${completed.join(', ')}`]),
    ...(differing.length === 0 ? [] : [`Difere do cadastro: ${differing.join(', ')}`]),
  ]
}
