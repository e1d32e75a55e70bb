/**
 * What the law keeps of a sale when a client is erased, and clients without business that go by themselves.
 * docs/rules.md#legal-keep, #without-contact
 */
import { beforeEach, expect, test } from 'vitest'
import { endLegalKeep } from '../../../server/administration/personal-data/legal-keep.ts'
import { eraseWithoutContact } from '../../../server/administration/personal-data/without-contact.ts'
import { legalRecordsRoute, withoutContactRoute } from '../../../src/contract/legal-keep.ts'
import { erasureSchema } from '../../../src/contract/personal-data.ts'
import { REASON_MISSING } from '../../../src/domain/client/legal-keep.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { aKnownPersonIn, besideKnownPeople, dumpOf, MARKS, NAME } from '../support/known-person.ts'
import { ADMIN, addLead } from '../support/people.ts'
import { aClientRow } from '../support/rows.ts'
import { type Device, type TestServer } from '../support/server.ts'

const throwing = (error: unknown) => {
  throw error
}

describeDatabase('what the law keeps, and what goes by itself', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  let referrer: Device
  besideKnownPeople(open, (opened) => {
    ;({ admin, bruna, referrer, server, store } = opened)
  })
  beforeEach(async () => {
    await store.db.deleteFrom('legal_records').execute()
    await store.db.deleteFrom('settings').execute()
  })

  const path = (id: number) => `/clients/${id}/personal-data`
  const settings = (values: object) => admin.call('PUT', '/settings', values)
  const records = async (text = '') => {
    const { status, body } = await admin.call('POST', '/personal-data/legal-records', { text })
    expect(status).toBe(200)
    return legalRecordsRoute.answer.parse(body)
  }
  const auditEntries = () =>
    store.db
      .selectFrom('audit_log')
      .select(['user_id', 'action', 'entity', 'entity_id', 'after'])
      .where('action', '=', 'erase')
      .orderBy('id')
      .execute()

  /** One of the person's three leads is sold. */
  async function aBuyer() {
    const person = await aKnownPersonIn({ store, server, admin, bruna, referrer })
    await store.db
      .updateTable('leads')
      .set({ sold_date: '2026-11-03T15:00:00Z', end_of_validity: '2027-11-02', proposal: 'P-777' })
      .where('uid', '=', person.second)
      .execute()
    return person
  }

  const KEPT = {
    insurance: 'Seguro 1',
    proposal: 'P-777',
    policy_number: null,
    sold_on: '2026-11-03',
    valid_until: '2027-11-02',
    keep_until: '2032-11-02',
  }

  test('the question names the sales that the law keeps, and an erasure without a reason is refused', async () => {
    const { id } = await aBuyer()
    const { body } = await admin.call('GET', `${path(id)}/erasure`)
    expect(erasureSchema.parse(body).kept_by_law).toEqual([{ lead_id: expect.any(Number), ...KEPT }])
    const before = await dumpOf(store)
    for (const asked of [undefined, {}, { reason: '  ' }, { keep: false }])
      expect(await admin.call('DELETE', path(id), asked)).toEqual({
        status: 422,
        body: { code: 'rule', message: REASON_MISSING, errors: { reason: [REASON_MISSING] } },
      })
    expect(await dumpOf(store)).toBe(before)
  })

  test('number, dates, name and document stay in one record, and nothing else of the person', async () => {
    const { id } = await aBuyer()
    const { status } = await admin.call('DELETE', path(id), { reason: `Pedido de ${NAME}, CPF ${MARKS.cpf}` })
    expect(status).toBe(200)
    const { data, total } = await records()
    expect(total).toBe(1)
    expect(data).toMatchObject([
      {
        ...KEPT,
        client_id: id,
        insured_name: NAME,
        insured_document: MARKS.cpf,
        reason: 'Pedido de [apagado], CPF [apagado]',
      },
    ])
    const rest = (await dumpOf(store)).split('\n').filter((row) => !row.startsWith('legal_records '))
    expect(Object.values(MARKS).filter((mark) => rest.join('\n').includes(mark))).toEqual([])
    expect(await auditEntries()).toMatchObject([
      {
        user_id: ADMIN,
        entity: 'clients',
        entity_id: String(id),
        after: { legal_records: 1, keep_until: '2032-11-02', reason: 'Pedido de [apagado], CPF [apagado]' },
      },
    ])
  })

  test('on request nothing is kept, and the reason is in the audit', async () => {
    const { id } = await aBuyer()
    await admin.call('DELETE', path(id), { reason: 'A venda foi desfeita', keep: false })
    expect(await records()).toEqual({ data: [], total: 0 })
    const text = await dumpOf(store)
    expect(Object.values(MARKS).filter((mark) => text.includes(mark))).toEqual([])
    expect(await auditEntries()).toMatchObject([
      { after: { legal_records: 0, reason: 'A venda foi desfeita' } },
    ])
  })

  test('a record is found by part of the name, the document and its numbers', async () => {
    const { id } = await aBuyer()
    await admin.call('DELETE', path(id), { reason: 'Pedido' })
    for (const text of ['zenaide', 'PRÁDO', '111.444.777-35', 'p-777', ''])
      expect((await records(text)).total, text).toBe(1)
    expect((await records('Hugo')).total).toBe(0)
  })

  test('the time follows the settings and the kind of insurance', async () => {
    const { id } = await aBuyer()
    const keepUntil = async () => {
      const { body } = await admin.call('GET', `${path(id)}/erasure`)
      return erasureSchema.parse(body).kept_by_law.map(({ keep_until }) => keep_until)
    }
    await settings({ legal_keep_goods_years: 7 })
    expect(await keepUntil()).toEqual(['2034-11-02'])
    await admin.call('PUT', '/insurances/1', { name: 'Veículo novo', type: 1, persons: true })
    expect(await keepUntil()).toEqual(['2047-11-02'])
    await settings({ legal_keep_persons_years: 0 })
    expect(await keepUntil()).toEqual([])
    expect((await admin.call('DELETE', path(id))).status).toBe(200)
    await admin.call('PUT', '/insurances/1', { name: 'Veículo novo', type: 1, persons: false })
  })

  test('at its end a record goes by itself, and the audit says so', async () => {
    const { id } = await aBuyer()
    await admin.call('DELETE', path(id), { reason: 'Pedido' })
    const at = (day: string) => ({ store, now: () => Date.parse(`${day}T15:00:00Z`) })
    expect(await endLegalKeep(at('2032-11-02'))).toBe(0)
    expect(await endLegalKeep(at('2032-11-03'))).toBe(1)
    expect(await endLegalKeep(at('2032-11-03'))).toBe(0)
    expect((await dumpOf(store)).includes(MARKS.cpf)).toBe(false)
    expect((await auditEntries()).at(-1)).toEqual({
      user_id: null,
      action: 'erase',
      entity: 'legal_records',
      entity_id: String(id),
      after: { legal_records: 1 },
    })
  })

  /** A client whose only lead is as old as that, in days. */
  async function aClientOf(days: number, lead: object = {}, name = 'Cliente Antigo') {
    const at = new Date(server.context.now() - days * DAY_MS).toISOString()
    const client = aClientRow({ name, name_folded: name.toLowerCase(), created_at: at })
    await store.db.insertInto('clients').values(client).execute()
    const { uid: lead_uid } = await addLead(store, { client_uid: client.uid, create_lead_date: at, ...lead })
    return { uid: client.uid, lead_uid }
  }
  const namesOf = async () => {
    const rows = await store.db.selectFrom('clients').select('name').orderBy('name').execute()
    return rows.map(({ name }) => name)
  }
  const YEAR = 366

  /** One that goes after two years, and one for each reason to stay. */
  async function oldClients() {
    await aClientOf(2 * YEAR)
    await aClientOf(YEAR, {}, 'Recente')
    await aClientOf(2 * YEAR, { sold: 1, state: 3, status: 6 }, 'Comprou')
    await aClientOf(2 * YEAR, { channel_id: 7 }, 'Renova')
    await aClientOf(
      2 * YEAR,
      { scheduling_date: new Date(server.context.now()).toISOString(), scheduling_status: 0 },
      'Agendado',
    )
    const { lead_uid } = await aClientOf(2 * YEAR, {}, 'Ligado')
    await store.db
      .insertInto('timeline')
      .values({
        lead_uid,
        command: 'lead.recordCall',
        changes: '{}',
        occurred_at: new Date(server.context.now() - YEAR * DAY_MS).toISOString(),
      })
      .execute()
    await store.db.updateTable('channels').set({ renewal: true }).where('id', '=', 7).execute()
  }

  test('the preview names who would go and changes nothing; without the setting no one goes', async () => {
    await oldClients()
    const before = await dumpOf(store)
    const { status, body } = await admin.call('GET', '/personal-data/without-contact?years=2')
    expect(status).toBe(200)
    expect(withoutContactRoute.answer.parse(body)).toMatchObject({
      years: 2,
      clients: 1,
      leads: 1,
      open_leads: 1,
      first: [{ name: 'Cliente Antigo' }],
    })
    expect(await eraseWithoutContact(server.context, throwing)).toBe(0)
    expect(await dumpOf(store)).toBe(before)
    expect((await admin.call('GET', '/personal-data/without-contact?years=0')).status).toBe(400)
  })

  test('with the setting the same go, once, and the audit says why', async () => {
    await oldClients()
    await settings({ erase_without_contact_years: 2 })
    expect(await eraseWithoutContact(server.context, throwing)).toBe(1)
    expect(await eraseWithoutContact(server.context, throwing)).toBe(0)
    expect(await namesOf()).toEqual(['Agendado', 'Comprou', 'Dados apagados', 'Ligado', 'Recente', 'Renova'])
    expect(await auditEntries()).toMatchObject([
      { user_id: null, entity: 'clients', after: { erase_without_contact_years: 2 } },
    ])
    expect(server.security.at(-1)).toMatchObject({ event: 'personal_data_erased' })
    expect((await bruna.pull()).erased).toHaveLength(2)
  })

  test('a client that another process erases meanwhile is counted once', async () => {
    await aClientOf(2 * YEAR)
    await settings({ erase_without_contact_years: 1 })
    const looks = [1, 2].map(() => eraseWithoutContact(server.context, throwing))
    const [one = 0, other = 0] = await Promise.all(looks)
    expect(one + other).toBe(1)
    expect(await auditEntries()).toHaveLength(1)
  })

  test('who waits for the answer to a request stays, and the days of requests are contacts', async () => {
    await settings({ erase_without_contact_years: 2 })
    const dayBefore = (days: number) =>
      new Date(server.context.now() - days * DAY_MS).toISOString().slice(0, 10)
    const asks = async (name: string, received_on: string, answered_on: string | null = null) => {
      const { uid } = await aClientOf(4 * YEAR, {}, name)
      await store.db
        .insertInto('data_requests')
        .values({
          client_uid: uid,
          name,
          kind: 'access',
          came_by: 'mail',
          contact: '',
          details: '',
          created_by: null,
          answered_by: null,
          created_at: new Date().toISOString(),
          received_on,
          answered_on,
          outcome: answered_on === null ? null : 'granted',
        })
        .execute()
      return uid
    }
    const waiting = await asks('Espera', dayBefore(3 * YEAR))
    const [old, recent] = [dayBefore(3 * YEAR), dayBefore(YEAR)]
    await asks('Respondida há pouco', old, recent)
    await asks('Respondida há anos', old, old)
    expect(await eraseWithoutContact(server.context, throwing)).toBe(1)
    expect(await namesOf()).toEqual(['Dados apagados', 'Espera', 'Respondida há pouco'])
    await store.db
      .updateTable('data_requests')
      .set({ answered_on: old, outcome: 'granted' })
      .where('client_uid', '=', waiting)
      .execute()
    expect(await eraseWithoutContact(server.context, throwing)).toBe(1)
    expect(await namesOf()).toEqual(['Dados apagados', 'Dados apagados', 'Respondida há pouco'])
  })
})
