/**
 * A command is a mutation with two homes: here its schema and its optimistic, pure half; on the server the
 * authoritative handler of the same name. Both call the same rules in domain/. Architecture, section 3.
 */
import type { z } from 'zod'
import type { Lead } from '../domain/lead/lead.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import type { Settings } from '../domain/settings/settings.ts'

/** What a command may know besides its arguments; it has no clock of its own. */
export interface CommandContext {
  /** When it happened, ISO 8601: the corrected clock of the device. */
  readonly occurredAt: string
  readonly user: SessionUser
  readonly settings: Settings
  /** Ordered statuses of the lead's channel (ruling 15). */
  readonly statusFlow: readonly number[]
}

export interface CommandDefinition<Name extends string, Schema extends z.ZodType> {
  readonly name: Name
  /** Version of the argument schema; an older queued command is upcast or accepted for two releases. */
  readonly version: number
  readonly args: Schema
  /** Uid of the lead that it changes. */
  readonly entityUid: (args: z.infer<Schema>) => string
  /** What the queue screen calls it, in Portuguese. */
  readonly label: string
  /**
   * The lead as it will look once the server agrees. Returns a new object, never changes the given one.
   * Fields that it changes are the command's `base`.
   */
  readonly apply: (lead: Lead, args: z.infer<Schema>, context: CommandContext) => Lead
}

export function defineCommand<Name extends string, Schema extends z.ZodType>(
  definition: CommandDefinition<Name, Schema>,
): CommandDefinition<Name, Schema> {
  return definition
}
