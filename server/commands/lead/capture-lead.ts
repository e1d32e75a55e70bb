import { sql } from 'kysely'
import { captureLead as captureLeadCommand } from '../../../src/commands/capture-lead.ts'
import { scopeOf } from '../../../src/domain/lead/access.ts'
import { captureProblem, captureRecord } from '../../../src/domain/lead/capture.ts'
import { personalScheduling } from '../../../src/domain/lead/scheduling.ts'
import { matchesScopeSql } from '../../queries/scope.ts'
import { ACCEPT, acceptUnless, defineHandler } from '../handler.ts'
import { insertScheduling } from './write-lead.ts'

/** Only the channel's oldest pending lead in the user's scope may be captured: docs/rules.md#oldest-pending-lead. */
export const captureLead = defineHandler(captureLeadCommand, async ({ tx, lead, context }) => {
  const { rows } = await sql<{ uid: string }>`
    select l.uid
    from leads l
    where l.state = 1
      and l.broker_id is null
      and not l.suspended_lead
      and l.channel_id = ${lead.channel_id}
      and ${matchesScopeSql(scopeOf(context.user), 'l')}
    order by l.create_lead_date, l.uid
    limit 1`.execute(tx)
  const problem = captureProblem(lead, {
    user: context.user,
    nowMs: Date.parse(context.occurredAt),
    oldestPendingUid: rows[0]?.uid ?? null,
  })
  if (problem !== null || personalScheduling(lead) === null) return acceptUnless(problem)
  /** The lead keeps a scheduling that a person made; then only the history gets the capture's record. */
  const also = async () => {
    await insertScheduling(tx, {
      leadUid: lead.uid,
      scheduling: captureRecord(context.occurredAt),
      userId: context.user.id,
      occurredAt: context.occurredAt,
    })
    return {}
  }
  return { ...ACCEPT, also }
})
