/**
 * The pairs that are kept beside the clients are those that a comparison of all clients finds, whatever was written, merged,
 * undone, erased or imported before. docs/rules.md#merging-clients
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS, settleAll, settlePairs } from '../../../server/merges/pairs.ts'
import { clientDuplicatesRoute } from '../../../src/contract/client-merges.ts'
import { LEAST_SCORE, likeness } from '../../../src/domain/client/likeness.ts'
import { contactKeys, documentKey, mailKey } from '../../../src/domain/client/likeness-keys.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { emptied } from '../support/emptied.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addClient } from '../support/leads.ts'
import { mergesIn } from '../support/merges.ts'
import type { Device, TestServer } from '../support/server.ts'

interface Row {
  readonly uid: string
  readonly id: number
  readonly name: string
  readonly name_folded: string
  readonly phone: string
  readonly cellphone: string
  readonly mail: string
  readonly cpf: string
  readonly birth_date: string | null
}

/** So small that a few clients make a crowd, and a few namesakes too many. */
const SMALL = { crowd: 3, namesakes: 4 }

/** What shares a mail alone. */
const SHARED = { cpf: '', mail: 'a@b.com', cellphone: '', phone: '', birth_date: null }

const keysOf = ({ name_folded, birth_date, ...client }: Row): string[] => [
  ...new Set([
    ...[documentKey(client.cpf)].flatMap((key) => (key === null ? [] : [`d ${key}`])),
    ...contactKeys(client).map((key) => `p ${key}`),
    ...[mailKey(client.mail)].flatMap((key) => (key === null ? [] : [`m ${key}`])),
    ...(birth_date === null ? [] : name_folded.split(/[^\p{L}\p{N}]+/u))
      .filter((word) => word.length > 2)
      .map((word) => `b ${birth_date} ${word}`),
  ]),
]

/** The rule, over all clients at once. */
function pairsAmong(clients: readonly Row[], { crowd, namesakes } = SMALL) {
  const sharing = Map.groupBy(
    clients.flatMap((client) => keysOf(client).map((key) => ({ key, client }))),
    ({ key }) => key,
  )
  const pairs = new Map<string, object>()
  const compare = (group: readonly Row[]) => {
    for (const one of group)
      for (const other of group) {
        if (one.uid >= other.uid) continue
        const { score } = likeness(one, other)
        if (score >= LEAST_SCORE)
          pairs.set(`${one.uid} ${other.uid}`, {
            first_uid: one.uid,
            second_uid: other.uid,
            score,
            newest: Math.max(one.id, other.id),
          })
      }
  }
  for (const rows of sharing.values()) {
    const group = rows.map(({ client }) => client)
    if (group.length <= crowd) compare(group)
    else
      for (const named of Map.groupBy(group, ({ name_folded }) => name_folded).values())
        if (named.length <= namesakes) compare(named)
  }
  return [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair)
}

const values = fc.record({
  name: fc.constantFrom('Ana Lima', 'Ana Lima Prado', 'Bia Reis', 'José Reis', 'Oficina Sol'),
  cpf: fc.constantFrom('', '', '', '52998224725', '529.982.247-25', '39053344705'),
  phone: fc.constantFrom('', '', '3188887777', '(31) 8888-7777', '3177776666'),
  cellphone: fc.constantFrom('', '31988887777', '31977776666'),
  mail: fc.constantFrom('', 'um@exemplo.com.br', 'UM@exemplo.com.br', 'dois@exemplo.com.br'),
  birth_date: fc.constantFrom(null, null, '1970-05-06', '1980-01-02'),
})
const place = fc.nat({ max: 40 })
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('add'), values }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('import'), all: fc.array(values, { maxLength: 8 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change'), place, values }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge'), place, other: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase'), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), place }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle'), count: fc.integer({ min: 1, max: 5 }) }) },
)

type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

describeDatabase('pairs beside the clients', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  inHouseWithDevices(open, (opened) => {
    ;({ store, server, admin } = opened)
  })
  beforeEach(() => begin())

  const begin = async () => {
    await emptied(
      store,
      [
        'client_merges',
        'client_distinctions',
        'client_aliases',
        'client_erasures',
        'client_keys',
        'client_pairs',
      ],
      'continue',
    )
    await sql`delete from clients`.execute(store.db)
    await sql`delete from client_key_changes`.execute(store.db)
  }
  const present = async (): Promise<Row[]> =>
    (
      await sql<Row>`
        select uid, id, name, name_folded, phone, cellphone, mail, cpf, birth_date from clients order by id`.execute(
        store.db,
      )
    ).rows
  const kept = () =>
    store.db
      .selectFrom('client_pairs')
      .select(['first_uid', 'second_uid', 'score', 'newest'])
      .orderBy('first_uid')
      .orderBy('second_uid')
      .execute()
  const named = <Values extends { readonly name: string }>(given: Values) => ({
    ...given,
    name_folded: foldText(given.name),
  })
  const at = async (number: number) => {
    const all = await present()
    return all[number % Math.max(all.length, 1)]
  }
  const house = () => mergesIn(store, admin)

  async function carryOut(step: Act): Promise<void> {
    switch (step.kind) {
      case 'add':
        await addClient(store, named(step.values))
        return
      case 'import':
        for (const each of step.all) await addClient(store, named(each))
        return
      case 'settle':
        await settlePairs(store.db, step.count, SMALL)
        return
      case 'undo': {
        const last = await store.db
          .selectFrom('client_merges')
          .select('id')
          .where('undone_at', 'is', null)
          .orderBy('merged_at', 'desc')
          .executeTakeFirst()
        // Refused after an erasure.
        if (last !== undefined) await admin.call('POST', `/client-merges/${last.id}/undo`)
        return
      }
      case 'merge': {
        const [one, other] = [await at(step.place), await at(step.other)]
        if (one === undefined || other === undefined || one.uid === other.uid) return
        await admin.call(
          'POST',
          '/client-merges',
          await house().asked(one.uid, other.uid, ['mail', 'cellphone']),
        )
        return
      }
      default: {
        const client = await at(step.place)
        if (client === undefined) return
        if (step.kind === 'change')
          await store.db
            .updateTable('clients')
            .set(named(step.values))
            .where('uid', '=', client.uid)
            .execute()
        else if (step.kind === 'delete')
          await store.db.deleteFrom('clients').where('uid', '=', client.uid).execute()
        else
          await (await server.confirmedDevice(1)).call('DELETE', `/clients/${client.id}/personal-data`, {
            reason: '',
            keep: false,
          })
      }
    }
  }

  test('they are those of a comparison of all clients, whatever happened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (steps) => {
        await begin()
        for (const step of steps) await carryOut(step)
        while ((await settlePairs(store.db, 3, SMALL)) > 0);
        expect(await kept()).toEqual(pairsAmong(await present()))
      }),
      { numRuns: 25 },
    )
  })

  test('a contact of many compares namesakes alone, and all again when it is of few', async () => {
    const uids: string[] = []
    for (let number = 0; number <= LIMITS.crowd; number++)
      uids.push(
        await addClient(
          store,
          named({
            name: number < 2 ? 'Ana Lima' : `Cliente ${number}`,
            ...SHARED,
          }),
        ),
      )
    await settleAll(store.db)
    expect(await kept()).toHaveLength(1)
    expect(await kept()).toEqual(pairsAmong(await present(), LIMITS))
    await store.db
      .deleteFrom('clients')
      .where('uid', '=', uids.at(-1) ?? '')
      .execute()
    await settleAll(store.db)
    expect((await kept()).length).toBeGreaterThan(1)
    expect(await kept()).toEqual(pairsAmong(await present(), LIMITS))
  })

  test('clients that two transactions write at once find each other', async () => {
    const one = named({ name: 'Ana Lima', ...SHARED })
    const write = () => addClient(store, one)
    await Promise.all([write(), write(), write()])
    await Promise.all([settlePairs(store.db, 1), settlePairs(store.db, 1), settlePairs(store.db, 1)])
    expect(await kept()).toHaveLength(3)
  })

  test('a call sees what was written just before, and a batch that fails is done again', async () => {
    const one = named({ name: 'Ana Lima', ...SHARED })
    await addClient(store, one)
    await addClient(store, one)
    await sql`
      create function fails() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`.execute(
      store.db,
    )
    await sql`create trigger fails before insert on client_pairs for each row execute function fails()`.execute(
      store.db,
    )
    await expect(settleAll(store.db)).rejects.toThrow('full')
    await sql`drop function fails cascade`.execute(store.db)
    const { pagination } = clientDuplicatesRoute.answer.parse(
      (await admin.call('GET', '/client-duplicates')).body,
    )
    expect(pagination.total).toBe(1)
  })

  test('an erased client leaves no key', async () => {
    const uid = await addClient(store, named({ name: 'Ana Lima', mail: 'a@b.com' }))
    await settleAll(store.db)
    const keys = () => store.db.selectFrom('client_keys').select('client_uid').execute()
    expect(await keys()).not.toEqual([])
    const { id } = await house().clientOf(uid)
    await (await server.confirmedDevice(1)).call('DELETE', `/clients/${id}/personal-data`, {
      reason: '',
      keep: false,
    })
    await settleAll(store.db)
    expect(await keys()).toEqual([])
  })
})
