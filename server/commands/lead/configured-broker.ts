/** 'Lead Corretor Config': docs/rules.md#creation. */
import { sql } from 'kysely'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { actingBrokersSql, assignableBroker } from '../../queries/assignable-broker.ts'
import type { Reader } from '../../queries/lead-row.ts'

/**
 * The broker when the rules of this channel, partner and insurance that work name exactly one; who is on leave is named for the
 * substitute, or for nobody. docs/rules.md#absences
 */
export async function configuredBroker(
  db: Reader,
  { channel_id, partner_id, insurance_id }: Pick<Lead, 'channel_id' | 'partner_id' | 'insurance_id'>,
): Promise<number | null> {
  if (partner_id === null || insurance_id === null) return null
  const { rows } = await sql<{ broker_id: number }>`
    select distinct b.broker as broker_id
    from lead_broker_config c
    join partners p on p.id = c.partner_id
    join ${actingBrokersSql} b on b.asked = c.broker_id
    where c.channel_id = ${channel_id}
      and c.partner_id = ${partner_id}
      and c.insurance_id = ${insurance_id}
      and c.status = 1
      and p.code_wf <> ''
    limit 2`.execute(db)
  const [only, another] = rows
  if (only === undefined || another !== undefined) return null
  return (await assignableBroker(db, only.broker_id)) ? only.broker_id : null
}
