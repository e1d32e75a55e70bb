/** The insured of a policy may be a client who is there without a document. docs/rules.md#known-people */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { renewalDecisionsRoute } from '../../../src/contract/renewals.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import { describeDatabase } from '../support/databases.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import { ANA, BIA, inRenewalHouse, policies, type Renewals } from '../support/renewals.ts'

const NAME = 'Ana Lima'

describeDatabase('the insured of a policy', (open) => {
  let house: Renewals
  inRenewalHouse(open, (made) => {
    house = made
  })
  const byHand = async (client: { cellphone?: string; mail?: string; cpf?: string }) => {
    const uid = randomUUID()
    await house.store.db
      .insertInto('clients')
      .values({
        uid,
        created_by: ADMIN,
        name: NAME,
        name_folded: foldText(NAME),
        cellphone: client.cellphone ?? '',
        mail: client.mail ?? '',
        cpf: client.cpf ?? '',
      })
      .execute()
    return uid
  }
  const two = async () => [
    await byHand({ cellphone: '31988887777' }),
    await byHand({ mail: 'ana@exemplo.com.br' }),
  ]
  const waiting = async (id: number) =>
    renewalDecisionsRoute.answer.parse(
      (await house.admin.call('GET', `/lead-temps/import/${id}/decisions`)).body,
    ).data
  const decide = (id: number, decision: object) =>
    house.admin.call('PUT', `/lead-temps/import/${id}/decisions`, { decisions: [decision] })
  const holders = async () =>
    (await house.store.db.selectFrom('leads').select('client_uid').execute()).map(
      ({ client_uid }) => client_uid,
    )

  test('is the client who has the name and the mobile, who gets the document', async () => {
    const uid = await byHand({ cellphone: '31988887777' })
    expect(await house.imported(policies({}, BIA))).toMatchObject({ made: 2, undecided: 0 })
    expect(await house.clients()).toMatchObject([
      { uid, cpf: ANA, mail: 'ana@exemplo.com.br' },
      { name: 'Bia Reis' },
    ])
    expect(await holders()).toContain(uid)
  })

  test('of another document is another client', async () => {
    await byHand({ cellphone: '31988887777', cpf: '39053344705' })
    expect(await house.imported(policies({}))).toMatchObject({ made: 1, undecided: 0 })
    expect(await house.clients()).toHaveLength(2)
  })

  test('of two documents with one name and mobile is two clients, of whom the first is the known one', async () => {
    const uid = await byHand({ cellphone: '31988887777' })
    const other = { policy: 'AP-2', document: '390.533.447-05', mail: '' }
    expect(await house.imported(policies({}, other))).toMatchObject({ made: 2, undecided: 0 })
    expect(await house.clients()).toMatchObject([{ uid, cpf: ANA }, { cpf: '39053344705' }])
  })

  test('who may be two clients waits for a person, and is the chosen one', async () => {
    const [, second = ''] = await two()
    const { id, ...done } = await house.imported(policies({}))
    expect(done).toMatchObject({ made: 0, undecided: 1 })
    expect(await waiting(id)).toMatchObject([
      {
        reason: 'Mais de um cliente tem este nome e este contato',
        candidates: [],
        people: [{}, { uid: second }],
      },
    ])
    expect(await house.temps()).toEqual([])
    const decided = await decide(id, { line: 2, decision: 'create', client_uid: second })
    expect(decided.body).toMatchObject({ made: 1, undecided: 0 })
    expect(await holders()).toEqual([second])
    expect(await house.clients()).toMatchObject([
      { cpf: '' },
      { uid: second, cpf: ANA, cellphone: '31988887777' },
    ])
    expect(await house.imported(policies({}))).toMatchObject({ made: 0, updated: 1, undecided: 0 })
  })

  test('who may be two clients is a third one by decision', async () => {
    await two()
    const { id } = await house.imported(policies({}))
    await decide(id, { line: 2, decision: 'create' })
    expect(await house.clients()).toHaveLength(3)
  })

  test('decided in two imports of one file makes one lead', async () => {
    const [, second = ''] = await two()
    const [one, other] = [await house.imported(policies({})), await house.imported(policies({}))]
    const join = { line: 2, decision: 'create', client_uid: second }
    expect((await decide(one.id, join)).body).toMatchObject({ made: 1 })
    expect((await decide(other.id, join)).body).toMatchObject({ made: 0, updated: 1, undecided: 0 })
    expect(await holders()).toEqual([second])
    expect(await house.temps()).toHaveLength(1)
  })

  test('is decided although the policy that waited without a broker is gone', async () => {
    await two()
    await house.imported(policies({ group: 'G99' }))
    const { id } = await house.imported(policies({}))
    await house.store.db.deleteFrom('lead_temps').execute()
    expect((await decide(id, { line: 2, decision: 'create' })).body).toMatchObject({ made: 1, undecided: 0 })
  })

  test('of a policy that waits for a broker is known when it is assigned, and two are named', async () => {
    const [first = ''] = await two()
    await house.imported(policies({ group: 'G99' }))
    const [temp] = await house.temps()
    const assigned = await house.admin.call('PUT', '/lead-temps/assign', {
      ids: [temp?.id],
      broker_id: BRUNA,
    })
    expect(assigned.body).toMatchObject({
      assigned: 0,
      skipped: [{ id: temp?.id, reason: expect.stringMatching(/^Mais de um cliente tem este nome/) }],
    })
    await house.store.db.deleteFrom('clients').where('uid', '<>', first).execute()
    const again = await house.admin.call('PUT', '/lead-temps/assign', { ids: [temp?.id], broker_id: BRUNA })
    expect(again.body).toMatchObject({ assigned: 1, skipped: [] })
    expect(await holders()).toEqual([first])
  })
})
