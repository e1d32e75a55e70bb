/** Changes a client without a lead: docs/rules.md#clients. The state of its leads does not matter. */
import {
  createClient as createClientCommand,
  updateClient as updateClientCommand,
} from '../../../src/commands/update-client.ts'
import { ACCEPT, type ClientInput, type Decision, defineClientHandler, refusalOf } from '../handler.ts'
import { documentProblems } from '../lead/save-check.ts'

/** The client may exist: another device, or an earlier delivery under another key, has created it. */
export const createClient = defineClientHandler(createClientCommand, async (input) =>
  input.client === null ? check(input) : { kind: 'nothing' },
)

export const updateClient = defineClientHandler(updateClientCommand, check)

async function check({ tx, client, after, problems }: ClientInput<unknown>): Promise<Decision> {
  return refusalOf([...problems, ...(await documentProblems(tx, after, client))]) ?? ACCEPT
}
