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

/** A command whose arguments fit its schema. */
export interface PreparedCommand {
  readonly leadUid: string
  readonly apply: (lead: Lead, context: CommandContext) => Lead
}

/** The fields whose values do not fit, with a sentence each. */
export interface InvalidArguments {
  readonly errors: Record<string, string[]>
}

export interface Command<Name extends string, Schema extends z.ZodType>
  extends CommandDefinition<Name, Schema> {
  /** Parses arguments that come from a queue or the wire. */
  readonly prepare: (args: unknown) => PreparedCommand | InvalidArguments
}

export function defineCommand<Name extends string, Schema extends z.ZodType>(
  definition: CommandDefinition<Name, Schema>,
): Command<Name, Schema> {
  return {
    ...definition,
    prepare: (args) => {
      const parsed = definition.args.safeParse(args)
      if (!parsed.success) return { errors: errorsByField(parsed.error.issues) }
      return {
        leadUid: definition.entityUid(parsed.data),
        apply: (lead, context) => definition.apply(lead, parsed.data, context),
      }
    },
  }
}

export function errorsByField(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = issue.path.join('.') || 'args'
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  return errors
}
