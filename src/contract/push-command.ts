/** A command as the code has it, and as a request has it. No other file translates the names. */
import { HAND_OVER_ENTRY } from '../domain/hand-over/rules.ts'
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
  /** What another device handed over, base64url: docs/rules.md#hand-over. Absent: this user made the command. */
  readonly handed?: string
}

/** Before the author's key of what another device handed over. */
const HANDED_KEY = 'handed:'

/** Returns the key under which a creation that was handed over is sent. */
export const handedKey = (key: string) => HANDED_KEY + key

/** Returns the author's key, under which the server answers. */
export const authorsKey = (key: string) => (key.startsWith(HANDED_KEY) ? key.slice(HANDED_KEY.length) : key)

/** What the command says, whoever sends it: a code of a hand-over has no more of it. */
export const asStated = ({ key, command, schemaVersion, args, base, occurredAt }: QueuedCommand) => ({
  key,
  command,
  schema_version: schemaVersion,
  args,
  base,
  occurred_at: occurredAt,
})

/**
 * What was handed over goes as its code alone, under another key: a server that knows no hand-overs refuses a command without a
 * meaning, and neither creates the lead as the sender's nor uses the author's key up. The device tries again until one does.
 */
export const asSent = (command: QueuedCommand): PushCommand => ({
  ...(command.handed === undefined
    ? asStated(command)
    : {
        key: handedKey(command.key),
        command: HAND_OVER_ENTRY,
        schema_version: 1,
        args: {},
        base: {},
        handed: command.handed,
        occurred_at: command.occurredAt,
      }),
  depends_on: command.dependsOn,
  ...(command.group === undefined ? {} : { group: command.group }),
})

/**
 * Without its group: the server knows a group by its place in the request. Without what was handed over: that is a command of
 * another user.
 */
export const asReceived = (
  command: Omit<PushCommand, 'group' | 'handed'>,
): Omit<QueuedCommand, 'group' | 'handed'> => ({
  key: command.key,
  command: command.command,
  schemaVersion: command.schema_version,
  args: command.args,
  base: command.base,
  occurredAt: command.occurred_at,
  dependsOn: command.depends_on,
})
