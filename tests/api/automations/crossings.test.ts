/** Automations beside what else happens to a lead. docs/rules.md#automations */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Act, NO_CONDITIONS } from '../../../src/domain/automations/definition.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { type AutomationHouse, inAutomationHouse } from '../support/automation-house.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { addSavable, creation } from '../support/leads.ts'
import { mergesIn } from '../support/merges.ts'
import { BRUNA, DAVI } from '../support/people.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const TELL: Act = { kind: 'notice', to: 'broker', text: 'Olhe este lead' }
const SCHEDULE: Act = { kind: 'schedule', days: 1, time: '09:00', text: 'Retomar' }

describeEachDatabase('crossings of automations', (open) => {
  let house: AutomationHouse
  inAutomationHouse(open, (made) => {
    house = made
  })
  const moved = async (given: object = {}) => {
    const lead = await addSavable(house.store, BRUNA, given)
    await house.run('lead.advance', { lead_uid: lead.uid })
    return lead
  }
  const onMove = (acts: readonly Act[], name = 'Mudou') =>
    house.on({ name, trigger: { kind: 'status_changed', to: null, bulk: false }, acts: [...acts] })

  test('a transfer: the new broker is told, and the former one reads the notice no more', async () => {
    await onMove([TELL])
    const lead = await moved()
    await house.look()
    expect(await house.told(house.bruna)).toEqual(['Olhe este lead'])
    const uid = crypto.randomUUID()
    const to = { kind: 'broker', broker_id: DAVI }
    const second = await moved()
    const answer = await house.admin.call('PUT', `/lead-transfers/${uid}`, {
      leads: [lead.uid, second.uid],
      to,
    })
    expect(answer.status).toBe(200)
    await house.look()
    expect(await house.told(house.bruna)).toEqual([])
    expect(await house.told(house.davi)).toEqual(['Olhe este lead'])
  })

  test("an absent broker's notice goes to the substitute, and returns to the broker after the leave", async () => {
    await onMove([TELL])
    const today = saoPauloDay(house.now())
    await house.store.db
      .insertInto('absences')
      .values({ user_id: BRUNA, substitute_id: DAVI, from_day: today, to_day: today, state: 'running' })
      .execute()
    await moved()
    await house.look()
    expect(await house.told(house.bruna)).toEqual([])
    expect(await house.told(house.davi)).toEqual(['Olhe este lead'])
    await house.store.db.updateTable('absences').set({ state: 'over' }).execute()
    await moved()
    await house.look()
    expect(await house.told(house.bruna)).toEqual(['Olhe este lead'])
  })

  test('a return is never on a day of a leave without a substitute: it is on the first working day after it', async () => {
    const scheduled = async (substitute_id: number | null) => {
      const [from_day, to_day] = [saoPauloDay(house.now()), saoPauloDay(house.now() + 10 * DAY_MS)]
      await house.store.db.deleteFrom('absences').execute()
      await house.store.db
        .insertInto('absences')
        .values({ user_id: BRUNA, substitute_id, from_day, to_day, state: 'running' })
        .execute()
      const { uid } = await moved()
      await house.look()
      const { leads } = (await house.bruna.pull()).rows
      const made = leads.find((lead) => lead.uid === uid)?.lead_scheduling
      const day = saoPauloDay(Date.parse(made?.scheduling_date ?? ''))
      return { isWithin: day <= to_day, isSoon: day <= saoPauloDay(house.now() + 18 * DAY_MS) }
    }
    await onMove([SCHEDULE])
    try {
      expect(await scheduled(DAVI)).toEqual({ isWithin: true, isSoon: true })
      expect(await scheduled(null)).toEqual({ isWithin: false, isSoon: true })
    } finally {
      await house.store.db.deleteFrom('absences').execute()
    }
  })

  test('a cancelled and an ended lead are late with nothing', async () => {
    await house.on({ trigger: { kind: 'schedule_late' } })
    await house.on({ name: 'Parado', trigger: { kind: 'idle', days: 1 } })
    const lead = await addSavable(house.store, BRUNA)
    await house.run('lead.schedule', {
      lead_uid: lead.uid,
      scheduling_date: iso(house.now() + HOUR_MS),
      description: 'Ligar',
    })
    await house.store.db
      .updateTable('leads')
      .set({ cancelled: true, state: 3 })
      .where('uid', '=', lead.uid)
      .execute()
    for (let day = 0; day < 6; day++) await house.after(DAY_MS)
    expect(await house.runs()).toBe(0)
  })

  test('two automations on one lead act each once, and the second finds what the first one wrote', async () => {
    const first = await onMove([SCHEDULE], 'A')
    const second = await onMove([{ ...SCHEDULE, text: 'Outro' }, TELL], 'B')
    await moved()
    await house.look()
    expect(await house.log(first.id)).toMatchObject([{ results: [{ act: 'schedule', why: null }] }])
    expect(await house.log(second.id)).toMatchObject([
      {
        results: [
          { act: 'schedule', why: 'scheduled' },
          { act: 'notice', why: null },
        ],
      },
    ])
  })

  test('an erased person: the log and the notices name no one, and nothing is written to the lead', async () => {
    const { id } = await onMove([SCHEDULE, { ...TELL, text: 'Confira' }])
    const lead = await moved()
    const { client_uid } = lead
    const client = await house.store.db
      .selectFrom('clients')
      .select(['id', 'name'])
      .where('uid', '=', client_uid)
      .executeTakeFirstOrThrow()
    const { status, body } = await house.admin.call('DELETE', `/clients/${client.id}/personal-data`)
    expect(status, JSON.stringify(body)).toBe(200)
    await house.look()
    expect(await house.log(id)).toMatchObject([{ results: [{ why: 'erased' }, { act: 'notice' }] }])
    const { rows } = await sql<{ all: string }>`
      select concat((select json_agg(r) from automation_runs r), (select json_agg(n) from automation_notices n)) as all`.execute(
      house.store.db,
    )
    expect(rows[0]?.all).toContain('Confira')
    expect(rows[0]?.all).not.toContain(client.name)
  })

  test('a merge of clients before it acts: it acts on the lead all the same', async () => {
    const merges = mergesIn(house.store, house.admin)
    const { survivor, alias, second } = await merges.twoClients()
    const { id } = await onMove([TELL, SCHEDULE])
    await house.run('lead.advance', { lead_uid: second.uid })
    const made = await merges.merge(survivor, alias)
    await house.look()
    expect(await house.log(id)).toMatchObject([{ lead_id: second.id, acted: true }])
    await merges.undo(made.merge.id)
    await house.look()
    expect(await house.runs()).toBe(1)
  })

  test('the undo of a group brings its schedule back, which is the broker’s from then on', async () => {
    await onMove([SCHEDULE])
    const lead = await moved()
    await house.look()
    const { leads } = (await house.bruna.pull()).rows
    const scheduling = leads.find(({ uid }) => uid === lead.uid)?.lead_scheduling
    await house.run('lead.closeScheduling', { lead_uid: lead.uid })
    await house.run('lead.putBack', { lead_uid: lead.uid, fields: { lead_scheduling: scheduling } })
    const after = await house.store.db
      .selectFrom('leads')
      .select(['scheduling_description', 'scheduling_status'])
      .where('uid', '=', lead.uid)
      .executeTakeFirstOrThrow()
    expect(after).toEqual({
      scheduling_description: 'Retomar (por automação “Mudou”)',
      scheduling_status: 0,
    })
    const late = await house.on({ name: 'Atraso', trigger: { kind: 'schedule_late' }, acts: [TELL] })
    for (let day = 0; day < 5; day++) await house.after(DAY_MS)
    expect(await house.log(late.id)).toHaveLength(1)
  })

  test('a change of its definition between the trial and the switch is refused', async () => {
    const made = await house.on()
    const off = await house.turn(made.id, false)
    const { name, trigger, acts } = off
    const changed = {
      name,
      trigger,
      acts,
      conditions: { ...NO_CONDITIONS, channels: [7] },
      revision: off.revision,
    }
    expect((await house.admin.call('PUT', `/automations/${made.id}`, changed)).status).toBe(200)
    const turn = { on: true, revision: off.revision }
    expect((await house.admin.call('PUT', `/automations/${made.id}/state`, turn)).status).toBe(409)
    expect(await house.automations()).toMatchObject([{ state: 'off' }])
    await house.run('lead.create', creation(), house.admin)
    await house.look()
    expect(await house.runs()).toBe(0)
  })

  test('a change while it is on counts from then on', async () => {
    const made = await house.on({ acts: [{ ...TELL, to: 'managers' }] })
    await house.run('lead.create', creation(), house.admin)
    house.forward(1000)
    const { name, conditions, trigger, revision } = made
    const acts = [{ ...TELL, to: 'managers', text: 'Outro texto' }]
    const body = { name, conditions, trigger, revision, acts }
    expect((await house.admin.call('PUT', `/automations/${made.id}`, body)).status).toBe(200)
    house.forward(1000)
    await house.run('lead.create', creation(), house.admin)
    await house.look()
    expect(await house.told(house.manager)).toEqual(['Outro texto'])
  })

  test('another system that answers each act by a change is stopped by the guard of the lead', async () => {
    await onMove([TELL])
    const lead = await addSavable(house.store, BRUNA)
    for (let round = 0; round < 14; round++) {
      await sql`
        insert into timeline (lead_uid, user_id, command, changes, occurred_at, received_at)
        values (${lead.uid}, ${BRUNA}, 'lead.update', '{"status": {"before": 2, "after": 3}}', ${iso(house.now())}, ${iso(house.now())})`.execute(
        house.store.db,
      )
      await house.after(1000)
    }
    expect(await house.told(house.bruna)).toHaveLength(10)
    const { rows } = await sql<{ why: string }>`
      select distinct results #>> '{0,why}' as why from automation_runs where not acted`.execute(
      house.store.db,
    )
    expect(rows).toEqual([{ why: 'busy_lead' }])
  })

  test('who left is told nothing, and the screen says that the condition names them', async () => {
    await house.on({ conditions: { ...NO_CONDITIONS, brokers: [DAVI], channels: [999] } })
    await house.store.db.updateTable('users').set({ status: 0 }).where('id', '=', DAVI).execute()
    expect((await house.automations())[0]?.missing).toEqual([
      { kind: 'broker', id: DAVI, name: 'Davi' },
      { kind: 'channel', id: 999, name: null },
    ])
    await house.store.db.updateTable('users').set({ status: 1 }).where('id', '=', DAVI).execute()
  })
})
