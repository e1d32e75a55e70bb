/** Pull: every row in scope, none older than a stored one, and the keys of rows that have left the scope. */
import { expect, test } from 'vitest'
import { type Cursor, decodeCursor } from '../../../server/feed/cursor.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import {
  ADMIN,
  addLead,
  BRUNA,
  DAVI,
  DEALERSHIP,
  EVA,
  hoursAgo,
  INDICATOR,
  workedBy,
} from '../support/people.ts'
import { type Device, type TestServer } from '../support/server.ts'

/** Where a cursor continues. What its answer's snapshot showed differs between two answers. */
function placeOf(text: string): Partial<Cursor> {
  const { mark: _mark, seen: _seen, ...place } = decodeCursor(text) ?? {}
  return place
}

describeEachDatabase('pull', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    admin = await server.device(ADMIN)
    bruna = await server.device(BRUNA)
  })

  const many = async (count: number) => {
    const added: string[] = []
    for (let place = 0; place < count; place++) added.push((await addLead(store)).uid)
    return added.sort()
  }
  const change = (uid: string, columns: Parameters<typeof addLead>[1] = { on_fire: true }) =>
    store.db.updateTable('leads').set(columns).where('uid', '=', uid).execute()
  /** A mirror with everything up to now. */
  async function synced(device: Device): Promise<Mirror> {
    const mirror = new Mirror()
    await pullAll(device, mirror)
    return mirror
  }

  test('pages of any size have every lead once, each with its client; the first has the catalogues', async () => {
    const all = await many(23)
    for (const limit of [1, 5, 23, 24, 2000]) {
      const mirror = new Mirror()
      const pages = await pullAll(admin, mirror, limit)
      expect(pages.flatMap((page) => page.rows.leads.map((lead) => lead.uid)).sort()).toEqual(all)
      for (const page of pages) {
        const clients = new Set(page.rows.clients.map((client) => client.uid))
        for (const lead of page.rows.leads) expect(clients).toContain(lead.client_uid)
      }
      expect(pages.map((page) => page.rows.catalogues.length > 0).indexOf(true)).toBe(0)
      expect(pages.slice(1).flatMap((page) => page.rows.catalogues)).toEqual([])
      expect(pages.map((page) => page.expected)).toEqual([23, ...Array(pages.length - 1).fill(undefined)])
      expect(pages.flatMap((page) => page.removed.leads)).toEqual([])
    }
  })

  test('leads of one transaction are paged like any others', async () => {
    const all = await many(11)
    await store.db.updateTable('leads').set({ on_fire: true }).execute()
    const mirror = new Mirror()
    await pullAll(admin, mirror, 3)
    expect(mirror.uids).toEqual(all)
  })

  test('a first sync brings the leads of Origem before the others, whatever their age', async () => {
    const old = await addLead(store, { status: 2, state: 2, broker_id: BRUNA })
    const young = await many(3)
    const pages = await pullAll(admin, new Mirror(), 2)
    const uids = pages.map((page) => page.rows.leads.map(({ uid }) => uid))
    expect([uids.slice(0, 2).flat().sort(), uids.slice(2).flat()]).toEqual([young, [old.uid]])
    expect(pages.map(({ expected }) => expected)).toEqual([4, ...pages.slice(1).map(() => undefined)])
  })

  test.each([
    ['Origem has none', 0, 5],
    ['Origem is an exact multiple of the page', 4, 3],
    ['all are of Origem', 5, 0],
  ])('a first sync of two streams has every lead once: %s', async (_, origin, others) => {
    const all = await many(origin)
    for (let place = 0; place < others; place++)
      all.push((await addLead(store, { status: 2, state: 2, broker_id: BRUNA })).uid)
    const pages = await pullAll(admin, new Mirror(), 2)
    const uids = pages.flatMap((page) => page.rows.leads.map(({ uid }) => uid))
    expect(uids.slice(0, origin).sort()).toEqual(all.slice(0, origin).sort())
    expect(uids.sort()).toEqual(all.sort())
  })

  test('a lead that leaves or enters Origem between two pages of a first sync is not lost', async () => {
    const origin = await many(4)
    const old = await addLead(store, { status: 2, state: 2, broker_id: BRUNA })
    const mirror = new Mirror()
    mirror.apply(await admin.pull(null, 2))
    const waiting = origin.find((uid) => !mirror.leads.has(uid)) ?? ''
    await change(waiting, { status: 2, state: 2, broker_id: BRUNA })
    await change(old.uid, { status: 1, state: 1, broker_id: null })
    await pullAll(admin, mirror, 2)
    await pullAll(admin, mirror, 2)
    expect(mirror.uids).toEqual([...origin, old.uid].sort())
    expect([mirror.leads.get(waiting)?.status, mirror.leads.get(old.uid)?.status]).toEqual([2, 1])
  })

  test('a first sync whose cursor is of an earlier version starts over', async () => {
    const all = await many(4)
    const mirror = new Mirror()
    mirror.apply(await admin.pull(null, 2))
    const cursor = JSON.parse(Buffer.from(mirror.cursor ?? '', 'base64url').toString())
    expect(cursor.stream).toBe('origin')
    const earlier = Buffer.from(JSON.stringify({ ...cursor, stream: 'leads', part: 'origin' }))
    const page = await admin.pull(earlier.toString('base64url'), 2)
    expect(page.reset).toBe(true)
    expect(page.expected).toBe(all.length)
  })

  test('an interrupted first sync continues at its last page', async () => {
    const all = await many(12)
    const mirror = new Mirror()
    mirror.apply(await admin.pull(null, 5))
    const lost = await admin.pull(mirror.cursor, 5)
    const again = await admin.pull(mirror.cursor, 5)
    expect(again.rows.leads).toEqual(lost.rows.leads)
    expect(placeOf(again.cursor)).toEqual(placeOf(lost.cursor))
    mirror.apply(again)
    await pullAll(admin, mirror, 5)
    expect(mirror.uids).toEqual(all)
  })

  test('an unchanged row does not come again', async () => {
    await many(4)
    const mirror = await synced(admin)
    const [page, ...more] = await pullAll(admin, mirror)
    expect(more).toEqual([])
    expect(page?.rows).toEqual({ leads: [], clients: [], catalogues: [] })
    expect(page?.expected).toBeUndefined()
    expect(page?.reset).toBeUndefined()
  })

  test('a change comes with the next pull; a changed client comes with its leads', async () => {
    const [first = '', second = ''] = await many(3)
    const mirror = await synced(admin)
    await change(first)
    const client = mirror.leads.get(second)?.client_uid ?? ''
    await store.db.updateTable('clients').set({ name: 'Nome Novo' }).where('uid', '=', client).execute()
    const [page] = await pullAll(admin, mirror)
    expect(page?.rows.leads.map((lead) => lead.uid).sort()).toEqual([first, second].sort())
    expect(mirror.leads.get(second)?.client_name).toBe('Nome Novo')
    expect(mirror.clients.get(client)?.name).toBe('Nome Novo')
  })

  test('a lead that changes during a run comes with the next run: none is lost, none goes back', async () => {
    const all = await many(9)
    const mirror = new Mirror()
    mirror.apply(await admin.pull(null, 3))
    const sent = [...mirror.leads.keys()][0] ?? ''
    const waiting = all.find((uid) => !mirror.leads.has(uid)) ?? ''
    await change(sent)
    await change(waiting)
    const added = (await addLead(store)).uid
    const rest = await pullAll(admin, mirror, 3)
    const brought = rest.flatMap((page) => page.rows.leads.map((lead) => lead.uid))
    expect(brought).not.toContain(sent)
    expect(brought).not.toContain(waiting)
    expect(brought).not.toContain(added)
    const next = await pullAll(admin, mirror, 3)
    expect(next.flatMap((page) => page.rows.leads.map((lead) => lead.uid)).sort()).toEqual(
      [sent, waiting, added].sort(),
    )
    expect(mirror.uids).toEqual([...all, added].sort())
    expect(mirror.leads.get(sent)?.on_fire).toBe(true)
    expect(mirror.backwards).toEqual([])
  })

  test('a lead that leaves a scope is removed from those devices and named to no others', async () => {
    const { uid } = await addLead(store, { partner_id: 24, inviter_id: INDICATOR })
    const ids = [ADMIN, BRUNA, DAVI, EVA, DEALERSHIP, INDICATOR]
    const devices = await Promise.all(ids.map((id) => server.device(id)))
    const mirrors = await Promise.all(devices.map(synced))
    expect(mirrors.map((mirror) => mirror.leads.has(uid))).toEqual([true, true, true, false, true, true])

    await change(uid, workedBy(DAVI))
    const pages = await Promise.all(devices.map((device, at) => pullAll(device, mirrors[at] ?? new Mirror())))
    const removed = pages.map((run) => run.flatMap((page) => page.removed.leads))
    expect(removed).toEqual([[], [uid], [], [], [], []])
    expect(JSON.stringify(pages[3])).not.toContain(uid)
    expect(mirrors.map((mirror) => mirror.leads.has(uid))).toEqual([true, false, true, false, true, true])
  })

  test('a lead that moves to another partner leaves the first dealership', async () => {
    const { uid } = await addLead(store, { partner_id: 24 })
    const dealership = await server.device(DEALERSHIP)
    const mirror = await synced(dealership)
    await change(uid, { partner_id: 25 })
    await pullAll(dealership, mirror)
    expect(mirror.uids).toEqual([])
    await change(uid, { partner_id: 24 })
    await pullAll(dealership, mirror)
    expect(mirror.uids).toEqual([uid])
  })

  test('a lead that left and came back before the next pull is present, not removed', async () => {
    const { uid } = await addLead(store)
    const mirror = await synced(bruna)
    await change(uid, workedBy(DAVI))
    await change(uid, { state: 1, status: 1, broker_id: null })
    const [page] = await pullAll(bruna, mirror)
    expect(page?.removed.leads).toEqual([])
    expect(mirror.uids).toEqual([uid])
  })

  test('deleted leads and catalogue rows are removed', async () => {
    const { uid } = await addLead(store)
    await store.db.insertInto('competitor_brokers').values({ name: 'Outra Corretora' }).execute()
    const mirror = await synced(admin)
    const [competitor = ''] = [...mirror.catalogues.keys()].filter((key) => key.startsWith('competitor'))
    await store.db.deleteFrom('leads').where('uid', '=', uid).execute()
    await store.db.deleteFrom('competitor_brokers').execute()
    await pullAll(admin, mirror)
    expect(mirror.uids).toEqual([])
    expect(mirror.catalogues.has(competitor)).toBe(false)
  })

  test('more departures than a page holds are paged too', async () => {
    const all = await many(7)
    const mirror = await synced(bruna)
    for (const uid of all) await change(uid, workedBy(DAVI))
    const pages = await pullAll(bruna, mirror, 3)
    expect(pages.length).toBeGreaterThan(2)
    expect(mirror.uids).toEqual([])
  })

  test('finished leads come as long as their window lasts', async () => {
    const finished = { ...workedBy(BRUNA), state: 3, status: 6, sold: 1 }
    const inside = await addLead(store, { ...finished, end_lead_date: hoursAgo(29 * 24) })
    await addLead(store, { ...finished, end_lead_date: hoursAgo(31 * 24) })
    expect((await synced(bruna)).uids).toEqual([inside.uid])
  })

  test('a changed catalogue comes again alone, in whole rows', async () => {
    const mirror = await synced(bruna)
    await store.db.updateTable('channels').set({ name: 'Interno novo' }).where('id', '=', 1).execute()
    const [page] = await pullAll(bruna, mirror)
    expect(page?.rows.catalogues).toMatchObject([
      { kind: 'channel', id: '1', value: { name: 'Interno novo' } },
    ])
  })

  test('staff see all users; the others see brokers, by name alone, and themselves', async () => {
    const names = async (id: number) => {
      const rows = [...(await synced(await server.device(id))).catalogues.values()]
      return rows.filter((row) => row.kind === 'user').map((row) => row.value)
    }
    expect(await names(BRUNA)).toHaveLength(7)
    const known = await names(DEALERSHIP)
    expect(known.map((value) => Number(Object(value).id)).sort((a, b) => a - b)).toEqual([1, 2, 4, 5, 6, 7])
    for (const value of known) expect(value).toMatchObject({ login: '', phone: '' })
  })
})
