/** A handler for each command: one that is missing does not compile. */

import type { CommandContext } from '../../src/commands/definition.ts'
import { type CommandName, commands } from '../../src/commands/registry.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { Reader } from '../queries/lead-row.ts'
import { captureLead } from './capture-lead.ts'
import { closeScheduling } from './close-scheduling.ts'
import type { Decision, Handler } from './handler.ts'
import { scheduleLead } from './schedule-lead.ts'
import { setServiceStatus } from './set-service-status.ts'

const handlers: { readonly [Name in CommandName]: Handler<Name> } = {
  'lead.capture': captureLead,
  'lead.schedule': scheduleLead,
  'lead.closeScheduling': closeScheduling,
  'lead.setServiceStatus': setServiceStatus,
}

/** A command whose arguments fit its schema, ready to be asked about one lead. */
export interface PreparedCommand {
  readonly leadUid: string
  readonly decide: (tx: Reader, lead: Lead, context: CommandContext) => Promise<Decision>
  readonly apply: (lead: Lead, context: CommandContext) => Lead
}

/** Parses the arguments; an issue list by field where they do not fit. */
export function prepareCommand<Name extends CommandName>(
  name: Name,
  args: unknown,
): PreparedCommand | { readonly errors: Record<string, string[]> } {
  const definition = commands[name]
  const parsed = definition.args.safeParse(args)
  if (!parsed.success) {
    const errors: Record<string, string[]> = {}
    for (const issue of parsed.error.issues) errors[issue.path.join('.') || 'args'] = [issue.message]
    return { errors }
  }
  return bind(name, parsed.data)
}

/** The definition and the handler of one name speak of the same arguments; a table lookup loses that for the compiler. */
function bind(name: CommandName, args: unknown): PreparedCommand {
  const definition = commands[name] as unknown as {
    entityUid: (args: unknown) => string
    apply: (lead: Lead, args: unknown, context: CommandContext) => Lead
  }
  const handler = handlers[name] as unknown as (input: {
    tx: Reader
    lead: Lead
    args: unknown
    context: CommandContext
  }) => Promise<Decision>
  return {
    leadUid: definition.entityUid(args),
    decide: (tx, lead, context) => handler({ tx, lead, args, context }),
    apply: (lead, context) => definition.apply(lead, args, context),
  }
}
