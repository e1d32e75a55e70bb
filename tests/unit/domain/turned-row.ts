/** Another line in the table of permissions, for the time of a test. */
import { ACTIONS, type Action } from '../../../src/domain/permissions/actions.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'

/** Gives the action to these roles alone while `act` runs. One call at a time: each sets back what it found. */
export async function withRoles<Result>(
  action: Action,
  roles: readonly RoleId[],
  act: () => Result | Promise<Result>,
): Promise<Result> {
  const before: readonly RoleId[] = ACTIONS[action]
  Reflect.set(ACTIONS, action, roles)
  try {
    return await act()
  } finally {
    Reflect.set(ACTIONS, action, before)
  }
}
