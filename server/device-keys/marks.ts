/** Who may mark users and dealerships as 'tablet compartilhado': docs/rules.md#protected-devices */
import { may } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { refusedField } from '../context/errors.ts'

const ADMINISTRATORS_MARK = 'Só um administrador muda ‘Tablet compartilhado’.'

/** Throws HttpError 422 where the save changes the mark and its user may not. A form that leaves it as it was may be anybody's. */
export function demandMark(user: SessionUser, before: boolean, wanted: boolean | undefined): void {
  if (wanted === undefined || wanted === before) return
  if (!may('sharedTablets.mark', roleOf(user))) throw refusedField('shared_tablet', ADMINISTRATORS_MARK)
}
