/** The list of clients without a connection is read in parts: no task has all rows of a large device. */
import { afterEach, expect, test, vi } from 'vitest'
import { inParts, PART_ROWS } from '../../../../src/db/mirror/in-parts.ts'
import { openMirror } from '../../../../src/db/open.ts'
import { isActiveClient } from '../../../../src/domain/client/active.ts'
import { byName } from '../../../../src/domain/text/name-order.ts'
import { mirroredClients } from '../../../../src/features/clients/mirrored-clients.ts'
import { newMirror } from '../../board-index/mirror.ts'
import { aClient, aLead } from '../../domain/fixtures.ts'

const NAMES = ['Ana Lima', 'Equipe 10', 'Equipe 2', 'Érica Sá', 'Zeca Reis']
const TOTAL = PART_ROWS * 3 + 7

afterEach(() => {
  vi.restoreAllMocks()
})

async function aLargeDevice() {
  const db = newMirror()
  const clients = Array.from({ length: TOTAL }, (_, number) =>
    aClient({
      uid: `client-${(number * 7919) % TOTAL}`,
      name: `${NAMES[number % NAMES.length]} ${number % 11}`,
      mail: number % 3 === 0 ? `um${number}@exemplo.com.br` : '',
    }),
  )
  const leads = Array.from({ length: TOTAL * 2 }, (_, number) =>
    aLead({
      uid: `lead-${number}`,
      client_uid: `client-${number % TOTAL}`,
      sold: number % 4 === 0 ? 1 : null,
      sold_date: number % 8 === 0 ? new Date().toISOString() : null,
      end_of_validity: null,
      end_lead_date: null,
    }),
  )
  await db.clients.bulkPut(clients.map((client) => ({ ...client, generation: 1 })))
  await db.leads.bulkPut(leads.map((lead) => ({ ...lead, generation: 1 })))
  return { db, clients, leads, userId: Number(/\d+/.exec(db.name)?.[0]) }
}

test('each page is that of the whole list, with its leads', async () => {
  const { db, clients, leads, userId } = await aLargeDevice()
  expect(openMirror(userId).name).toBe(db.name)
  const ofClient = Map.groupBy(leads, (lead) => lead.client_uid)
  const inOrder = clients.toSorted((one, other) => (one.uid < other.uid ? -1 : 1))
  for (const [search, matches] of [
    [{}, () => true],
    [{ nome: 'EQUIPE' }, ({ name }) => name.startsWith('Equipe')],
    [{ email: 'um1' }, ({ mail }) => mail.includes('um1')],
    [{ ativos: true }, ({ uid }) => isActiveClient(ofClient.get(uid) ?? [], Date.now())],
    [{ nome: 'ninguém' }, () => false],
  ] as const satisfies readonly (readonly [object, (client: ReturnType<typeof aClient>) => boolean])[]) {
    const all = byName(inOrder.filter(matches), ({ name }) => name)
    for (const [page, perPage] of [
      [1, 12],
      [3, 50],
      [40, 12],
      [99, 12],
    ] as const) {
      const found = await mirroredClients(userId, search, { page, perPage })
      const wanted = all.slice((page - 1) * perPage, page * perPage)
      expect(found.total).toBe(all.length)
      expect(found.rows.map(({ uid }) => uid)).toEqual(wanted.map(({ uid }) => uid))
      for (const { uid, leads: own } of found.rows)
        expect(own.map((lead) => lead.uid).toSorted()).toEqual(
          (ofClient.get(uid) ?? []).map((lead) => lead.uid).toSorted(),
        )
    }
  }
})

test('no reading has more rows than a part, and other tasks run between two of them', async () => {
  const { userId } = await aLargeDevice()
  const read = vi.spyOn(IDBObjectStore.prototype, 'getAll')
  let others = 0
  const timer = setInterval(() => {
    others++
  })
  await mirroredClients(userId, { ativos: true }, { page: 1, perPage: 12 })
  clearInterval(timer)
  const ofRows = read.mock.calls.filter((_call, place) => {
    const store = read.mock.contexts[place]
    return store instanceof IDBObjectStore && ['clients', 'leads'].includes(store.name)
  })
  expect(ofRows.length).toBeGreaterThan(TOTAL / PART_ROWS)
  for (const [options] of ofRows) expect(options).toMatchObject({ count: PART_ROWS })
  expect(others).toBeGreaterThan(0)
})

test('a table is read whole, also when it is empty or ends with a full part', async () => {
  const { db } = await aLargeDevice()
  for (const count of [TOTAL, PART_ROWS, 1, 0]) {
    const over = await db.clients.orderBy(':id').offset(count).primaryKeys()
    await db.clients.bulkDelete(over)
    const uids: string[] = []
    for await (const part of inParts(db.clients)) uids.push(...part.map(({ uid }) => uid))
    expect(uids).toEqual(await db.clients.orderBy(':id').primaryKeys())
    expect(uids).toHaveLength(count)
  }
})
