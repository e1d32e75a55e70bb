/** What the dialog of a user says of a save that failed: docs/rules.md#users */
import type { CallResult } from '../../../api/call-result.ts'
import { isNotConfirmed } from '../../../api/confirmation.ts'
import type { ManagedUser } from '../../../contract/administration/users.ts'
import { changedWords } from '../../../device/changed-words.ts'
import type { AuditNames } from '../../../domain/audit/audit-values.ts'
import type { SaveOutcome } from '../../../ui/FormDialog.tsx'

const SAVE_FAILED = 'Erro ao criar/modificar usuário'
export const MAIL_FAILED = 'Erro ao enviar e-mail para usuário'

/** A creation has a key, a change a revision: sending again makes no second user. docs/rules.md#sent-again */
const SAVE_AGAIN = 'Salvar de novo não faz outro usuário.'

/**
 * Sentences about fields are shown at the fields. Any other failure begins with what failed. A user who did not confirm
 * with the password knows that nothing was saved. Without an answer nobody knows whether anything failed.
 */
export function saveFailure(outcome: SaveOutcome, result?: CallResult<unknown>): SaveOutcome {
  if (result !== undefined && isNotConfirmed(result)) return outcome
  if (outcome.kind !== 'refused' || Object.keys(outcome.errors ?? {}).length > 0) return outcome
  if (result?.kind === 'unreachable' && result.mayBeDone === true)
    return { ...outcome, message: `${outcome.message} ${SAVE_AGAIN}` }
  return { ...outcome, message: `${SAVE_FAILED}. ${outcome.message}` }
}

/** No fields of the form. */
const NOT_SHOWN = ['verify', 'revision']

/** Names each field that differs with its present value. */
export const changedUserWords = (before: ManagedUser, present: ManagedUser, names: AuditNames): string =>
  changedWords('este usuário', { entity: 'users', before, present }, { names, hidden: NOT_SHOWN })
