/** Conflicts and refusals that wait in the queue: docs/rules.md#notices */
import { isStaff } from '../permissions/roles.ts'
import type { RoleId } from '../session/session-user.ts'
import { leadName, type Notice } from './notice.ts'

export interface QueueProblem {
  /** The command's key, a UUID. */
  readonly key: string
  readonly state: 'conflict' | 'rejected'
  /** The command in words. */
  readonly label: string
  /** Why the server refused. Empty for a conflict. */
  readonly reason: string
  readonly queuedAtMs: number
  readonly leadId: number | null
  readonly clientName: string
}

/** A lead of the board is opened with its decision. Other roles, and leads without a number, have the queue's screen. */
export function queueNotices(problems: readonly QueueProblem[], role: RoleId): Notice[] {
  return problems.map(({ key, state, label, reason, queuedAtMs, leadId, clientName }) => ({
    key: `queue:${key}:${state}`,
    kind: 'queue',
    atMs: queuedAtMs,
    momentMs: queuedAtMs,
    title: [leadId === null ? null : leadName(leadId), clientName === '' ? null : clientName]
      .filter((part) => part !== null)
      .join(' · '),
    text: state === 'conflict' ? `Em conflito: ${label}` : `Recusado: ${label}`,
    note: reason,
    isUrgent: true,
    target: leadId !== null && isStaff(role) ? { to: 'lead', id: leadId } : { to: 'queue' },
  }))
}
