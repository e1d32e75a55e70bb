/** Lines that wait because of an insurer's spelling are judged again once an insurer has it. docs/rules.md#same-policy */
import { sql } from 'kysely'
import { renewalRowSchema } from '../../src/domain/renewals/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { triedAgain } from '../db/transient.ts'
import { noteOutcome } from '../imports/lifecycle.ts'
import { readSettings } from '../queries/settings.ts'
import { importBatch } from './import-batch.ts'
import { TakenRows, UNKNOWN_INSURER } from './match-policies.ts'

/** As many as a batch of an import has: its locks delay commands. */
const MOST_LINES = 200
const TRIES = 4

/** Those of the latest import: what an earlier file says may be out of date, so that a person decides. */
async function latestImport(tx: Tx) {
  const found = await tx
    .selectFrom('renewal_imports')
    .select(['id', 'channel_id', 'inviter_id', 'partner_id', 'created_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

/** Takes lines of which each insurer is known by now. */
async function takeLines(tx: Tx, importId: number) {
  const { rows } = await sql<{ line: number; data: unknown }>`
    delete from renewal_import_decisions
    where import_id = ${importId} and line in (
      select d.line from renewal_import_decisions d
      where d.import_id = ${importId} and d.reason = ${UNKNOWN_INSURER}
        and exists (select 1 from insurer_aliases a where a.key = insurer_key(d.data ->> 'insurer'))
        and not exists (
          select 1 from lead_temps t
          where t.id = any(d.temp_ids)
            and not exists (select 1 from insurer_aliases a where a.key = insurer_key(t.insurer)))
      order by d.line
      limit ${MOST_LINES})
    returning line, data`.execute(tx)
  return rows
    .map(({ line, data }) => ({ line, row: renewalRowSchema.parse(data) }))
    .toSorted((one, other) => one.line - other.line)
}

async function rejudgeSome(tx: Tx, userId: number, nowMs: number): Promise<boolean> {
  const latest = await latestImport(tx)
  if (latest === null) return false
  const { id, created_at, ...choices } = latest
  const lines = await takeLines(tx, id)
  if (lines.length === 0) return false
  const importer = { userId, nowMs, settings: await readSettings(tx) }
  const outcome = await importBatch(tx, lines, { choices, importer }, new TakenRows(created_at))
  await noteOutcome(tx, { imports: 'renewal_imports', id }, outcome)
  return true
}

/** Until no such line waits. A server that stops leaves the others waiting. */
export async function rejudgeSpelled({ store, now }: AppContext, userId: number): Promise<void> {
  const some = () => store.db.transaction().execute((tx) => rejudgeSome(tx, userId, now()))
  while (await triedAgain(TRIES, some));
}
