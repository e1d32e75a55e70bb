/** The import of lists as work of the background. docs/rules.md#any-import */
import type { z } from 'zod'
import type { ImportList } from '../../src/domain/imports/lists.ts'
import {
  clientRowSchema,
  leadRowSchema,
  partnerRowSchema,
  userRowSchema,
} from '../../src/domain/imports/rows.ts'
import { readSettings } from '../queries/settings.ts'
import { importClients } from './clients.ts'
import { SEVERAL_PEOPLE } from './known-people.ts'
import { importLeads } from './leads.ts'
import { batchesOf, type Outcomes, type Stored } from './lifecycle.ts'
import { importPartners } from './partners.ts'
import { recordRows } from './records.ts'
import type { ImportRun, RunLine, RunOutcome } from './run.ts'
import { importUsers } from './users.ts'

type ImportLines = (run: ImportRun, lines: readonly Stored[]) => Promise<RunOutcome>

const readBy =
  <Row>(
    schema: z.ZodType<Row>,
    importRows: (run: ImportRun, lines: readonly RunLine<Row>[]) => Promise<RunOutcome>,
  ): ImportLines =>
  (run, lines) =>
    importRows(
      run,
      lines.map(({ line, data }) => ({ line, row: schema.parse(data) })),
    )

/** Each list reads its lines with the schema of its rows. */
const LISTS: Readonly<Record<ImportList, ImportLines>> = {
  clients: readBy(clientRowSchema, importClients),
  leads: readBy(leadRowSchema, importLeads),
  users: readBy(userRowSchema, importUsers),
  partners: readBy(partnerRowSchema, importPartners),
}

/** Imports lines of a list, whoever asks for it: the background, or a person's decision. */
export async function importLines(
  list: ImportList,
  run: ImportRun,
  lines: readonly Stored[],
): Promise<Outcomes['imports']> {
  const { written, undecided, ...outcome } = await LISTS[list](run, lines)
  await recordRows(run.tx, run.importId, written)
  const dataOf = new Map(lines.map(({ line, data }) => [line, data]))
  return {
    ...outcome,
    undecided: undecided.map(({ line, client_uids }) => ({
      line,
      data: dataOf.get(line),
      reason: SEVERAL_PEOPLE,
      client_uids,
    })),
  }
}

/** The batches of the list that runs. */
export const importWork = batchesOf({
  imports: 'imports',
  take: (tx) =>
    tx
      .selectFrom('imports')
      .select(['id', 'list', 'source', 'user_id'])
      .where('state', '=', 'running')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),
  referenceOf: () => '',
  importLines: async (tx, { id: importId, list, source, user_id: userId }, { lines, nowMs }) =>
    importLines(list, { tx, importId, source, userId, nowMs, settings: await readSettings(tx) }, lines),
})
