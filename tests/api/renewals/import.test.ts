/** The import of expiring policies: rows, clients, leads, brokers; repeated, cancelled, broken off. docs/rules.md#renewal-import */
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { importDue } from '../../../server/renewals/import-loop.ts'
import {
  assignedRenewalsSchema,
  importRefusalsRoute,
  importsRoute,
  renewalImportSchema,
} from '../../../src/contract/renewals.ts'
import { captureLimitMs } from '../../../src/domain/renewals/renewal-lead.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import { slaInputOf, slaProgress } from '../../../src/domain/sla/progress.ts'
import { calendar } from '../../unit/domain/fixtures.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { ADMIN, BRUNA, DAVI, EVA, INDICATOR, MANAGER } from '../support/people.ts'
import {
  csv,
  dayAhead,
  HEADERS,
  importForm,
  type Policy,
  policyCells,
  type SentFile,
  written,
} from '../support/renewal-file.ts'
import { aClientRow } from '../support/rows.ts'
import type { Device, TestServer } from '../support/server.ts'

const ANA = '52998224725'
const BIA = { name: 'Bia Reis', document: '390.533.447-05', policy: 'AP-2' }
const CAIO = { name: 'Caio Sá', document: '11144477735', policy: 'AP-3' }
const END = dayAhead(40)

describeEachDatabase('the import of renewals', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    admin = await server.device(ADMIN)
    bruna = await server.device(BRUNA)
    await store.db
      .insertInto('channels')
      .values([27, 28].map((id) => ({ id, name: `Renovação ${id}` })))
      .execute()
    const group = (id: number, renovator_hierarchical_group: string) =>
      store.db.updateTable('users').set({ renovator_hierarchical_group }).where('id', '=', id).execute()
    await group(BRUNA, 'g12 ')
    await group(DAVI, '00077')
    // A manager's group, and that of a broker who left, find nobody.
    await group(MANAGER, 'G50')
    await group(EVA, 'G60')
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', EVA).execute()
  })
  beforeEach(async () => {
    await sql`truncate lead_temps, renewal_imports, audit_log cascade`.execute(store.db)
  })

  const never = new AbortController().signal
  const settings = settingsFrom([])

  async function send(file: SentFile, device = admin) {
    const answer = await server.app.inject(importForm(file, device.token))
    return { status: answer.statusCode, body: answer.json<unknown>() }
  }
  const work = () => importDue(server.context, { pauses: false, stop: never })

  /** Sends the file, carries it out and returns the import as it ended. */
  async function imported(file: SentFile) {
    const { status, body } = await send(file)
    expect(status, JSON.stringify(body)).toBe(201)
    const { id } = renewalImportSchema.parse(body)
    await work()
    return renewalImportSchema.parse((await admin.call('GET', `/lead-temps/import/${id}`)).body)
  }
  const policies = (...rows: readonly Policy[]) => ({ content: csv(...rows) })
  const temps = () => store.db.selectFrom('lead_temps').selectAll().orderBy('policy_number').execute()
  const leadsOf = async (device: Device) => {
    const mirror = new Mirror()
    await pullAll(device, mirror)
    return [...mirror.leads.values()]
  }
  const clients = () => store.db.selectFrom('clients').selectAll().orderBy('id').execute()

  test('a policy becomes a lead on the board of the broker with its group, scheduled to the capture limit', async () => {
    const done = await imported({ ...policies({}), partner_id: 24 })
    expect(done).toMatchObject({
      state: 'done',
      file_name: 'novembro.csv',
      channel_id: 27,
      total: 1,
      done: 1,
      made: 1,
      updated: 0,
      unassigned: 0,
      refused: 0,
      user: { id: ADMIN },
    })
    expect(done.ended_at).not.toBeNull()
    const [lead, ...others] = await leadsOf(bruna)
    expect(others).toEqual([])
    expect(lead).toMatchObject({
      state: 1,
      status: 1,
      channel_id: 27,
      broker_id: BRUNA,
      inviter_id: INDICATOR,
      partner_id: 24,
      product: 'Auto',
      old_insurer: 'Porto Seguro',
      old_end_of_validity: END,
      client_name: 'Ana Lima',
      client_cpf: ANA,
      client_cellphone: '31988887777',
      proposal_date: null,
      indication_on_time: 1,
      additional_information: 'Apólice AP-1',
      lead_scheduling: { status: 0, description: 'Renovação importada' },
    })
    if (lead === undefined) throw new Error('no lead')
    const { deadline } = slaProgress(slaInputOf(lead), Date.now(), settings, calendar)
    expect(Date.parse(deadline ?? '')).toBe(captureLimitMs(END))
    expect(await temps()).toMatchObject([
      {
        reference_month: END.slice(0, 7).replace('-', ''),
        policy_number: 'AP-1',
        product: 'Auto',
        broker_id: BRUNA,
        renovator_hierarchical_group: 'G12',
        lead_uid: lead.uid,
        channel_id: 27,
        update_status: 2,
        additional_information: '',
        client_info: { client_name: 'Ana Lima', client_cpf: ANA, client_cellphone: '31988887777' },
      },
    ])
    const { body } = await bruna.call('GET', `/leads/${lead.id}/timeline`)
    expect(body).toMatchObject({ data: [{ command: 'lead.create', user: { id: ADMIN } }] })
    const schedulings = await store.db.selectFrom('schedulings').selectAll().execute()
    expect(schedulings).toMatchObject([{ lead_uid: lead.uid, status: 0, user_id: ADMIN, closed_at: null }])
    const waiting = await sql`select 1 from renewal_import_rows`.execute(store.db)
    expect(waiting.rows).toEqual([])
    expect((await bruna.run({ command: 'lead.capture', args: { lead_uid: lead.uid } })).outcome).toBe(
      'applied',
    )
    expect((await leadsOf(bruna))[0]).toMatchObject({ state: 2, capture_on_time: 1 })
  })

  test('the audit has the start in its transaction, and the cancellation', async () => {
    const { body } = await send(policies({}, { ...BIA, document: '1' }))
    const { id } = renewalImportSchema.parse(body)
    await admin.call('PUT', `/lead-temps/import/${id}/cancel`)
    const entries = await store.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
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

  test('an .xlsx with dates and numbers, and a CSV of Windows with commas, are read alike', async () => {
    const cells = policyCells({ policy: 'X-1' })
    const rows = [
      ['Apólices de dezembro'],
      [...HEADERS],
      cells.map((cell, place) => {
        if (place === 3) return Number(ANA)
        if (place === 4) return 31_988_887_777
        return place === 8 ? new Date(`${END}T00:00:00Z`) : cell
      }),
    ]
    await imported({ content: await writeXlsx({ sheets: [{ name: 'A', rows }] }), name: 'a.xlsx' })
    const windows = Buffer.from(
      [HEADERS.join(','), policyCells({ ...CAIO, policy: 'W-1' }).join(',')].join('\n'),
      'latin1',
    )
    await imported({ content: windows })
    const [first, second] = await temps()
    expect(second).toMatchObject({ policy_number: 'X-1', end_of_validity: END, broker_id: BRUNA })
    expect(second?.client_info).toMatchObject({ client_cpf: ANA, client_cellphone: '31988887777' })
    expect(first?.client_info).toMatchObject({ client_name: 'Caio Sá' })
  })

  test('groups: case, spaces and leading zeros do not matter; a manager and an inactive broker are none', async () => {
    const groups = ['G12', '77', 'G50', 'G60', '']
    const done = await imported(policies(...groups.map((group, place) => ({ group, policy: `G-${place}` }))))
    expect(done).toMatchObject({ made: 2, unassigned: 3 })
    expect((await temps()).map(({ broker_id, update_status }) => [broker_id, update_status])).toEqual([
      [BRUNA, 2],
      [DAVI, 2],
      [null, 9],
      [null, 9],
      [null, 9],
    ])
    const notes = (await temps()).map(({ additional_information }) => additional_information)
    expect(notes.slice(2)).toEqual([
      'Grupo hierárquico sem corretor ativo.',
      'Grupo hierárquico sem corretor ativo.',
      'Sem grupo hierárquico no arquivo.',
    ])
    // Nobody is registered before somebody renews.
    expect(await clients()).toHaveLength(1)
  })

  describe('a known client', () => {
    test('gets its blanks, keeps what it has, and the row says what differs', async () => {
      await store.db
        .insertInto('clients')
        .values(aClientRow({ cpf: ANA, name: 'Ana Lima', cellphone: '31911112222', mail: '' }))
        .execute()
      await imported(policies({ phone: '(31) 3344-5566', name: 'ANA LIMA' }))
      expect(await clients()).toMatchObject([
        { name: 'Ana Lima', cellphone: '31911112222', phone: '3133445566', mail: 'ana@exemplo.com.br' },
      ])
      expect(await temps()).toMatchObject([
        {
          update_status: 2,
          additional_information:
            'Completado no cadastro: Telefone, E-mail. Difere do cadastro: Celular (31) 98888-7777.',
        },
      ])
      const timeline = await store.db.selectFrom('timeline').select('changes').execute()
      expect(timeline[0]?.changes).toMatchObject({
        'typed.client.cellphone': { before: null, after: '31988887777' },
        'client.mail': { before: '', after: 'ana@exemplo.com.br' },
      })
    })

    test('of two policies in one file is one client', async () => {
      await imported(policies({}, { policy: 'AP-9', mail: '' }))
      expect(await clients()).toHaveLength(1)
      expect(await leadsOf(bruna)).toHaveLength(2)
    })

    test('whose data was erased stays erased, and its policy is refused', async () => {
      await imported(policies({}))
      const [client] = await clients()
      expect((await admin.call('DELETE', `/clients/${client?.id}/personal-data`)).status).toBe(200)
      expect(await imported(policies({}))).toMatchObject({ made: 0, updated: 0, refused: 1, done: 1 })
      expect((await clients())[0]).toMatchObject({ name: 'Dados apagados', cpf: '' })
      expect(await temps()).toMatchObject([{ client_info: {}, additional_information: '' }])
      expect(await leadsOf(bruna)).toHaveLength(1)
    })
  })

  describe('the same file again', () => {
    test('makes no second lead, and a lead that nobody captured follows the newer file', async () => {
      await imported(policies({}, BIA))
      const later = dayAhead(40).endsWith('01') ? dayAhead(41) : dayAhead(39)
      const isSameMonth = later.slice(0, 7) === END.slice(0, 7)
      const again = await imported(
        policies({ insurer: 'Allianz', group: '77', ...(isSameMonth ? { end: written(later) } : {}) }, BIA),
      )
      expect(again).toMatchObject({ made: 0, updated: 2 })
      expect(await leadsOf(bruna)).toMatchObject([{ client_name: 'Bia Reis' }])
      const [lead] = await leadsOf(await server.device(DAVI))
      const end = isSameMonth ? later : END
      expect(lead).toMatchObject({ old_insurer: 'Allianz', old_end_of_validity: end, broker_id: DAVI })
      if (lead === undefined) throw new Error('no lead')
      const { deadline } = slaProgress(slaInputOf(lead), Date.now(), settings, calendar)
      expect(Date.parse(deadline ?? '')).toBe(captureLimitMs(end))
      expect(await temps()).toMatchObject([
        { insurer: 'Allianz', end_of_validity: end, broker_id: DAVI, update_status: 2 },
        {},
      ])
    })

    test('leaves a captured lead as it is, and says what differs', async () => {
      await imported(policies({}))
      const [lead] = await leadsOf(bruna)
      await bruna.run({ command: 'lead.capture', args: { lead_uid: lead?.uid } })
      const before = await leadsOf(bruna)
      await imported(policies({ insurer: 'Allianz', group: '77', cellphone: '31911112222' }))
      expect(await leadsOf(bruna)).toEqual(before)
      expect(await temps()).toMatchObject([
        {
          update_status: 1,
          broker_id: BRUNA,
          additional_information:
            'Difere do cadastro: Celular (31) 91111-2222. O lead já foi capturado e ficou como estava.',
        },
      ])
    })

    test('leaves what a person typed into a lead that waits', async () => {
      await imported(policies({}))
      const [lead] = await leadsOf(bruna)
      await sql`update leads set old_insurer = 'Tokio' where uid = ${lead?.uid}`.execute(store.db)
      await imported(policies({ insurer: 'Allianz' }))
      expect(await leadsOf(bruna)).toMatchObject([{ old_insurer: 'Tokio' }])
    })

    test('finds the broker that the first time lacked', async () => {
      await imported(policies({ group: 'G99' }))
      expect(await imported(policies({}))).toMatchObject({ made: 1, updated: 0 })
      expect(await temps()).toMatchObject([{ update_status: 2, broker_id: BRUNA }])
    })
  })

  describe('assigned by hand', () => {
    test('one or many become leads of the broker; those that have one, or lack what a lead needs, do not', async () => {
      await imported({ ...policies({ group: '' }, { ...BIA, group: 'G99' }, CAIO), channel_id: 28 })
      const rows = await temps()
      const bare = await store.db
        .insertInto('lead_temps')
        .values({ reference_month: '202601', policy_number: 'OLD', client_info: '{}' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const ids = [...rows.map(({ id }) => id), bare.id]
      const answer = await admin.call('PUT', '/lead-temps/assign', { ids, broker_id: DAVI })
      expect(assignedRenewalsSchema.parse(answer.body)).toEqual({
        assigned: 2,
        skipped: [
          { id: rows[2]?.id, reason: 'Já tem lead' },
          { id: bare.id, reason: 'Sem vencimento, canal ou CPF/CNPJ: importe a apólice de novo' },
        ],
      })
      const leads = await leadsOf(await server.device(DAVI))
      expect(leads.map(({ client_name, channel_id, state }) => [client_name, channel_id, state])).toEqual(
        expect.arrayContaining([
          ['Ana Lima', 28, 1],
          ['Bia Reis', 28, 1],
        ]),
      )
      expect(leads).toHaveLength(2)
      expect((await temps()).slice(0, 2)).toMatchObject([
        { broker_id: DAVI, update_status: 2, additional_information: 'Atribuída à mão.' },
        { broker_id: DAVI, update_status: 2 },
      ])
      const again = await admin.call('PUT', '/lead-temps/assign', { ids, broker_id: BRUNA })
      expect(again.body).toMatchObject({ assigned: 0 })
      const entries = await store.db.selectFrom('audit_log').selectAll().execute()
      expect(entries.filter(({ entity }) => entity === 'lead_temps')).toMatchObject([
        { user_id: ADMIN, after: { broker_id: DAVI, assigned: 2 } },
      ])
      // A further import updates the lead and makes none.
      expect(await imported(policies({ group: '' }))).toMatchObject({ made: 0, updated: 1 })
    })

    test.each([
      ['a manager', MANAGER],
      ['a broker who left', EVA],
    ])('%s gets none', async (_, broker_id) => {
      await imported(policies({ group: '' }))
      const ids = (await temps()).map(({ id }) => id)
      const { status, body } = await admin.call('PUT', '/lead-temps/assign', { ids, broker_id })
      expect([status, body]).toMatchObject([422, { errors: { broker_id: ['Escolha um corretor ativo'] } }])
      expect(await temps()).toMatchObject([{ lead_uid: null }])
    })
  })

  describe('in the background', () => {
    const many = (count: number): Policy[] =>
      Array.from({ length: count }, (_, place) => ({ policy: `M-${String(place).padStart(4, '0')}` }))

    test('a batch that is broken off is done again from its first line, and each policy once', async () => {
      await send(policies(...many(450)))
      // The third transaction of the loop fails before its end, as a server that stops in it.
      const { db } = store
      let transactions = 0
      const broken = Object.create(db, {
        transaction: {
          value: () => ({
            execute: (run: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) =>
              db.transaction().execute(async (tx) => {
                const result = await run(tx)
                transactions += 1
                if (transactions === 2) throw new Error('power cut')
                return result
              }),
          }),
        },
      })
      const context = { store: { ...store, db: broken }, now: server.context.now }
      await expect(importDue(context, { pauses: false, stop: never })).rejects.toThrow('power cut')
      expect(await leadsOf(bruna)).toHaveLength(200)
      const watched = importsRoute.answer.parse((await admin.call('GET', '/lead-temps/import')).body)
      expect(watched.data).toMatchObject([{ state: 'running', done: 200, total: 450 }])
      await work()
      expect(await leadsOf(bruna)).toHaveLength(450)
      expect(new Set((await temps()).map(({ lead_uid }) => lead_uid)).size).toBe(450)
    })

    test('two loops at once make each lead once', async () => {
      await send(policies(...many(500)))
      await Promise.all([work(), work(), work()])
      await work()
      expect(await leadsOf(bruna)).toHaveLength(500)
      expect((await admin.call('GET', '/lead-temps/import')).body).toMatchObject({
        data: [{ state: 'done', done: 500, made: 500 }],
      })
    })

    test('a cancelled one keeps what it did, and forgets the lines that waited', async () => {
      const { body } = await send(policies(...many(300)))
      const { id } = renewalImportSchema.parse(body)
      const stop = new AbortController()
      const first = importDue(server.context, { pauses: true, stop: stop.signal })
      stop.abort()
      await first
      const { body: cancelled } = await admin.call('PUT', `/lead-temps/import/${id}/cancel`)
      expect(cancelled).toMatchObject({ state: 'cancelled', done: 200, made: 200 })
      await work()
      expect(await leadsOf(bruna)).toHaveLength(200)
      expect((await sql`select 1 from renewal_import_rows`.execute(store.db)).rows).toEqual([])
      expect((await admin.call('PUT', `/lead-temps/import/${id}/cancel`)).body).toEqual(cancelled)
    })

    test('a line that the database refuses is left out, and the others are imported', async () => {
      await send(policies({}, BIA, CAIO))
      await sql`
        update renewal_import_rows set data = jsonb_set(data, '{end_of_validity}', '"2026-99-99"') where line = 3
      `.execute(store.db)
      await work()
      const [only] = importsRoute.answer.parse((await admin.call('GET', '/lead-temps/import')).body).data
      expect(only).toMatchObject({ state: 'done', made: 2, refused: 1, done: 3 })
      const { body } = await admin.call('GET', `/lead-temps/import/${only?.id}/refusals`)
      expect(importRefusalsRoute.answer.parse(body).data).toEqual([
        { line: 3, policy_number: 'AP-2', reason: 'O banco de dados não aceitou esta linha' },
      ])
    })

    test('only one runs at a time', async () => {
      expect((await send(policies({}))).status).toBe(201)
      const second = await send(policies(BIA))
      expect([second.status, second.body]).toMatchObject([409, { code: 'conflict' }])
      await work()
      expect((await send(policies(BIA))).status).toBe(201)
    })
  })

  test('refused lines are kept with their reasons', async () => {
    const done = await imported(policies({}, { ...BIA, end: '31/02/2027' }, { policy: 'AP-1' }))
    expect(done).toMatchObject({ total: 1, made: 1, refused: 2 })
    const { body } = await admin.call('GET', `/lead-temps/import/${done.id}/refusals`)
    expect(importRefusalsRoute.answer.parse(body).data).toEqual([
      { line: 3, policy_number: 'AP-2', reason: 'Vencimento do seguro inválido' },
      { line: 4, policy_number: 'AP-1', reason: 'Apólice repetida neste arquivo (linha 2)' },
    ])
  })

  test.each([
    ['no file', { content: '' }, /vazio/],
    ['a picture', { content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]) }, /não é uma planilha/],
    ['a broken .xlsx', { content: Buffer.from('PK\u0003\u0004quebrado') }, /danificada/],
    ['an .xls', { content: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]) }, /Salve a planilha como/],
    ['no good line', policies({ document: '123' }), /Nenhuma linha/],
    ['another channel', { ...policies({}), channel_id: 1 }, /própria ou de terceiros/],
    ['no referrer', { ...policies({}), inviter_id: 4711 }, /indicador ativo/],
    ['an unknown dealership', { ...policies({}), partner_id: 4711 }, /concessionária ativa/],
    ['a mapping without the policy', { ...policies({}), mapping: { policy_number: 0 } }, /mapeamento/],
  ])('%s is refused with a sentence', async (_, file, words) => {
    const { status, body } = await send(file)
    expect([status, body]).toMatchObject([422, { message: expect.stringMatching(words) }])
    expect(await temps()).toEqual([])
    expect((await sql`select 1 from renewal_imports`.execute(store.db)).rows).toEqual([])
  })
})
