/**
 * Which clients a device must drop: docs/sync-protocol.md#removed-clients. Mirrors that know the documents alone follow many
 * random changes of leads, clients, people and settings. After each run they have what a first sync has, whether they drop
 * clients as the server says or by their own sweep.
 */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mergeClientsRoute } from '../../../src/contract/client-merges.ts'
import { emptyLeadFields } from '../../../src/domain/lead/creation.ts'
import { type Chance, chance } from '../../sync/support/random.ts'
import { CLIENT as INDICATED } from '../../unit/domain/cases/save-cases.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { ForeignMirror, pullInto } from '../support/foreign-mirror.ts'
import { inHouse } from '../support/in-house.ts'
import { creation, PHONE } from '../support/leads.ts'
import {
  ADMIN,
  addLead,
  BRUNA,
  DAVI,
  DEALERSHIP,
  hoursAgo,
  INDICATOR,
  MANAGER,
  workedBy,
} from '../support/people.ts'
import { type Device, everythingVisible, type TestServer } from '../support/server.ts'

const PEOPLE = [MANAGER, BRUNA, DAVI, DEALERSHIP, INDICATOR] as const
const ROUNDS = 50
const LONG_MS = 300_000
const CPFS = ['52998224725', '11144477735', '39053344705']

interface Follower {
  readonly id: number
  readonly device: Device
  readonly told: ForeignMirror
  readonly swept: ForeignMirror
}

describeEachDatabase('clients that no lead names any more', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let chances: Chance
  let merged = 0
  let referred = 0
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    admin = await server.confirmedDevice(ADMIN)
    await store.db
      .updateTable('users')
      .set({ phone: PHONE })
      .where('id', 'in', [INDICATOR, DEALERSHIP])
      .execute()
  })

  const followers = (): Promise<Follower[]> =>
    Promise.all(
      PEOPLE.map(async (id) => ({
        id,
        device: await server.device(id),
        told: new ForeignMirror('told'),
        swept: new ForeignMirror('swept'),
      })),
    )

  const anyLead = async () => {
    const rows = await store.db.selectFrom('leads').select(['uid', 'client_uid']).orderBy('uid').execute()
    return rows.length === 0 ? null : chances.pick(rows)
  }
  const anyClient = async (): Promise<{ uid: string; id: number } | null> => {
    const { rows } = await sql<{ uid: string; id: number }>`
      select uid, id from clients c
      where not exists (select 1 from client_erasures e where e.client_uid = c.uid)
      order by uid`.execute(store.db)
    return rows.length === 0 ? null : chances.pick(rows)
  }
  const change = async (columns: Parameters<typeof addLead>[1]) => {
    const lead = await anyLead()
    if (lead === null || columns === undefined) return
    await store.db.updateTable('leads').set(columns).where('uid', '=', lead.uid).execute()
  }
  const ended = () => ({ ...workedBy(chances.pick([BRUNA, DAVI])), state: 3, status: 6 }) as const

  async function refer(id: number): Promise<void> {
    const device = all.find((follower) => follower.id === id)?.device
    const user = { id }
    const args = creation({}, { ...INDICATED, cpf: chances.pick(CPFS) })
    const partner = { partner_id: 24, channel_id: 29, insurance_id: 1 }
    const result = await device?.run({
      command: 'indication.create',
      args: { ...args, lead: { ...emptyLeadFields(user, new Date().toISOString()), ...partner } },
    })
    referred += result?.outcome === 'applied' ? 1 : 0
  }
  async function merge(): Promise<void> {
    const [one, other] = [await anyClient(), await anyClient()]
    if (one === null || other === null || one.uid === other.uid) return
    const versions = await sql<{ uid: string; version: number }>`
      select uid, version::text::bigint as version from clients where uid in (${one.uid}, ${other.uid})`.execute(
      store.db,
    )
    const versionOf = (uid: string) => versions.rows.find((row) => row.uid === uid)?.version
    const { status, body } = await admin.call('POST', '/client-merges', {
      survivor_uid: one.uid,
      alias_uid: other.uid,
      from_alias: [],
      survivor_version: versionOf(one.uid),
      alias_version: versionOf(other.uid),
    })
    merged += status === 200 ? 1 : 0
    if (status !== 200 || !chances.happens(0.4)) return
    const { merge: made } = mergeClientsRoute.answer.parse(body)
    if (chances.happens(0.5)) await pullAll()
    await admin.call('POST', `/client-merges/${made.id}/undo`)
  }

  let all: Follower[] = []
  const pullAll = async () => {
    await everythingVisible(store)
    for (const { device, told, swept } of all) await pullInto(device, [told, swept])
  }

  const HAPPENINGS: Record<string, () => Promise<unknown>> = {
    'a lead is new': () => addLead(store, { partner_id: chances.pick([24, 25]), inviter_id: INDICATOR }),
    'a known client gets a lead': async () => {
      const client = await anyClient()
      if (client !== null)
        await addLead(store, { client_uid: client.uid, partner_id: chances.pick([24, 25, null]) })
    },
    'a lead is worked': () => change(workedBy(chances.pick([BRUNA, DAVI]))),
    'a lead is unclaimed': () =>
      change({ state: 1, status: 1, broker_id: null, channel_id: chances.pick([1, 8]) }),
    'a lead goes to a dealership': () => change({ partner_id: chances.pick([24, 25]) }),
    'a lead changes its inviter': () => change({ inviter_id: chances.pick([INDICATOR, null]) }),
    'a lead is cancelled': () => change({ cancelled: true, state: 3, end_lead_date: hoursAgo(1) }),
    'a lead ages out by a change': () =>
      change({ ...ended(), sold: chances.pick([0, 1]), lost_sale: 5, end_lead_date: hoursAgo(24 * 90) }),
    'a lead ends': () => change({ ...ended(), sold: 1, end_lead_date: hoursAgo(24 * chances.below(40)) }),
    'a lead gets another client': async () => {
      const client = await anyClient()
      if (client !== null) await change({ client_uid: client.uid })
    },
    'a lead is deleted': async () => {
      const lead = await anyLead()
      if (lead !== null) await store.db.deleteFrom('leads').where('uid', '=', lead.uid).execute()
    },
    'an indicator refers': () => refer(INDICATOR),
    'a dealership refers': () => refer(DEALERSHIP),
    'clients are merged': merge,
    'a client is erased': async () => {
      const client = await anyClient()
      if (client !== null && chances.happens(0.3))
        await admin.call('DELETE', `/clients/${client.id}/personal-data`, { reason: 'Pedido', keep: false })
    },
    'a scope changes': async () => {
      const partner_id = 25
      const row = { user_id: DEALERSHIP, partner_id }
      const gone = await store.db
        .deleteFrom('user_partners')
        .where('user_id', '=', DEALERSHIP)
        .where('partner_id', '=', partner_id)
        .executeTakeFirst()
      if (Number(gone.numDeletedRows) === 0) await store.db.insertInto('user_partners').values(row).execute()
    },
    'a team changes': () =>
      store.db
        .updateTable('users')
        .set({ technical_team_id: chances.pick([1, null]) })
        .where('id', '=', DAVI)
        .execute(),
    'a role changes': () =>
      store.db
        .updateTable('user_roles')
        .set({ role_id: chances.pick([2, 3]) })
        .where('user_id', '=', DAVI)
        .execute(),
    'a window changes': async () => {
      const value = JSON.stringify(chances.pick([20, 30]))
      await store.db
        .insertInto('settings')
        .values({ key: 'finished_leads_days_to_show', value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
    },
  }
  const OFTEN = Object.keys(HAPPENINGS).flatMap((name) =>
    /lead|refers|merged/.test(name) ? Array.from({ length: 5 }, () => name) : [name],
  )

  test.each([1, 2])(
    'mirrors of other clients have each client of their leads and no other, seed %i',
    async (seed) => {
      chances = chance(seed)
      all = await followers()
      for (let count = 0; count < 8; count++) await addLead(store, { partner_id: 24, inviter_id: INDICATOR })
      await pullAll()
      for (let round = 0; round < ROUNDS; round++) {
        const happened: string[] = []
        for (let count = chances.below(4); count >= 0; count--) {
          const what = chances.pick(OFTEN)
          happened.push(what)
          await HAPPENINGS[what]?.()
        }
        await everythingVisible(store)
        for (const { id, device, told, swept } of all) {
          if (chances.happens(0.3)) continue
          await pullInto(device, [told, swept], chances.pick([1, 3, 2000, 2000, 2000]))
          const fresh = new ForeignMirror('swept')
          await pullInto(device, [fresh])
          const about = `round ${round}, user ${id}: ${happened.join(', ')}`
          expect(swept.shown, about).toEqual(fresh.shown)
          expect(told.shown, about).toEqual(fresh.shown)
        }
      }
      // Otherwise the scenario had nothing to show.
      expect(Math.min(merged, referred)).toBeGreaterThan(0)
    },
    LONG_MS,
  )

  describe('the server names', () => {
    const removed = async (follower: Follower) => {
      await everythingVisible(store)
      const page = await follower.device.pullNow(follower.told.cursor)
      follower.told.apply(page)
      return page.removed.clients
    }
    const ofDavi = async (): Promise<Follower> => {
      const davi = (await followers()).find(({ id }) => id === DAVI)
      if (davi === undefined) throw new Error('no Davi')
      await everythingVisible(store)
      await pullInto(davi.device, [davi.told])
      return davi
    }

    test('the client of a lead that a colleague captured, and not before its last lead left', async () => {
      await store.db.updateTable('users').set({ technical_team_id: 1 }).where('id', '=', DAVI).execute()
      await store.db.updateTable('user_roles').set({ role_id: 3 }).where('user_id', '=', DAVI).execute()
      const first = await addLead(store)
      const { client_uid } = await store.db
        .selectFrom('leads')
        .select('client_uid')
        .where('uid', '=', first.uid)
        .executeTakeFirstOrThrow()
      const second = await addLead(store, { client_uid })
      const davi = await ofDavi()
      const bruna = await server.device(BRUNA)
      expect(await bruna.run({ command: 'lead.capture', args: { lead_uid: first.uid } })).toMatchObject({
        outcome: 'applied',
      })
      expect(await removed(davi)).toEqual([])
      await bruna.run({ command: 'lead.capture', args: { lead_uid: second.uid } })
      expect(await removed(davi)).toEqual([client_uid])
      expect(await removed(davi)).toEqual([])
    })
  })
})
