/** What the loops that tell and act by themselves find to do. */
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../../server/context/app-context.ts'
import { newWebhookSecret } from '../../../server/webhooks/signature.ts'
import { queueTest } from '../../../server/webhooks/waiting.ts'
import { NO_CONDITIONS } from '../../../src/domain/automations/definition.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { addSavable } from '../support/leads.ts'
import { BRUNA } from '../support/people.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** An automation that is on, and a scheduling that it finds late. */
export async function seedLateSchedule(context: AppContext): Promise<void> {
  const { db } = context.store
  await db.deleteFrom('automations').execute()
  const id = randomUUID()
  const since = iso(context.now() - 10 * DAY_MS)
  await db
    .insertInto('automations')
    .values({
      id,
      name: 'Atraso',
      trigger: JSON.stringify({ kind: 'schedule_late' }),
      conditions: JSON.stringify(NO_CONDITIONS),
      acts: JSON.stringify([{ kind: 'notice', to: 'broker', text: 'Atrasou' }]),
      state: 'on',
      state_since: since,
      acts_since: since,
    })
    .execute()
  const { uid } = await addSavable(context.store, BRUNA)
  await db
    .updateTable('leads')
    .set({
      scheduling_date: iso(context.now() - HOUR_MS),
      scheduling_status: 0,
      scheduling_description: 'Ligar',
    })
    .where('uid', '=', uid)
    .execute()
}

/** A webhook, and a test that waits for it. */
export async function seedDelivery(context: AppContext): Promise<void> {
  const { db } = context.store
  await db.deleteFrom('webhooks').execute()
  const at = iso(context.now())
  const [id, url] = [randomUUID(), 'https://crm.exemplo.com.br/farol']
  await db
    .insertInto('webhooks')
    .values({
      id,
      name: 'CRM',
      url,
      events: ['lead.sold'],
      secret: newWebhookSecret(),
      state_since: at,
      late_since: at,
    })
    .execute()
  await db.transaction().execute((tx) => queueTest(tx, id, context.now()))
}
