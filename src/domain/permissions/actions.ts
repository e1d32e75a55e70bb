/** Who may do what: one line an action, read by the server's routes and command handlers and by the screens' buttons. */
import type { RoleId } from '../session/session-user.ts'

const EVERYONE: readonly RoleId[] = [1, 2, 3, 4, 5, 6, 7]
const STAFF: readonly RoleId[] = [1, 2, 3]

export const ACTIONS = {
  'session.use': EVERYONE,
  'sync.use': EVERYONE,
  'catalogues.read': EVERYONE,
  'referrals.read': EVERYONE,
  'profile.update': EVERYONE,
  'board.read': STAFF,
  'lead.read': EVERYONE,
  'lead.capture': STAFF,
  'lead.schedule': STAFF,
  'lead.closeScheduling': STAFF,
  'lead.setServiceStatus': STAFF,
  'users.read': STAFF,
  'clients.read': STAFF,
  'technicalTeams.read': STAFF,
} as const satisfies Record<string, readonly RoleId[]>

export type Action = keyof typeof ACTIONS

export function may(action: Action, role: RoleId): boolean {
  const roles: readonly RoleId[] = ACTIONS[action]
  return roles.includes(role)
}
