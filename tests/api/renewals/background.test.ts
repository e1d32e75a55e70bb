/** The import while it runs: broken off, watched, cancelled, refused; and what is no import. docs/rules.md#renewal-import */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importRenewalsDue } from '../../../server/renewals/import-work.ts'
import { renewalImportSchema, renewalImportsRoute } from '../../../src/contract/renewal-imports.ts'
import { renewalImportRefusalsRoute } from '../../../src/contract/renewals.ts'
import { describeDatabase } from '../support/databases.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import { failingFrom } from '../support/power-cut.ts'
import { dayAhead, type Policy } from '../support/renewal-file.ts'
import { BIA, CAIO, inRenewalHouse, policies, type Renewals } from '../support/renewals.ts'

const never = new AbortController().signal

describeDatabase('an import that runs', (open) => {
  let house: Renewals
  inRenewalHouse(open, (made) => {
    house = made
  })

  test('the audit has the start in its transaction, and the cancellation', async () => {
    const { body } = await house.send(policies({}, { ...BIA, document: '1' }))
    const { id } = renewalImportSchema.parse(body)
    await house.admin.call('PUT', `/lead-temps/import/${id}/cancel`)
    const entries = await house.store.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(entries).toMatchObject([
      {
        user_id: ADMIN,
        action: 'create',
        entity: 'renewal_imports',
        entity_id: String(id),
        after: { file_name: 'novembro.csv', total: 1, refused: 1, channel_id: 27 },
      },
      { action: 'update', before: { state: 'running' }, after: { state: 'cancelled' } },
    ])
  })

  describe('in the background', () => {
    const many = (count: number): Policy[] =>
      Array.from({ length: count }, (_, place) => ({ policy: `M-${String(place).padStart(4, '0')}` }))

    test('a batch that is broken off is done again from its first line, and each policy once', async () => {
      await house.send(policies(...many(450)))
      // The third transaction of the loop fails before its end, as a server that stops in it.
      const context = failingFrom(house, 2)
      await expect(importRenewalsDue(context, { pauses: false, stop: never })).rejects.toThrow('power cut')
      expect(await house.leadsOf(house.bruna)).toHaveLength(200)
      const watched = renewalImportsRoute.answer.parse(
        (await house.admin.call('GET', '/lead-temps/import')).body,
      )
      expect(watched.data).toMatchObject([{ state: 'running', done: 200, total: 450 }])
      await house.work()
      expect(await house.leadsOf(house.bruna)).toHaveLength(450)
      expect(new Set((await house.temps()).map(({ lead_uid }) => lead_uid)).size).toBe(450)
    })

    test('two loops at once make each lead once', async () => {
      await house.send(policies(...many(500)))
      await Promise.all([house.work(), house.work(), house.work()])
      await house.work()
      expect(await house.leadsOf(house.bruna)).toHaveLength(500)
      expect((await house.admin.call('GET', '/lead-temps/import')).body).toMatchObject({
        data: [{ state: 'done', done: 500, made: 500 }],
      })
    })

    test('a cancelled one keeps what it did, and forgets the lines that waited', async () => {
      const { body } = await house.send(policies(...many(300)))
      const { id } = renewalImportSchema.parse(body)
      const stop = new AbortController()
      const first = importRenewalsDue(house.server.context, { pauses: true, stop: stop.signal })
      stop.abort()
      await first
      const { body: cancelled } = await house.admin.call('PUT', `/lead-temps/import/${id}/cancel`)
      expect(cancelled).toMatchObject({ state: 'cancelled', done: 200, made: 200 })
      await house.work()
      expect(await house.leadsOf(house.bruna)).toHaveLength(200)
      expect((await sql`select 1 from renewal_import_rows`.execute(house.store.db)).rows).toEqual([])
      expect((await house.admin.call('PUT', `/lead-temps/import/${id}/cancel`)).body).toEqual(cancelled)
    })

    test('a line that the database refuses is left out, and the others are imported', async () => {
      await house.send(policies({}, BIA, CAIO))
      await sql`
        update renewal_import_rows set data = jsonb_set(data, '{end_of_validity}', '"2026-99-99"') where line = 3
      `.execute(house.store.db)
      await house.work()
      const [only] = renewalImportsRoute.answer.parse(
        (await house.admin.call('GET', '/lead-temps/import')).body,
      ).data
      expect(only).toMatchObject({ state: 'done', made: 2, refused: 1, done: 3 })
      const { body } = await house.admin.call('GET', `/lead-temps/import/${only?.id}/refusals`)
      expect(renewalImportRefusalsRoute.answer.parse(body).data).toEqual([
        { line: 3, policy_number: 'AP-2', reason: 'O banco de dados não aceitou esta linha' },
      ])
    })

    test('its end is pushed to who started it, and its leads to their broker in one notice', async () => {
      const { db } = house.store
      const at = new Date().toISOString()
      for (const { user_id, id } of await db.selectFrom('sessions').select(['user_id', 'id']).execute())
        await db
          .insertInto('push_subscriptions')
          .values({
            session_id: id,
            user_id,
            endpoint: `https://push.exemplo.com/${id}`,
            p256dh: '',
            auth: '',
            created_at: at,
            renewed_at: at,
          })
          .execute()
      await house.imported(policies({}, BIA, CAIO))
      const waiting = await db
        .selectFrom('push_messages as m')
        .innerJoin('push_subscriptions as s', 's.session_id', 'm.session_id')
        .select(['s.user_id', 'm.kind', 'm.lead_uid'])
        .orderBy('s.user_id')
        .execute()
      expect(waiting).toEqual([
        { user_id: ADMIN, kind: 'import', lead_uid: null },
        { user_id: BRUNA, kind: 'assigned', lead_uid: null },
      ])
    })

    test('only one runs at a time', async () => {
      expect((await house.send(policies({}))).status).toBe(201)
      const second = await house.send(policies(BIA))
      expect([second.status, second.body]).toMatchObject([409, { code: 'conflict' }])
      await house.work()
      expect((await house.send(policies(BIA))).status).toBe(201)
    })
  })

  test('refused lines are kept with their reasons', async () => {
    const done = await house.imported(policies({}, { ...BIA, end: '31/02/2027' }, { policy: 'AP-1' }))
    expect(done).toMatchObject({ total: 1, made: 1, refused: 2 })
    const { body } = await house.admin.call('GET', `/lead-temps/import/${done.id}/refusals`)
    expect(renewalImportRefusalsRoute.answer.parse(body).data).toEqual([
      { line: 3, policy_number: 'AP-2', reason: 'Vencimento do seguro inválido' },
      { line: 4, policy_number: 'AP-1', reason: 'Apólice repetida neste arquivo (linha 2)' },
    ])
  })

  describe('a file whose days contradict each other', () => {
    const [year = '', month = ''] = dayAhead(60).split('-')
    const both = policies(
      { end: `25/${month}/${year}` },
      { ...BIA, end: `${month}/25/${year}` },
      { ...CAIO, end: `${month}/05/${year}` },
    )

    test('is refused while nobody says what comes first', async () => {
      const { status, body } = await house.send(both)
      expect([status, body]).toMatchObject([
        422,
        {
          errors: {
            day_orders: ['Escolha o que vem primeiro nas datas, o dia ou o mês: ‘Fim de vigência’.'],
          },
        },
      ])
      expect((await sql`select 1 from renewal_imports`.execute(house.store.db)).rows).toEqual([])
      expect((await house.send({ ...both, day_orders: { end_of_validity: 'mês' } })).body).toMatchObject({
        errors: { day_orders: ['A ordem das datas é inválida.'] },
      })
    })

    test('is read as it is said, and lines of the other order are refused', async () => {
      const done = await house.imported({ ...both, day_orders: { end_of_validity: 'month-first' } })
      expect(done).toMatchObject({ total: 2, refused: 1 })
      const temps = await house.temps()
      expect(temps.map(({ end_of_validity }) => end_of_validity)).toEqual([
        `${year}-${month}-25`,
        `${year}-${month}-05`,
      ])
    })
  })

  test('a file with the month first is read so, and the end of two days is taken', async () => {
    const [year = '', month = ''] = dayAhead(60).split('-')
    const before = Number(year) - 1
    await house.imported(
      policies(
        { end: `${month}/25/${year}` },
        { ...BIA, end: `${month}/05/${before} a ${month}/05/${year}` },
      ),
    )
    const temps = await house.temps()
    expect(temps.map(({ end_of_validity }) => end_of_validity)).toEqual([
      `${year}-${month}-25`,
      `${year}-${month}-05`,
    ])
  })

  test.each([
    ['no file', { content: '' }, /vazio/],
    ['a picture', { content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]) }, /não é uma planilha/],
    ['a broken .xlsx', { content: Buffer.from('PK\u0003\u0004quebrado') }, /danificada/],
    ['an .xls', { content: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]) }, /Salve-a como \.xlsx ou CSV/],
    ['no good line', policies({ document: '123' }), /Nenhuma linha/],
    ['another channel', { ...policies({}), channel_id: 1 }, /própria ou de terceiros/],
    ['no referrer', { ...policies({}), inviter_id: 4711 }, /indicador ativo/],
    ['an unknown dealership', { ...policies({}), partner_id: 4711 }, /concessionária ativa/],
    ['a mapping without the policy', { ...policies({}), mapping: { policy_number: 0 } }, /mapeamento/],
  ])('%s is refused with a sentence', async (_, file, words) => {
    const { status, body } = await house.send(file)
    expect([status, body]).toMatchObject([422, { message: expect.stringMatching(words) }])
    expect(await house.temps()).toEqual([])
    expect((await sql`select 1 from renewal_imports`.execute(house.store.db)).rows).toEqual([])
  })
})
