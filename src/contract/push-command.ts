/** A command as the code has it, and as a request has it. No other file translates the names. */
import type { PushCommand } from './sync.ts'

export interface QueuedCommand {
  readonly key: string
  readonly command: string
  /** Version of the command's schema in the app that queued it. */
  readonly schemaVersion: number
  readonly args: unknown
  readonly base: PushCommand['base']
  /** ISO 8601. */
  readonly occurredAt: string
  /** Key of the previous command that writes the same lead or client, which must be applied; null: none. */
  readonly dependsOn: string | null
  /** Id of the commands that are applied together or not at all: docs/sync-protocol.md#groups. Absent: it stands alone. */
  readonly group?: string
}

export const asSent = (command: QueuedCommand): PushCommand => ({
  key: command.key,
  command: command.command,
  schema_version: command.schemaVersion,
  args: command.args,
  base: command.base,
  occurred_at: command.occurredAt,
  depends_on: command.dependsOn,
  ...(command.group === undefined ? {} : { group: command.group }),
})

/** Without its group: the server knows a group by its place in the request. */
export const asReceived = (command: PushCommand): Omit<QueuedCommand, 'group'> => ({
  key: command.key,
  command: command.command,
  schemaVersion: command.schema_version,
  args: command.args,
  base: command.base,
  occurredAt: command.occurred_at,
  dependsOn: command.depends_on,
})
