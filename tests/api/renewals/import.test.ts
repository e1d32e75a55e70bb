/** The import of expiring policies: rows, clients, leads, brokers; the same file again. docs/rules.md#renewal-import */
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { assignedRenewalsSchema } from '../../../src/contract/renewals.ts'
import { captureLimitMs } from '../../../src/domain/renewals/renewal-lead.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import { slaInputOf, slaProgress } from '../../../src/domain/sla/progress.ts'
import { calendar } from '../../unit/domain/fixtures.ts'
import { describeDatabase } from '../support/databases.ts'
import { ADMIN, BRUNA, DAVI, EVA, INDICATOR, MANAGER } from '../support/people.ts'
import { dayAhead, HEADERS, policyCells, written } from '../support/renewal-file.ts'
import { ANA, BIA, CAIO, inRenewalHouse, policies, type Renewals } from '../support/renewals.ts'
import { aClientRow } from '../support/rows.ts'

const END = dayAhead(40)
const settings = settingsFrom([])

describeDatabase('the import of renewals', (open) => {
  let house: Renewals
  inRenewalHouse(open, (made) => {
    house = made
  })

  test('a policy becomes a lead on the board of the broker with its group, scheduled to the capture limit', async () => {
    const done = await house.imported({ ...policies({}), partner_id: 24 })
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
    const [lead, ...others] = await house.leadsOf(house.bruna)
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
    expect(await house.temps()).toMatchObject([
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
    const { body } = await house.bruna.call('GET', `/leads/${lead.id}/timeline`)
    expect(body).toMatchObject({ data: [{ command: 'lead.create', user: { id: ADMIN } }] })
    const schedulings = await house.store.db.selectFrom('schedulings').selectAll().execute()
    expect(schedulings).toMatchObject([{ lead_uid: lead.uid, status: 0, user_id: ADMIN, closed_at: null }])
    const waiting = await sql`select 1 from renewal_import_rows`.execute(house.store.db)
    expect(waiting.rows).toEqual([])
    expect((await house.bruna.run({ command: 'lead.capture', args: { lead_uid: lead.uid } })).outcome).toBe(
      'applied',
    )
    expect((await house.leadsOf(house.bruna))[0]).toMatchObject({ state: 2, capture_on_time: 1 })
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
    await house.imported({ content: await writeXlsx({ sheets: [{ name: 'A', rows }] }), name: 'a.xlsx' })
    const windows = Buffer.from(
      [HEADERS.join(','), policyCells({ ...CAIO, policy: 'W-1' }).join(',')].join('\n'),
      'latin1',
    )
    await house.imported({ content: windows })
    const [first, second] = await house.temps()
    expect(second).toMatchObject({ policy_number: 'X-1', end_of_validity: END, broker_id: BRUNA })
    expect(second?.client_info).toMatchObject({ client_cpf: ANA, client_cellphone: '31988887777' })
    expect(first?.client_info).toMatchObject({ client_name: 'Caio Sá' })
  })

  test('groups: case, spaces and leading zeros do not matter; a manager and an inactive broker are none', async () => {
    const groups = ['G12', '77', 'G50', 'G60', '']
    const done = await house.imported(
      policies(...groups.map((group, place) => ({ group, policy: `G-${place}` }))),
    )
    expect(done).toMatchObject({ made: 2, unassigned: 3 })
    expect((await house.temps()).map(({ broker_id, update_status }) => [broker_id, update_status])).toEqual([
      [BRUNA, 2],
      [DAVI, 2],
      [null, 9],
      [null, 9],
      [null, 9],
    ])
    const notes = (await house.temps()).map(({ additional_information }) => additional_information)
    expect(notes.slice(2)).toEqual([
      'Grupo hierárquico sem corretor ativo.',
      'Grupo hierárquico sem corretor ativo.',
      'Sem grupo hierárquico no arquivo.',
    ])
    // A client is registered only when a policy is renewed.
    expect(await house.clients()).toHaveLength(1)
  })

  describe('a known client', () => {
    test('gets its blanks, keeps what it has, and the row says what differs', async () => {
      await house.store.db
        .insertInto('clients')
        .values(aClientRow({ cpf: ANA, name: 'Ana Lima', cellphone: '31911112222', mail: '' }))
        .execute()
      await house.imported(policies({ phone: '(31) 3344-5566', name: 'ANA LIMA' }))
      expect(await house.clients()).toMatchObject([
        { name: 'Ana Lima', cellphone: '31911112222', phone: '3133445566', mail: 'ana@exemplo.com.br' },
      ])
      expect(await house.temps()).toMatchObject([
        {
          update_status: 2,
          additional_information:
            'Completado no cadastro: Telefone, E-mail. Difere do cadastro: Celular (31) 98888-7777.',
        },
      ])
      const timeline = await house.store.db.selectFrom('timeline').select('changes').execute()
      expect(timeline[0]?.changes).toMatchObject({
        'typed.client.cellphone': { before: null, after: '31988887777' },
        'client.mail': { before: '', after: 'ana@exemplo.com.br' },
      })
    })

    test('of two policies in one file is one client', async () => {
      await house.imported(policies({}, { policy: 'AP-9', mail: '' }))
      expect(await house.clients()).toHaveLength(1)
      expect(await house.leadsOf(house.bruna)).toHaveLength(2)
    })

    test('whose data was erased stays erased, and its policy is refused', async () => {
      await house.imported(policies({}))
      const [client] = await house.clients()
      expect((await house.admin.call('DELETE', `/clients/${client?.id}/personal-data`)).status).toBe(200)
      expect(await house.imported(policies({}))).toMatchObject({ made: 0, updated: 0, refused: 1, done: 1 })
      expect((await house.clients())[0]).toMatchObject({ name: 'Dados apagados', cpf: '' })
      expect(await house.temps()).toMatchObject([{ client_info: {}, additional_information: '' }])
      expect(await house.leadsOf(house.bruna)).toHaveLength(1)
    })
  })

  describe('the same file again', () => {
    test('makes no second lead, and a lead without a capture follows the newer file', async () => {
      await house.imported(policies({}, BIA))
      const end = dayAhead(45)
      const again = await house.imported(
        policies({ insurer: 'PORTO SEGUROS', group: '77', end: written(end) }, BIA),
      )
      expect(again).toMatchObject({ made: 0, updated: 2 })
      expect(await house.leadsOf(house.bruna)).toMatchObject([{ client_name: 'Bia Reis' }])
      const [lead] = await house.leadsOf(await house.server.device(DAVI))
      expect(lead).toMatchObject({ old_insurer: 'Porto Seguro', old_end_of_validity: end, broker_id: DAVI })
      if (lead === undefined) throw new Error('no lead')
      const { deadline } = slaProgress(slaInputOf(lead), Date.now(), settings, calendar)
      expect(Date.parse(deadline ?? '')).toBe(captureLimitMs(end))
      expect(await house.temps()).toMatchObject([
        { insurer: 'Porto Seguro', end_of_validity: end, broker_id: DAVI, update_status: 2 },
        {},
      ])
    })

    test('leaves a captured lead as it is, and says what differs', async () => {
      await house.imported(policies({}))
      const [lead] = await house.leadsOf(house.bruna)
      await house.bruna.run({ command: 'lead.capture', args: { lead_uid: lead?.uid } })
      const before = await house.leadsOf(house.bruna)
      await house.imported(policies({ insurer: 'PORTO SEGUROS', group: '77', cellphone: '31911112222' }))
      expect(await house.leadsOf(house.bruna)).toEqual(before)
      expect(await house.temps()).toMatchObject([
        {
          update_status: 1,
          broker_id: BRUNA,
          additional_information:
            'Difere do cadastro: Celular (31) 91111-2222. O lead já foi capturado e ficou como estava.',
        },
      ])
    })

    test('leaves what a person typed into a lead that waits', async () => {
      await house.imported(policies({}))
      const [lead] = await house.leadsOf(house.bruna)
      await sql`update leads set old_insurer = 'Tokio' where uid = ${lead?.uid}`.execute(house.store.db)
      await house.imported(policies({ insurer: 'PORTO SEGUROS' }))
      expect(await house.leadsOf(house.bruna)).toMatchObject([{ old_insurer: 'Tokio' }])
    })

    test('finds the broker that the first time lacked', async () => {
      await house.imported(policies({ group: 'G99' }))
      expect(await house.imported(policies({}))).toMatchObject({ made: 1, updated: 0 })
      expect(await house.temps()).toMatchObject([{ update_status: 2, broker_id: BRUNA }])
    })
  })

  describe('assigned by hand', () => {
    test('one or many become leads of the broker; those that have one, or lack what a lead needs, do not', async () => {
      await house.imported({ ...policies({ group: '' }, { ...BIA, group: 'G99' }, CAIO), channel_id: 28 })
      const rows = await house.temps()
      const bare = await house.store.db
        .insertInto('lead_temps')
        .values({ reference_month: '202601', policy_number: 'OLD', client_info: '{}' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const ids = [...rows.map(({ id }) => id), bare.id]
      const answer = await house.admin.call('PUT', '/lead-temps/assign', { ids, broker_id: DAVI })
      expect(assignedRenewalsSchema.parse(answer.body)).toEqual({
        assigned: 2,
        skipped: [
          { id: rows[2]?.id, reason: 'Já tem lead' },
          { id: bare.id, reason: 'Sem vencimento, canal ou CPF/CNPJ: importe a apólice de novo' },
        ],
      })
      const leads = await house.leadsOf(await house.server.device(DAVI))
      expect(leads.map(({ client_name, channel_id, state }) => [client_name, channel_id, state])).toEqual(
        expect.arrayContaining([
          ['Ana Lima', 28, 1],
          ['Bia Reis', 28, 1],
        ]),
      )
      expect(leads).toHaveLength(2)
      expect((await house.temps()).slice(0, 2)).toMatchObject([
        { broker_id: DAVI, update_status: 2, additional_information: 'Atribuída à mão.' },
        { broker_id: DAVI, update_status: 2 },
      ])
      const again = await house.admin.call('PUT', '/lead-temps/assign', { ids, broker_id: BRUNA })
      expect(again.body).toMatchObject({ assigned: 0 })
      const entries = await house.store.db.selectFrom('audit_log').selectAll().execute()
      expect(entries.filter(({ entity }) => entity === 'lead_temps')).toMatchObject([
        { user_id: ADMIN, after: { broker_id: DAVI, assigned: 2 } },
      ])
      // A further import updates the lead and makes none.
      expect(await house.imported(policies({ group: '' }))).toMatchObject({ made: 0, updated: 1 })
    })

    test.each([
      ['a manager', MANAGER],
      ['a broker who left', EVA],
    ])('%s gets none', async (_, broker_id) => {
      await house.imported(policies({ group: '' }))
      const ids = (await house.temps()).map(({ id }) => id)
      const { status, body } = await house.admin.call('PUT', '/lead-temps/assign', { ids, broker_id })
      expect([status, body]).toMatchObject([422, { errors: { broker_id: ['Escolha um corretor ativo'] } }])
      expect(await house.temps()).toMatchObject([{ lead_uid: null }])
    })
  })
})
