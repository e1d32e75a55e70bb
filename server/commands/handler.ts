/** A command handler reads the locked rows and returns a decision. apply-decision.ts writes for all handlers. */
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import {
  type Command,
  type CommandContext,
  type CommandDefinition,
  type CommandProblem,
  errorsByField,
  type InvalidArguments,
  type PreparedCommand,
  prepared,
} from '../../src/commands/definition.ts'
import type { ErrorCode } from '../../src/contract/errors.ts'
import { namedSentence } from '../../src/contract/field-names.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { type FieldProblem, problemsByField } from '../../src/domain/lead/field-problem.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { FUTURE_DATE } from '../../src/domain/lead/save-rules.ts'
import type { Database } from '../db/database.ts'
import type { ByLink } from './command-request.ts'

/** Timeline entries in addition to the changed columns. */
export type FurtherChanges = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>

export type Decision =
  /**
   * Write the rows that the command's `apply` returns. `lead` replaces the lead's row. `also` runs after the lead is
   * written; it writes more and returns the timeline entries for that.
   */
  | { readonly kind: 'accept'; readonly lead?: Lead; readonly also?: () => Promise<FurtherChanges> }
  /** The rows already have the command's effect: nothing is written. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'taken'; readonly message: string; readonly brokerId: number | null }
  | RefusedDecision

interface RefusedDecision {
  readonly kind: 'refuse'
  /** 'rule' by default. */
  readonly code?: ErrorCode
  readonly message: string
  readonly errors?: Record<string, string[]>
}

export const ACCEPT: Decision = { kind: 'accept' }

/** Accepts, or refuses with the problem's message. */
export const acceptUnless = (problem: CommandProblem | null): Decision =>
  problem === null ? ACCEPT : refusedFor(problem)

function refusedFor({ message, field }: CommandProblem): RefusedDecision {
  return { kind: 'refuse', message, ...(field === undefined ? {} : { errors: { [field]: [message] } }) }
}

/** Refuses with the first problem's message and all messages by field. null: no problem. */
export function refusalOf(problems: readonly FieldProblem[]): RefusedDecision | null {
  const [first] = problems
  if (first === undefined) return null
  const { field, message } = first
  // Four dates share this message, so it names its field.
  const named = message === FUTURE_DATE ? namedSentence(field, message) : message
  return { kind: 'refuse', message: named, errors: problemsByField(problems) }
}

/** A handler reaches the database through this transaction only. */
interface Input<Args> {
  readonly tx: Transaction<Database>
  readonly args: Args
  readonly context: CommandContext
  /** The server's clock, epoch ms. The user's time is in `context.occurredAt`. */
  readonly nowMs: number
}
interface Pair {
  readonly lead: Lead
  readonly client: Client
}
/** For an existing lead: the rows before the command and `after` it. */
export interface LeadInput<Args> extends Input<Args>, Pair {
  readonly after: Pair
  /** The stored row of `after.client`, which is another one's where the lead gets another client; null: a new one. */
  readonly stored: Client | null
  /** The lead gets this client: docs/rules.md#identity-of-a-client */
  readonly gets: boolean
}
/** What the command's `fieldProblems` found: the device has asked the same. */
interface Judged {
  readonly problems: readonly FieldProblem[]
}
/** For a creation: the new lead and its client after the command. `known`: the existing client's row before it. */
export interface CreationInput<Args> extends Input<Args>, Pair, Judged {
  readonly known: Client | null
  /** null: the user itself sent it. */
  readonly byLink: ByLink | null
}
/** For a client without a lead. `client` is null for a new client. */
export interface ClientInput<Args> extends Input<Args>, Judged {
  readonly client: Client | null
  readonly after: Client
}

type Asked<Given> = Omit<Given, 'args' | 'problems'>

/** A command with parsed arguments and its handler's decision. */
export type PreparedHandler = PreparedCommand &
  (
    | { readonly about: 'lead'; readonly decide: (input: Asked<LeadInput<unknown>>) => Promise<Decision> }
    | {
        readonly about: 'creation'
        readonly decide: (input: Asked<CreationInput<unknown>>) => Promise<Decision>
      }
    | { readonly about: 'client'; readonly decide: (input: Asked<ClientInput<unknown>>) => Promise<Decision> }
  )

export interface Handler {
  readonly prepare: (args: unknown) => PreparedHandler | InvalidArguments
}

/** Joins a command's definition, shared with the device, and the server's decision. */
function joined<Name extends string, Schema extends z.ZodType>(
  command: CommandDefinition<Name, Schema>,
  ready: (command: PreparedCommand, args: z.infer<Schema>) => PreparedHandler,
): Handler {
  return {
    prepare: (given) => {
      const parsed = command.args.safeParse(given)
      if (!parsed.success) return { errors: errorsByField(parsed.error.issues) }
      return ready(prepared(command, parsed.data), parsed.data)
    },
  }
}

/** The command's own `problem` is asked first. `decide` has what only the server knows, and effects beside the rows. */
export function defineHandler<Name extends string, Schema extends z.ZodType>(
  command: CommandDefinition<Name, Schema>,
  decide: (input: LeadInput<z.infer<Schema>>) => Promise<Decision>,
): Handler {
  return joined(command, (ready, args) => ({
    ...ready,
    about: 'lead',
    decide: async (input) => ruled(ready, input) ?? (await decide({ ...input, args })),
  }))
}

/** Of a command that the rules of its definition alone decide. */
export const plainHandler = ({ prepare }: Pick<Command<string, z.ZodType>, 'prepare'>): Handler => ({
  prepare: (args) => {
    const ready = prepare(args)
    if ('errors' in ready) return ready
    return { ...ready, about: 'lead', decide: async (input) => ruled(ready, input) ?? ACCEPT }
  },
})

/** Returns the decision of the rules that the device has asked, too; null: they allow the command. */
function ruled(
  { verdict }: PreparedCommand,
  { lead, context }: Pick<LeadInput<unknown>, 'lead' | 'context'>,
): Decision | null {
  const found = verdict(lead, context)
  if (found === null) return null
  if (found === 'done') return { kind: 'nothing' }
  return found.code === 'taken'
    ? { kind: 'taken', message: found.message, brokerId: lead.broker_id }
    : refusedFor(found)
}

export function defineCreation<Name extends string, Schema extends z.ZodType>(
  command: CommandDefinition<Name, Schema>,
  decide: (input: CreationInput<z.infer<Schema>>) => Promise<Decision>,
): Handler {
  return joined(command, (ready, args) => ({
    ...ready,
    about: 'creation',
    decide: (input) => {
      const { context, known, client } = input
      const problems = ready.fieldProblems(context, { before: known, after: client })
      return decide({ ...input, args, problems })
    },
  }))
}

export function defineClientHandler<Name extends string, Schema extends z.ZodType>(
  command: CommandDefinition<Name, Schema>,
  decide: (input: ClientInput<z.infer<Schema>>) => Promise<Decision>,
): Handler {
  return joined(command, (ready, args) => ({
    ...ready,
    about: 'client',
    decide: (input) => {
      const { context, client, after } = input
      return decide({ ...input, args, problems: ready.fieldProblems(context, { before: client, after }) })
    },
  }))
}
