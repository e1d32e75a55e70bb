/** 'POST /external-lead': a referral with its client in one call. */
import { expect, test } from 'vitest'
import { leadAnswerSchema } from '../../../src/contract/board.ts'
import { errorBodySchema } from '../../../src/contract/errors.ts'
import { externalLeadRoute } from '../../../src/contract/lead.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { inviterOf } from '../support/leads.ts'
import { DEALERSHIP, INDICATOR } from '../support/people.ts'
import { type Device, type TestServer } from '../support/server.ts'

describeDatabase('external leads', (open) => {
  let store: TestStore
  let server: TestServer
  let indicator: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await inviterOf(store)
    indicator = await server.device(INDICATOR)
  })

  const count = async () => (await store.db.selectFrom('leads').select('uid').execute()).length

  const external = (more: object = {}) => ({
    proposal: null,
    product: 'Casa',
    product_details: { details: 'Habitual' },
    insurance_id: 3,
    insurance_expiration: 0,
    additional_information: '',
    state: 1,
    date_fail: false,
    client_name: 'Ana Souza',
    client_phone: '',
    client_cellphone: '(11) 98765-4321',
    client_email: 'ana@exemplo.com.br',
    client_cpf: '529.982.247-25',
    client_rg: '',
    client_birth_date: '1980-05-20',
    client_address: {
      cep: '01310-100',
      street: 'Avenida Paulista',
      number: 1000,
      comp: '',
      district: '',
      city: 'São Paulo',
      state: 'sp',
    },
    ...more,
  })

  test('POST /external-lead refers a client with the defaults and returns whether it was on time', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await indicator.call('POST', '/external-lead', external(), headers)
    expect(first.status).toBe(200)
    const { indication_on_time, id } = externalLeadRoute.answer.parse(first.body)
    expect(indication_on_time).toBe(1)
    expect(await indicator.call('POST', '/external-lead', external(), headers)).toEqual(first)
    expect(await count()).toBe(1)
    const { body } = await indicator.call('GET', `/leads/${id}`)
    expect(leadAnswerSchema.parse(body)).toMatchObject({
      channel_id: 29,
      partner_id: 24,
      inviter_id: INDICATOR,
      client: {
        cpf: '52998224725',
        cellphone: '11987654321',
        address: { cep: '01310100', state: 'SP', number: '1000' },
      },
    })
    const late = await indicator.call(
      'POST',
      '/external-lead',
      external({ proposal_date: '2026-01-05T12:00:00Z' }),
    )
    expect(externalLeadRoute.answer.parse(late.body).indication_on_time).toBe(0)
  })

  test('POST /external-lead answers each kind of error with its status', async () => {
    const dealership = await server.device(DEALERSHIP)
    const partner = await dealership.call('POST', '/external-lead', external({ partner_id: 25 }))
    expect(partner.status).toBe(404)
    expect(errorBodySchema.parse(partner.body).message).toBe(
      'Sem permissão para criar esse tipo de Lead (Partner not found)',
    )
    const missing = await indicator.call(
      'POST',
      '/external-lead',
      external({ client_email: '', client_birth_date: '' }),
    )
    expect(missing.status).toBe(422)
    expect(errorBodySchema.parse(missing.body).errors).toEqual({
      'client.birth_date': ['Informe a data de nascimento do cliente'],
      'client.mail': ['Informe o e-mail do cliente'],
    })
    await indicator.call('POST', '/external-lead', external({ proposal: '4711' }))
    const taken = await indicator.call('POST', '/external-lead', external({ proposal: '4711' }))
    expect(taken.status).toBe(401)
    const key = await indicator.call('POST', '/external-lead', external(), { 'idempotency-key': 'curta' })
    expect([key.status, errorBodySchema.parse(key.body).statusError]).toEqual([422, 1])
  })
})
