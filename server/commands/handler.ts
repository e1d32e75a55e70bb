/** What a command handler is: it looks at the locked lead and decides; writing is the same for all and stands elsewhere. */
import type { z } from 'zod'
import {
  type CommandContext,
  type CommandDefinition,
  errorsByField,
  type InvalidArguments,
  type PreparedCommand,
  prepared,
} from '../../src/commands/definition.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { Reader } from '../queries/lead-row.ts'

export interface HandlerInput<Args> {
  /** The transaction: a handler can reach no other connection. */
  readonly tx: Reader
  readonly lead: Lead
  readonly args: Args
  readonly context: CommandContext
}

export type Decision =
  /** Do as the command's `apply` says. */
  | { readonly kind: 'accept' }
  /** It is so already: nothing to write. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'taken'; readonly message: string; readonly brokerId: number | null }
  | { readonly kind: 'refuse'; readonly message: string; readonly errors?: Record<string, string[]> }

/** A command that is ready to be asked about one lead. */
export interface PreparedHandler extends PreparedCommand {
  readonly decide: (tx: Reader, lead: Lead, context: CommandContext) => Promise<Decision>
}

export interface Handler {
  readonly prepare: (args: unknown) => PreparedHandler | InvalidArguments
}

/** Joins a command's shared half with the server's decision about it. */
export function defineHandler<Name extends string, Schema extends z.ZodType>(
  command: CommandDefinition<Name, Schema>,
  decide: (input: HandlerInput<z.infer<Schema>>) => Promise<Decision>,
): Handler {
  return {
    prepare: (given) => {
      const parsed = command.args.safeParse(given)
      if (!parsed.success) return { errors: errorsByField(parsed.error.issues) }
      const args = parsed.data
      return {
        ...prepared(command, args),
        decide: (tx, lead, context) => decide({ tx, lead, args, context }),
      }
    },
  }
}
