/** Changes a client without a lead: docs/rules.md#clients. The state of its leads does not matter. */
import type { CommandContext } from '../../../src/commands/definition.ts'
import {
  createClient as createClientCommand,
  updateClient as updateClientCommand,
} from '../../../src/commands/update-client.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { changedFields, flatRow } from '../../../src/domain/lead/conflicts.ts'
import { problemWhen } from '../../../src/domain/lead/field-problem.ts'
import { clientProblems } from '../../../src/domain/lead/save-rules.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { ACCEPT, type Decision, defineClientHandler, refusalOf } from '../handler.ts'
import { documentProblems } from '../lead/save-check.ts'

/** The client may exist: another device, or an earlier delivery under another key, has created it. */
export const createClient = defineClientHandler(
  createClientCommand,
  async ({ tx, client, after, context }) =>
    client === null ? check(tx, { after, before: null, context }) : { kind: 'nothing' },
)

export const updateClient = defineClientHandler(updateClientCommand, async ({ tx, client, after, context }) =>
  check(tx, { after, before: client, context }),
)

interface Change {
  readonly after: Client
  /** null: a new client. */
  readonly before: Client | null
  readonly context: CommandContext
}

async function check(db: Reader, { after, before, context }: Change): Promise<Decision> {
  const problems = [
    ...problemWhen(after.name === '', 'client.name', 'Informe o nome do cliente'),
    ...clientProblems(after, Date.parse(context.occurredAt)),
  ]
  // Stored values that the sender left alone are not its to mend.
  const changed = before === null ? null : changedFields(flatRow(null, before), flatRow(null, after))
  const own = problems.filter(({ field }) => changed === null || field in changed)
  return refusalOf([...own, ...(await documentProblems(db, after, before))]) ?? ACCEPT
}
