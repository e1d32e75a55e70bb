/** 'Leads Duplicados': each refused attempt is a row, and a release lets one lead through. */
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import { errorBodySchema } from '../../../src/contract/errors.ts'
import { leadDuplicatesRoute } from '../../../src/contract/reports/lead-duplicates.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable, create, creation } from '../support/leads.ts'
import { ADMIN, BRUNA, DAVI } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const PROPOSAL = '4711'
const OTHER_CPF = '11144477735'

describeDatabase('duplicates', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, admin, bruna } = opened)
    const phone = '31988887777'
    await store.db.updateTable('users').set({ phone }).where('id', 'in', [BRUNA, DAVI]).execute()
  })
  beforeEach(async () => {
    await store.db.deleteFrom('lead_duplicates').execute()
    await admin.run(create(creation({ proposal: PROPOSAL })))
  })

  /** A broker creates only leads that it refers to itself. */
  const repeated = (userId: number, client: { readonly name?: string; readonly mail?: string } = {}) => {
    const own = userId === ADMIN ? {} : { channel_id: 7, inviter_id: userId }
    return creation({ proposal: ` ${PROPOSAL} `, ...own }, { cpf: OTHER_CPF, name: 'Rui Alves', ...client })
  }
  const attempt = (device: Device, name = 'Rui Alves') =>
    device.run(create(repeated(device === bruna ? BRUNA : device === admin ? ADMIN : DAVI, { name })))
  const REFUSED = { outcome: 'rejected', code: 'proposal_taken', message: 'Proposta já registrada' }
  const list = async (device: Device, query = '') => {
    const { status, body } = await device.call('GET', `/lead-duplicates${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return leadDuplicatesRoute.answer.parse(body)
  }
  const firstId = async () => (await list(admin, '?order=created_at')).data[0]?.id ?? 0
  const release = async (id: number) => {
    const { status, body } = await admin.call('PUT', `/lead-duplicates/release/${id}`)
    return { status, message: errorBodySchema.pick({ message: true }).parse(body).message }
  }
  const leads = async () => (await store.db.selectFrom('leads').select('uid').execute()).length

  test('each refused attempt is a row with who and when, once however often it arrives', async () => {
    const occurred_at = new Date(Date.now() - 3_600_000).toISOString()
    const late = create(repeated(BRUNA), {
      key: uuidv7(),
      occurred_at,
    })
    expect(await bruna.run(late)).toMatchObject(REFUSED)
    expect(await bruna.run(late)).toMatchObject(REFUSED)
    expect(await attempt(admin, 'Zé Ávila')).toMatchObject(REFUSED)
    const { data, meta, as_of } = await list(admin, '?order=created_at')
    expect(Date.parse(as_of)).toBeGreaterThan(Date.now() - DAY_MS)
    expect(meta.total).toBe(2)
    expect(data).toEqual([
      {
        id: expect.any(Number),
        proposal: PROPOSAL,
        client_name: 'Rui Alves',
        vehicle: 'Fiat Pulse',
        partner_id: 24,
        partner: expect.any(String),
        user_relead_id: BRUNA,
        user_relead: expect.any(String),
        relead_at: expect.any(String),
        created_at: expect.any(String),
        released: false,
        released_by_id: null,
        released_by: null,
        released_at: null,
      },
      expect.objectContaining({ client_name: 'Zé Ávila', user_relead_id: ADMIN }),
    ])
    expect(Date.parse(data[0]?.relead_at ?? '')).toBe(Date.parse(occurred_at))
    expect(Date.parse(data[0]?.created_at ?? '')).toBeGreaterThan(Date.parse(occurred_at) + 3_000_000)
  })

  test('a broker reads its own attempts, no other user reads any', async () => {
    await attempt(bruna)
    await attempt(await server.device(DAVI))
    expect((await list(bruna)).data.map(({ user_relead_id }) => user_relead_id)).toEqual([BRUNA])
    expect((await list(admin)).meta.total).toBe(2)
  })

  test('after a release exactly one lead is made; the next attempt is refused and listed', async () => {
    await attempt(bruna)
    expect(await release(await firstId())).toMatchObject({
      status: 200,
      message: expect.stringMatching(/liberada/),
    })
    expect((await list(admin)).data).toMatchObject([
      { released: true, released_by_id: ADMIN, released_at: expect.any(String) },
    ])
    // A refusal for another reason leaves the release for the next try.
    const invalid = create(repeated(BRUNA, { mail: '' }))
    expect(await bruna.run(invalid)).toMatchObject({ outcome: 'rejected', code: 'rule' })
    expect(await attempt(bruna)).toMatchObject({ outcome: 'applied' })
    expect(await leads()).toBe(2)
    expect(await attempt(bruna)).toMatchObject(REFUSED)
    expect(await leads()).toBe(2)
    expect((await list(admin)).meta.total).toBe(2)
  })

  test('of two attempts at the same moment one takes the release', async () => {
    await attempt(bruna)
    await release(await firstId())
    const results = await Promise.all([attempt(bruna), attempt(admin)])
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'rejected'])
    expect(await leads()).toBe(2)
  })

  test('a saved form takes a release, too', async () => {
    const { uid: lead_uid, client_uid } = await addSavable(store, BRUNA, { proposal: '815' })
    const args = { lead_uid, client_uid, changes: { proposal: PROPOSAL } }
    const rename = () => admin.run({ command: 'lead.update', args })
    expect(await rename()).toMatchObject(REFUSED)
    await release(await firstId())
    expect(await rename()).toMatchObject({ outcome: 'applied' })
    expect(await attempt(bruna)).toMatchObject(REFUSED)
  })

  test('a release is given once, also for another attempt while it is open', async () => {
    await attempt(bruna)
    await attempt(admin)
    const [first, second] = (await list(admin, '?order=created_at')).data.map(({ id }) => id)
    expect((await release(first ?? 0)).status).toBe(200)
    expect(await release(first ?? 0)).toEqual({ status: 422, message: 'Esta proposta já foi liberada.' })
    expect((await release(second ?? 0)).status).toBe(422)
    expect(await attempt(bruna)).toMatchObject({ outcome: 'applied' })
    expect((await release(second ?? 0)).status).toBe(200)
    expect((await release(999_999)).status).toBe(404)
    const audited = await store.db
      .selectFrom('audit_log')
      .select('entity_id')
      .where('entity', '=', 'lead_duplicates')
      .where('entity_id', 'in', [String(first), String(second)])
      .execute()
    expect(audited).toHaveLength(2)
  })

  test('filters: company, client without accents, proposal, days; order and pages', async () => {
    const day = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString()
    const row = (proposal: string, client_name: string, partner_id: number, back: number) => ({
      proposal,
      client_name,
      partner_id,
      created_at: day(back),
    })
    await store.db
      .insertInto('lead_duplicates')
      .values([row('A-1', 'João Ávila', 24, 0), row('A-2', 'Rui 100%', 25, 1), row('B-3', 'Zoé', 24, 200)])
      .execute()
    const found = async (query: string) => (await list(admin, query)).data.map(({ proposal }) => proposal)
    expect(await found('')).toEqual(['A-1', 'A-2'])
    expect(await found('?partner_id=25')).toEqual(['A-2'])
    expect(await found('?client_name=joao%20avi')).toEqual(['A-1'])
    expect(await found('?client_name=100%25')).toEqual(['A-2'])
    expect(await found('?client_name=_')).toEqual([])
    expect(await found('?proposal_id=a-')).toEqual(['A-1', 'A-2'])
    expect(await found('?proposal_id=2')).toEqual(['A-2'])
    expect(await found(`?date_start=${day(201).slice(0, 10)}&date_end=${day(199).slice(0, 10)}`)).toEqual([
      'B-3',
    ])
    expect(await found('?order=-client_name')).toEqual(['A-2', 'A-1'])
    expect(await list(admin, '?per_page=1&page=2')).toMatchObject({
      data: [{ proposal: 'A-2' }],
      meta: { total: 2 },
    })
    expect((await admin.call('GET', '/lead-duplicates?order=nada')).status).toBe(400)
    expect((await admin.call('GET', '/lead-duplicates?figure=x')).status).toBe(400)
  })
})
