/** Rules of lead and broker: of two for the same leads one is refused, and switching off asks nothing. */
import { beforeEach, expect, test } from 'vitest'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { BRUNA, DAVI, MANAGER } from '../support/people.ts'
import type { Device } from '../support/server.ts'
import { RULE, WORKFLOW_PARTNER } from './lists.ts'
import { idOf, inAdministration, NOBODY } from './office.ts'

const PATH = '/lead-broker-config'

describeDatabase('rules of lead and broker', (open) => {
  let store: TestStore
  let admin: Device
  inAdministration(open, (office) => {
    ;({ store, admin } = office)
  })
  beforeEach(async () => {
    await store.db.deleteFrom('lead_broker_config').execute()
  })

  const add = async (more: object = {}) => idOf(await admin.call('POST', PATH, { ...RULE, ...more }))

  test('a second active rule of the same leads is refused and names the first', async () => {
    const first = await add()
    const refused = {
      status: 422,
      body: {
        errors: {
          insurance_id: [
            `A regra ${first} (Bruna) já vale para este canal, empresa e tipo de estoque. Desative-a antes.`,
          ],
        },
      },
    }
    expect(await admin.call('POST', PATH, { ...RULE, broker_id: DAVI })).toMatchObject(refused)
    const off = await add({ broker_id: DAVI, status: 0 })
    expect(await admin.call('PUT', `${PATH}/${off}`, { ...RULE, broker_id: DAVI })).toMatchObject(refused)
    // Itself, and other leads.
    expect(await admin.call('PUT', `${PATH}/${first}`, { ...RULE, broker_id: DAVI })).toMatchObject({
      status: 200,
    })
    expect(await admin.call('POST', PATH, { ...RULE, insurance_id: 2 })).toMatchObject({ status: 200 })
  })

  test('of two active rules of the same leads at the same moment one is saved', async () => {
    const answers = await Promise.all(
      [BRUNA, DAVI].map((broker_id) => admin.call('POST', PATH, { ...RULE, broker_id })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('a rule whose broker left is switched off, not on', async () => {
    const id = await add({ broker_id: DAVI })
    const put = (status: 0 | 1) => admin.call('PUT', `${PATH}/${id}`, { ...RULE, broker_id: DAVI, status })
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', DAVI).execute()
    await store.db.updateTable('partners').set({ code_wf: null }).where('id', '=', WORKFLOW_PARTNER).execute()
    try {
      expect(await put(0)).toMatchObject({ status: 200, body: { status: 0 } })
      expect(await put(1)).toMatchObject({
        status: 422,
        body: { errors: { partner_id: [expect.any(String)] } },
      })
      await store.db
        .updateTable('partners')
        .set({ code_wf: 'WF1' })
        .where('id', '=', WORKFLOW_PARTNER)
        .execute()
      expect(await put(1)).toMatchObject({
        status: 422,
        body: { errors: { broker_id: ['Escolha um corretor ativo'] } },
      })
    } finally {
      await store.db.updateTable('users').set({ status: 1 }).where('id', '=', DAVI).execute()
      await store.db
        .updateTable('partners')
        .set({ code_wf: 'WF1' })
        .where('id', '=', WORKFLOW_PARTNER)
        .execute()
    }
  })

  test.each([
    'channel_id',
    'partner_id',
    'insurance_id',
    'broker_id',
  ])('a rule that is off names records that exist: %s', async (field) => {
    expect(await admin.call('POST', PATH, { ...RULE, status: 0, [field]: NOBODY })).toMatchObject({
      status: 422,
      body: { errors: { [field]: ['Valor desconhecido'] } },
    })
  })

  test('a manager is no broker of a rule', async () => {
    expect(await admin.call('POST', PATH, { ...RULE, broker_id: MANAGER })).toMatchObject({
      status: 422,
      body: { errors: { broker_id: ['Escolha um corretor ativo'] } },
    })
  })
})
