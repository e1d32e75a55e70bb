/**
 * A command is a mutation with two homes: here its schema and its optimistic, pure half; on the server the
 * authoritative handler of the same name. Both call the same rules in domain/: docs/architecture.md#commands.
 */
import type { z } from 'zod'
import type { Client } from '../domain/client/client.ts'
import type { Renamed } from '../domain/lead/earlier-fields.ts'
import type { Lead } from '../domain/lead/lead.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import type { Settings } from '../domain/settings/settings.ts'

/** What a command may know besides its arguments; it has no clock of its own. */
export interface CommandContext {
  /** When it happened, ISO 8601: the corrected clock of the device. */
  readonly occurredAt: string
  readonly user: SessionUser
  readonly settings: Settings
  /** Ordered statuses of the lead's channel: docs/rules.md#status-flow. */
  readonly statusFlow: readonly number[]
}

/** What an earlier version queued, in the words of this one. */
export interface Upcast {
  readonly args: unknown
  /** Fields of `base` and of conflicts that have another name by now. */
  readonly renamed: Renamed
}

export interface CommandDefinition<Name extends string, Schema extends z.ZodType> {
  readonly name: Name
  /** Version of the argument schema; an older queued command is upcast or accepted for two releases. */
  readonly version: number
  /** Arguments of the version before, about this lead; null: they stay as they are. Absent: they mean the same. */
  readonly upcast?: (args: unknown, lead: Lead | null) => Upcast | null
  readonly args: Schema
  /** Uid of what it changes: a lead, or for `client.*` a client. Commands of one entity keep their order. */
  readonly entityUid: (args: z.infer<Schema>) => string
  /** Uid of the client that it writes, where it writes one. */
  readonly clientUid?: (args: z.infer<Schema>) => string
  /** What the queue screen calls it, in Portuguese. */
  readonly label: string
  /** Makes the lead, for those that begin one. Until then there is none under `entityUid`. */
  readonly create?: (args: z.infer<Schema>, context: CommandContext) => Lead
  /**
   * The lead as it will look once the server agrees. Returns a new object, never changes the given one.
   * Fields that it changes are the command's `base`. Absent for those that write only a client.
   */
  readonly apply?: (lead: Lead, args: z.infer<Schema>, context: CommandContext) => Lead
  /** The client as it will look. null in: not on this device; null out: nothing known to show. */
  readonly applyClient?: (
    client: Client | null,
    args: z.infer<Schema>,
    context: CommandContext,
  ) => Client | null
  /**
   * The arguments without the fields that the user leaves to somebody else's change, which are given with their values
   * of now; null when nothing is left, or when the rest makes no sense without them. Absent: never anything.
   */
  readonly dropFields?: (args: z.infer<Schema>, theirs: Readonly<Record<string, unknown>>) => unknown
}

/** A command whose arguments fit its schema. */
export interface PreparedCommand {
  readonly entityUid: string
  /** null for those that write only a client. */
  readonly leadUid: string | null
  readonly clientUid: string | null
  /** Whether the lead begins with it. */
  readonly creates: boolean
  /** null in: there is no such lead (yet); null out: still none. */
  readonly applyLead: (lead: Lead | null, context: CommandContext) => Lead | null
  readonly applyClient: (client: Client | null, context: CommandContext) => Client | null
  /** Other arguments, or null: see the definition's. */
  readonly dropFields: (theirs: Readonly<Record<string, unknown>>) => unknown
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
      return prepared(definition, parsed.data)
    },
  }
}

/** The command with its arguments filled in. */
export function prepared<Name extends string, Schema extends z.ZodType>(
  definition: CommandDefinition<Name, Schema>,
  args: z.infer<Schema>,
): PreparedCommand {
  const { create, apply, applyClient } = definition
  const entityUid = definition.entityUid(args)
  return {
    entityUid,
    leadUid: create === undefined && apply === undefined ? null : entityUid,
    clientUid: definition.clientUid?.(args) ?? null,
    creates: create !== undefined,
    applyLead: (lead, context) => {
      if (lead === null) return create?.(args, context) ?? null
      return apply?.(lead, args, context) ?? lead
    },
    applyClient: (client, context) => applyClient?.(client, args, context) ?? client,
    dropFields: (theirs) => definition.dropFields?.(args, theirs) ?? null,
  }
}

/** A message may name what it does not know: that is as long as its sender likes. */
const MAX_MESSAGE = 200
const brief = (message: string) =>
  message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE).toWellFormed()}…` : message

/** `whole`: the name under which stands what concerns no single field. */
export function errorsByField(issues: readonly z.core.$ZodIssue[], whole = 'args'): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = issue.path.join('.') || whole
    errors[field] = [...(errors[field] ?? []), brief(issue.message)]
  }
  return errors
}
