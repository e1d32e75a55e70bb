/** The file of revocations: what a crash, a full disk and several processes leave of it. docs/rules.md#revocations */
import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../../server/base/config.ts'
import { wasPutBack } from '../../../../server/db/epoch.ts'
import { migrate, migrateTo } from '../../../../server/db/migrate.ts'
import { RevocationsFile } from '../../../../server/db/revocations/file.ts'
import { keptIn, type Line } from '../../../../server/db/revocations/lines.ts'
import { WATCHED } from '../../../../server/db/revocations/recorder.ts'
import type { Store } from '../../../../server/db/store.ts'
import { keepRevocations } from '../../../../server/revocations/keep.ts'
import { mirrored, mirrorOf } from '../../../../server/revocations/mirror.ts'
import { completeFile, installationOf, reconcile } from '../../../../server/revocations/reconcile.ts'
import { openSession, revokeSession, sessionOf } from '../../../../server/session/tokens.ts'
import { removeFolder } from '../../../support/remove-folder.ts'
import { TEST_DATABASE_URL } from '../../support/databases.ts'
import { emptied } from '../../support/emptied.ts'
import { FILE_STORES } from '../../support/file-stores.ts'
import { ADMIN, BRUNA, house } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { embeddedPlace, type Place, postgresPlace } from '../places.ts'

const PLACES = [
  ['PGlite', embeddedPlace],
  ...(TEST_DATABASE_URL === null ? [] : [['PostgreSQL', postgresPlace] as const]),
] as const

describe.each(PLACES)('the file of revocations, %s', { timeout: 60_000 }, (_, newPlace) => {
  let folder: string
  let path: string
  let place: Place
  let store: Store
  let server: TestServer
  let installation: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farol-revocations-'))
    path = join(folder, 'revocations')
    place = await newPlace()
    store = await place.open(path)
    await migrate(store.db)
    await house(store)
    server = await startServer(store)
    installation = await installationOf(store.db)
  }, 60_000)
  beforeEach(async () => {
    await rm(path, { force: true, recursive: true })
    await emptied(store, ['revocations', 'sessions', 'devices'])
    await reconcile(store, { isPutBack: false })
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
    await place.destroy()
    await removeFolder(folder)
  })

  const session = async () => {
    const { id, token } = await openSession(server.context, BRUNA, 'tablet')
    return {
      id,
      end: () => revokeSession(server.context, { id, userId: BRUNA }, 'ended elsewhere'),
      isLive: async () => (await sessionOf(server.context, token)) !== null,
    }
  }
  const lines = async () => (await readFile(path, 'utf8')).trimEnd().split('\n')
  const kept = async () => keptIn(await readFile(path, 'utf8'), installation)
  /** What a process writes that dies before its commit. */
  const promised = (id: string): Line => ({
    installation,
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    kind: 'session',
    about: { user_id: BRUNA, id },
  })
  const forget = async (id: string) => {
    await sql`delete from revocations where about ->> 'id' = ${id}`.execute(store.db)
    await sql`update sessions set revoked_at = null where id = ${id}`.execute(store.db)
  }

  test('it begins with the first start, and has a line for each act, for its owner alone', async () => {
    expect(await lines()).toEqual([expect.stringContaining('begun')])
    const { id, end } = await session()
    await end()
    expect([...(await kept()).revocations.values()]).toMatchObject([
      { kind: 'session', about: { user_id: BRUNA, id } },
    ])
    expect(await end()).toBe(false)
    expect(await lines()).toHaveLength(2)
  })

  test('an act that is rolled back leaves no line', async () => {
    const { id } = await session()
    const ended = store.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('sessions')
        .set({ revoked_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute()
      throw new Error('stopped')
    })
    await expect(ended).rejects.toThrow('stopped')
    expect(await lines()).toHaveLength(1)
  })

  test('an act that the commit refuses is taken back in the file', async () => {
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin
        raise exception using errcode = '23514';
      end $$;
      create constraint trigger refused after update on sessions deferrable initially deferred
        for each row execute function refuse()`.execute(store.db)
    const { end, isLive } = await session()
    await expect(end()).rejects.toThrow()
    expect(await lines()).toEqual([
      expect.stringContaining('begun'),
      expect.stringContaining('"session"'),
      expect.stringContaining('void'),
    ])
    await sql`drop function refuse cascade`.execute(store.db)
    expect((await reconcile(store, { isPutBack: true })).carriedOut).toEqual([])
    expect(await isLive()).toBe(true)
  })

  test('an act whose process died before the commit is carried out at the next start', async () => {
    const { id, isLive } = await session()
    await new RevocationsFile(path).append([promised(id)])
    expect(await isLive()).toBe(true)
    const { carriedOut, doubt } = await reconcile(store, { isPutBack: false })
    expect(carriedOut).toMatchObject([{ kind: 'session', about: { id } }])
    expect(doubt).toBeNull()
    expect(await isLive()).toBe(false)
  })

  test('a line that was cut off is no act, and the next one follows it', async () => {
    const { id, isLive } = await session()
    await appendFile(path, JSON.stringify(promised(id)).slice(0, -20))
    const other = await session()
    await other.end()
    expect(await reconcile(store, { isPutBack: true })).toMatchObject({ doubt: null, carriedOut: [] })
    expect(await isLive()).toBe(true)
    expect((await kept()).revocations.size).toBe(1)
  })

  test.each([
    ['damaged', (text: string) => text.replace('"session"', '"sess')],
    ['missing', (text: string) => text.replaceAll(/[0-9a-f]{8}-/g, '00000000-')],
  ])('after a restore a file that is %s ends every session', async (doubt, change) => {
    const [first, second, other] = [await session(), await session(), await session()]
    await first.end()
    await second.end()
    await writeFile(path, change(await readFile(path, 'utf8')))
    expect(await reconcile(store, { isPutBack: false })).toMatchObject({ doubt: null, ended: null })
    await writeFile(path, change(await readFile(path, 'utf8')))
    expect(await reconcile(store, { isPutBack: true })).toMatchObject({ doubt, ended: { sessions: 1 } })
    expect(await other.isLive()).toBe(false)
  })

  test('after a restore a file that is older than the backup ends every session', async () => {
    const earlier = await session()
    await earlier.end()
    const copy = await readFile(path, 'utf8')
    for (const each of [await session(), await session(), await session()]) await each.end()
    await sql`update revocations set at = at - interval '3 hours' where n < (select max(n) from revocations)`.execute(
      store.db,
    )
    await writeFile(path, copy)
    const other = await session()
    expect(await reconcile(store, { isPutBack: true })).toMatchObject({
      doubt: 'older',
      ended: { sessions: 1 },
    })
    expect(await other.isLive()).toBe(false)
  })

  test('what another installation wrote to the file is not carried out', async () => {
    const { id, isLive } = await session()
    await new RevocationsFile(path).append([{ ...promised(id), installation: crypto.randomUUID() }])
    expect((await reconcile(store, { isPutBack: true })).carriedOut).toEqual([])
    expect(await isLive()).toBe(true)
  })

  test('a folder that is put back knows nothing, and learns it from the file', async () => {
    const { id, end, isLive } = await session()
    await end()
    await forget(id)
    // The triggers saw no end of a session: the row went, as in an earlier state.
    expect(await isLive()).toBe(true)
    await reconcile(store, { isPutBack: false })
    expect(await isLive()).toBe(false)
  })

  test('a removed file is written anew, with what other processes made', async () => {
    for (const each of [await session(), await session()]) await each.end()
    const before = (await kept()).revocations
    await rm(path)
    await completeFile(store)
    expect((await kept()).revocations).toEqual(before)
    await completeFile(store)
    expect(await lines()).toHaveLength(3)
  })

  test('of many processes at once no line is lost or mixed', async () => {
    const files = Array.from({ length: 8 }, () => new RevocationsFile(path))
    const written = Array.from({ length: 400 }, () => promised(crypto.randomUUID()))
    await Promise.all(written.map(async (line, at) => files[at % files.length]?.append([line])))
    const { isDamaged, revocations } = await kept()
    expect(isDamaged).toBe(false)
    expect(written.filter((line) => !('id' in line && revocations.has(line.id)))).toEqual([])
  })

  test.runIf(process.platform === 'linux')(
    'on a full disk nothing is taken away, and it is said',
    async () => {
      const device = await server.device(BRUNA)
      await rm(path)
      await symlink('/dev/full', path)
      const { status, body } = await device.call('POST', '/logout')
      expect({ status, body }).toEqual({
        status: 503,
        body: {
          code: 'unavailable',
          message:
            'O servidor está sem espaço em disco e não pôde guardar. Avise quem cuida dele e tente de novo mais tarde.',
        },
      })
      await rm(path)
      expect((await device.call('GET', '/tokenconfirm')).status).toBe(200)
      expect((await device.call('POST', '/logout')).status).toBe(200)
    },
  )

  test('where the file can not be written nothing is taken away, and it is said', async () => {
    const device = await server.device(BRUNA)
    await rm(path)
    await mkdir(path)
    expect(await device.call('POST', '/logout')).toEqual({
      status: 503,
      body: {
        code: 'unavailable',
        message:
          'O servidor não conseguiu registrar que este acesso terminou, e por isso nada mudou. Avise quem cuida dele e tente de novo.',
      },
    })
    await rm(path, { recursive: true })
    expect((await device.call('GET', '/tokenconfirm')).status).toBe(200)
  })

  test('a commit looks at every table whose triggers make lines', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct tgrelid::regclass::text as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where p.prosrc ~ 'note_revocation|note_user_access'`.execute(store.db)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map(({ name }) => name).filter((name) => !WATCHED.includes(name))).toEqual([])
  })

  test('a database of another cluster was put back', async () => {
    expect(await wasPutBack(store.db)).toBe(false)
    await sql`update sync_epoch set cluster = '7/1/1/1'`.execute(store.db)
    expect(await wasPutBack(store.db)).toBe(true)
  })

  test('an order for a device without a live session is in the security log', async () => {
    const { end } = await session()
    await end()
    const admin = await server.confirmedDevice(ADMIN)
    const { id } = await store.db
      .selectFrom('devices')
      .select('id')
      .where('user_id', '=', BRUNA)
      .executeTakeFirstOrThrow()
    const before = server.security.length
    expect((await admin.call('POST', `/devices/${id}/erase`, { loses_waiting: true })).status).toBe(200)
    expect(server.security.slice(before)).toEqual([
      expect.objectContaining({ event: 'device_erase_ordered', user_id: BRUNA, about: 'erase tablet' }),
    ])
  })

  test('the bucket has a copy, by which a lost file is known', async () => {
    const bucket = await (FILE_STORES.find(([name]) => name.includes('bucket')) ?? FILE_STORES[1])?.[1]()
    if (bucket === undefined) throw new Error('no bucket')
    const { id, end, isLive } = await session()
    await end()
    const config = readConfig({ ...bucket.environment })
    const place = mirrorOf(config)
    if (place === null) throw new Error('no mirror')
    const stop = keepRevocations(
      { ...server.context, config },
      { warn: (error) => expect.fail(String(error)) },
    )
    // The SDK of the bucket is loaded by the first call.
    const known = () => mirrored(place, installation).then((found) => found?.revocations.size)
    try {
      await expect.poll(known, { timeout: 30_000 }).toBe(1)
    } finally {
      await stop()
    }
    for await (const { path: listed } of bucket.store.list()) expect.fail(`${listed} is among the uploads`)
    await forget(id)
    await rm(path)
    const more = (asked: string) => mirrored(place, asked)
    expect(await reconcile(store, { isPutBack: true, more })).toMatchObject({
      doubt: null,
      carriedOut: [{ kind: 'session' }],
    })
    expect(await isLive()).toBe(false)
    expect((await kept()).revocations.size).toBe(1)
    await bucket.close()
  })

  test('a backup from before the file is known by the keys of push services', async () => {
    const other = await newPlace()
    const earlier = await other.open()
    await migrateTo(earlier.db, '0046-backup-runs')
    await sql`insert into push_keys (public_key, private_key) values ('pública', 'privada')`.execute(
      earlier.db,
    )
    await migrate(earlier.db)
    const { rows } = await sql<{ uuid: string }>`select md5('pública')::uuid as uuid`.execute(earlier.db)
    expect(await installationOf(earlier.db)).toBe(rows[0]?.uuid)
    await earlier.close()
    await other.destroy()
  })
})
