/** Proposal verification: the state of a proposal, found by at least two of three fields. */
import { beforeEach, expect, test } from 'vitest'
import { leadVerificationRoute } from '../../../src/contract/lead-verification.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addLead, BRUNA, DAVI, DEALERSHIP, INDICATOR, MANAGER, workedBy } from '../support/people.ts'
import { type TestServer } from '../support/server.ts'

describeDatabase('lead verification', (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await store.db.updateTable('partners').set({ code_wf: 'WF24' }).where('id', '=', 24).execute()
    await store.db.updateTable('users').set({ login: 'loja' }).where('id', '=', DEALERSHIP).execute()
  })
  beforeEach(async () => {
    await store.db.deleteFrom('elective_leads').execute()
  })

  const addProposal = (lead_uid: string | null, columns: object = {}) =>
    store.db
      .insertInto('elective_leads')
      .values({
        inviter_login: 'loja',
        partner_id: 24,
        proposal: '7001',
        client_informations: JSON.stringify({ name: 'Segredo', cpf: '52998224725' }),
        product_informations: '{}',
        insurance_id: 1,
        bypass_allowed: null,
        lead_uid,
        ...columns,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const ask = async (user: number, body: object) =>
    (await server.device(user)).call('POST', '/leadVerification', body)
  const found = async (body: object) => {
    const { status, body: answer } = await ask(BRUNA, body)
    expect(status).toBe(200)
    return leadVerificationRoute.answer.parse(answer).data
  }
  const BOTH = { partner: 'WF24', leadNum: '7001', userLogin: '' }

  test.each([
    {},
    { partner: 'WF24' },
    { leadNum: '7001', userLogin: ' ', partner: null },
  ])('%o is too little', async (body) => {
    expect(await ask(BRUNA, body)).toMatchObject({
      status: 422,
      body: { message: 'Selecione ao menos duas opções de filtro' },
    })
  })

  test('a waiting proposal returns its record and no lead', async () => {
    const { id } = await addProposal(null)
    for (const body of [
      BOTH,
      { partner: 'WF24', leadNum: '', userLogin: 'LOJA' },
      { partner: '', leadNum: '7001', userLogin: 'loja' },
    ]) {
      const [answer, record, lead] = await found(body)
      expect(answer).toMatchObject({ found: true, imported: false, proposal: '7001' })
      expect(record).toMatchObject({ id, inviter_login: 'loja', lead_id: null })
      expect(lead).toBeNull()
    }
  })

  test('an imported proposal returns record, lead and earlier number, without client data', async () => {
    const { uid, id } = await addLead(store, { ...workedBy(DAVI), proposal: '7001', partner_id: 24 })
    await addProposal(uid)
    await store.db
      .insertInto('timeline')
      .values({
        lead_uid: uid,
        command: 'lead.update',
        changes: JSON.stringify({ proposal: { before: '7001', after: '7002' } }),
        user_id: MANAGER,
        device_id: null,
        occurred_at: new Date().toISOString(),
      })
      .execute()
    await store.db.updateTable('leads').set({ proposal: '7002' }).where('uid', '=', uid).execute()
    const { body } = await ask(MANAGER, BOTH)
    const [answer, record, lead] = leadVerificationRoute.answer.parse(body).data
    expect(answer).toMatchObject({
      found: true,
      imported: true,
      message: `Proposta importada no lead ${id}.`,
      partner: { id: 24, code_wf: 'WF24' },
    })
    expect(record).toMatchObject({ lead_id: id })
    expect(lead).toMatchObject({ id, proposal: '7001', actual_proposal: '7002', older_proposal: '7001' })
    expect(JSON.stringify(body)).not.toMatch(/Segredo|52998224725/)
  })

  test('a lead with a typed number has no record and is found', async () => {
    const { id } = await addLead(store, { proposal: '7001', partner_id: 24, inviter_id: INDICATOR })
    const [answer, record, lead] = await found(BOTH)
    expect(answer).toMatchObject({ found: true, imported: false })
    expect(record).toBeNull()
    expect(lead).toMatchObject({ id, proposal: '7001', actual_proposal: '7001', older_proposal: null })
  })

  test.each([
    { partner: 'WF99', leadNum: '7001' },
    { userLogin: 'ninguem', leadNum: '7001' },
    { partner: 'WF24', leadNum: '700' },
  ])('%o returns no proposal, with a sentence', async (body) => {
    const { uid } = await addLead(store, { proposal: '7001', partner_id: 24 })
    await addProposal(uid)
    expect(await found(body)).toEqual([
      expect.objectContaining({ found: false, message: 'Nenhuma proposta encontrada com estes filtros.' }),
      null,
      null,
    ])
  })

  test('of several records with one number the one with a lead is returned', async () => {
    const { uid, id } = await addLead(store)
    await addProposal(uid)
    await addProposal(null)
    const [, record] = await found(BOTH)
    expect(record).toMatchObject({ lead_id: id })
  })
})
