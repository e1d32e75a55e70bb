/** What the dialog says when somebody else has changed the user meanwhile: docs/rules.md#users */
import type { ManagedUser } from '../../../contract/administration/users.ts'
import { fieldName } from '../../../contract/field-names.ts'
import { auditChanges, auditValue } from '../../../domain/audit/audit-words.ts'

/** No fields of the form. */
const NOT_SHOWN = ['verify', 'revision']

function valueWords(field: string, value: unknown): string {
  if (field === 'status') return value === 1 ? 'Ativo' : 'Inativo'
  return auditValue(value)
}

/** Names each field that differs with its present value. */
export function changedWords(seen: ManagedUser, present: ManagedUser): string {
  const changes = auditChanges(seen, present)
    .filter(({ field }) => !NOT_SHOWN.includes(field))
    .map(({ field, after }) => `${fieldName(field) ?? field} (agora ${valueWords(field, after)})`)
  return `Outra pessoa alterou este usuário enquanto você editava. Mudou: ${changes.join('; ')}. O que você digitou continua aqui. Confira e salve de novo.`
}
