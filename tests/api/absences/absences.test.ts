/** People on leave: the calls, who is given nothing meanwhile, and what a substitute sees and may do. docs/rules.md#absences */
import { beforeEach, describe, expect, test } from 'vitest'
import { turnAbsences } from '../../../server/absences/absences.ts'
import { readImportNames } from '../../../server/imports/names.ts'
import { sessionUser } from '../../../server/queries/session-user.ts'
import { brokersByGroup } from '../../../server/renewals/brokers.ts'
import { userEntrySchema } from '../../../src/domain/catalogue/catalogue.ts'
import { brokerOf, NO_DEFAULTS, nameFinder } from '../../../src/domain/imports/names.ts'
import { groupKey } from '../../../src/domain/renewals/rows.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { instantOf } from '../../../src/domain/time/sao-paulo.ts'
import { describeDatabase, describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable, create, creation } from '../support/leads.ts'
import { inDays, type Leave, leaveBody, makeLeave, writeLeave } from '../support/leaves.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { ADMIN, BRUNA, DAVI, EVA, INDICATOR, inHours, MANAGER, withoutLeads } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

/** A clock on another day. */
const onDay = (days: number) => () => Date.now() + days * DAY_MS

describeDatabase('leaves', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let davi: Device
  let manager: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, admin } = opened)
    davi = await server.device(DAVI)
    manager = await server.device(MANAGER)
    await store.db.updateTable('partners').set({ code_wf: 'WF24' }).where('id', '=', 24).execute()
  })
  beforeEach(async () => {
    await store.db.deleteFrom('absences').execute()
    await store.db.deleteFrom('lead_broker_config').execute()
  })

  const made = (leave: Leave) => makeLeave(manager, leave)
  const brokers = async () =>
    (await store.db.selectFrom('leads').select('broker_id').execute()).map(({ broker_id }) => broker_id)
  const refusedFor = (field: string, words: string) => ({
    status: 422,
    body: { errors: { [field]: [expect.stringContaining(words)] } },
  })

  describe('the calls', () => {
    test('a broker writes its own, changes and ends it; a manager those of the brokers', async () => {
      const { body } = await writeLeave(davi, { user_id: DAVI, substitute_id: BRUNA, from: 3, to: 5 })
      expect(body).toMatchObject({ user_id: DAVI, substitute_id: BRUNA, from_day: inDays(3) })
      const { id } = body as { id: number }
      const draft = { from_day: inDays(4), to_day: inDays(6), substitute_id: null }
      expect(await davi.call('PUT', `/absences/${id}`, draft)).toMatchObject({ status: 200, body: draft })
      expect(await davi.call('GET', '/absences')).toMatchObject({ body: { data: [{ id, ...draft }] } })
      expect(await writeLeave(davi, { user_id: BRUNA, substitute_id: null, from: 3, to: 5 })).toMatchObject({
        status: 403,
      })
      const bruna = await server.device(BRUNA)
      expect(await bruna.call('DELETE', `/absences/${id}`)).toMatchObject({ status: 403 })
      expect(await manager.call('DELETE', `/absences/${id}`)).toMatchObject({
        status: 200,
        body: { message: 'Ausência cancelada' },
      })
      expect(await davi.call('DELETE', `/absences/${id}`)).toMatchObject({ status: 404 })
      const actions = await store.db
        .selectFrom('audit_log')
        .select('action')
        .where('entity', '=', 'absences')
        .execute()
      expect(actions.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
    })

    test('one that is sent again is made once', async () => {
      const body = leaveBody({ user_id: DAVI, substitute_id: null, from: 1, to: 2 })
      const key = crypto.randomUUID()
      const [one, two] = [
        await davi.call('POST', '/absences', body, { 'idempotency-key': key }),
        await davi.call('POST', '/absences', body, { 'idempotency-key': key }),
      ]
      expect(two.body).toEqual(one.body)
      expect(await store.db.selectFrom('absences').select('id').execute()).toHaveLength(1)
    })

    test.for<[string, Leave, string, string]>([
      [
        'days that overlap',
        { user_id: DAVI, substitute_id: null, from: 5, to: 9 },
        'from_day',
        'já tem uma ausência',
      ],
      [
        'a substitute who is on leave',
        { user_id: BRUNA, substitute_id: DAVI, from: 5, to: 9 },
        'substitute_id',
        'Davi tem uma ausência',
      ],
      [
        'a leave of a substitute',
        { user_id: EVA, substitute_id: null, from: 4, to: 4 },
        'from_day',
        'Eva substitui Davi',
      ],
      ['oneself', { user_id: BRUNA, substitute_id: BRUNA, from: 1, to: 2 }, 'substitute_id', 'outra pessoa'],
      [
        'who is no broker',
        { user_id: BRUNA, substitute_id: INDICATOR, from: 1, to: 2 },
        'substitute_id',
        'Escolha',
      ],
      ['the past', { user_id: BRUNA, substitute_id: null, from: -1, to: 2 }, 'from_day', 'hoje'],
      [
        'an end before the beginning',
        { user_id: BRUNA, substitute_id: null, from: 3, to: 2 },
        'to_day',
        'antes',
      ],
      [
        'who has no leads',
        { user_id: INDICATOR, substitute_id: null, from: 1, to: 2 },
        'user_id',
        'não atende',
      ],
    ])('%s is refused', async ([, leave, field, words]) => {
      await made({ user_id: DAVI, substitute_id: EVA, from: 3, to: 6 })
      expect(await writeLeave(manager, leave)).toMatchObject(refusedFor(field, words))
    })

    test('one that has begun ends with yesterday, and keeps its first day', async () => {
      const { id } = await made({ user_id: DAVI, substitute_id: null, from: 0, to: 4 })
      await store.db
        .updateTable('absences')
        .set({ from_day: inDays(-2) })
        .execute()
      const moved = { from_day: inDays(1), to_day: inDays(4), substitute_id: null }
      expect(await davi.call('PUT', `/absences/${id}`, moved)).toMatchObject(
        refusedFor('from_day', 'já começou'),
      )
      expect(await davi.call('DELETE', `/absences/${id}`)).toMatchObject({
        body: { message: 'Ausência encerrada' },
      })
      expect(await store.db.selectFrom('absences').select(['to_day', 'state']).execute()).toEqual([
        { to_day: inDays(-1), state: 'over' },
      ])
    })
  })

  describe('who is on leave is given nothing', () => {
    const away = {
      broker_id: [
        `Este corretor está ausente até ${inDays(4).split('-').reverse().join('/')}. Escolha Bruna, que o substitui, ou outro.`,
      ],
    }
    beforeEach(() => made({ user_id: DAVI, substitute_id: BRUNA, from: 0, to: 4 }))
    const moved = (leads: readonly string[], to: object) =>
      admin.call('PUT', `/lead-transfers/${crypto.randomUUID()}`, { leads, to })

    test.for<[string, (uid: string) => Promise<{ status: number; body: unknown }>]>([
      ['by a transfer', (uid) => moved([uid], { kind: 'broker', broker_id: DAVI })],
      ['by a share', (uid) => moved([uid], { kind: 'share', shares: [{ broker_id: DAVI, total: 1 }] })],
      ['by a renewal', () => admin.call('PUT', '/lead-temps/assign', { ids: [1], broker_id: DAVI })],
    ])('%s', async ([, ask]) => {
      const { uid } = await addSavable(store, EVA)
      expect(await ask(uid)).toMatchObject({ status: 422, body: { errors: away } })
      expect(await brokers()).toEqual([EVA])
    })

    test('by a creation and a save, and by what is shared out', async () => {
      expect(await admin.run(create(creation({ broker_id: DAVI })))).toMatchObject({
        outcome: 'rejected',
        errors: away,
      })
      const { uid, client_uid } = await addSavable(store, EVA)
      const changes = { broker_id: DAVI }
      expect(
        await admin.run({
          command: 'lead.update',
          args: { lead_uid: uid, client_uid, changes, client: {} },
          base: { broker_id: EVA },
        }),
      ).toMatchObject({ outcome: 'rejected', errors: away })
      const plan = await admin.call('POST', '/lead-transfers/plan', { leads: [uid] })
      const { shares } = plan.body as { shares: { broker_id: number }[] }
      expect(shares.map(({ broker_id }) => broker_id)).not.toContain(DAVI)
    })

    test('by a rule, which may be written: the substitute gets its leads, and without one nobody', async () => {
      const rule = { channel_id: 1, partner_id: 24, insurance_id: 1, broker_id: DAVI, status: 1 as const }
      expect(await admin.call('POST', '/lead-broker-config', rule)).toMatchObject({ status: 200 })
      await admin.run(create(creation()))
      expect(await brokers()).toEqual([BRUNA])
      await withoutLeads(store)
      await store.db.updateTable('absences').set({ substitute_id: null }).execute()
      await admin.run(create(creation()))
      expect(await brokers()).toEqual([null])
      await withoutLeads(store)
      await turnAbsences({ store, now: onDay(5) })
      await admin.run(create(creation()))
      expect(await brokers()).toEqual([DAVI])
    })

    test('by the group of a renewal: the substitute gets it, and without one it waits', async () => {
      const group = (renovator_hierarchical_group: string | null) =>
        store.db.updateTable('users').set({ renovator_hierarchical_group }).where('id', '=', DAVI).execute()
      const broker = () =>
        store.db.transaction().execute(async (tx) => (await brokersByGroup(tx)).get(groupKey('Sul')))
      await group('Sul')
      try {
        expect(await broker()).toBe(BRUNA)
        await store.db.updateTable('absences').set({ substitute_id: null }).execute()
        expect(await broker()).toBeUndefined()
        await store.db.deleteFrom('absences').execute()
        expect(await broker()).toBe(DAVI)
      } finally {
        await group(null)
      }
    })

    test('by a line of a list, which says why', async () => {
      const finder = nameFinder(await readImportNames(store.db))
      const of = (isOpen: boolean) => brokerOf(finder, 'Davi', { isOpen, defaults: NO_DEFAULTS })
      expect(of(true)).toEqual({ reason: expect.stringContaining('ausente até') })
      expect(of(false)).toEqual({ id: DAVI })
    })

    test('a return in the own leave is the substitute’s, and without one it is refused', async () => {
      const { uid } = await addSavable(store, DAVI)
      const schedule = (day: number) =>
        davi.run({
          command: 'lead.schedule',
          args: { lead_uid: uid, scheduling_date: instantOf(inDays(day), '23:00'), description: 'Ligar' },
        })
      expect(await schedule(2)).toMatchObject({ outcome: 'applied' })
      await store.db.updateTable('absences').set({ substitute_id: null }).execute()
      expect(await schedule(3)).toMatchObject({
        outcome: 'rejected',
        message: expect.stringContaining('sem substituto'),
      })
      expect(await schedule(5)).toMatchObject({ outcome: 'applied' })
    })

    test('a transfer that is undone gives back what was theirs', async () => {
      const { uid } = await addSavable(store, DAVI)
      const transfer = crypto.randomUUID()
      await admin.call('PUT', `/lead-transfers/${transfer}`, {
        leads: [uid],
        to: { kind: 'broker', broker_id: EVA },
      })
      expect(await brokers()).toEqual([EVA])
      expect(await admin.call('POST', `/lead-transfers/${transfer}/undo`)).toMatchObject({
        body: { returned: 1 },
      })
      expect(await brokers()).toEqual([DAVI])
    })
  })

  describe('departures', () => {
    const BODIES = {
      [DAVI]: { name: 'Davi', email: '4@exemplo.com.br', technical_team_id: 1 },
      [EVA]: { name: 'Eva', email: '5@exemplo.com.br', technical_team_id: null },
    }
    const absences = () =>
      store.db
        .selectFrom('absences')
        .select(['user_id', 'substitute_id'])
        .where('is_former', '=', false)
        .execute()

    test('of the substitute lets the team act; of who is on leave ends it', async () => {
      await made({ user_id: DAVI, substitute_id: EVA, from: 0, to: 4 })
      const confirmed = await server.confirmedDevice(ADMIN)
      const leave = async (id: keyof typeof BODIES) => {
        const body = { ...BODIES[id], phone: '(31) 98888-7777', role: 3, status: 0 }
        expect(await confirmed.call('PUT', `/users/${id}`, body)).toMatchObject({ status: 200 })
      }
      try {
        await leave(EVA)
        expect(await absences()).toEqual([{ user_id: DAVI, substitute_id: null }])
        await leave(DAVI)
        expect(await absences()).toEqual([])
      } finally {
        await store.db.updateTable('users').set({ status: 1 }).execute()
      }
    })
  })
})

describeEachDatabase('a substitute', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let manager: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, bruna } = opened)
    manager = await server.device(MANAGER)
  })
  beforeEach(async () => {
    await store.db.deleteFrom('absences').execute()
  })
  const made = (leave: Leave) => makeLeave(manager, leave)
  const turn = (days: number) => turnAbsences({ store, now: onDay(days) })
  const note = (uid: string, text: string) => ({
    command: 'lead.addNote' as const,
    args: { lead_uid: uid, note: text },
  })

  test('sees and works the leads in these days alone; its device loses them at the end', async () => {
    const { uid } = await addSavable(store, DAVI)
    const mirror = new Mirror()
    await pullAll(bruna, mirror)
    expect(mirror.leads.has(uid)).toBe(false)
    expect(await bruna.run(note(uid, 'antes'))).toMatchObject({ outcome: 'rejected', code: 'not_found' })

    await made({ user_id: DAVI, substitute_id: BRUNA, from: 1, to: 4 })
    await pullAll(bruna, mirror)
    expect(mirror.leads.has(uid)).toBe(false)
    await turn(1)
    await pullAll(bruna, mirror)
    expect(mirror.leads.get(uid)?.broker_id).toBe(DAVI)
    expect(await sessionUser(store.db, BRUNA)).toMatchObject({ covers: [DAVI] })
    expect(await bruna.run(note(uid, 'durante'))).toMatchObject({ outcome: 'applied' })
    // A change within the scope comes without a reset.
    const [page] = await pullAll(bruna, mirror)
    expect(page?.reset).toBeUndefined()
    expect(mirror.leads.get(uid)?.additional_information).toContain('durante')
    const date = inHours(30)
    expect(
      await bruna.run({
        command: 'lead.schedule',
        args: { lead_uid: uid, scheduling_date: date, description: 'Retorno' },
      }),
    ).toMatchObject({ outcome: 'applied' })

    await turn(5)
    await pullAll(bruna, mirror)
    expect(mirror.leads.has(uid)).toBe(false)
    // It waited on a device without a network.
    expect(await bruna.run(note(uid, 'depois'))).toMatchObject({
      outcome: 'conflict',
      message: expect.stringContaining('A ausência de Davi terminou'),
      removed: [uid],
    })
    const lead = await store.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow()
    expect(lead.broker_id).toBe(DAVI)
    expect(lead.additional_information).toContain('durante')
    expect(lead.additional_information).not.toContain('depois')
  })

  test('another substitute takes the place of the first', async () => {
    const { uid } = await addSavable(store, DAVI)
    const { id } = await made({ user_id: DAVI, substitute_id: BRUNA, from: 0, to: 4 })
    const eva = await server.device(EVA)
    const [ofBruna, ofEva] = [new Mirror(), new Mirror()]
    await pullAll(bruna, ofBruna)
    await pullAll(eva, ofEva)
    expect([ofBruna.leads.has(uid), ofEva.leads.has(uid)]).toEqual([true, false])
    await manager.call('PUT', `/absences/${id}`, {
      from_day: inDays(0),
      to_day: inDays(4),
      substitute_id: EVA,
    })
    await pullAll(bruna, ofBruna)
    await pullAll(eva, ofEva)
    expect([ofBruna.leads.has(uid), ofEva.leads.has(uid)]).toEqual([false, true])
  })

  test('turning the day again changes nothing, and a clock that was set right takes it back', async () => {
    await made({ user_id: DAVI, substitute_id: BRUNA, from: 1, to: 2 })
    expect([await turn(1), await turn(1), await turn(400), await turn(0)]).toEqual([1, 0, 1, 0])
  })

  test('devices learn of leaves with the user, until they are over', async () => {
    const mirror = new Mirror()
    const known = () =>
      [...mirror.catalogues.values()]
        .filter(({ kind }) => kind === 'user')
        .map(({ value }) => userEntrySchema.parse(value))
        .find(({ id }) => id === DAVI)?.absences
    const { id } = await made({ user_id: DAVI, substitute_id: BRUNA, from: 1, to: 2 })
    await pullAll(bruna, mirror)
    expect(known()).toEqual([{ id, from_day: inDays(1), to_day: inDays(2), substitute_id: BRUNA }])
    await turn(3)
    await pullAll(bruna, mirror)
    expect(known()).toEqual([])
  })
})
