/** What automations do, each occasion once. docs/rules.md#automations */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dueStories, worldOf } from '../../../server/automations/due.ts'
import { stopRestoredAutomations } from '../../../server/automations/stop.ts'
import { timelineRoute } from '../../../src/contract/board.ts'
import { NO_CONDITIONS } from '../../../src/domain/automations/definition.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { type AutomationHouse, inAutomationHouse } from '../support/automation-house.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { addSavable, creation } from '../support/leads.ts'
import { BRUNA, DAVI } from '../support/people.ts'

const iso = (ms: number) => new Date(ms).toISOString()

describeEachDatabase('what automations do', (open) => {
  let house: AutomationHouse
  inAutomationHouse(open, (made) => {
    house = made
  })
  const timeline = async (id: number | null) => {
    const answer = await house.admin.call('GET', `/leads/${id ?? 0}/timeline`)
    return timelineRoute.answer.parse(answer.body).data
  }
  const done = (act: string) => ({ act, why: null, message: null })
  const scheduling = (uid: string) =>
    house.store.db
      .selectFrom('leads')
      .select(['scheduling_date', 'scheduling_description', 'scheduling_status'])
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()

  test('a new lead is told to managers once, also by two servers at once', async () => {
    const { id } = await house.on({ acts: [{ kind: 'notice', to: 'managers', text: 'Chegou um lead' }] })
    await house.run('lead.create', creation(), house.admin)
    await Promise.all([house.look(), house.look(house.other)])
    await house.look(house.other)
    expect(await house.told(house.manager)).toEqual(['Chegou um lead'])
    expect(await house.told(house.bruna)).toEqual([])
    expect((await house.log(id)).map(({ results }) => results)).toEqual([[done('notice')]])
    expect(await house.automations()).toMatchObject([{ times: 1, state: 'on' }])
  })

  test('a change of status lets it act in the order of the journal, if it is the status asked for', async () => {
    const { id } = await house.on({
      trigger: { kind: 'status_changed', to: 3, bulk: false },
      acts: [
        { kind: 'schedule', days: 1, time: '09:30', text: 'Ligar' },
        { kind: 'note', text: 'Confira o contato' },
        { kind: 'webhook' },
      ],
    })
    const lead = await addSavable(house.store, BRUNA)
    await house.run('lead.advance', { lead_uid: lead.uid })
    await house.run('lead.advance', { lead_uid: lead.uid })
    await house.look()
    expect(await house.log(id)).toMatchObject([
      {
        lead_id: lead.id,
        acted: true,
        results: [done('schedule'), done('note'), { act: 'webhook', why: 'no_webhook', message: null }],
      },
    ])
    const after = await scheduling(lead.uid)
    expect(after.scheduling_description).toBe('Ligar (por automação “Novo lead”)')
    expect(iso(Date.parse(after.scheduling_date ?? ''))).toMatch(/T12:30:00.000Z$/u)
    const entries = await timeline(lead.id)
    expect(
      entries.slice(0, 2).map(({ command, user, changes }) => [command, user, changes.automation]),
    ).toEqual([
      ['lead.addNote', null, { before: null, after: 'Novo lead' }],
      ['lead.schedule', null, { before: null, after: 'Novo lead' }],
    ])
    expect(String(entries[0]?.changes.additional_information?.after)).toMatch(
      /^\[Automação “Novo lead”, .*\]\nConfira o contato$/u,
    )
    // The device gets it with its pull.
    const { leads } = (await house.bruna.pull()).rows
    expect(leads.find(({ uid }) => uid === lead.uid)?.lead_scheduling?.description).toBe(
      'Ligar (por automação “Novo lead”)',
    )
  })

  test('nothing that an automation wrote lets another act, or itself', async () => {
    const act = { kind: 'schedule', days: 1, time: '09:00', text: 'Retomar' } as const
    await house.on({ name: 'Parado', trigger: { kind: 'idle', days: 1 }, acts: [act] })
    await house.on({
      name: 'Atraso',
      trigger: { kind: 'schedule_late' },
      acts: [{ kind: 'note', text: 'Atrasou' }],
    })
    const lead = await addSavable(house.store, BRUNA)
    await house.run('lead.setServiceStatus', { lead_uid: lead.uid, service_status: 2 })
    for (let day = 0; day < 20; day++) await house.after(DAY_MS)
    expect(await house.runs()).toBe(1)
  })

  test('a lead is idle N working days after the last that a person did', async () => {
    await house.on({ trigger: { kind: 'idle', days: 2 } })
    const lead = await addSavable(house.store, BRUNA)
    await house.run('lead.setServiceStatus', { lead_uid: lead.uid, service_status: 2 })
    await house.after(HOUR_MS)
    expect(await house.told(house.bruna)).toEqual([])
    await house.after(6 * DAY_MS)
    expect(await house.told(house.bruna)).toEqual(['Olhe este lead'])
    await house.after(DAY_MS)
    expect(await house.runs()).toBe(1)
    await house.run('lead.setServiceStatus', { lead_uid: lead.uid, service_status: 1 })
    await house.after(6 * DAY_MS)
    expect(await house.runs()).toBe(2)
  })

  test('a lead that it acted on is not read again until somebody does something; its entries are found by an index', async () => {
    const trigger = { kind: 'idle', days: 2 } as const
    const { id } = await house.on({ trigger })
    const lead = await addSavable(house.store, BRUNA)
    const { rounds } = house.server.context
    const world = worldOf(await rounds.rules(await rounds.ask()))
    const { db } = house.store
    const begunMs = house.now()
    const isRead = async (sinceMs = begunMs) => {
      const stories = await dueStories(db, { id, trigger, sinceMs }, { world, nowMs: house.now(), after: 0 })
      return stories.some(({ uid }) => uid === lead.uid)
    }
    await house.run('lead.setServiceStatus', { lead_uid: lead.uid, service_status: 2 })
    house.forward(6 * DAY_MS)
    expect(await isRead()).toBe(true)
    await house.look()
    expect(await isRead()).toBe(false)
    // It was changed: what it did before says nothing of what it would do now.
    expect(await isRead(house.now())).toBe(true)
    await house.run('lead.setServiceStatus', { lead_uid: lead.uid, service_status: 1 })
    house.forward(6 * DAY_MS)
    expect(await isRead()).toBe(true)
    const { rows } = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<{ 'QUERY PLAN': string }>`
        explain select t.lead_uid from timeline t
        where t.occurred_at >= '2026-11-01' and t.occurred_at <= '2026-11-08'`.execute(tx)
    })
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('timeline_occurred')
  })

  test('a late schedule is told once for each time; one that was kept is not', async () => {
    await house.on({
      trigger: { kind: 'schedule_late' },
      acts: [{ kind: 'notice', to: 'managers', text: 'Atrasou' }],
    })
    const lead = await addSavable(house.store, BRUNA)
    const schedule = (ms: number) =>
      house.run('lead.schedule', {
        lead_uid: lead.uid,
        scheduling_date: iso(house.now() + ms),
        description: 'Ligar',
      })
    await schedule(HOUR_MS)
    await house.after(30 * MINUTE_MS)
    expect(await house.runs()).toBe(0)
    await house.after(HOUR_MS)
    await house.look(house.other)
    expect(await house.told(house.manager)).toEqual(['Atrasou'])
    await schedule(HOUR_MS)
    await house.run('lead.closeScheduling', { lead_uid: lead.uid })
    await house.after(2 * HOUR_MS)
    expect(await house.runs()).toBe(1)
  })

  test('a renewal is told its days before the end, and a deadline its hours before it', async () => {
    await house.on({ name: 'Vence', trigger: { kind: 'renewal_near', days: 30 } })
    await house.on({ name: 'Prazo', trigger: { kind: 'deadline_near', hours: 1 } })
    const renewal = await addSavable(house.store, BRUNA, {
      old_end_of_validity: iso(house.now() + 32 * DAY_MS).slice(0, 10),
    })
    await house.after(MINUTE_MS)
    const names = async () =>
      (await house.automations()).filter(({ times }) => times > 0).map(({ name }) => name)
    expect(await names()).not.toContain('Vence')
    await house.after(4 * DAY_MS)
    expect(await names()).toContain('Vence')
    expect(renewal.id).toBeGreaterThan(0)
  })

  test('conditions leave out what does not meet them', async () => {
    const { id } = await house.on({ conditions: { ...NO_CONDITIONS, channels: [7] } })
    await house.run('lead.create', creation(), house.admin)
    await house.look()
    expect(await house.log(id)).toEqual([])
  })

  test('what was before it was switched on is not acted on', async () => {
    const { id } = await house.on()
    await house.turn(id, false)
    await house.run('lead.create', creation(), house.admin)
    await house.turn(id, true)
    await house.look()
    expect(await house.runs()).toBe(0)
  })

  test('a change that is rolled back, and a run that is killed, leave nothing and do nothing twice', async () => {
    await house.on({ acts: [{ kind: 'notice', to: 'managers', text: 'Chegou' }] })
    await house.run('lead.create', creation(), house.admin)
    const waiting = await sql`select 1 from automation_events`.execute(house.store.db)
    expect(waiting.rows).toHaveLength(1)
    // The database dies with the deletion of what waited.
    await sql`
      create function broken() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger broken before delete on automation_events for each row execute function broken()`.execute(
      house.store.db,
    )
    await expect(house.look()).rejects.toThrow('killed')
    expect(await house.told(house.manager)).toEqual([])
    expect(await house.runs()).toBe(0)
    await sql`drop function broken() cascade`.execute(house.store.db)
    await house.look()
    await house.look()
    expect(await house.told(house.manager)).toEqual(['Chegou'])
  })

  test('an act that fails by itself is logged, and neither entries nor what is due wait for it', async () => {
    const { id } = await house.on({ acts: [{ kind: 'notice', to: 'managers', text: 'Chegou' }] })
    await house.on({
      name: 'Atraso',
      trigger: { kind: 'schedule_late' },
      acts: [{ kind: 'notice', to: 'managers', text: 'Atrasou' }],
    })
    const late = await addSavable(house.store, BRUNA)
    const scheduling_date = iso(house.now() + HOUR_MS)
    await house.run('lead.schedule', { lead_uid: late.uid, scheduling_date, description: 'Ligar' })
    house.forward(2 * HOUR_MS)
    const broken = creation()
    await house.run('lead.create', broken, house.admin)
    await house.run('lead.create', creation(), house.admin)
    const { db } = house.store
    await sql`
      create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken act'; end $$`.execute(
      db,
    )
    await sql`
      create trigger broken before insert on automation_notices for each row
      when (new.lead_uid = ${sql.lit(broken.lead_uid)}) execute function broken()`.execute(db)
    const warnings: string[] = []
    await house.look(house.server, (error) => warnings.push(String(error)))
    await sql`drop function broken() cascade`.execute(db)
    expect(warnings).toEqual([expect.stringContaining('broken act')])
    expect((await house.log(id)).map(({ results }) => results[0]?.why)).toEqual(['failed', null])
    expect((await house.told(house.manager)).toSorted()).toEqual(['Atrasou', 'Chegou'])
  })

  test('a restored database acts on nothing until an administrator has looked', async () => {
    await house.on()
    await house.run('lead.create', creation(), house.admin)
    await house.store.db.transaction().execute((tx) => stopRestoredAutomations(tx, house.now()))
    await house.look()
    expect(await house.runs()).toBe(0)
    expect(await house.automations()).toMatchObject([{ state: 'restored' }])
    expect(await house.told(house.admin)).toEqual([
      'Parada: o banco foi restaurado. Confira-a e ligue de novo.',
    ])
  })

  test('the act after the hundredth within an hour pauses it, and administrators are told', async () => {
    const { id } = await house.on({ acts: [{ kind: 'notice', to: 'managers', text: 'Chegou' }] })
    const at = iso(house.now())
    const leads = await Promise.all(Array.from({ length: 102 }, () => addSavable(house.store, BRUNA)))
    const entries = leads.map(({ uid }) => ({ lead_uid: uid }))
    await sql`
      insert into timeline (lead_uid, user_id, command, changes, occurred_at, received_at)
      select lead_uid, ${BRUNA}, 'lead.create', '{"create_lead_date": {"before": null, "after": "2026-01-01T00:00:00Z"}}',
        ${at}, ${at}
      from json_to_recordset(${JSON.stringify(entries)}::json) as e (lead_uid uuid)`.execute(house.store.db)
    house.forward(1000)
    await house.look()
    expect(await house.runs()).toBe(100)
    expect(await house.automations()).toMatchObject([{ id, state: 'paused' }])
    expect(await house.told(house.admin)).toHaveLength(1)
    await house.look()
    await house.turn(id, true)
    await house.look()
    expect(await house.runs()).toBe(100)
  })

  test('imports and transfers count only where that is chosen', async () => {
    const few = await house.on({ name: 'Poucos' })
    const all = await house.on({ name: 'Todos', trigger: { kind: 'lead_made', bulk: true } })
    const lead = await addSavable(house.store, BRUNA)
    const at = iso(house.now())
    await sql`
      insert into timeline (lead_uid, user_id, command, changes, occurred_at, received_at)
      values (${lead.uid}, ${BRUNA}, 'lead.import',
        '{"create_lead_date": {"before": null, "after": "2026-01-01T00:00:00Z"}}', ${at}, ${at})`.execute(
      house.store.db,
    )
    await house.look()
    expect(await house.log(few.id)).toEqual([])
    expect(await house.log(all.id)).toHaveLength(1)
  })

  test('what can not be done is logged with its reason', async () => {
    const acts = [
      { kind: 'notice', to: 'broker', text: 'Olhe' },
      { kind: 'schedule', days: 1, time: '09:00', text: 'Ligar' },
    ] as const
    const { id } = await house.on({ acts: [...acts] })
    await house.run('lead.create', creation(), house.admin)
    await house.look()
    expect(await house.log(id)).toMatchObject([
      { acted: false, results: [{ why: 'no_broker' }, { why: 'no_broker' }] },
    ])
    const late = await house.on({ name: 'Atraso', trigger: { kind: 'schedule_late' }, acts: [acts[1]] })
    const lead = await addSavable(house.store, DAVI)
    await house.run(
      'lead.schedule',
      { lead_uid: lead.uid, scheduling_date: iso(house.now() + HOUR_MS), description: 'Visita' },
      house.davi,
    )
    await house.after(2 * HOUR_MS)
    expect(await house.log(late.id)).toMatchObject([{ acted: false, results: [{ why: 'scheduled' }] }])
    expect((await scheduling(lead.uid)).scheduling_description).toBe('Visita')
  })

  test('a message is suggested to the broker, once, and not to a client who wants none', async () => {
    const { id: template } = await house.store.db
      .insertInto('message_templates')
      .values({ name: 'Retomar', purpose: 'other', body: 'Olá, {primeiro_nome}!' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await house.on({
      name: 'Conversa',
      trigger: { kind: 'status_changed', to: null, bulk: false },
      acts: [{ kind: 'whatsapp', template }],
    })
    const lead = await addSavable(house.store, BRUNA)
    await house.run('lead.advance', { lead_uid: lead.uid })
    await house.look()
    await house.look(house.other)
    const { leads } = (await house.bruna.pull()).rows
    expect(leads.find(({ uid }) => uid === lead.uid)?.suggested_message).toMatchObject({
      template_id: template,
      reason: 'Automação: Conversa',
    })
    const other = await addSavable(house.store, BRUNA)
    await house.store.db
      .updateTable('clients')
      .set({ no_messages_since: iso(house.now()) })
      .where('uid', '=', other.client_uid)
      .execute()
    await house.run('lead.advance', { lead_uid: other.uid })
    await house.look()
    expect((await house.log(id)).map(({ results }) => results[0]?.why)).toEqual([null, 'opted_out'])
    await house.store.db
      .updateTable('message_templates')
      .set({ active: false })
      .where('id', '=', template)
      .execute()
    expect((await house.automations())[0]?.missing).toMatchObject([{ kind: 'template', id: template }])
  })
})
