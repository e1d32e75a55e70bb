/** What a command handler is: it looks at the locked lead and decides; writing is the same for all and stands elsewhere. */
import type { z } from 'zod'
import type { CommandContext } from '../../src/commands/definition.ts'
import type { CommandName, commands } from '../../src/commands/registry.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { Reader } from '../queries/lead-row.ts'

export interface HandlerInput<Name extends CommandName> {
  /** The transaction: a handler can reach no other connection. */
  readonly tx: Reader
  readonly lead: Lead
  readonly args: z.infer<(typeof commands)[Name]['args']>
  readonly context: CommandContext
}

export type Decision =
  /** Do as the command's `apply` says. */
  | { readonly kind: 'accept' }
  /** It is so already: nothing to write. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'taken'; readonly message: string; readonly brokerId: number | null }
  | { readonly kind: 'refuse'; readonly message: string; readonly errors?: Record<string, string[]> }

export type Handler<Name extends CommandName> = (input: HandlerInput<Name>) => Promise<Decision>
