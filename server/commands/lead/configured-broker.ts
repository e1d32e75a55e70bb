/** 'Lead Corretor Config': docs/rules.md#creation. */
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { Reader } from '../../queries/lead-row.ts'

/** The broker when the active lines of this channel, partner and insurance name exactly one. */
export async function configuredBroker(
  db: Reader,
  lead: Pick<Lead, 'channel_id' | 'partner_id' | 'insurance_id'>,
): Promise<number | null> {
  if (lead.partner_id === null || lead.insurance_id === null) return null
  const lines = await db
    .selectFrom('lead_broker_config')
    .select('broker_id')
    .distinct()
    .where('channel_id', '=', lead.channel_id)
    .where('partner_id', '=', lead.partner_id)
    .where('insurance_id', '=', lead.insurance_id)
    .where('status', '=', 1)
    .limit(2)
    .execute()
  return lines.length === 1 ? (lines[0]?.broker_id ?? null) : null
}
