/** A backup or a restore that can't be: one sentence for each, and nothing is half done. */
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { writeArchive } from '../../../server/backup/archive.ts'
import { isUntouched } from '../../../server/backup/load.ts'
import { makeBackup } from '../../../server/backup/make.ts'
import { HEAD, MANIFEST } from '../../../server/backup/manifest.ts'
import { reasonOf } from '../../../server/backup/refused.ts'
import { restore, verify } from '../../../server/backup/restore.ts'
import type { FileStore } from '../../../server/base/file-store.ts'
import { openStore, type Store } from '../../../server/db/store.ts'
import { folderStore } from '../../../server/integrations/files/folder-store.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase, type OpenDatabase, type TestStore } from '../support/databases.ts'
import { addLead, BRUNA, house, workedBy } from '../support/people.ts'

const KEY = 'uma senha bem comprida'
const PATH = '0a/019a.pdf'
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')
const CHANGED = /^A cópia \S+ está incompleta ou foi alterada\. Nada foi restaurado\.$/
/** Root may write anywhere. */
const isRoot = process.getuid?.() === 0

const sentence = (work: Promise<unknown>) =>
  work.then(
    () => 'it worked',
    (error: unknown) => reasonOf(error),
  )

async function furnished(open: OpenDatabase): Promise<TestStore> {
  const store = await open()
  await house(store)
  await addLead(store, workedBy(BRUNA))
  const row = { uid: crypto.randomUUID(), user_id: BRUNA, size: PDF.length, path: PATH }
  await store.db.insertInto('uploaded_files').values(row).execute()
  return store
}

describeDatabase('what a backup refuses', (open) => {
  let store: TestStore
  let files: FileStore
  let root: string
  let dir: string
  /** Plain, encrypted by a passphrase, encrypted for a recipient. */
  const made: Record<'plain' | 'locked' | 'sealed', string> = { plain: '', locked: '', sealed: '' }
  let identity: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'farol-refusals-'))
    dir = join(root, 'made')
    files = folderStore(join(root, 'files'))
    await files.save(PATH, PDF)
    store = await furnished(open)
    identity = await generateX25519Identity()
    const keys = { plain: null, locked: KEY, sealed: await identityToRecipient(identity) }
    let second = 0
    for (const kind of ['plain', 'locked', 'sealed'] as const) {
      const now = Date.parse('2026-11-26T06:00:00Z') + 1000 * second++
      made[kind] = join(dir, (await makeBackup({ store, files }, { dir, key: keys[kind], now })).file)
    }
    return () => removeFolder(root)
  })

  let copy: string
  beforeEach(async () => {
    copy = join(await mkdtemp(join(root, 'copy-')), 'farol.tar.gz')
  })
  const copied = async (from: string, change: (bytes: Buffer) => Buffer) =>
    writeFile(copy, change(await readFile(from)))

  test('the backups are whole, and for their owner alone', async () => {
    for (const [kind, key] of [
      ['plain', null],
      ['locked', KEY],
      ['sealed', identity],
    ] as const)
      expect((await verify(made[kind], key)).manifest.files).toMatchObject([{ path: PATH, size: PDF.length }])
    expect(await readdir(dir)).toEqual([
      'farol-2026-11-26T06-00-00Z.tar.gz',
      'farol-2026-11-26T06-00-01Z.tar.gz.age',
      'farol-2026-11-26T06-00-02Z.tar.gz.age',
    ])
  })

  test('a wrong key, no key, the public key', async () => {
    expect(await sentence(verify(made.locked, 'outra senha bem comprida'))).toBe(
      'A chave de BACKUP_KEY não abre esta cópia.',
    )
    expect(await sentence(verify(made.sealed, await generateX25519Identity()))).toBe(
      'A chave de BACKUP_KEY não abre esta cópia.',
    )
    expect(await sentence(verify(made.locked, null))).toBe(
      'A cópia está cifrada. Defina BACKUP_KEY com a chave dela.',
    )
    expect(await sentence(verify(made.sealed, await identityToRecipient(identity)))).toMatch(
      /^BACKUP_KEY tem a chave pública/,
    )
  })

  test.each([0.02, 0.3, 0.7, 0.999])('a backup that is cut off at %d of its length', async (share) => {
    for (const [kind, key] of [
      ['plain', null],
      ['locked', KEY],
    ] as const) {
      await copied(made[kind], (bytes) => bytes)
      await truncate(copy, Math.floor((await readFile(copy)).length * share))
      expect(await sentence(verify(copy, key)), kind).toMatch(CHANGED)
    }
  })

  test.each([0.05, 0.3, 0.6, 0.9, 0.9999])('a changed byte at %d of its length', async (share) => {
    for (const [kind, key] of [
      ['plain', null],
      ['locked', KEY],
    ] as const) {
      await copied(made[kind], (bytes) => {
        const at = Math.floor(bytes.length * share)
        bytes[at] = (bytes[at] ?? 0) ^ 0x10
        return bytes
      })
      expect(await sentence(verify(copy, key)), kind).toMatch(CHANGED)
    }
  })

  test('an empty file, a foreign one, one that is missing, a folder', async () => {
    await writeFile(copy, '')
    expect(await sentence(verify(copy, null))).toMatch(CHANGED)
    await writeFile(copy, 'nothing of the kind')
    expect(await sentence(verify(copy, null))).toMatch(CHANGED)
    expect(await sentence(verify(join(root, 'missing'), null))).toMatch(/^O arquivo ou a pasta não existe/)
    expect(await sentence(verify(root, null))).toMatch(/^O caminho é uma pasta/)
  })

  const head = (values: object) => Buffer.from(JSON.stringify(values))
  const HEADED = {
    format: 1,
    version: '9.0.0',
    migration: '0046-backup-runs',
    taken_at: '2026-11-26T06:00:00Z',
  }
  const CONTENT = { tables: [], sequences: [], files: [], missing: [] }

  test('a backup of a newer version', async () => {
    for (const newer of [
      { ...HEADED, format: 2 },
      { ...HEADED, migration: '9999-later' },
    ]) {
      await rm(copy, { force: true })
      await writeArchive(copy, null, async (add) => {
        await add(HEAD, head(newer))
        await add(MANIFEST, head(CONTENT))
      })
      expect(await sentence(verify(copy, null))).toMatch(
        /^A cópia é de uma versão mais nova do Farol \(9\.0\.0\)/,
      )
    }
  })

  test('a backup whose files leave their folder', async () => {
    const file = { path: '../../outside.pdf', size: 0, sha256: createHash('sha256').digest('hex') }
    await writeArchive(copy, null, async (add) => {
      await add(HEAD, head(HEADED))
      await add('files/../../outside.pdf', Buffer.from(''))
      await add(MANIFEST, head({ ...CONTENT, files: [file] }))
    })
    expect(await sentence(verify(copy, null))).toMatch(CHANGED)
  })

  test('a backup that cannot be written leaves nothing', async () => {
    const at = join(root, 'a file')
    await writeFile(at, '')
    expect(await sentence(makeBackup({ store, files }, { dir: join(at, 'x'), key: null }))).toMatch(
      /^O caminho não é uma pasta/,
    )
    const closed = join(root, 'closed')
    await mkdir(closed)
    await chmod(closed, 0o500)
    if (!isRoot)
      expect(await sentence(makeBackup({ store, files }, { dir: closed, key: null }))).toMatch(
        /^Sem permissão/,
      )
    expect(await readdir(closed)).toEqual([])
  })

  test('a disk that is full in the middle leaves nothing', async () => {
    const dir = join(root, 'full')
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    const torn: FileStore = { ...files, open: () => Promise.reject(full) }
    expect(await sentence(makeBackup({ store, files: torn }, { dir, key: KEY }))).toBe(
      'Não há espaço em disco.',
    )
    expect(await readdir(dir)).toEqual([])
  })

  test('a second backup of the same second is refused, and the first stays', async () => {
    const dir = join(root, 'twice')
    const now = Date.now()
    const both = await Promise.allSettled(
      [1, 2].map(() => makeBackup({ store, files }, { dir, key: null, now })),
    )
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : []))
    expect(refused).toEqual([expect.stringMatching(/^Já existe um arquivo com este nome/)])
    const [file = '', ...more] = await readdir(dir)
    expect(more).toEqual([])
    await verify(join(dir, file), null)
  })

  test('a backup that is stopped leaves nothing', async () => {
    const dir = join(root, 'stopped')
    await expect(
      makeBackup({ store, files }, { dir, key: null, stop: AbortSignal.abort() }),
    ).rejects.toThrow()
    expect(await readdir(dir)).toEqual([])
  })

  test('a file that a row names and the store lacks is counted, not fatal', async () => {
    const dir = join(root, 'lacking')
    const empty = folderStore(join(root, 'no files'))
    const { file, missing } = await makeBackup({ store, files: empty }, { dir, key: null })
    expect(missing).toBe(1)
    expect((await verify(join(dir, file), null)).manifest.missing).toEqual([PATH])
  })

  test('a target that has anything is left as it is', async () => {
    const before = await sql`select count(*) as n from leads`.execute(store.db)
    const verified = await verify(made.plain, null)
    const empty = folderStore(join(root, 'empty'))
    expect(await sentence(restore(verified, { store, files: empty }))).toMatch(
      /^O banco de dados de destino não está vazio\. Nada foi restaurado\./,
    )
    expect((await sql`select count(*) as n from leads`.execute(store.db)).rows).toEqual(before.rows)
  })
})

describeDatabase('a restore that fails on its way', (open) => {
  let root: string
  let target: Store
  let file: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'farol-half-'))
    const files = folderStore(join(root, 'files'))
    await files.save(PATH, PDF)
    const source = await furnished(open)
    file = join(root, (await makeBackup({ store: source, files }, { dir: root, key: null })).file)
    target = await openStore({ memory: true })
    return async () => {
      await target.close()
      await removeFolder(root)
    }
  })

  test('a full disk of the files leaves an empty database and no file; then it succeeds', async () => {
    const verified = await verify(file, null)
    const place = folderStore(join(root, 'restored'))
    const other = folderStore(join(root, 'other'))
    await other.save('0a/else.pdf', PDF)
    expect(await sentence(restore(verified, { store: target, files: other }))).toMatch(
      /^O lugar dos arquivos \(FILES_DIR ou FILES_URL\) não está vazio/,
    )
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    const torn: FileStore = {
      ...place,
      save: async (path, bytes) => {
        await place.save(path, bytes)
        throw full
      },
    }
    expect(await sentence(restore(verified, { store: target, files: torn }))).toBe('Não há espaço em disco.')
    expect(await isUntouched(target.db)).toBe(true)
    expect(await place.open(PATH)).toBeNull()
    await restore(verified, { store: target, files: place })
    expect((await sql`select count(*) as n from leads`.execute(target.db)).rows).toEqual([{ n: 1 }])
  })
})
