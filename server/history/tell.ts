/** Tells administrators by mail what the checks of histories found: once a day, with the total. docs/rules.md#chain */
import { sql } from 'kysely'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import type { Tx } from '../db/database.ts'
import { historyBrokenLetter, historyRestoredLetter } from '../mail/letters.ts'
import { mailAdministrators } from '../mail/to-administrators.ts'
import { lockChecks } from './anchors.ts'

/** Queues one mail for each administrator about what was found since the last mail. A day has at most one: the rest waits for the next. */
export async function tellFound(tx: Tx, nowMs: number): Promise<void> {
  await lockChecks(tx)
  const today = saoPauloDay(nowMs)
  const { rows } = await sql<{ total: number; untold: number; is_restore: boolean; told_today: boolean }>`
    select count(distinct b.lead_uid)::int as total,
      (count(*) filter (where not b.told))::int as untold,
      coalesce(bool_and(b.kind = 'restored') filter (where not b.told), false) as is_restore,
      exists (select 1 from history_checks where told_day = ${today}::date) as told_today
    from history_breaks b`.execute(tx)
  const [found] = rows
  if (found === undefined || found.untold === 0 || found.told_today) return
  const { is_restore: isRestore, total } = found
  await mailAdministrators(tx, {
    purpose: 'history_broken',
    letterTo: (name) => (isRestore ? historyRestoredLetter(name) : historyBrokenLetter(name, total)),
    nowMs,
  })
  await tx.updateTable('history_breaks').set({ told: true }).where('told', '=', false).execute()
  await tx.updateTable('history_checks').set({ told_day: today }).execute()
}
