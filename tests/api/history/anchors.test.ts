/** Anchors, the loop that makes and checks them, and the file outside the database. docs/rules.md#chain */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppContext } from '../../../server/context/app-context.ts'
import { historyFound } from '../../../server/health/findings/history.ts'
import {
  checkAnchors,
  checkNextAnchors,
  isSigned,
  makeAnchor,
  noteRestore,
  readAllAnchors,
} from '../../../server/history/anchors.ts'
import { anchorsPath, readKept } from '../../../server/history/anchors-file.ts'
import { beginChains, lookAtHistories } from '../../../server/history/keep.ts'
import { acknowledgeRestored, notePutBack, noteRestoredBackup } from '../../../server/history/restored.ts'
import { sha256 } from '../../../server/history/sha.ts'
import { pathTo } from '../../../server/history/trees.ts'
import { installationOf } from '../../../server/revocations/reconcile.ts'
import {
  anchorSaidOf,
  type Leaf,
  pathOf,
  rootOf,
  SUBTREE_LEAVES,
} from '../../../src/domain/dossier/anchors.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { creation } from '../support/leads.ts'
import type { Device, TestServer } from '../support/server.ts'

const NOTHING_KEPT = { anchors: [], restored: new Set<string>() }

describeDatabase('the anchors of histories', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let dir: string
  let nowMs = 0
  inHouseWithDevices(open, (opened) => {
    ;({ store, server, admin } = opened)
  })
  beforeEach(async () => {
    for (const table of [
      'history_breaks',
      'history_anchored',
      'history_anchors',
      'history_links',
      'history_heads',
      'history_checks',
    ])
      await sql`delete from ${sql.table(table)}`.execute(store.db)
    await sql`delete from mails`.execute(store.db)
    await sql`update users set email = 'ana@exemplo.com.br' where id = 1`.execute(store.db)
    dir = await mkdtemp(join(tmpdir(), 'anchors-'))
    nowMs = server.context.now()
  })
  afterEach(() => rm(dir, { recursive: true }))

  const context = (): AppContext => ({
    ...server.context,
    now: () => nowMs,
    config: { ...server.context.config, dataDir: dir },
  })
  const signer = () => server.context.deviceSecrets?.history ?? null
  const look = () => lookAtHistories(context(), new AbortController().signal)
  const nextDay = async () => {
    nowMs += DAY_MS
    await look()
  }
  const path = async () => anchorsPath(dir, await installationOf(store.db))
  const found = () =>
    store.db.selectFrom('history_breaks').select(['lead_uid', 'kind', 'seq']).orderBy('kind').execute()
  async function lead(): Promise<string> {
    const args = creation()
    await admin.run({ command: 'lead.create', args })
    return args.lead_uid
  }
  const note = (lead_uid: string, text: string) =>
    admin.run({ command: 'lead.addNote', args: { lead_uid, note: text } })

  test('each day that something grew has one anchor, signed, beside the database too', async () => {
    const uid = await lead()
    await look()
    await look()
    await nextDay()
    await note(uid, 'Mais')
    await nextDay()
    const anchors = await readAllAnchors(store.db)
    expect(anchors.map((anchor) => anchorSaidOf(anchor)?.heads)).toEqual([1, 1])
    expect(anchors.map((anchor) => isSigned(signer(), anchor))).toEqual([true, true])
    expect((await readKept(await path())).anchors).toEqual(anchors)
    expect(await found()).toEqual([])
  })

  test('chains of before are begun in batches', async () => {
    const uids = [await lead(), await lead(), await lead()]
    await sql`delete from history_links`.execute(store.db)
    await sql`delete from history_heads`.execute(store.db)
    const last = await beginChains(context(), null, 2)
    expect(last).toBe(uids.toSorted()[1])
    expect(await beginChains(context(), last, 2)).toBeNull()
    const heads = await store.db.selectFrom('history_heads').select('lead_uid').execute()
    expect(heads.map(({ lead_uid }) => lead_uid).toSorted()).toEqual(uids.toSorted())
  })

  test('a changed entry is found with the next look, told once by mail, and gone when it is put back', async () => {
    const uid = await lead()
    await look()
    const set = (city: string) => sql`
      update timeline set changes = jsonb_set(changes, '{client.address.city,after}', to_jsonb(${city}::text)) where lead_uid = ${uid}`
    const unseen = async (city: string) => {
      await sql`alter table timeline disable trigger user`.execute(store.db)
      await set(city).execute(store.db)
      await sql`alter table timeline enable trigger user`.execute(store.db)
    }
    await unseen('Outra')
    await look()
    await look()
    expect(await found()).toEqual([{ lead_uid: uid, kind: 'content', seq: 1 }])
    const mails = () =>
      store.db.selectFrom('mails').select('subject').where('purpose', '=', 'history_broken').execute()
    expect(await mails()).toHaveLength(1)
    expect(server.security.filter(({ event }) => event === 'history_broken')).not.toEqual([])
    await unseen('São Paulo')
    await look()
    expect(await found()).toEqual([])
  })

  test('many histories that were changed are told by one mail a day, with the total', async () => {
    const uids = [await lead(), await lead(), await lead()]
    await look()
    const change = (changed: readonly string[]) => sql`
      update timeline set changes = '{}' where lead_uid = any(${[...changed]}::uuid[])`
    await sql`alter table timeline disable trigger user`.execute(store.db)
    await change(uids.slice(0, 1)).execute(store.db)
    await look()
    await change(uids).execute(store.db)
    await sql`alter table timeline enable trigger user`.execute(store.db)
    await look()
    const mails = () =>
      store.db
        .selectFrom('mails')
        .select('body_text')
        .where('purpose', '=', 'history_broken')
        .orderBy('created_at')
        .execute()
    expect(await mails()).toHaveLength(1)
    await nextDay()
    await nextDay()
    const told = await mails()
    expect(told).toHaveLength(2)
    expect(JSON.stringify(told[1])).toContain('3 leads')
  })

  test('a deadlock with a command on many leads does not end the begin', async () => {
    await lead()
    await sql`delete from history_links`.execute(store.db)
    await sql`delete from history_heads`.execute(store.db)
    await sql`create sequence deadlocks`.execute(store.db)
    await sql`
      create function deadlocked() returns trigger language plpgsql as $$ begin
        if nextval('deadlocks') < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$`.execute(store.db)
    await sql`create trigger deadlocked before insert on history_heads for each row execute function deadlocked()`.execute(
      store.db,
    )
    try {
      expect(await beginChains(context(), null)).toBeNull()
    } finally {
      await sql`drop function deadlocked cascade`.execute(store.db)
      await sql`drop sequence deadlocks`.execute(store.db)
    }
    expect(await store.db.selectFrom('history_heads').select('lead_uid').execute()).toHaveLength(1)
  })

  test('who rewrites a whole chain, by the functions of the database, is found by the anchor', async () => {
    const uid = await lead()
    await look()
    await sql`alter table timeline disable trigger user`.execute(store.db)
    await sql`update timeline set changes = '{}' where lead_uid = ${uid}`.execute(store.db)
    await sql`alter table timeline enable trigger user`.execute(store.db)
    await sql`delete from history_links where lead_uid = ${uid}`.execute(store.db)
    await sql`delete from history_heads where lead_uid = ${uid}`.execute(store.db)
    await sql`select history_begin(${uid}::uuid, '{}')`.execute(store.db)
    await look()
    expect(await found()).toEqual([{ lead_uid: uid, kind: 'anchored', seq: 1 }])
    // The leaf as well: then the tree does not fit its root.
    await sql`
      update history_anchored a set hash = h.hash from history_heads h where h.lead_uid = a.lead_uid`.execute(
      store.db,
    )
    await nextDay()
    expect(await found()).toEqual([{ lead_uid: null, kind: 'anchor', seq: 1 }])
  })

  test('anchors that were removed or written anew are found by the file, and by the signature', async () => {
    const uid = await lead()
    await look()
    await note(uid, 'Mais')
    await nextDay()
    const kept = await readKept(await path())
    await sql`delete from history_anchors where n = 2`.execute(store.db)
    const checked = await checkAnchors(store.db, { kept, signer: signer() })
    expect(checked.breaks).toEqual([{ leadUid: null, kind: 'anchors_file', seq: 2, entry: 0 }])
    await sql`update history_anchors set signature = split_part(signature, '.', 1) || '.AAAA'`.execute(
      store.db,
    )
    const signed = await checkAnchors(store.db, {
      kept: { ...kept, anchors: kept.anchors.slice(0, 1) },
      signer: signer(),
    })
    expect(signed.breaks).toEqual([{ leadUid: null, kind: 'anchor', seq: 1, entry: 0 }])
  })

  /** The database has the first anchor alone, the file two. */
  async function anchorBehind(): Promise<void> {
    const uid = await lead()
    await look()
    await note(uid, 'Depois da cópia')
    await nextDay()
    await sql`delete from history_anchored where n = 2`.execute(store.db)
    await sql`delete from history_anchors where n = 2`.execute(store.db)
  }
  const subjects = async () =>
    (
      await store.db.selectFrom('mails').select('subject').where('purpose', '=', 'history_broken').execute()
    ).map(({ subject }) => subject)

  test('that the database was restored is not believed of the database alone', async () => {
    await anchorBehind()
    await noteRestore(store.db)
    await look()
    expect(await found()).toEqual([{ lead_uid: null, kind: 'restored_unknown', seq: 2 }])
    expect(await subjects()).toEqual(['O histórico de leads foi mudado por fora do Farol'])
  })

  test('a restore that shows nowhere is acknowledged by the command, once, and stays told', async () => {
    await anchorBehind()
    await nextDay()
    expect(await found()).toEqual([{ lead_uid: null, kind: 'anchors_file', seq: 2 }])
    const place = { db: store.db, path: await path(), nowMs }
    expect(await acknowledgeRestored(place)).toEqual([2])
    expect(await acknowledgeRestored(place)).toEqual([])
    await nextDay()
    expect(await found()).toEqual([{ lead_uid: null, kind: 'restored', seq: 2 }])
  })

  test('a start on a database that was made to look restored excuses nothing, and names the anchors', async () => {
    await anchorBehind()
    expect(await notePutBack(store.db, { dataDir: dir })).toEqual([2])
    await look()
    expect(await found()).toEqual([{ lead_uid: null, kind: 'restored_unknown', seq: 2 }])
    expect((await readKept(await path())).restored).toEqual(new Set())
    // The operator knows of it.
    expect(await acknowledgeRestored({ db: store.db, path: await path(), nowMs })).toEqual([2])
    expect(await notePutBack(store.db, { dataDir: dir })).toEqual([])
    await nextDay()
    expect(await found()).toEqual([{ lead_uid: null, kind: 'restored', seq: 2 }])
  })

  test('of a restore only what is later than the database is said to be lost', async () => {
    await anchorBehind()
    await sql`update history_anchors set hash = ${'0'.repeat(64)}`.execute(store.db)
    await noteRestoredBackup(store.db, { dataDir: dir }, nowMs)
    const checked = await checkAnchors(store.db, { kept: await readKept(await path()), signer: signer() })
    expect(checked.breaks.map(({ kind, seq }) => [kind, seq])).toEqual([
      ['anchor', 1],
      ['anchors_file', 1],
    ])
    expect(checked.restored).toMatchObject([{ seq: 2 }])
  })

  test('anchors after a restored backup are told as restored, not as forged', async () => {
    await anchorBehind()
    await noteRestoredBackup(store.db, { dataDir: dir }, nowMs)
    await look()
    const kept = await readKept(await path())
    expect(kept.anchors.map(({ n }) => n)).toEqual([1, 2, 2])
    const checked = await checkAnchors(store.db, { kept, signer: signer() })
    expect(checked.restored).toMatchObject([{ kind: 'restored', seq: 2 }])
    expect(checked.breaks).toEqual([])
    expect(await found()).toEqual([{ lead_uid: null, kind: 'restored', seq: 2 }])
    expect(await subjects()).toEqual(['O banco do Farol foi restaurado de uma cópia'])
  })

  test('a torn line of the file is written anew', async () => {
    await lead()
    await look()
    const whole = await readFile(await path(), 'utf8')
    await writeFile(await path(), whole.slice(0, 40))
    await nextDay()
    expect((await readKept(await path())).anchors).toEqual(await readAllAnchors(store.db))
  })

  test('a tree of many leaves is made, checked and shown by parts of at most 1,024 rows', async () => {
    const uid = await lead()
    await sql`
      insert into history_heads (lead_uid, seq, hash)
      select gen_random_uuid(), g, sha256(int4send(g)) from generate_series(1, 2500) g`.execute(store.db)
    let most = 0
    const counting = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        most = Math.max(most, result.rows.length)
        return Promise.resolve(result)
      },
    })
    const anchor = await counting.transaction().execute((tx) => makeAnchor(tx, { nowMs, signer: signer() }))
    const { rows: leaves } = await sql<Leaf>`
      select lead_uid as "leadUid", seq, encode(hash, 'hex') as hash from history_anchored`.execute(store.db)
    expect(leaves).toHaveLength(2501)
    expect(anchor === null ? null : anchorSaidOf(anchor)).toMatchObject({
      heads: 2501,
      root: await rootOf(sha256, leaves),
    })
    for (const leadUid of [uid, ...leaves.slice(0, 20).map((leaf) => leaf.leadUid)])
      expect(await pathTo(counting, 1, leadUid)).toEqual(await pathOf(sha256, leaves, leadUid))
    expect((await checkAnchors(counting, { kept: NOTHING_KEPT, signer: signer() })).breaks).toEqual([])
    expect(most).toBe(SUBTREE_LEAVES)
    // What is kept of the tree is checked as well.
    await sql`update history_anchors set subtrees = '[]'`.execute(store.db)
    expect((await checkAnchors(store.db, { kept: NOTHING_KEPT, signer: signer() })).breaks).toHaveLength(1)
  })

  test('old trees are checked in a round, and one that does not hold until it does', async () => {
    const uid = await lead()
    await look()
    for (const text of ['Dois', 'Três', 'Quatro']) {
      await note(uid, text)
      await nextDay()
    }
    await sql`update history_anchored set hash = sha256('x') where n = 1`.execute(store.db)
    await sql`update history_checks set trees_to = 1`.execute(store.db)
    const counts: number[] = []
    for (let day = 0; day < 4; day++)
      counts.push(
        (await checkNextAnchors(store.db, { kept: NOTHING_KEPT, signer: signer(), most: 1 })).breaks.length,
      )
    expect(counts).toEqual([0, 0, 0, 1])
    await nextDay()
    await nextDay()
    expect(await found()).toEqual([{ lead_uid: null, kind: 'anchor', seq: 1 }])
  })

  test('two processes make one anchor', async () => {
    await lead()
    await Promise.all([look(), look()])
    expect(await readAllAnchors(store.db)).toHaveLength(1)
    expect(await found()).toEqual([])
  })

  test('devices push while it looks, and nothing is found', async () => {
    const uids = await Promise.all([lead(), lead(), lead()])
    await Promise.all([look(), ...uids.map((uid) => note(uid, 'Ao mesmo tempo')), look()])
    await nextDay()
    expect(await found()).toEqual([])
  })

  test("'Saúde' says what is so", () => {
    const anchor = { n: 3, at: '01/12/2026 00:10', hash: 'ab'.repeat(32), signed: true }
    const facts = { leads: 0, anchors: 0, since: null, begun: true, restored: [], isRecent: false, anchor }
    expect(historyFound(facts)).toMatchObject({ state: 'good', value: 'âncora 3: abababababababab' })
    expect(historyFound({ ...facts, anchor: { ...anchor, signed: false } }).state).toBe('notice')
    expect(historyFound({ ...facts, begun: false })).toMatchObject({ state: 'good', value: null })
    const restored = { ...facts, restored: [2, 3], isRecent: true }
    expect(historyFound(restored)).toMatchObject({
      state: 'notice',
      what: expect.stringContaining('as âncoras 2 e 3 guardavam se perdeu'),
    })
    expect(historyFound({ ...restored, isRecent: false })).toMatchObject({
      state: 'good',
      what: expect.stringContaining('as âncoras 2 e 3 guardavam se perdeu'),
    })
    expect(historyFound({ ...facts, leads: 2, since: '01/12/2026 10:00' })).toMatchObject({
      state: 'problem',
      value: '2 leads',
    })
    expect(historyFound({ ...facts, anchors: 1, since: '01/12/2026 10:00' })).toMatchObject({
      state: 'problem',
      value: '1 âncora',
    })
  })
})
