/** What an automation would have done is what it does: the same month, looked back at and lived through. docs/rules.md#automations */
import { expect, test } from 'vitest'
import { occasionsBetween } from '../../../server/automations/dry-run.ts'
import { seededRandom } from '../../../server/demo/random.ts'
import { dryRunRoute } from '../../../src/contract/administration/automations.ts'
import { type Definition, NO_CONDITIONS, type Trigger } from '../../../src/domain/automations/definition.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { type AutomationHouse, inAutomationHouse } from '../support/automation-house.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { addSavable, creation } from '../support/leads.ts'
import { BRUNA, DAVI } from '../support/people.ts'

const iso = (ms: number) => new Date(ms).toISOString()

const TRIGGERS: readonly Trigger[] = [
  { kind: 'lead_made', bulk: false },
  { kind: 'status_changed', to: null, bulk: false },
  { kind: 'status_changed', to: 3, bulk: false },
  { kind: 'idle', days: 1 },
  { kind: 'idle', days: 3 },
  { kind: 'schedule_late' },
  { kind: 'deadline_near', hours: 8 },
  { kind: 'renewal_near', days: 20 },
]

describeEachDatabase('the dry run of automations', (open) => {
  let house: AutomationHouse
  inAutomationHouse(open, (made) => {
    house = made
  })

  /** A month of two brokers, with a look before and after each thing that happens. */
  async function month(seed: number): Promise<void> {
    const { next: random, pick } = seededRandom(seed)
    const leads = await Promise.all(
      [BRUNA, BRUNA, DAVI].map(async (broker) => ({
        device: broker === DAVI ? house.davi : house.bruna,
        ...(await addSavable(house.store, broker, {
          create_lead_date: iso(house.now()),
          old_end_of_validity: iso(house.now() + (15 + random() * 20) * DAY_MS).slice(0, 10),
        })),
      })),
    )
    await house.look()
    for (let step = 0; step < 40; step++) {
      await house.after(random() * 30 * HOUR_MS)
      const lead = pick(leads)
      const { device, uid: lead_uid } = lead
      const choice = Math.floor(random() * 7)
      const run = (command: string, args: object, by = device) =>
        by.run({ command, args: { lead_uid, ...args }, occurred_at: iso(house.now()) })
      if (choice === 0) await run('lead.advance', {})
      if (choice === 1) await run('lead.setServiceStatus', { service_status: 1 + Math.floor(random() * 2) })
      if (choice === 2)
        await run('lead.schedule', {
          scheduling_date: iso(house.now() + random() * 3 * DAY_MS),
          description: 'Ligar',
        })
      if (choice === 3) await run('lead.closeScheduling', {})
      if (choice === 4) await run('lead.addNote', { note: `Nota ${step}` })
      if (choice === 5) await run('lead.create', creation(), house.admin)
      if (choice === 6 && random() < 0.3) await run('lead.cancel', { reason: 'x' }, house.admin)
      await house.look()
    }
  }

  test.each([1, 2])('equals what it does with the month lived through, for each trigger (seed %i)', {
    timeout: 240_000,
  }, async (seed) => {
    const sinceMs = house.now()
    const made = []
    for (const [place, trigger] of TRIGGERS.entries())
      made.push(
        await house.on({
          name: `Regra ${place}`,
          trigger,
          // They write as well: what they write changes nothing for any of them.
          acts: [
            place % 2 === 0
              ? { kind: 'schedule', days: 1, time: '08:00', text: 'Ver' }
              : { kind: 'note', text: `Ver ${place}` },
          ],
          conditions: place === 3 ? { ...NO_CONDITIONS, brokers: [BRUNA] } : NO_CONDITIONS,
        }),
      )
    house.forward(1000)
    await month(seed)
    let acted = 0
    for (const { id, trigger, conditions } of made) {
      const live = await house.store.db
        .selectFrom('automation_runs')
        .select(['lead_uid', 'occasion'])
        .where('automation_id', '=', id)
        .execute()
      const since = await house.store.db
        .selectFrom('automations')
        .select('acts_since')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const judged: Pick<Definition, 'trigger' | 'conditions'> = { trigger, conditions }
      const { found, isWhole } = await occasionsBetween(house.store.db, judged, {
        sinceMs: Date.parse(since.acts_since),
        untilMs: house.now(),
      })
      const [ofLive, ofDry] = [
        live.map((run) => `${run.lead_uid} ${run.occasion}`),
        found.map(({ leadUid, key }) => `${leadUid} ${key}`),
      ].map((keys) => keys.toSorted())
      expect(ofDry, JSON.stringify(trigger)).toEqual(ofLive)
      expect(isWhole).toBe(true)
      acted += live.length
    }
    expect(acted).toBeGreaterThan(15)
    expect(house.now()).toBeGreaterThan(sinceMs + 15 * DAY_MS)
  })

  test('tells how often, on how many leads, and the latest of them', async () => {
    const leads = [await addSavable(house.store, BRUNA), await addSavable(house.store, BRUNA)]
    for (const { uid } of leads) {
      await house.run('lead.advance', { lead_uid: uid })
      house.forward(1000)
    }
    await house.run('lead.advance', { lead_uid: leads[0]?.uid })
    house.forward(1000)
    const body = { trigger: { kind: 'status_changed', to: null, bulk: false }, conditions: NO_CONDITIONS }
    const answer = await house.admin.call('POST', '/automations/dry-run', body)
    const found = dryRunRoute.answer.parse(answer.body)
    expect(found).toMatchObject({ times: 3, leads: 2, is_whole: true })
    expect(found.data.map(({ lead_id }) => lead_id)).toEqual([leads[0]?.id, leads[1]?.id, leads[0]?.id])
    expect(await house.runs()).toBe(0)
  })
})
