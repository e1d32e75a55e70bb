/** What the dialogs of administration say of a record that was changed elsewhere: docs/rules.md#revisions */
import { fieldName } from '../contract/field-names.ts'
import type { AuditNames } from '../domain/audit/audit-values.ts'
import { auditLines } from '../domain/audit/audit-words.ts'

export interface Versions {
  /** The table, as the audit names it. */
  readonly entity: string
  readonly before: unknown
  readonly present: unknown
}

const KEPT = 'O que você digitou continua aqui. Confira e salve de novo.'

/** Names each field that differs with its present value: 'Telefone (agora 31988887777)'. */
function differences({ entity, before, present }: Versions, names: AuditNames, hidden: readonly string[]) {
  return auditLines({ entity, before, after: present }, { names, nameOf: fieldName })
    .filter(({ field }) => !hidden.includes(field))
    .map(({ label, after }) => `${label} (agora ${after})`)
    .join('; ')
}

/** The change may be in no field of a form: a row that was written twice, a field that another screen edits. */
const listed = (before: string, fields: string) => (fields === '' ? '' : `${before}: ${fields}. `)

/** `what`: 'este usuário'. `hidden`: no fields of the form. */
export function changedWords(
  what: string,
  versions: Versions,
  { names, hidden = [] }: { readonly names: AuditNames; readonly hidden?: readonly string[] },
): string {
  return `Outra pessoa alterou ${what} enquanto você editava. ${listed('Mudou', differences(versions, names, hidden))}${KEPT}`
}

/** For a new record that a save with a lost answer has made already. `before`: what is typed now. */
export function savedBeforeWords(
  versions: Versions,
  { names, hidden = [] }: { readonly names: AuditNames; readonly hidden?: readonly string[] },
): string {
  return `O que você enviou antes já foi salvo. ${listed('Está salvo', differences(versions, names, hidden))}${KEPT}`
}
