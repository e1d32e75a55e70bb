/** The names of what an automation names by number. */

import type { Definition } from '../../src/domain/automations/definition.ts'
import type { AutomationNames } from '../../src/domain/automations/sentence.ts'
import type { Reader } from '../queries/lead-row.ts'

const TABLES = {
  channel: 'channels',
  insurance: 'insurances',
  partner: 'partners',
  broker: 'users',
  template: 'message_templates',
} as const

/** Returns the names as they are now. */
export async function namesOf(db: Reader, { conditions, acts }: Definition): Promise<AutomationNames> {
  const named = async (kind: keyof typeof TABLES, ids: readonly number[]) => {
    if (ids.length === 0) return () => null
    const rows = await db
      .selectFrom(TABLES[kind])
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute()
    const names = new Map(rows.map(({ id, name }): [number, string] => [id, name]))
    return (id: number) => names.get(id) ?? null
  }
  return {
    channel: await named('channel', conditions.channels),
    insurance: await named('insurance', conditions.insurances),
    partner: await named('partner', conditions.partners),
    broker: await named('broker', conditions.brokers),
    template: await named(
      'template',
      acts.flatMap((act) => (act.kind === 'whatsapp' ? [act.template] : [])),
    ),
  }
}
