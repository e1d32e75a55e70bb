/** Clients on their own: first text, section 7 'Client and helper lookups'. Nothing of their leads stands in the way. */
import {
  createClient as createClientCommand,
  updateClient as updateClientCommand,
} from '../../src/commands/update-client.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { problemWhen } from '../../src/domain/lead/field-problem.ts'
import { clientProblems } from '../../src/domain/lead/save-rules.ts'
import type { Reader } from '../queries/lead-row.ts'
import { ACCEPT, type Decision, defineClientHandler, refusalOf } from './handler.ts'
import { documentProblems } from './save-check.ts'

/** Made already: an earlier delivery under another key, or another device. */
export const createClient = defineClientHandler(createClientCommand, async ({ tx, client, after }) =>
  client === null ? check(tx, after, null) : { kind: 'nothing' },
)

export const updateClient = defineClientHandler(updateClientCommand, async ({ tx, client, after }) =>
  check(tx, after, client),
)

async function check(db: Reader, after: Client, before: Client | null): Promise<Decision> {
  const problems = [
    ...problemWhen(after.name === '', 'client.name', 'Informe o nome do cliente'),
    ...clientProblems(after),
    ...(await documentProblems(db, after, before)),
  ]
  return refusalOf(problems) ?? ACCEPT
}
