/**
 * A command is a mutation with two implementations. This folder contains the schema and the optimistic, pure half;
 * the server contains the authoritative handler of the same name. Both call the same rules in domain/:
 * docs/architecture.md#commands.
 */
import type { z } from 'zod'
import type { ClientChanges } from '../domain/client/changes.ts'
import type { Client } from '../domain/client/client.ts'
import type { IdentityChoice } from '../domain/client/identity-choice.ts'
import type { Renamed } from '../domain/lead/earlier-fields.ts'
import type { FieldProblem } from '../domain/lead/field-problem.ts'
import type { FreeText } from '../domain/lead/joined-text.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { withActs } from '../domain/obligations/acts.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import type { Settings } from '../domain/settings/settings.ts'

/** What a command reads besides its arguments. A command has no clock of its own. */
export interface CommandContext {
  /** When it happened, ISO 8601, by the corrected clock of the device. */
  readonly occurredAt: string
  readonly user: SessionUser
  readonly settings: Settings
  /** The statuses of the lead's channel, in order: docs/rules.md#status-flow. */
  readonly statusFlow: readonly number[]
}

/** Returns the text to write in place of the user's own. */
export type ReplaceText = (field: FreeText, own: string) => string

/** A command that an earlier version queued, in the current schema. */
export interface Upcast {
  readonly args: unknown
  /** Fields of `base` and of conflicts that have a new name. */
  readonly renamed: Renamed
}

/** Why a command is refused. */
export interface CommandProblem {
  readonly message: string
  /** 'taken': another user was faster, so the refusal is a conflict that names the lead's broker. */
  readonly code?: string
  /** The argument that is wrong. Absent: none of them alone. */
  readonly field?: string
}

/** The client's row before and after a command. */
export interface ClientChange {
  /** null: a new client. */
  readonly before: Client | null
  readonly after: Client
}

/** docs/rules.md#identity-of-a-client */
export interface ClientWrite {
  /** The client that the sender saw. */
  readonly clientUid: string
  readonly changes: ClientChanges
  readonly identity: IdentityChoice | undefined
  /** The device's uid of the other person. */
  readonly otherUid: string | undefined
}

export interface CommandDefinition<Name extends string, Schema extends z.ZodType> {
  readonly name: Name
  /** Version of the argument schema. An older queued command is upcast, or accepted for two releases. */
  readonly version: number
  /**
   * Converts arguments of the version before, about this lead. Returns null when they stay as they are.
   * Absent: the earlier arguments have the same meaning.
   */
  readonly upcast?: (args: unknown, lead: Lead | null) => Upcast | null
  readonly args: Schema
  /** Uid of the row that it changes: a lead, or a client for `client.*`. Commands of one entity keep their order. */
  readonly entityUid: (args: z.infer<Schema>) => string
  /** Uid of the client that it writes, if it writes one. */
  readonly clientUid?: (args: z.infer<Schema>) => string
  /** What it writes into its client, and the user's answer where that may be another person. Absent: see `applyClient`. */
  readonly writesClient?: (args: z.infer<Schema>) => ClientWrite
  /** Its name on the queue screen, in Portuguese. */
  readonly label: string
  /** Creates the lead, for commands that begin one. Before it no lead exists under `entityUid`. */
  readonly create?: (args: z.infer<Schema>, context: CommandContext) => Lead
  /**
   * Predicts the lead after the server has accepted the command. Returns a new object and never changes its argument.
   * The fields that it changes are the command's `base`. Absent for commands that write only a client.
   */
  readonly apply?: (lead: Lead, args: z.infer<Schema>, context: CommandContext) => Lead
  /**
   * Returns why this lead does not allow it to this user, or null. The device asks before it queues the command, and the server
   * again before the handler, which has only what the server alone knows. Absent for commands that change no existing lead.
   */
  readonly problem?: (lead: Lead, args: z.infer<Schema>, context: CommandContext) => CommandProblem | null
  /**
   * Returns what is wrong with the values of a new lead or of a client, in order. Asked like `problem`; the server's answer
   * names what its handler finds besides. Absent for commands on an existing lead.
   */
  readonly fieldProblems?: (
    args: z.infer<Schema>,
    context: CommandContext,
    client: ClientChange,
  ) => readonly FieldProblem[]
  /** Whether the lead has its effect already: nothing is wrong then, and the server writes nothing. Absent: never. */
  readonly isDone?: (lead: Lead, args: z.infer<Schema>, context: CommandContext) => boolean
  /**
   * Predicts the client. The argument is null when the device has no such client. Returns null when there is no known
   * client to show.
   */
  readonly applyClient?: (
    client: Client | null,
    args: z.infer<Schema>,
    context: CommandContext,
  ) => Client | null
  /**
   * Returns the arguments without the fields that someone else changed and the user gives up. `theirs` maps those
   * fields to their present values. Returns null when no change is left, or when the rest is invalid without them.
   * Absent: the command can drop no field.
   */
  readonly dropFields?: (args: z.infer<Schema>, theirs: Readonly<Record<string, unknown>>) => unknown
  /** Texts that it only adds to: what others write into them stays, and is no conflict. Absent: none. */
  readonly appends?: readonly FreeText[]
  /** Returns a text without what it added to it. Present if it appends. */
  readonly withdrawn?: (text: string, args: z.infer<Schema>, context: CommandContext) => string
  /**
   * Returns the arguments with the time that it writes into a text. The server clamps `occurredAt`, and what waits behind the
   * command is based on what this device showed. Absent: no text has its time.
   */
  readonly stamped?: (args: z.infer<Schema>, occurredAt: string) => z.infer<Schema>
  /** Returns the arguments with other free texts. Absent: the command writes none. */
  readonly withTexts?: (args: z.infer<Schema>, replace: ReplaceText) => unknown
}

/** A command whose arguments match its schema. */
export interface PreparedCommand {
  readonly entityUid: string
  /** null for commands that write only a client. */
  readonly leadUid: string | null
  readonly clientUid: string | null
  /** null: a command that writes no client, or an external indication. */
  readonly clientWrite: ClientWrite | null
  /** Whether the command creates the lead. */
  readonly creates: boolean
  /** Fields that it only adds to. */
  readonly appends: readonly string[]
  readonly withdrawn: (text: string, context: CommandContext) => string
  readonly stamped: (occurredAt: string) => unknown
  /** The argument is null when the lead does not exist yet. Returns null when it still does not exist. */
  readonly applyLead: (lead: Lead | null, context: CommandContext) => Lead | null
  readonly applyClient: (client: Client | null, context: CommandContext) => Client | null
  /** Returns why the lead does not allow the command; 'done': it has its effect already; null: it allows the command. */
  readonly verdict: (lead: Lead, context: CommandContext) => CommandProblem | 'done' | null
  /** See `CommandDefinition.fieldProblems`. */
  readonly fieldProblems: (context: CommandContext, client: ClientChange) => readonly FieldProblem[]
  /** Returns other arguments, or null: see `CommandDefinition.dropFields`. */
  readonly dropFields: (theirs: Readonly<Record<string, unknown>>) => unknown
  /** Returns other arguments. The same when the command writes no free text. */
  readonly withTexts: (replace: ReplaceText) => unknown
}

/** Sentences about the invalid values, by field. */
export interface InvalidArguments {
  readonly errors: Record<string, string[]>
}

export interface Command<Name extends string, Schema extends z.ZodType>
  extends CommandDefinition<Name, Schema> {
  /** Parses arguments from a queue or the wire. Never throws. */
  readonly prepare: (args: unknown) => PreparedCommand | InvalidArguments
}

/** Adds `prepare` to a definition. */
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

/** A command whose definition says all, what allows it and what it writes: the server has no handler of its own for it. */
export const definePlainCommand = <Name extends string, Schema extends z.ZodType>(
  definition: CommandDefinition<Name, Schema>,
) => ({ ...defineCommand(definition), isPlain: true as const })

/** Binds parsed arguments to the command. */
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
    clientWrite: definition.writesClient?.(args) ?? null,
    creates: create !== undefined,
    appends: definition.appends ?? [],
    withdrawn: (text, context) => definition.withdrawn?.(text, args, context) ?? text,
    stamped: (occurredAt) => definition.stamped?.(args, occurredAt) ?? args,
    applyLead: (lead, context) => {
      const after = lead === null ? create?.(args, context) : apply?.(lead, args, context)
      return after === undefined ? lead : withActs(lead, after, context)
    },
    applyClient: (client, context) => applyClient?.(client, args, context) ?? client,
    verdict: (lead, context) =>
      definition.isDone?.(lead, args, context) === true
        ? 'done'
        : (definition.problem?.(lead, args, context) ?? null),
    fieldProblems: (context, client) => definition.fieldProblems?.(args, context, client) ?? [],
    dropFields: (theirs) => definition.dropFields?.(args, theirs) ?? null,
    withTexts: (replace) => definition.withTexts?.(args, replace) ?? args,
  }
}

/** A zod message may quote the sender's input, whose length is unlimited. */
const MAX_MESSAGE = 200
const brief = (message: string) =>
  message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE).toWellFormed()}…` : message

/** Groups the messages of the issues by field. Issues of no single field are under the name `whole`. */
export function errorsByField(issues: readonly z.core.$ZodIssue[], whole = 'args'): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = issue.path.join('.') || whole
    errors[field] = [...(errors[field] ?? []), brief(issue.message)]
  }
  return errors
}
