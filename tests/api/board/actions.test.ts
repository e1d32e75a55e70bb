/** REST calls on one lead: their answers, and the roles that may send them. */
import { expect, test } from 'vitest'
import {
  leadAnswerSchema,
  leadChannelRoute,
  leadPermissionsRoute,
  listBrokerSchema,
  nextStatusRoute,
} from '../../../src/contract/board.ts'
import { errorBodySchema } from '../../../src/contract/errors.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import {
  ADMIN,
  addLead,
  BRUNA,
  DAVI,
  EVA,
  hoursAgo,
  INDICATOR,
  inHours,
  workedBy,
} from '../support/people.ts'
import { type Device, type TestServer } from '../support/server.ts'
import { storedLead } from '../support/stored.ts'

const NOBODYS = 2_000_000_000

describeDatabase('lead actions', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let davi: Device
  let admin: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.device(BRUNA)
    davi = await server.device(DAVI)
    admin = await server.device(ADMIN)
  })

  const messageOf = (body: unknown) => errorBodySchema.parse(body).message

  test('GET of a lead returns every field, its names and its client', async () => {
    const { id } = await addLead(store, {
      ...workedBy(BRUNA),
      inviter_id: INDICATOR,
      partner_id: 24,
      sale_value_cents: 123456,
    })
    const { status, body } = await bruna.call('GET', `/leads/${id}`)
    expect(status).toBe(200)
    expect(leadAnswerSchema.parse(body)).toMatchObject({
      id,
      broker: { id: BRUNA, name: 'Bruna' },
      inviter: { id: INDICATOR, role_id: 5 },
      partner: { id: 24, name: 'Concessionária' },
      channel: { id: 1, name: 'Canal 1' },
      insurance: { id: 1, name: 'Seguro 1' },
      client: { name: 'Ana Lima', cpf: '52998224725' },
      sale_value: '1234.56',
    })
  })

  test('a foreign lead and a missing lead get the same answer from every call', async () => {
    const { id } = await addLead(store, { ...workedBy(DAVI), inviter_id: 1 })
    const eva = await server.device(EVA)
    const calls = (lead: number) =>
      [
        ['GET', `/leads/${lead}`, undefined],
        ['GET', `/leadChannel/${lead}`, undefined],
        ['GET', `/leads/next-status/${lead}`, undefined],
        ['GET', `/leads-permissions/${lead}`, undefined],
        ['PUT', `/capture-lead/${lead}`, {}],
        ['PUT', `/leads/${lead}`, { service_status: 1 }],
        [
          'POST',
          '/leads/scheduling',
          { lead_id: lead, scheduling_date: inHours(1), description: 'x', status: 0 },
        ],
        [
          'POST',
          '/leads/scheduling',
          { lead_id: lead, scheduling_date: inHours(1), description: 'x', status: 1 },
        ],
      ] as const
    const answersFor = async (lead: number) => {
      const answers = []
      for (const [method, path, body] of calls(lead)) answers.push(await eva.call(method, path, body))
      return answers
    }
    const foreign = await answersFor(id)
    expect(foreign).toEqual(await answersFor(NOBODYS))
    expect(new Set(foreign.map(({ status }) => status))).toEqual(new Set([404]))
  })

  test('management alone still reads a lead that has left the scope by its age, and changes nothing in it', async () => {
    const old = { state: 3, status: 6, sold: 1, end_lead_date: hoursAgo(24 * 400) } as const
    const { id, uid } = await addLead(store, { ...workedBy(BRUNA), ...old })
    expect(leadAnswerSchema.parse((await admin.call('GET', `/leads/${id}`)).body)).toMatchObject({ id, uid })
    expect((await admin.call('GET', `/leads/${id}/timeline`)).status).toBe(200)
    expect((await admin.call('PUT', `/leads/${id}`, { service_status: 1 })).status).toBe(404)
    for (const path of [`/leads/${id}`, `/leads/${id}/timeline`])
      expect((await bruna.call('GET', path)).status).toBe(404)
  })

  test('a broker lists the referrals that it made itself and that are still in its scope', async () => {
    const mine = await addLead(store, { inviter_id: BRUNA })
    const another = await addLead(store, { ...workedBy(DAVI), inviter_id: BRUNA })
    await addLead(store, workedBy(BRUNA))
    expect((await bruna.call('GET', `/leads/${another.id}`)).status).toBe(404)
    const { body } = await bruna.call('GET', '/leads/referrals')
    expect(listBrokerSchema.parse(body).leads.map((lead) => lead.uid)).toEqual([mine.uid])
  })

  test('a capture returns the lead in attendance', async () => {
    const { id } = await addLead(store)
    const { status, body } = await bruna.call('PUT', `/capture-lead/${id}`, {})
    expect(status).toBe(200)
    expect(leadAnswerSchema.parse(body)).toMatchObject({
      state: 2,
      broker: { name: 'Bruna' },
      lead_scheduling: { description: '.', status: 1 },
    })
  })

  test('a lead that another broker has captured meanwhile answers 409 with the name of that broker', async () => {
    const { id } = await addLead(store)
    await davi.call('PUT', `/capture-lead/${id}`, {})
    const { status, body } = await bruna.call('PUT', `/capture-lead/${id}`, {})
    expect(status).toBe(409)
    expect(errorBodySchema.parse(body)).toEqual({
      code: 'conflict',
      message: 'Este lead já foi capturado por Davi.',
    })
  })

  test('a forbidden action answers 422 with its sentence and, where there is one, the field', async () => {
    const { id } = await addLead(store, { suspended_lead: true })
    const refused = await bruna.call('PUT', `/capture-lead/${id}`, {})
    expect(refused.status).toBe(422)
    expect(messageOf(refused.body)).toContain('Este lead está suspenso')
    const own = await addLead(store, workedBy(BRUNA))
    const late = { lead_id: own.id, scheduling_date: hoursAgo(1), description: 'x', status: 0 }
    const past = await bruna.call('POST', '/leads/scheduling', late)
    expect(past.status).toBe(422)
    expect(errorBodySchema.parse(past.body).errors).toEqual({
      scheduling_date: ['Escolha uma data e hora no futuro.'],
    })
  })

  test('a closed record posted before the capture leaves the lead scheduled and closed', async () => {
    const { id, uid } = await addLead(store)
    const record = { lead_id: id, scheduling_date: new Date().toISOString(), description: '.', status: 1 }
    expect((await bruna.call('POST', '/leads/scheduling', record)).status).toBe(200)
    expect((await bruna.call('PUT', `/capture-lead/${id}`, {})).status).toBe(200)
    const at = inHours(20)
    const scheduled = { lead_id: id, scheduling_date: at, description: 'Retornar', status: 0 }
    expect(await bruna.call('POST', '/leads/scheduling', scheduled)).toEqual({
      status: 200,
      body: { message: 'Lead agendada com sucesso!' },
    })
    expect(await storedLead(store, uid)).toMatchObject({ scheduling_date: at, scheduling_status: 0 })
    expect(
      await bruna.call('POST', '/leads/scheduling', { ...scheduled, description: 'Feito', status: 1 }),
    ).toEqual({
      status: 200,
      body: { message: 'Agendamento encerrado com sucesso!' },
    })
    expect(await storedLead(store, uid)).toMatchObject({
      scheduling_status: 1,
      scheduling_description: 'Feito',
    })
    const history = await store.db
      .selectFrom('schedulings')
      .select(['description', 'status'])
      .where('lead_uid', '=', uid)
      .orderBy('id')
      .execute()
    expect(history).toEqual([
      { description: '.', status: 1 },
      { description: 'Feito', status: 1 },
    ])
  })

  test('a changed service status is stored and returned; a call without a change is refused', async () => {
    const { id, uid } = await addLead(store, workedBy(BRUNA))
    const { status, body } = await bruna.call('PUT', `/leads/${id}`, { service_status: 2 })
    expect(status).toBe(200)
    expect(leadAnswerSchema.parse(body).service_status).toBe(2)
    const refused = await bruna.call('PUT', `/leads/${id}`, {})
    expect(refused.status).toBe(422)
    expect(messageOf(refused.body)).toBe('Envie o que deve mudar no lead.')
    expect(await storedLead(store, uid)).toMatchObject({ service_status: 2, state: 2, broker_id: BRUNA })
  })

  test('status flow, next status and permissions depend on the channel and on the lead', async () => {
    await store.db
      .updateTable('channels')
      .set({ status_flow: JSON.stringify([1, 2, 4, 3, 5, 6]) })
      .where('id', '=', 29)
      .execute()
    const { id } = await addLead(store, { ...workedBy(BRUNA), channel_id: 29 })
    const flow = await bruna.call('GET', `/leadChannel/${id}`)
    expect(leadChannelRoute.answer.parse(flow.body).lead.attendance_flow.status_flow).toEqual([
      1, 2, 4, 3, 5, 6,
    ])
    const next = await bruna.call('GET', `/leads/next-status/${id}`)
    expect(nextStatusRoute.answer.parse(next.body)).toEqual({ var_id: 4, value: 'Envio Cotação' })
    const allowed = await bruna.call('GET', `/leads-permissions/${id}`)
    expect(leadPermissionsRoute.answer.parse(allowed.body)).toMatchObject({
      can_call: true,
      can_finish: true,
    })
    const unclaimed = await addLead(store)
    const none = await bruna.call('GET', `/leads-permissions/${unclaimed.id}`)
    expect(leadPermissionsRoute.answer.parse(none.body)).toMatchObject({ can_call: false, can_finish: false })
  })

  test('an administrator reads and captures any lead', async () => {
    const { id } = await addLead(store, workedBy(DAVI))
    expect((await admin.call('PUT', `/leads/${id}`, { service_status: 1 })).status).toBe(200)
  })
})
