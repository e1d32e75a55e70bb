/** The chain of a history: written by the database with each entry, and no single change behind it goes unseen. docs/rules.md#chain */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { erasePersonalData } from '../../../server/administration/personal-data/erase.ts'
import { readChains } from '../../../server/history/read-chain.ts'
import { checkAfter, checkLeads } from '../../../server/history/verify.ts'
import { saidOf } from '../../../src/domain/dossier/chain.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { creation } from '../support/leads.ts'
import { mergesIn } from '../support/merges.ts'
import type { Device, TestServer } from '../support/server.ts'

describeDatabase('the chain of a history', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  inHouseWithDevices(open, (opened) => {
    ;({ store, server, admin, bruna } = opened)
  })
  beforeEach(async () => {
    await sql`
      insert into history_checks (begun_at) values (now())
      on conflict (single) do update set begun_at = excluded.begun_at`.execute(store.db)
  })

  /** A lead with four entries of random words. */
  async function worked(): Promise<string> {
    const args = creation()
    await admin.run({ command: 'lead.create', args })
    await bruna.run({ command: 'lead.capture', args: { lead_uid: args.lead_uid } })
    for (const note of ['Ligar cedo 😀 "aspas" \\ barra', 'Não tem pressa: 1.10 çãé'])
      await bruna.run({ command: 'lead.addNote', args: { lead_uid: args.lead_uid, note } })
    return args.lead_uid
  }
  const breaksOf = (uid: string) => checkLeads(store.db, [uid])
  const kindsOf = async (uid: string) => (await breaksOf(uid)).map(({ kind }) => kind)
  async function chainOf(uid: string) {
    const [chain] = await readChains(store.db, sql`select ${uid}::uuid as uid`)
    if (chain === undefined) throw new Error('no chain')
    return chain
  }
  const saidIn = async (uid: string) =>
    (await chainOf(uid)).links.map((link) => {
      const said = saidOf(link)
      return [said?.kind, said?.cause]
    })

  /** Runs statements as an administrator of the database would, unseen by triggers, judges, and takes them back. */
  async function unseen(uid: string, ...statements: string[]): Promise<string[]> {
    let kinds: string[] = []
    await store.db
      .transaction()
      .execute(async (tx) => {
        for (const table of ['timeline', 'history_links', 'history_heads'])
          await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
        for (const statement of statements)
          await sql.raw(statement.replaceAll(':lead', `'${uid}'`)).execute(tx)
        kinds = (await checkLeads(tx, [uid])).map(({ kind }) => kind)
        throw new Error('taken back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'taken back') throw error
      })
    return kinds
  }

  test('each entry has its link, and the chain holds', async () => {
    const uid = await worked()
    const { links, entries, head } = await chainOf(uid)
    expect(entries).toHaveLength(4)
    expect(links.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(head).toEqual({ seq: 4, hash: links[3]?.hash })
    expect(await saidIn(uid)).toEqual([
      ['added', null],
      ['added', null],
      ['added', null],
      ['added', null],
    ])
    expect(await breaksOf(uid)).toEqual([])
  })

  test('an entry that is changed, moved, removed or added behind its chain is found', async () => {
    const uid = await worked()
    const last = `(select max(id) from timeline where lead_uid = :lead)`
    const first = `(select min(id) from timeline where lead_uid = :lead)`
    expect(
      await unseen(uid, `update timeline set changes = changes || '{"a": 1}' where id = ${last}`),
    ).toEqual(['content'])
    expect(await unseen(uid, `update timeline set user_id = 1 where id = ${last}`)).toEqual(['facts'])
    expect(
      await unseen(
        uid,
        `update timeline set occurred_at = occurred_at - interval '1 microsecond' where id = ${last}`,
      ),
    ).toEqual(['facts'])
    expect(await unseen(uid, `delete from timeline where id = ${last}`)).toEqual(['missing'])
    expect(
      await unseen(
        uid,
        `insert into timeline (lead_uid, command, changes, occurred_at) values (:lead, 'lead.update', '{}', now())`,
      ),
    ).toEqual(['extra'])
    expect(
      await unseen(
        uid,
        `create temp table kept on commit drop as select id, changes from timeline where lead_uid = :lead`,
        `update timeline t set changes = k.changes from kept k where t.id = ${first} and k.id = ${last}`,
        `update timeline t set changes = k.changes from kept k where t.id = ${last} and k.id = ${first}`,
      ),
    ).toEqual(['content', 'content'])
  })

  test('a link that is changed, left out, moved or added is found', async () => {
    const uid = await worked()
    const link = (seq: number) => `lead_uid = :lead and seq = ${seq}`
    for (const statement of [
      `delete from history_links where ${link(4)}`,
      `delete from history_links where ${link(2)}`,
      `update history_links set seq = 9 where ${link(2)}`,
      `update history_links set salt = null where ${link(2)}`,
      `update history_links set salt = gen_random_uuid() where ${link(2)}`,
      `update history_links set hash = sha256('') where ${link(2)}`,
      `update history_links set commitment = sha256('') where ${link(2)}`,
      `update history_links set said = replace(said, 'added', 'found') where ${link(2)}`,
      `insert into history_links select lead_uid, 5, entry_id, said, salt, commitment, hash from history_links where ${link(4)}`,
      `update history_heads set hash = sha256('') where lead_uid = :lead`,
      `update history_heads set seq = 3 where lead_uid = :lead`,
      `delete from history_heads where lead_uid = :lead`,
    ])
      expect(await unseen(uid, statement), statement).not.toEqual([])
    expect(await unseen(uid, `select 1`)).toEqual([])
  })

  test('any single changed character of any column is found', async () => {
    const uid = await worked()
    const columns = [
      ['timeline', 'changes::text', 'changes', 'jsonb'],
      ['timeline', 'command', 'command', 'text'],
      ['timeline', 'coalesce(device_id, chr(97))', 'device_id', 'text'],
      ['history_links', 'said', 'said', 'text'],
      ['history_links', "encode(hash, 'hex')", 'hash', 'hex'],
      ['history_links', "encode(commitment, 'hex')", 'commitment', 'hex'],
      ['history_heads', "encode(hash, 'hex')", 'hash', 'hex'],
    ] as const
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...columns),
        fc.nat(3),
        fc.nat(500),
        async ([table, text, column, type], row, at) => {
          const order = table === 'timeline' ? 'id' : table === 'history_links' ? 'seq' : 'lead_uid'
          // A digit or letter becomes another one: JSON stays JSON.
          const changed = `regexp_replace(substr(x, p), '[0-9a-z]', case when substr(x, p) ~ '^[^0-9a-z]*[0-8a-y]' then 'z' else 'a' end)`
          const other =
            type === 'hex'
              ? `decode(overlay(x placing case when substr(x, 1 + ${at} % 64, 1) = '0' then '1' else '0' end from 1 + ${at} % 64), 'hex')`
              : type === 'jsonb'
                ? `(x::jsonb || jsonb_build_object('k${at}', 1))`
                : `(substr(x, 1, p - 1) || ${changed})`
          const statement = `
            update ${table} t set ${column} = ${other}
            from (
              select ctid as place, ${text} as x, 1 + ${at} % greatest(length(${text}) - 1, 1) as p
              from ${table} where lead_uid = :lead order by ${order} offset ${table === 'history_heads' ? 0 : row} limit 1) o
            where t.ctid = o.place and ${column} is distinct from ${other}`
          const before = await rowsOf(uid)
          let after = before
          const kinds = await unseenWith(uid, statement, async (rows) => {
            after = rows
          })
          expect(kinds.length > 0).toBe(after !== before)
        },
      ),
      { numRuns: 40 },
    )
  })

  const rowsOf = async (uid: string, db = store.db) =>
    JSON.stringify(
      (
        await sql`
          select t::text from timeline t where lead_uid = ${uid}
          union all select k::text from history_links k where lead_uid = ${uid}
          union all select h::text from history_heads h where lead_uid = ${uid}
          order by 1`.execute(db)
      ).rows,
    )

  async function unseenWith(uid: string, statement: string, tell: (rows: string) => Promise<void>) {
    let kinds: string[] = []
    await store.db
      .transaction()
      .execute(async (tx) => {
        await sql`alter table timeline disable trigger user`.execute(tx)
        await sql.raw(statement.replaceAll(':lead', `'${uid}'`)).execute(tx)
        await tell(await rowsOf(uid, tx))
        kinds = (await checkLeads(tx, [uid])).map(({ kind }) => kind)
        throw new Error('taken back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'taken back') throw error
      })
    return kinds
  }

  test('a change by statement, with the triggers on, is a link that says so', async () => {
    const uid = await worked()
    await sql`update timeline set changes = '{}' where lead_uid = ${uid} and command = 'lead.capture'`.execute(
      store.db,
    )
    expect(await kindsOf(uid)).toEqual(['undeclared'])
    await sql`delete from timeline where lead_uid = ${uid} and command = 'lead.addNote'`.execute(store.db)
    expect(await kindsOf(uid)).toEqual(['undeclared', 'undeclared', 'undeclared'])
    expect((await saidIn(uid)).slice(4)).toEqual([
      ['changed', 'unknown'],
      ['removed', 'unknown'],
      ['removed', 'unknown'],
    ])
  })

  test('a cause that does not fit the change is not believed', async () => {
    const uid = await worked()
    await store.db.transaction().execute(async (tx) => {
      await sql`select set_config('farol.history_cause', 'erasure', true)`.execute(tx)
      await sql`
        update timeline set changes = '{"status": {"before": 1, "after": 9}}'
        where lead_uid = ${uid} and command = 'lead.capture'`.execute(tx)
    })
    expect(await kindsOf(uid)).toEqual(['undeclared'])
  })

  /** The last entry of this command, written with `becomes` for `cause`. Returns the cause that its link got. */
  async function causeOf(uid: string, cause: string, becomes: object, was?: object): Promise<unknown> {
    if (was !== undefined) {
      await sql`
        insert into timeline (lead_uid, user_id, command, changes, occurred_at)
        values (${uid}, 1, 'lead.update', ${JSON.stringify(was)}::jsonb, now())`.execute(store.db)
    }
    await store.db.transaction().execute(async (tx) => {
      await sql`select set_config('farol.history_cause', ${cause}, true)`.execute(tx)
      await sql`
        update timeline set changes = ${JSON.stringify(becomes)}::jsonb
        where id = (select max(id) from timeline where lead_uid = ${uid})`.execute(tx)
    })
    return (await saidIn(uid)).at(-1)?.[1]
  }

  test('an erasure is believed of an erased client alone', async () => {
    const uid = await worked()
    expect(await causeOf(uid, 'erasure', {})).toBe('unknown')
  })

  test('a mention is believed that only blanks', async () => {
    const uid = await worked()
    const was = {
      note: { before: null, after: 'Falar 100% com Jo Li, \\ CPF_1' },
      list: { before: [1, 'Jo Li'], after: null },
    }
    const blanked = {
      note: { before: null, after: 'Falar 100% com [apagado], \\ CPF_1' },
      list: { before: [1, '[apagado]'], after: null },
    }
    expect(await causeOf(uid, 'mention', blanked, was)).toBe('mention')
    const { list } = was
    for (const note of [
      'Vendeu a Jo Li',
      'Falar 100% com [apagado] e outra',
      'Falar 1000 com [apagado], \\ CPF_1',
      'Falar 100% com [apagado], \\ CPFX1',
      'Falar 100% com , \\ CPF_1',
    ])
      expect(await causeOf(uid, 'mention', { list, note: { before: null, after: note } }, was), note).toBe(
        'unknown',
      )
    expect(await causeOf(uid, 'mention', { ...was, list: { before: [2, 'Jo Li'], after: null } }, was)).toBe(
      'unknown',
    )
    expect(await causeOf(uid, 'mention', { ...was, list: null }, was)).toBe('unknown')
  })

  test('of a message the text and its fate may change', async () => {
    const uid = await worked()
    const sent = { kind: 'text', text: 'Bom dia', edited: false, revoked: false, failed: false }
    const gone = { ...sent, text: null, revoked: true }
    const of = (after: object) => ({ whatsapp_message: { before: null, after } })
    for (const [before, after, cause] of [
      [sent, { ...sent, text: 'Boa tarde', edited: true }, 'message'],
      [sent, gone, 'message'],
      [sent, { ...sent, failed: true }, 'message'],
      [sent, { ...sent, text: 'Boa tarde' }, 'unknown'],
      [sent, { ...sent, kind: 'image' }, 'unknown'],
      [sent, { ...sent, text: 'Boa tarde', revoked: true }, 'unknown'],
      [gone, { ...gone, text: 'Boa tarde', revoked: false, edited: true }, 'unknown'],
    ] as const)
      expect(await causeOf(uid, 'message', of(after), of(before)), JSON.stringify(after)).toBe(cause)
  })

  test('an erasure leaves the chain whole, and nothing that opens what was sealed', async () => {
    const uid = await worked()
    const { client_uid } = await store.db
      .selectFrom('leads')
      .select('client_uid')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
    const client = await store.db
      .selectFrom('clients')
      .select(['uid', 'id'])
      .where('uid', '=', client_uid)
      .executeTakeFirstOrThrow()
    const before = await chainOf(uid)
    await erasePersonalData(server.context, { client, user: null, reason: 'Pedido' })
    const after = await chainOf(uid)
    expect(await breaksOf(uid)).toEqual([])
    expect(JSON.stringify(after)).not.toContain('Ana Souza')
    // The earlier links are the same, without the salts of what is gone.
    const sealed = ({ links }: typeof before) =>
      links.slice(0, 4).map(({ said, commitment, hash }) => [said, commitment, hash])
    expect(sealed(after)).toEqual(sealed(before))
    const changed = after.links.slice(4)
    expect(changed.length).toBeGreaterThan(0)
    for (const link of changed) {
      const said = saidOf(link)
      expect([said?.kind, said?.cause]).toEqual(['changed', 'erasure'])
      const first = after.links.find((one) => saidOf(one)?.entry === said?.entry)
      expect(first?.salt).toBeNull()
    }
  })

  test('a merge and its undo leave chains that hold', async () => {
    const merges = mergesIn(store, admin)
    const { survivor, alias } = await merges.twoClients()
    const uids = (
      await store.db.selectFrom('leads').select('uid').where('client_uid', 'in', [survivor, alias]).execute()
    ).map((lead) => lead.uid)
    const merged = await merges.merge(survivor, alias, { fields: ['mail'], device: admin })
    expect(await checkLeads(store.db, uids)).toEqual([])
    await merges.undo(merged.merge.id)
    expect(await checkLeads(store.db, uids)).toEqual([])
    const said = (await Promise.all(uids.map(saidIn))).flat()
    expect(said).toContainEqual(['removed', 'merge_undo'])
  })

  test('a history of before the chain is linked as it is found, with its next entry', async () => {
    const uid = await worked()
    await sql`delete from history_links`.execute(store.db)
    await sql`delete from history_heads`.execute(store.db)
    expect(await kindsOf(uid)).toEqual(['begun'])
    await bruna.run({ command: 'lead.addNote', args: { lead_uid: uid, note: 'Mais uma' } })
    expect((await saidIn(uid)).map(([kind]) => kind)).toEqual(['found', 'found', 'found', 'found', 'added'])
    expect(await breaksOf(uid)).toEqual([])
  })

  test('the pass through all goes from lead to lead', async () => {
    const uids = [await worked(), await worked()].toSorted()
    await sql`update history_heads set seq = seq + 1 where lead_uid = ${uids[1]}`.execute(store.db)
    const found: (readonly unknown[])[] = []
    let after: string | null = null
    do {
      const passed = await checkAfter(store.db, after, 1)
      found.push(...passed.breaks.map(({ leadUid, kind }) => [leadUid, kind]))
      after = passed.next
    } while (after !== null)
    expect(found).toContainEqual([uids[1], 'head'])
    expect(found.filter(([uid]) => uid === uids[0])).toEqual([])
    await sql`update history_heads set seq = seq - 1 where lead_uid = ${uids[1]}`.execute(store.db)
  })
})
