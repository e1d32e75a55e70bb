/** A command that arrives at the server by push or by a REST call. */
import type { QueuedCommand } from '../../src/contract/push-command.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Tx } from '../db/database.ts'
import type { Moment } from '../feed/moment.ts'

export interface CommandRequest extends Omit<QueuedCommand, 'group'> {
  readonly user: SessionUser
  readonly deviceId: string | null
  /** Of the request that brought it: the rules are those that hold there. Absent: those that hold now. */
  readonly moment?: Moment
  /** A person without login sent it by the user's link. Absent: the user sent it. No device can claim it. */
  readonly byLink?: ByLink
  /** What is written together with the command once it is applied. What it throws undoes both. */
  readonly also?: (tx: Tx) => Promise<void>
}

export interface ByLink {
  readonly consentVersion: string
  /** ISO 8601. */
  readonly consentAt: string
  /** To data about health; null: none, and the details have no such data. */
  readonly health: { readonly version: string; readonly at: string } | null
}
