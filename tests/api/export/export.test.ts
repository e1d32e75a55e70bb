/** 'Exportar tudo': who may, one at a time, what leaves, how long it stays, and what is refused on the way back. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { columnWords } from '../../../server/export/column-words.ts'
import { exportDue, removeOldExports } from '../../../server/export/export-loop.ts'
import { importWhole } from '../../../server/export/import-whole.ts'
import { takeExport } from '../../../server/export/jobs.ts'
import { manifestSchema } from '../../../server/export/manifest.ts'
import { verifyExport } from '../../../server/export/verify-export.ts'
import { exportedTables } from '../../../server/export/write-export.ts'
import { SHEETS, TABLES } from '../../../server/records/tables.ts'
import { wholeExportRoute } from '../../../src/contract/export.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inviterOf } from '../support/leads.ts'
import { ADMIN, addLead, BRUNA, house, withoutLeads, workedBy } from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

const never = () => new AbortController().signal

describeDatabase('exporting everything', (open) => {
  let store: TestStore
  let server: TestServer
  let dir: string
  let admin: Device
  beforeAll(async () => {
    store = await open()
    await house(store)
    await inviterOf(store)
    dir = await mkdtemp(join(tmpdir(), 'farol-export-'))
    server = await startServer(store, { FILES_DIR: dir })
    admin = await server.confirmedDevice(ADMIN)
    return async () => {
      await server.stop()
      await rm(dir, { recursive: true })
    }
  })
  beforeEach(async () => {
    await withoutLeads(store)
    await store.db.deleteFrom('whole_exports').execute()
    await removeOldExports(server.context)
  })

  const latest = async () => {
    const { body } = await admin.call('GET', '/exports/whole')
    return wholeExportRoute.answer.parse(body).export
  }
  const ask = () => admin.call('POST', '/exports/whole')
  const fetched = (id: number, headers = admin.headers) =>
    server.app.inject({ url: `/api/exports/whole/${id}/file`, headers: { ...headers } })
  const files = () => readdir(join(dir, 'exportacoes'))
  const carryOut = () => exportDue(server.context, never())
  const made = async () => {
    await ask()
    await carryOut()
    const one = await latest()
    if (one === null) throw new Error('no export')
    return one
  }
  const audited = async () =>
    (
      await store.db
        .selectFrom('audit_log')
        .select(['user_id', 'action'])
        .where('entity', '=', 'whole_exports')
        .orderBy('id')
        .execute()
    ).map(({ user_id, action }) => `${user_id} ${action}`)

  test('each table of the database leaves, or is left out with a reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema()`.execute(store.db)
    expect(Object.keys(TABLES).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
    const names = Object.values(SHEETS).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('each column that leaves has words in LEIA-ME.txt', async () => {
    const tables = await store.db.transaction().execute(exportedTables)
    const silent = tables.flatMap(({ name, columns }) =>
      columns.flatMap((column) =>
        columnWords(name, column.name) === null ? [`${name}.${column.name}`] : [],
      ),
    )
    expect(silent).toEqual([])
  })

  test('no secret leaves', async () => {
    const tables = await store.db.transaction().execute(exportedTables)
    const columns = tables.flatMap(({ name, columns: own }) => own.map((column) => `${name}.${column.name}`))
    expect(
      columns.filter((name) => /hash|secret|token|password|private|endpoint|\.auth$/.test(name)),
    ).toEqual([])
  })

  test('only who has confirmed asks and fetches', async () => {
    const unconfirmed = await server.device(ADMIN)
    expect((await unconfirmed.call('POST', '/exports/whole')).status).toBe(403)
    expect(await latest()).toBe(null)
    const { id } = await made()
    expect((await fetched(id, unconfirmed.headers)).statusCode).toBe(403)
    expect((await fetched(id)).statusCode).toBe(200)
  })

  test('it has sheets, files, what each is, and sums', async () => {
    await addLead(store, { ...workedBy(BRUNA), additional_information: '=1+1; "ok"' })
    const before = (await audited()).length
    const { id, state, bytes, rows, available, user } = await made()
    expect({ state, available, user: user.id }).toEqual({ state: 'done', available: true, user: ADMIN })
    const { headers, rawPayload } = await fetched(id)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(bytes),
      'content-disposition': expect.stringMatching(
        /^attachment; filename="farol-tudo-\d{4}-\d\d-\d\d\.zip"$/,
      ),
    })
    const zip = unzipSync(rawPayload)
    const text = (name: string) => Buffer.from(zip[name] ?? []).toString()
    expect(text('planilhas/leads.csv')).toContain(`;"'=1+1; ""ok""";`)
    expect(text('planilhas/usuarios.csv')).toContain(';Bruna;')
    expect(text('LEIA-ME.txt')).toContain('leads.csv (1 linha)')
    const manifest = manifestSchema.parse(JSON.parse(text('manifesto.json')))
    expect(manifest.sheets).toHaveLength(Object.keys(SHEETS).length)
    expect(manifest.sheets.reduce((sum, sheet) => sum + sheet.rows, 0)).toBe(rows)
    expect((await audited()).slice(before)).toEqual([`${ADMIN} request`, `${ADMIN} download`])
  })

  test('one at a time: asking again answers the one that waits', async () => {
    const first = await ask()
    expect(first.status).toBe(200)
    expect((await ask()).body).toEqual(first.body)
    expect(await store.db.selectFrom('whole_exports').selectAll().execute()).toHaveLength(1)
  })

  test('after a day the file is gone, and so is the file of an earlier export', async () => {
    const { id: first } = await made()
    const { id } = await made()
    await removeOldExports(server.context)
    expect(await files()).toHaveLength(1)
    expect((await fetched(first)).statusCode).toBe(404)
    server.forward(DAY_MS - MINUTE_MS)
    await removeOldExports(server.context)
    admin = await server.confirmedDevice(ADMIN)
    expect((await fetched(id)).statusCode).toBe(200)
    server.forward(2 * MINUTE_MS)
    expect((await fetched(id)).statusCode).toBe(404)
    await removeOldExports(server.context)
    expect(await files()).toEqual([])
    expect((await latest())?.available).toBe(false)
  })

  test('the deletion of old files leaves the file of an export that begins meanwhile', async () => {
    await made()
    const begun = 'exportacao-9-1.zip.part'
    const { db } = server.context.store
    const beginsMeanwhile = new Proxy(db, {
      get: (target, key) => {
        if (key === 'selectFrom') writeFileSync(join(dir, 'exportacoes', begun), 'half')
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const context = { ...server.context, store: { ...server.context.store, db: beginsMeanwhile } }
    await removeOldExports(context)
    expect(await files()).toContain(begun)
    await removeOldExports(server.context)
    expect(await files()).not.toContain(begun)
  })

  test('a server that stops leaves nothing, and the next one begins anew', async () => {
    await ask()
    const end = new AbortController()
    end.abort(new Error('stopped'))
    await exportDue(server.context, end.signal)
    expect(await latest()).toMatchObject({ state: 'waiting' })
    // One that was killed says nothing for a minute.
    const killed = await takeExport(store.db, server.context.now())
    await writeFile(join(dir, 'exportacoes', `exportacao-${killed?.id}-1.zip.part`), 'half')
    await carryOut()
    expect(await latest()).toMatchObject({ state: 'running' })
    server.forward(2 * MINUTE_MS)
    await carryOut()
    expect(await latest()).toMatchObject({ state: 'done' })
    await removeOldExports(server.context)
    expect(await files()).toEqual([`exportacao-${killed?.id}-2.zip`])
  })

  test('one that never comes to its end fails', async () => {
    await ask()
    for (let kill = 0; kill < 3; kill++) {
      await takeExport(store.db, server.context.now())
      server.forward(2 * MINUTE_MS)
    }
    await carryOut()
    expect(await latest()).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('três tentativas'),
    })
  })

  test('a full disk is reported, and no half file stays', async () => {
    await ask()
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
    const { integrations } = server.context
    await store.db
      .insertInto('uploaded_files')
      .values({
        uid: crypto.randomUUID(),
        user_id: BRUNA,
        size: 1,
        path: 'aa/x.pdf',
        created_at: '2026-01-01',
      })
      .execute()
    const fails = { ...integrations.files, open: () => Promise.reject(full) }
    const context = { ...server.context, store, integrations: { ...integrations, files: fails } }
    await expect(exportDue(context, never())).rejects.toThrow('no space')
    await store.db.deleteFrom('uploaded_files').execute()
    expect(await latest()).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('sem espaço em disco'),
      available: false,
    })
    expect(await files()).toEqual([])
  })

  // Root writes everywhere.
  test.skipIf(process.getuid?.() === 0)('a folder that takes no files is reported', async () => {
    await chmod(join(dir, 'exportacoes'), 0o500)
    await ask()
    await expect(carryOut()).rejects.toThrow()
    await chmod(join(dir, 'exportacoes'), 0o700)
    expect(await latest()).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('Sem permissão'),
    })
  })

  test('other programs open the zip', async () => {
    await made()
    const [name = ''] = await files()
    const listed = await new Promise<string>((resolve) => {
      execFile('python3', ['-m', 'zipfile', '-t', join(dir, 'exportacoes', name)], (_error, out) =>
        resolve(out),
      )
    })
    // Where there is no Python, nothing is proved here.
    if (listed !== '') expect(listed).toContain('Done testing')
  })

  test('what can’t be imported is refused, and changes nothing', async () => {
    await made()
    const [name = ''] = await files()
    const path = join(dir, 'exportacoes', name)
    const target = { store, files: server.context.integrations.files }
    await store.db
      .insertInto('data_requests')
      .values({
        client_uid: null,
        name: 'Ana',
        contact: '',
        kind: 'access',
        came_by: 'mail',
        details: '',
        received_on: '2026-01-02',
        created_at: new Date().toISOString(),
        created_by: null,
        answered_on: null,
        answered_by: null,
        outcome: null,
        answer: '',
      })
      .execute()
    await expect(importWhole(await verifyExport(path), target)).rejects.toThrow('Este Farol já tem dados')
    await store.db.deleteFrom('data_requests').execute()
    await addLead(store, workedBy(BRUNA))
    await expect(importWhole(await verifyExport(path), target)).rejects.toThrow('Este Farol já tem dados')
    expect(await store.db.selectFrom('leads').selectAll().execute()).toHaveLength(1)
    const bytes = await readFile(path)
    const changed = join(dir, 'changed.zip')
    // Within the first sheet.
    const at = 100
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    await writeFile(changed, bytes)
    await expect(verifyExport(changed)).rejects.toThrow('incompleto ou foi alterado')
    await writeFile(changed, bytes.subarray(0, bytes.length / 2))
    await expect(verifyExport(changed)).rejects.toThrow('não é uma exportação do Farol')
    await expect(verifyExport(join(dir, 'nothing.zip'))).rejects.toThrow(/ENOENT/)
    await rm(changed)
  })
})
