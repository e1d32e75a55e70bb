/** The list of clients: its filters, pages and scopes, and Ativo by the same rule as on devices. */
import { expect, test } from 'vitest'
import { clientListRoute } from '../../../src/contract/clients.ts'
import { isActiveClient } from '../../../src/domain/client/active.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, addLead, BRUNA, DAVI, hoursAgo, workedBy } from '../support/people.ts'
import { aClientRow } from '../support/rows.ts'
import type { TestServer } from '../support/server.ts'

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const day = (days: number) => saoPauloDay(Date.now() + days * DAY_MS)

describeDatabase('the list of clients', (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await store.db.insertInto('channels').values({ id: 6, name: 'Renovação' }).execute()
  })

  const list = async (query = '', user = ADMIN) =>
    clientListRoute.answer.parse(
      (await (await server.device(user)).call('GET', `/clients/list?${query}`)).body,
    )
  const client = async (name: string, name_folded: string, mail = '') => {
    const row = aClientRow({ name, name_folded, mail, cpf: '' })
    await store.db.insertInto('clients').values(row).execute()
    return row.uid
  }

  test('name and e-mail narrow it, pages count all', async () => {
    await client('Érica Souza', 'erica souza', 'erica@loja.com.br')
    await client('Rui Prado', 'rui prado', 'RUI@casa.com.br')
    await client('Zélia 100%', 'zelia 100%')
    const names = async (query: string) => (await list(query)).data.map(({ name }) => name)
    expect(await names('')).toEqual(['Érica Souza', 'Rui Prado', 'Zélia 100%'])
    expect(await names('name=%C3%89RICA')).toEqual(['Érica Souza'])
    expect(await names('email=rui@CASA')).toEqual(['Rui Prado'])
    expect(await names('name=100%25')).toEqual(['Zélia 100%'])
    const second = await list('per_page=1&page=2')
    expect(second.data.map(({ name }) => name)).toEqual(['Rui Prado'])
    expect(second.pagination.total).toBe(3)
  })

  test('a broker lists the clients of its leads, with those leads alone; a referrer may not', async () => {
    const uid = await client('Érica Souza', 'erica souza')
    const own = await addLead(store, { client_uid: uid, product: 'Onix', ...workedBy(BRUNA) })
    await addLead(store, { client_uid: uid, ...workedBy(DAVI) })
    await addLead(store, workedBy(DAVI))
    const mine = await list('', BRUNA)
    expect(mine.pagination.total).toBe(1)
    expect(mine.data[0]?.leads).toEqual([
      {
        uid: own.uid,
        id: own.id,
        product: 'Onix',
        insurance_id: 1,
        broker_id: BRUNA,
        state: 2,
        status: 2,
        sold: null,
        lost_sale: null,
        cancelled: false,
      },
    ])
    const all = await list()
    expect(all.pagination.total).toBe(2)
    expect(all.data.map(({ leads }) => leads.length).toSorted((one, other) => one - other)).toEqual([1, 2])
  })

  test('Ativo is the rule of the devices', async () => {
    const sold = { state: 3, status: 6, sold: 1 } as const
    const cases = [
      { ...sold, end_of_validity: day(0) },
      { ...sold, end_of_validity: day(-1) },
      { ...sold, end_of_validity: day(300) },
      { ...sold, end_of_validity: day(400) },
      { ...sold, end_lead_date: inDays(-30) },
      { ...sold, sold_date: inDays(-400) },
      { ...sold, sold: 0, end_of_validity: day(30) },
      { channel_id: 6, create_lead_date: hoursAgo(23) },
      { channel_id: 6, create_lead_date: hoursAgo(25) },
      {},
    ]
    for (const columns of cases) await addLead(store, columns)
    const leads = await store.db
      .selectFrom('leads')
      .select(['client_uid', 'sold', 'sold_date', 'end_lead_date', 'channel_id', 'create_lead_date'])
      .select((lead) => lead.cast<string | null>(lead.ref('end_of_validity'), 'text').as('end_of_validity'))
      .execute()
    const expected = leads
      .filter((lead) =>
        isActiveClient([{ ...lead, sold: lead.sold === 1 ? 1 : lead.sold === 0 ? 0 : null }], Date.now()),
      )
      .map(({ client_uid }) => client_uid)
    expect(expected).toHaveLength(4)
    const { data } = await list('per_page=100')
    expect(
      data
        .filter(({ is_active }) => is_active)
        .map(({ uid }) => uid)
        .toSorted((one, other) => one.localeCompare(other)),
    ).toEqual(expected.toSorted((one, other) => one.localeCompare(other)))
    const active = await list('per_page=100&is_active=true')
    expect(active.data.map(({ uid }) => uid).toSorted((one, other) => one.localeCompare(other))).toEqual(
      expected.toSorted((one, other) => one.localeCompare(other)),
    )
    expect(active.pagination.total).toBe(4)
  })
})
