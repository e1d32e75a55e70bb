/**
 * An external indication by a program that knows only the specification: what may stay empty is left out or null, numbers
 * are texts, and the answer says what is missing in the order of the form. docs/rules.md#external-indication
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { externalIndicationRoute } from '../../../src/contract/external.ts'
import { CONSENT_VERSION, HEALTH_CONSENT_VERSION } from '../../../src/domain/indication/consent.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { byLink, CLIENT, codeOf, INSURANCES, open as openForm, send, stampFor } from '../support/external.ts'
import { inHouse } from '../support/in-house.ts'
import { inviterOf } from '../support/leads.ts'
import { INDICATOR } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const BARE_CLIENT = {
  name: 'Ana Souza',
  mail: 'ana@exemplo.com.br',
  cpf: '529.982.247-25',
  rg: '123456789',
  phone: '(11) 98765-4321',
  cellphone: null,
  birth_date: null,
  address: null,
}
const NEW_CAR = { model: 'Fiat Uno', type: 'Novo' }

/** Line, details that are enough, and what is stored of them. */
const ENOUGH: readonly (readonly [string, number | string, object, object])[] = [
  ['a new car', 1, NEW_CAR, { ...NEW_CAR, chassi: '', renavam: '' }],
  ['nulls', 1, { ...NEW_CAR, chassi: null, renavam: null, address: null }, { chassi: '', renavam: '' }],
  ['a part of an address', '1', { ...NEW_CAR, address: { street: 'Rua A', number: 12, comp: null } }, {}],
  ['a portable', 6, { product: 'Notebook' }, { value_cents: null, acquisition_date: null }],
  ['a value as text', '6', { product: 'Notebook', value: '4500.5' }, { value_cents: 450_050 }],
  ['blank values', 6, { product: 'Notebook', value: '', acquisition_date: '' }, { acquisition_date: null }],
  ['life', 9, { marital_status: 'Casado', dependents: '0' }, { dependents: 0 }],
]

describeDatabase('an external indication by a plain client', (open) => {
  let store: TestStore
  let server: TestServer
  let indicator: Device
  inHouse(
    open,
    async (opened) => {
      ;({ store, server } = opened)
      await inviterOf(store)
      await store.db.insertInto('insurances').values(INSURANCES).execute()
      indicator = await server.device(INDICATOR)
    },
    { PUBLIC_URL: 'https://farol.exemplo.com.br', CONTROLLER_NAME: 'Corretora Exemplo' },
  )
  beforeEach(async () => {
    server.forward(61 * MINUTE_MS)
    await store.db.deleteFrom('rate_limits').execute()
  })

  const withLogin = async (body: object) => {
    const { status, body: answer } = await indicator.call('POST', '/leads/externalLead', {
      client: BARE_CLIENT,
      withAuth: '1',
      inviter_id: null,
      ...body,
    })
    expect(status, JSON.stringify(answer)).toBe(200)
    return externalIndicationRoute.answer.parse(answer)
  }
  const stored = async () => {
    const { insurance_details } = await store.db
      .selectFrom('leads')
      .select('insurance_details')
      .executeTakeFirstOrThrow()
    return insurance_details
  }

  describe('with login', () => {
    test.each(ENOUGH)('%s is enough', async (_, insurance, details, kept) => {
      expect(await withLogin({ insurance, details })).toMatchObject({ status: 'success' })
      expect(await stored()).toMatchObject(kept)
    })

    test('what is missing is named in the order of the form, and nothing else', async () => {
      const client = { ...BARE_CLIENT, rg: null, mail: '' }
      const answer = await withLogin({ client, insurance: 2, details: { type: 'Usado', renavam: '1' } })
      expect(answer.status).toBe('fail')
      expect(answer.message).toBe('Informe o e-mail')
      expect(Object.keys(answer.errors ?? {})).toEqual([
        'client.mail',
        'client.rg',
        'details.model',
        'details.chassi',
        'details.renavam',
      ])
      expect((await withLogin({ insurance: 1, details: null })).errors).toEqual({
        'details.model': ['Informe o modelo'],
        'details.type': ['Escolha o tipo'],
      })
    })

    test('a value of another shape is reported beside what is missing, in the same order', async () => {
      const { errors = {} } = await withLogin({
        insurance: 6,
        details: { acquisition_date: '31/12/2025', value: 'caro', color: 'azul' },
      })
      expect(Object.keys(errors)).toEqual([
        'details.product',
        'details.value_cents',
        'details.acquisition_date',
        'details.color',
      ])
      expect((await withLogin({ insurance: 7, details: { quantity: 'dois' } })).errors).toMatchObject({
        'details.quantity': [expect.any(String)],
        'details.species': ['Escolha a espécie'],
      })
    })
  })

  describe('by a link', () => {
    test('the form brings its stamp, and version and text of both consents', async () => {
      const { body } = await openForm({ app: server.app, code: await codeOf(indicator) })
      expect(body).toMatchObject({
        name: expect.any(String),
        stamp: expect.stringMatching(/.+\..+/),
        consent: {
          version: CONSENT_VERSION,
          text: expect.stringContaining('Quem trata os dados: Corretora Exemplo.\n\n'),
          label: expect.stringContaining('autorizo'),
        },
        health_consent: {
          version: HEALTH_CONSENT_VERSION,
          text: expect.stringContaining('LGPD, art. 11'),
        },
      })
    })

    test.each(ENOUGH)('%s is enough', async (_, insurance, details, kept) => {
      const code = await codeOf(indicator)
      const stamp = await stampFor({ app: server.app, code })
      server.forward(MINUTE_MS)
      const body = { ...byLink(code, stamp, { insurance, details, website: null }), client: BARE_CLIENT }
      expect((await send(server.app, body)).answer).toMatchObject({ status: 'successMail' })
      expect(await stored()).toMatchObject(kept)
    })

    test('without stamp and consent both are named; nothing is stored', async () => {
      const code = await codeOf(indicator)
      const body = { client: CLIENT, insurance: 1, details: NEW_CAR, inviter_id: code, withAuth: '0' }
      const named = async (more: object) => {
        const { answer } = await send(server.app, { ...body, ...more })
        expect(answer?.status).toBe('fail')
        return Object.keys(answer?.errors ?? {})
      }
      expect(await named({})).toEqual(['stamp', 'consent.version'])
      expect(await named({ stamp: null, consent: null })).toEqual(['stamp', 'consent.version'])
      const stamp = await stampFor({ app: server.app, code })
      server.forward(MINUTE_MS)
      expect(await named({ stamp, consent: { version: 'outra' } })).toEqual(['consent.version'])
      expect(await named({ consent: { version: CONSENT_VERSION } })).toEqual(['stamp'])
      expect(await store.db.selectFrom('leads').select('id').execute()).toEqual([])
    })

    test('what is missing is reported as with login', async () => {
      const code = await codeOf(indicator)
      const stamp = await stampFor({ app: server.app, code })
      server.forward(MINUTE_MS)
      const body = byLink(code, stamp, { insurance: 9, details: {}, client: { ...CLIENT, name: null } })
      const { answer } = await send(server.app, body)
      expect(answer?.errors).toEqual({
        'client.name': ['Informe o nome'],
        'details.marital_status': ['Escolha o estado civil'],
        'details.dependents': ['Informe o número de dependentes'],
      })
    })
  })

  test('POST /external-lead takes null for what is not chosen', async () => {
    const { status, body } = await indicator.call('POST', '/external-lead', {
      proposal: null,
      proposal_date: null,
      product: null,
      product_details: null,
      channel_id: null,
      inviter_id: null,
      insurance_id: '4',
      insurance_expiration: '0',
      partner_id: '',
      additional_information: null,
      state: null,
      date_fail: null,
      client_name: 'Ana Souza',
      client_phone: null,
      client_cellphone: '11987654321',
      client_email: 'ana@exemplo.com.br',
      client_cpf: '52998224725',
      client_rg: null,
      client_birth_date: '1980-05-20',
      client_address: { ...CLIENT.address, comp: null, number: 1000 },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ indication_on_time: expect.any(Number) })
    const answered = await indicator.call('POST', '/external-lead', { client_address: null })
    expect(answered.body).toMatchObject({
      errors: expect.not.objectContaining({ client_address: expect.anything() }),
    })
  })
})
