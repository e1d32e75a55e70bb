/** What a command handler is: it looks at what is locked and decides; writing is the same for all and stands elsewhere. */
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import {
  type CommandContext,
  type CommandDefinition,
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

/** Entries of the timeline besides the columns that changed. */
export type FurtherChanges = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>

export type Decision =
  /**
   * Do as the command's `apply` says. `lead`: to be written instead. `also`: what else is written, once the lead is; it
   * answers what the timeline says of it.
   */
  | { readonly kind: 'accept'; readonly lead?: Lead; readonly also?: () => Promise<FurtherChanges> }
  /** It is so already: nothing to write. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'taken'; readonly message: string; readonly brokerId: number | null }
  | Refusal

interface Refusal {
  readonly kind: 'refuse'
  /** 'rule' where it says nothing else. */
  readonly code?: ErrorCode
  readonly message: string
  readonly errors?: Record<string, string[]>
}

export const ACCEPT: Decision = { kind: 'accept' }

/** Accepted, unless there is a reason against it. */
export const acceptUnless = (problem: { readonly message: string } | null): Decision =>
  problem === null ? ACCEPT : { kind: 'refuse', message: problem.message }

/** Refused with the first sentence, and all of them by field. null: no problem. */
export function refusalOf(problems: readonly FieldProblem[]): Refusal | null {
  const [first] = problems
  if (first === undefined) return null
  const { field, message } = first
  // It is said of four dates.
  const named = message === FUTURE_DATE ? namedSentence(field, message) : message
  return { kind: 'refuse', message: named, errors: problemsByField(problems) }
}

/** The transaction is all that a handler can reach. */
interface Input<Args> {
  readonly tx: Transaction<Database>
  readonly args: Args
  readonly context: CommandContext
  /** The server's clock; when it happened for the user is in the context. */
  readonly nowMs: number
}
interface Pair {
  readonly lead: Lead
  readonly client: Client
}
/** About a lead that exists: as it is, and as it would be. */
export interface LeadInput<Args> extends Input<Args>, Pair {
  readonly after: Pair
}
/** A lead as it would begin, with its client as that would be; `known`: as the client is already. */
export interface CreationInput<Args> extends Input<Args>, Pair {
  readonly known: Client | null
}
/** About a client alone; null: it would begin. */
export interface ClientInput<Args> extends Input<Args> {
  readonly client: Client | null
  readonly after: Client
}

type Asked<Given> = Omit<Given, 'args'>

/** A command that is ready to be asked about what it concerns. */
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

/** Joins a command's shared half with the server's decision about it. */
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

export function defineHandler<Name extends string, Schema extends z.ZodType>(
  command: CommandDefinition<Name, Schema>,
  decide: (input: LeadInput<z.infer<Schema>>) => Promise<Decision>,
): Handler {
  return joined(command, (ready, args) => ({
    ...ready,
    about: 'lead',
    decide: (input) => decide({ ...input, args }),
  }))
}

export function defineCreation<Name extends string, Schema extends z.ZodType>(
  command: CommandDefinition<Name, Schema>,
  decide: (input: CreationInput<z.infer<Schema>>) => Promise<Decision>,
): Handler {
  return joined(command, (ready, args) => ({
    ...ready,
    about: 'creation',
    decide: (input) => decide({ ...input, args }),
  }))
}

export function defineClientHandler<Name extends string, Schema extends z.ZodType>(
  command: CommandDefinition<Name, Schema>,
  decide: (input: ClientInput<z.infer<Schema>>) => Promise<Decision>,
): Handler {
  return joined(command, (ready, args) => ({
    ...ready,
    about: 'client',
    decide: (input) => decide({ ...input, args }),
  }))
}
