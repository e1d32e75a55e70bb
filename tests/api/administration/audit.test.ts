/** The audit: its filters and pages, sign-ins and exports in it, its sheet, and that nothing of it changes. */
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { auditRoute } from '../../../src/contract/administration/audit.ts'
import { AUDIT_ACTIONS } from '../../../src/domain/audit/audit-kinds.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { emptied } from '../support/emptied.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, BRUNA, MANAGER } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const PASSWORD = 'Uma-Frase-Longa-4711'

describeDatabase('the audit', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    admin = await server.device(ADMIN)
    const hash = await cheapHash(PASSWORD)
    await store.db.insertInto('user_passwords').values({ user_id: BRUNA, hash }).execute()
  })
  beforeEach(async () => {
    await emptied(store, ['audit_log'])
  })

  const read = async (query = '') =>
    auditRoute.answer.parse((await admin.call('GET', `/audit?${query}`)).body)

  test('a change is found by user, action, record and day, newest first', async () => {
    const manager = await server.device(MANAGER)
    await admin.call('POST', '/competitor-brokers', { name: 'Corretora do Porto' })
    const { body } = await manager.call('POST', '/insurances', { name: 'Náutico', type: 1 })
    await manager.call('PUT', `/insurances/${Object(body).id}`, { name: 'Náutico', type: 2 })
    const all = await read()
    expect(all.meta.total).toBe(3)
    expect(all.data.map(({ action, entity }) => `${action} ${entity}`)).toEqual([
      'update insurances',
      'create insurances',
      'create competitor_brokers',
    ])
    expect(all.data[0]).toMatchObject({
      user: { id: MANAGER, name: 'Gil' },
      before: { type: 1 },
      after: { type: 2 },
    })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())
    const counts = await Promise.all(
      [
        `user_id=${ADMIN}`,
        'action=update',
        'entity=insurances',
        `start_date=${today}&end_date=${today}`,
        'start_date=2020-01-01&end_date=2020-01-31',
        'per_page=1&page=2',
      ].map(async (query) => {
        const { data, meta } = await read(query)
        return [data.length, meta.total]
      }),
    )
    expect(counts).toEqual([
      [1, 1],
      [1, 1],
      [2, 2],
      [3, 3],
      [0, 0],
      [1, 3],
    ])
  })

  test('a sign-in is in it, without its token', async () => {
    const login = await store.db
      .selectFrom('users')
      .select('login')
      .where('id', '=', BRUNA)
      .executeTakeFirstOrThrow()
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { ...login, password: PASSWORD, device_id: 'tablet' },
    })
    expect(answer.statusCode).toBe(200)
    const { data } = await read()
    expect(data).toMatchObject([
      { action: 'sign_in', entity: 'sessions', user: { id: BRUNA }, after: { device_id: 'tablet' } },
    ])
    expect(JSON.stringify(data)).not.toContain(answer.json<{ data: { token: string } }>().data.token)
  })

  test('each action that is recorded is read and found by its filter', async () => {
    for (const action of AUDIT_ACTIONS)
      await sql`
        insert into audit_log (user_id, action, entity, entity_id, before, after)
        values (${ADMIN}, ${action}, 'clients', '1', 'null', 'null')`.execute(store.db)
    for (const action of AUDIT_ACTIONS)
      expect((await read(`action=${action}`)).data).toMatchObject([{ action }])
    expect((await read()).data).toHaveLength(AUDIT_ACTIONS.length)
  })

  test('the sheet has a line for each changed field, and the export is in the audit', async () => {
    await admin.call('POST', '/competitor-brokers', { name: 'Corretora do Sul' })
    const answer = await server.app.inject({
      url: '/api/audit/export?entity=competitor_brokers',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    const { sheets } = await readXlsx(answer.rawPayload)
    const [, filter, , head, ...rows] = sheets[0]?.rows ?? []
    expect(filter?.[0]).toBe('Registro: Concorrente')
    expect(sheets[0]?.name).toBe('Auditoria')
    expect(head).toEqual(['Quando', 'Quem', 'Ação', 'Registro', 'Nome', 'Nº', 'Campo', 'Antes', 'Depois'])
    expect(rows.map((row) => row.slice(2))).toContainEqual([
      'Criou',
      'Concorrente',
      'Corretora do Sul',
      expect.any(String),
      'Nome',
      '—',
      'Corretora do Sul',
    ])
    const [last] = (await read()).data
    expect(last).toMatchObject({
      action: 'export',
      entity: 'audit_log',
      entity_id: null,
      after: { entity: 'competitor_brokers' },
    })
  })

  test('it is not emptied at once either, whatever else is', async () => {
    await admin.call('POST', '/competitor-brokers', { name: 'Corretora do Norte' })
    for (const statement of [sql`truncate audit_log`, sql`truncate leads, audit_log cascade`])
      await expect(statement.execute(store.db)).rejects.toThrow('never changed')
    expect((await read()).meta.total).toBe(1)
  })

  test('no entry is changed or deleted', async () => {
    await admin.call('POST', '/competitor-brokers', { name: 'Corretora do Oeste' })
    await expect(store.db.updateTable('audit_log').set({ action: 'outra' }).execute()).rejects.toThrow(
      'never changed',
    )
    await expect(store.db.deleteFrom('audit_log').execute()).rejects.toThrow('never changed')
  })
})
