/** Limits of the law as commands and acts write them: docs/rules.md#obligations */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { lastDay, lawCalendar } from '../../../src/domain/obligations/calendar.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import { addDays, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { mergesIn } from '../support/merges.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { ADMIN, addLead, BRUNA, DAVI, MANAGER, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const calendar = lawCalendar(settingsFrom([]).business_hours)
const PROOF = 'Entregue a Ana, com recibo'

describeDatabase('limits of the law', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  let davi: Device
  let manager: Device
  let uid: string
  let today: string
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, bruna } = opened)
    admin = await server.confirmedDevice(ADMIN)
    davi = await server.device(DAVI)
    manager = await server.device(MANAGER)
  })
  beforeEach(async () => {
    today = saoPauloDay(server.context.now())
    ;({ uid } = await addLead(store, workedBy(BRUNA)))
  })

  const run = (device: Device, command: string, args: object, more: object = {}) =>
    device.run({ command, args: { lead_uid: uid, ...args }, ...more })
  const begin = (device = bruna, more: object = {}) =>
    run(device, 'lead.beginObligation', {
      kind: 'handover',
      since: today,
      until: null,
      note: 'CNH de Ana',
      ...more,
    })
  const fulfil = (device = bruna, more: object = {}) =>
    run(device, 'lead.fulfilObligation', {
      kind: 'handover',
      since: today,
      done_on: today,
      proof_kind: 'note',
      proof: PROOF,
      ...more,
    })
  const rows = () =>
    store.db
      .selectFrom('obligations')
      .select(['kind', 'outcome', 'proof_kind', 'proof', 'note', 'ended_user_id', 'begun_by'])
      .select(sql<string>`since_day::text`.as('since'))
      .select(sql<string>`until_day::text`.as('until'))
      .select(sql<string | null>`done_day::text`.as('done'))
      .where('lead_uid', '=', uid)
      .orderBy('kind')
      .execute()
  const onDevice = async (device = bruna) => {
    const mirror = new Mirror()
    await pullAll(device, mirror)
    return mirror.leads.get(uid)?.obligations
  }
  const history = async () => {
    const { rows: found } = await sql<{ command: string; changes: object }>`
      select command, changes from timeline where lead_uid = ${uid} order by id`.execute(store.db)
    return found
  }

  describe('by hand', () => {
    test('one is begun, reaches the device, is kept with its proof and is in the history', async () => {
      expect(await begin()).toMatchObject({ outcome: 'applied' })
      const until = lastDay('handover', today, calendar)
      const limit = { kind: 'handover', since: today, until, note: 'CNH de Ana', begun_by: 'hand' }
      expect(await onDevice()).toEqual([limit])
      expect(await rows()).toMatchObject([
        { kind: 'handover', since: today, until, outcome: null, begun_by: 'hand' },
      ])
      expect(await fulfil()).toMatchObject({ outcome: 'applied' })
      expect(await onDevice()).toBeNull()
      expect(await rows()).toMatchObject([
        { outcome: 'fulfilled', done: today, proof_kind: 'note', proof: PROOF, ended_user_id: BRUNA },
      ])
      expect(await history()).toMatchObject([
        { command: 'lead.beginObligation', changes: { obligations: { before: null, after: [limit] } } },
        {
          command: 'lead.fulfilObligation',
          changes: { obligations: { after: null }, obligation_proof: { after: `Outra prova: ${PROOF}` } },
        },
      ])
    })

    test('the same one is begun once, whoever begins it', async () => {
      await begin()
      expect(await begin(manager, { note: 'outra nota' })).toMatchObject({
        outcome: 'applied',
        found_done: true,
      })
      expect(await rows()).toMatchObject([{ note: 'CNH de Ana' }])
    })

    test('a sooner end is kept, one after the law’s or before its first day is refused', async () => {
      const since = addDays(today, -1)
      const sooner = addDays(today, 1)
      expect(await begin(bruna, { since, until: addDays(since, 20) })).toMatchObject({ outcome: 'rejected' })
      expect(await begin(bruna, { since, until: addDays(since, -1) })).toMatchObject({ outcome: 'rejected' })
      expect(await begin(bruna, { since: addDays(today, 1) })).toMatchObject({ outcome: 'rejected' })
      expect(await begin(bruna, { since, until: sooner })).toMatchObject({ outcome: 'applied' })
      expect(await rows()).toMatchObject([{ since, until: sooner }])
    })

    test('a dismissal has its reason', async () => {
      await begin()
      const dismiss = (reason: string) =>
        run(bruna, 'lead.dismissObligation', { kind: 'handover', since: today, reason })
      expect(await dismiss(' ')).toMatchObject({ outcome: 'rejected', code: 'invalid' })
      expect(await dismiss('O PDF era a cotação')).toMatchObject({ outcome: 'applied' })
      expect(await rows()).toMatchObject([
        { outcome: 'dismissed', proof_kind: null, proof: 'O PDF era a cotação' },
      ])
      expect(await begin()).toMatchObject({ outcome: 'applied' })
      expect(await rows()).toMatchObject([{ outcome: null, done: null, proof: '', ended_user_id: null }])
    })

    test('a proof is needed, a file only where the lead has one, and a day within the limit’s own time', async () => {
      await begin()
      expect(await fulfil(bruna, { proof: '' })).toMatchObject({ outcome: 'rejected' })
      expect(await fulfil(bruna, { proof_kind: 'file', proof: '' })).toMatchObject({ outcome: 'rejected' })
      expect(await fulfil(bruna, { done_on: addDays(today, 1) })).toMatchObject({ outcome: 'rejected' })
      expect(await fulfil(bruna, { done_on: addDays(today, -1) })).toMatchObject({ outcome: 'rejected' })
      expect(await fulfil(bruna, { kind: 'answer' })).toMatchObject({
        message: expect.stringContaining('não existe'),
      })
      expect(await onDevice()).toHaveLength(1)
    })

    test('two people end one without a network: the second is told who was first, and nothing is overwritten', async () => {
      await begin()
      const base = { obligations: await onDevice() }
      expect(await fulfil(bruna, {})).toMatchObject({ outcome: 'applied' })
      const late = await manager.run({
        command: 'lead.fulfilObligation',
        args: {
          lead_uid: uid,
          kind: 'handover',
          since: today,
          done_on: today,
          proof_kind: 'note',
          proof: 'Outra',
        },
        base,
      })
      expect(late).toMatchObject({
        outcome: 'rejected',
        message: expect.stringMatching(/já foi cumprido por .*Bruna/i),
      })
      expect(await rows()).toMatchObject([{ proof: PROOF, ended_user_id: BRUNA }])
    })

    test('a device that has not heard that it was kept does not begin it again', async () => {
      await begin()
      await fulfil()
      expect(await begin(manager)).toMatchObject({
        outcome: 'rejected',
        message: expect.stringMatching(/já foi cumprido por .*Bruna/i),
      })
      expect(await rows()).toMatchObject([{ outcome: 'fulfilled', proof: PROOF, ended_user_id: BRUNA }])
      expect(await onDevice()).toBeNull()
    })

    test('one that was dismissed is of who begins it again', async () => {
      await begin()
      await run(bruna, 'lead.dismissObligation', { kind: 'handover', since: today, reason: 'engano' })
      await begin(manager)
      const row = await store.db
        .selectFrom('obligations')
        .select(['begun_user_id', 'outcome'])
        .where('lead_uid', '=', uid)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ begun_user_id: MANAGER, outcome: null })
    })

    test('two people end two of one lead without a network: both count, without a conflict', async () => {
      await begin()
      await begin(bruna, { kind: 'answer' })
      const base = { obligations: await onDevice() }
      const one = { lead_uid: uid, since: today, done_on: today, proof_kind: 'note', proof: PROOF }
      const of = (device: Device, kind: string) =>
        device.run({ command: 'lead.fulfilObligation', args: { ...one, kind }, base })
      expect(await of(bruna, 'handover')).toMatchObject({ outcome: 'applied' })
      expect(await of(manager, 'answer')).toMatchObject({ outcome: 'applied' })
      expect(await onDevice()).toBeNull()
    })
  })

  describe('by acts', () => {
    test('a sale with what is pending begins the insurer’s answer', async () => {
      await store.db.updateTable('leads').set({ status: 4 }).where('uid', '=', uid).execute()
      expect(await run(bruna, 'lead.pendingSell', { observation: 'falta o laudo' })).toMatchObject({
        outcome: 'applied',
      })
      expect(await rows()).toMatchObject([
        {
          kind: 'answer',
          since: today,
          until: lastDay('answer', today, calendar),
          begun_by: 'act',
          outcome: null,
        },
      ])
    })

    const pend = async () => {
      await store.db.updateTable('leads').set({ status: 4 }).where('uid', '=', uid).execute()
      expect(await run(bruna, 'lead.pendingSell', { observation: 'falta o laudo' })).toMatchObject({
        outcome: 'applied',
      })
    }

    test('an act of the same day leaves a sooner end as it is, on the lead and in its record', async () => {
      const until = addDays(today, 3)
      await begin(bruna, { kind: 'answer', until, note: 'o cliente viaja' })
      await pend()
      expect(await rows()).toMatchObject([
        { kind: 'answer', until, note: 'o cliente viaja', begun_by: 'hand' },
      ])
      expect(await onDevice()).toMatchObject([{ until, note: 'o cliente viaja', begun_by: 'hand' }])
    })

    test('a sooner end by hand shortens what an act began, a later one does not lengthen it', async () => {
      await pend()
      const until = addDays(today, 3)
      expect(await begin(bruna, { kind: 'answer', until, note: 'o cliente viaja' })).toMatchObject({
        outcome: 'applied',
      })
      const shortened = { kind: 'answer', until, note: 'o cliente viaja', begun_by: 'act' }
      expect(await rows()).toMatchObject([shortened])
      expect(await onDevice()).toMatchObject([shortened])
      const { half, eve } = await store.db
        .selectFrom('obligations')
        .select(sql<string>`half_day::text`.as('half'))
        .select(sql<string>`eve_day::text`.as('eve'))
        .where('lead_uid', '=', uid)
        .executeTakeFirstOrThrow()
      expect(half <= until && eve <= until).toBe(true)
      const later = await begin(manager, { kind: 'answer', until: addDays(today, 5) })
      expect(later).toMatchObject({ outcome: 'applied', found_done: true })
      expect(await rows()).toMatchObject([shortened])
    })

    test('the cancellation dismisses what runs', async () => {
      await begin()
      expect(await run(admin, 'lead.cancel', {})).toMatchObject({ outcome: 'applied' })
      expect(await rows()).toMatchObject([{ outcome: 'dismissed', proof_kind: null, done: today }])
    })
  })

  describe('beside other things', () => {
    test('a transferred lead takes its limits along, and the first broker keeps none', async () => {
      await begin()
      const transfer = await manager.call('PUT', `/lead-transfers/${crypto.randomUUID()}`, {
        leads: [uid],
        to: { kind: 'broker', broker_id: DAVI },
      })
      expect(transfer.status).toBe(200)
      expect(await onDevice(davi)).toHaveLength(1)
      expect(await onDevice(bruna)).toBeUndefined()
      expect(await fulfil(davi)).toMatchObject({ outcome: 'applied' })
    })

    test('an erasure keeps the days and takes the words, of those that run and those that ended', async () => {
      await begin()
      await begin(bruna, { kind: 'answer', note: 'Nota de Ana' })
      await fulfil()
      const { id } = await store.db
        .selectFrom('leads as l')
        .innerJoin('clients as c', 'c.uid', 'l.client_uid')
        .select('c.id')
        .where('l.uid', '=', uid)
        .executeTakeFirstOrThrow()
      const erased = await admin.call('DELETE', `/clients/${id}/personal-data`, {
        reason: 'Pedido',
        keep: false,
      })
      expect(erased.status).toBe(200)
      expect(await onDevice(admin)).toBeNull()
      expect(await rows()).toMatchObject([
        { kind: 'answer', since: today, note: '', proof: '', outcome: 'erased', done: expect.any(String) },
        { kind: 'handover', since: today, note: '', proof: '', outcome: 'fulfilled', done: today },
      ])
      expect(JSON.stringify(await history())).not.toContain('Ana')
    })

    test('a sold lead stays on the device and on the board beyond its days, until its limit has ended', async () => {
      await begin()
      const ended = new Date(server.context.now() - 400 * 86_400_000).toISOString()
      await store.db
        .updateTable('leads')
        .set({ state: 3, status: 6, sold: 1, end_lead_date: ended })
        .where('uid', '=', uid)
        .execute()
      const mirror = new Mirror()
      await pullAll(bruna, mirror)
      expect(mirror.leads.has(uid)).toBe(true)
      const finished = async () => {
        const { body } = await admin.call('GET', '/leads/list-count')
        return JSON.stringify(body)
      }
      const counted = await finished()
      const listed = async () =>
        JSON.stringify((await admin.call('GET', '/leads/list-broker?status=6&limit=50')).body).includes(uid)
      expect(await listed()).toBe(true)
      expect(await fulfil()).toMatchObject({ outcome: 'applied' })
      await pullAll(bruna, mirror)
      expect(mirror.leads.has(uid)).toBe(false)
      expect(await listed()).toBe(false)
      expect(await finished()).not.toBe(counted)
    })

    test('a merge of clients leaves them with their lead', async () => {
      const merges = mergesIn(store, admin)
      const { survivor, alias, second } = await merges.twoClients()
      uid = second.uid
      await begin()
      await merges.merge(survivor, alias)
      expect(await onDevice()).toHaveLength(1)
      expect(await fulfil()).toMatchObject({ outcome: 'applied' })
    })

    test('a device whose clock is a month ahead writes no day that is still to come', async () => {
      const ahead = new Date(server.context.now() + 30 * 86_400_000).toISOString()
      const since = saoPauloDay(Date.parse(ahead))
      const args = { lead_uid: uid, kind: 'handover', since, until: null, note: '' }
      const answer = await bruna.run({ command: 'lead.beginObligation', args, occurred_at: ahead })
      expect(answer).toMatchObject({ outcome: 'rejected' })
      expect(await rows()).toEqual([])
    })

    test('a note that loses a mention loses it on the device, too', async () => {
      await begin()
      await store.db.updateTable('obligations').set({ note: 'CNH' }).where('lead_uid', '=', uid).execute()
      expect(await onDevice()).toMatchObject([{ kind: 'handover', note: 'CNH' }])
    })
  })
})
