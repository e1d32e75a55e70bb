/** A command that arrives at the server by push or by a REST call. */
import type { QueuedCommand } from '../../src/contract/push-command.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Tx } from '../db/database.ts'
import type { Moment } from '../feed/moment.ts'

export interface CommandRequest extends Omit<QueuedCommand, 'group' | 'handed'> {
  readonly user: SessionUser
  readonly deviceId: string | null
  /** Of the request that brought it: the rules are those that hold there. Absent: those that hold now. */
  readonly moment?: Moment
  /** A person without login sent it by the user's link. Absent: the user sent it. No device can claim it. */
  readonly byLink?: ByLink
  /** An automation asks for it in its own transaction; `user` is its stand-in. No device can claim it. */
  readonly automation?: ByAutomation
  /** Another user's device sends what `user` handed over to it: docs/rules.md#hand-over. No device can claim it. */
  readonly receiver?: Receiver
  /** What is written together with the command once it is applied. What it throws undoes both. */
  readonly also?: (tx: Tx) => Promise<void>
}

export interface Receiver {
  readonly user: SessionUser
  readonly deviceId: string
  /** By the clock of the device that handed it over, ISO 8601. */
  readonly handedAt: string
}

export interface ByAutomation {
  readonly name: string
}

export interface ByLink {
  readonly consentVersion: string
  /** ISO 8601. */
  readonly consentAt: string
  /** To data about health; null: none, and the details have no such data. */
  readonly health: { readonly version: string; readonly at: string } | null
  /** The digest of its code; null: none was asked for, or the text that was agreed to names none. docs/rules.md#receipt */
  readonly receipt: string | null
}
