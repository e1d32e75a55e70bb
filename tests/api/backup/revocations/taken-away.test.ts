/**
 * Each act that takes access away: it works in a backup from before, and no more after a restore of it, into the other kind of
 * database and another folder. docs/rules.md#revocations
 */
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '../../../../server/backup/make.ts'
import { restore, verify } from '../../../../server/backup/restore.ts'
import { migrate } from '../../../../server/db/migrate.ts'
import { aboutSchemas, keptIn } from '../../../../server/db/revocations/lines.ts'
import type { Store } from '../../../../server/db/store.ts'
import { folderStore } from '../../../../server/integrations/files/folder-store.ts'
import { installationOf, type Reconciled, reconcile } from '../../../../server/revocations/reconcile.ts'
import { revocationSentences } from '../../../../server/revocations/sentences.ts'
import { removeFolder } from '../../../support/remove-folder.ts'
import { TEST_DATABASE_URL } from '../../support/databases.ts'
import { ADMIN, house, MANAGER } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { embeddedPlace, type NewPlace, type Place, postgresPlace } from '../places.ts'
import { type Prepared, rowsOf } from './access.ts'
import { ACTS } from './acts.ts'
import { KEPT } from './kept.ts'

const ENVIRONMENT = { DEVICE_KEYS_KEY: randomBytes(32).toString('base64') }
const ALL = [...ACTS, ...KEPT]

const DIRECTIONS: readonly (readonly [string, NewPlace, NewPlace])[] =
  TEST_DATABASE_URL === null
    ? [['PGlite into PGlite', embeddedPlace, embeddedPlace]]
    : [
        ['PGlite into PostgreSQL', embeddedPlace, postgresPlace],
        ['PostgreSQL into PGlite', postgresPlace, embeddedPlace],
      ]

describe.each(DIRECTIONS)('what was taken away, %s', { timeout: 120_000 }, (_, from, to) => {
  let folder: string
  let file: string
  const ends: (() => Promise<void>)[] = []
  const prepared = new Map<string, Prepared>()
  /** Whether each works: before the backup's acts, after them, and in restored databases. */
  const worked = { before: new Map<string, boolean>(), after: new Map<string, boolean>() }
  let source: TestServer

  const opened = async (newPlace: NewPlace, revocations: string): Promise<{ store: Store; place: Place }> => {
    const place = await newPlace()
    const store = await place.open(revocations)
    ends.unshift(async () => {
      await store.close()
      await place.destroy()
    })
    return { store, place }
  }
  const serverOf = async (store: Store) => {
    const server = await startServer(store, ENVIRONMENT)
    ends.unshift(() => server.stop())
    return server
  }
  const look = async (server: TestServer, into: Map<string, boolean>) => {
    for (const [name, { works }] of prepared) into.set(name, await works(server))
  }
  /** Restores the backup. `revocations`: a copy of the file, or nothing. */
  const restored = async (name: string, hasFile: boolean) => {
    const path = join(folder, name)
    if (hasFile) await copyFile(join(folder, 'revocations'), path)
    const { store } = await opened(to, path)
    await restore(await verify(join(folder, file), null), {
      store,
      files: folderStore(join(folder, `${name}-files`)),
    })
    return { store, path }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farol-taken-'))
    const { store } = await opened(from, join(folder, 'revocations'))
    await migrate(store.db)
    await house(store)
    source = await serverOf(store)
    for (const { name, prepare } of ALL) prepared.set(name, await prepare(source))
    await look(source, worked.before)
    const made = await makeBackup(
      { store, files: folderStore(join(folder, 'files')) },
      { dir: folder, key: null },
    )
    ;({ file } = made)
    for (const { act } of prepared.values()) await act(source)
    await look(source, worked.after)
  }, 120_000)
  afterAll(async () => {
    for (const end of ends) await end()
    await removeFolder(folder)
  })

  test('all of it worked before the acts, and what was kept after them', () => {
    expect([...worked.before].filter(([, works]) => !works)).toEqual([])
    const stopped = [...worked.after].filter(([, works]) => !works).map(([name]) => name)
    expect(stopped).toEqual(ACTS.map(({ name }) => name))
  })

  test('the backup alone gives it all back', async () => {
    const { store } = await restored('alone', false)
    await migrate(store.db)
    const given = new Map<string, boolean>()
    await look(await serverOf(store), given)
    expect([...given].filter(([, works]) => !works)).toEqual([])
  })

  describe('with the file', () => {
    const works = new Map<string, boolean>()
    let reconciled: Reconciled
    let server: TestServer
    let path: string
    beforeAll(async () => {
      const put = await restored('with', true)
      ;({ path } = put)
      await migrate(put.store.db)
      reconciled = await reconcile(put.store, { isPutBack: true })
      server = await serverOf(put.store)
      await look(server, works)
    }, 120_000)

    test.each(ACTS)('$name works no more', ({ name }) => {
      expect(works.get(name)).toBe(false)
    })
    test.each(KEPT)('$name works', ({ name }) => {
      expect(works.get(name)).toBe(true)
    })

    test('what was taken away is listed by its kind and user', () => {
      expect(reconciled.doubt).toBeNull()
      const said = revocationSentences(reconciled, path).join('\n')
      expect(said).toMatch(/^O banco não sabia do acesso tirado depois da cópia\. Ele foi tirado de novo:/)
      for (const words of ['sessões encerradas', 'PINs removidos ou trocados', 'ordens de apagar aparelhos'])
        expect(said).toContain(words)
      expect(said).toMatch(/- 2 chaves de acesso removidas \(usuários \d+ e \d+\)/)
      expect(said).not.toContain('ATENÇÃO')
    })

    test('the acts of these tests have every kind of line', async () => {
      const kept = keptIn(await readFile(path, 'utf8'), await installationOf(server.context.store.db))
      const kinds = new Set([...kept.revocations.values()].map(({ kind }) => kind))
      expect([...kinds].toSorted()).toEqual(Object.keys(aboutSchemas).toSorted())
    })

    test('the file gives nobody a role', async () => {
      const { rows } = await sql<{ user_id: number }>`
        select user_id from user_roles where role_id in (1, 2) order by user_id`.execute(
        server.context.store.db,
      )
      expect(rows.map(({ user_id }) => user_id)).toEqual([ADMIN, MANAGER])
    })

    test('the database knows it all now: a second look finds nothing', async () => {
      const again = await reconcile(server.context.store, { isPutBack: true })
      expect(again).toMatchObject({ carriedOut: [], doubt: null, ended: null })
    })

    test('neither the file nor the table has a secret, a hash of the database, or a name', async () => {
      const kept = `${await readFile(path, 'utf8')}\n${await rowsOf(server)}`
      const { rows } = await sql<{ secret: string }>`
        select hash as secret from user_passwords union all
        select token_hash from sessions union all select code_hash from recovery_codes union all
        select code_hash from password_verifications union all select key_hash from partner_keys union all
        select key_hash from calendar_feeds union all
        select secret_hash from device_keys union all select code from indication_links union all
        select secret from indication_links union all select credential_id from passkeys union all
        select login from users union all select email from users where email <> ''`.execute(
        source.context.store.db,
      )
      expect(rows.length).toBeGreaterThan(50)
      expect(rows.filter(({ secret }) => kept.includes(secret))).toEqual([])
    })
  })

  test('without the file all sessions, PINs, halves and remembered devices end, and it is said why', async () => {
    const { store, path } = await restored('missing', false)
    await migrate(store.db)
    const reconciled = await reconcile(store, { isPutBack: true })
    expect(reconciled).toMatchObject({ carriedOut: [], doubt: 'missing' })
    expect(reconciled.ended?.sessions).toBeGreaterThan(5)
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from sessions where revoked_at is null) as sessions,
        (select count(*) from device_keys where pin_hash is not null or sealed_half is not null) as keys,
        (select count(*) from remembered_devices) as remembered,
        (select count(*) from calendar_feeds) as calendars`.execute(store.db)
    expect(rows).toEqual([{ sessions: 0, keys: 0, remembered: 0, calendars: 0 }])
    const said = revocationSentences(reconciled, path).join('\n')
    expect(said).toContain(`ATENÇÃO: o arquivo de revogações (${path}) não foi encontrado`)
    expect(said).toContain(`terminaram todas as sessões (${reconciled.ended?.sessions})`)
    // The next start finds what this one wrote.
    expect(await reconcile(store, { isPutBack: true })).toMatchObject({ doubt: null, carriedOut: [] })
  })
})
