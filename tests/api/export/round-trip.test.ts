/**
 * The data is not locked in: a house that is exported and imported into an empty Farol gives the same figures in every report, the
 * same board, clients, timelines and files. docs/rules.md#export-of-everything
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createAdmin } from '../../../server/accounts/first-admin.ts'
import { inOneForm, linesOf } from '../../../server/backup/rows.ts'
import { fillDemo } from '../../../server/demo/fill-demo.ts'
import { importWhole } from '../../../server/export/import-whole.ts'
import { verifyExport } from '../../../server/export/verify-export.ts'
import { exportedTables, writeExport } from '../../../server/export/write-export.ts'
import { refreshClocks } from '../../../server/reports/queries/working-clocks.ts'
import { addressOf } from '../../../src/api/call.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import { rowsQuery } from '../../../src/domain/reports/report.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import { WHATSAPP_SETTING } from '../../../src/domain/settings/whatsapp.ts'
import { EVERY_REPORT } from '../reports/every-report.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { startServer, type TestServer } from '../support/server.ts'

const NOW = '2026-11-26T15:00:00Z'
const ALL_ROWS = 500
const ADMIN_PASSWORD = 'uma senha bem comprida do destino'
const FILE = { uid: '0190b6f2-0000-7000-8000-000000000001', path: '01/um-documento-1234.pdf' }
const FILE_BYTES = Buffer.from('%PDF-1.7\n\u0000\u0001ção\n%%EOF\n', 'latin1')

/** Demo accounts of each role that reads reports. */
const READERS = [
  { id: 1, role: 1 },
  { id: 3, role: 3 },
  { id: 5, role: 4 },
  { id: 6, role: 5 },
  { id: 8, role: 7 },
] as const

const FILTERS: readonly ReportFilter[] = [
  {},
  { de: '2026-01-01', ate: '2026-12-31', mes: '2026' },
  { de: '2026-10-01', ate: '2026-11-26', empresas: [24, 25, 26], mes: '202611' },
  { de: '2026-06-01', ate: '2026-11-30', estoque: [1], canais: [1, 8, 27], corretores: [3] },
]

/** Numbers of transactions are of one database alone; the moment is the answer’s. */
const OF_THIS_ANSWER = ['version', 'as_of']
const withoutVersions = (body: string): unknown =>
  JSON.parse(body, (key, value: unknown) => (OF_THIS_ANSWER.includes(key) ? undefined : value))

async function answer(server: TestServer, token: string, path: string) {
  const { statusCode, body } = await server.app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { path, statusCode, body: withoutVersions(body) }
}

/** What every report says to everybody who may ask it. */
async function reportsOf(server: TestServer, nowMs: number) {
  const answers = []
  for (const { id, role } of READERS) {
    const { token } = await server.device(id)
    for (const { report, route, action, name } of EVERY_REPORT.filter((one) => may(one.action, role)))
      for (const filter of FILTERS) {
        const query = rowsQuery(report, filter, nowMs, ALL_ROWS)
        const said = await answer(server, token, addressOf(route.path, {}, query))
        answers.push({ ...said, name, id, action })
      }
  }
  return answers
}

/** Counters of the board, clients, and timelines. */
async function screensOf(server: TestServer, leadIds: readonly number[]) {
  const answers = []
  for (const { id } of READERS) {
    const { token } = await server.device(id)
    const paths = [
      '/dashboard',
      '/leads/list-broker?status=1',
      '/leads/list-broker?status=6',
      '/clients?page=1&per_page=50',
      '/leadChart?date_ini=2026-01-01&date_end=2026-12-31',
      ...leadIds.map((lead) => `/leads/${lead}`),
      ...leadIds.map((lead) => `/leads/${lead}/timeline`),
    ]
    for (const path of paths) answers.push({ ...(await answer(server, token, path)), id })
  }
  return answers
}

/** The rows of every sheet, as the database writes them. */
async function rowsOf({ db }: TestStore) {
  return db.transaction().execute(async (tx) => {
    await inOneForm(tx)
    const all: Record<string, string> = {}
    for (const table of await exportedTables(tx)) {
      let lines = ''
      for await (const part of linesOf(tx, table)) lines += part
      all[table.name] = lines
    }
    return all
  })
}

describeDatabase('an export of everything', (open) => {
  test('gives the same figures in an empty Farol', { timeout: 300_000 }, async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
    const dir = await mkdtemp(join(tmpdir(), 'farol-round-trip-'))
    const path = join(dir, 'a.zip')
    const nowMs = Date.parse(NOW)
    try {
      const from = await open()
      await fillDemo(from, { leads: 400, now: new Date(NOW) })
      await refreshClocks(from.db)
      const house = await startServer(from, { FILES_DIR: join(dir, 'from') })
      const leads = await from.db.selectFrom('leads').select(['uid', 'id']).orderBy('id').limit(12).execute()
      const [{ uid: lead_uid } = { uid: '' }] = leads
      const created_at = NOW
      await house.context.integrations.files.save(FILE.path, FILE_BYTES)
      const file = { size: FILE_BYTES.length, path: FILE.path }
      await from.db
        .insertInto('uploaded_files')
        .values({ uid: FILE.uid, user_id: 3, created_at, ...file })
        .execute()
      await from.db
        .insertInto('lead_files')
        .values({ id: FILE.uid, lead_uid, ...file })
        .execute()
      await from.db.updateTable('leads').set({ file_path: FILE.uid }).where('uid', '=', lead_uid).execute()
      const read = async (server: TestServer, store: TestStore) => ({
        reports: await reportsOf(server, nowMs),
        screens: await screensOf(
          server,
          leads.map(({ id }) => id),
        ),
        rows: await rowsOf(store),
        numbers: await numbersOf(store),
      })
      const before = await read(house, from)
      await writeExport(
        { store: from, files: house.context.integrations.files },
        { path, progress: { done: 0, total: 0 }, stop: new AbortController().signal, nowMs },
      )
      await house.stop()

      const to = await open()
      await createAdmin(to, {
        login: 'ana',
        name: 'Ana',
        email: 'ana@exemplo.com.br',
        password: ADMIN_PASSWORD,
      })
      const other = await startServer(to, { FILES_DIR: join(dir, 'to') })
      const { files } = other.context.integrations
      const imported = await importWhole(await verifyExport(path), { store: to, files })
      expect(imported.files).toBe(1)
      const signIn = await other.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { login: 'ana', password: ADMIN_PASSWORD, device_id: 'a' },
      })
      expect(signIn.statusCode).toBe(200)
      const passwords = await to.db.selectFrom('user_passwords').select('user_id').execute()
      expect(passwords).toHaveLength(1)
      expect(await to.db.selectFrom('mails').selectAll().execute()).toEqual([])
      // The imported house has one user more: who imported it.
      for (const table of ['user_passwords', 'user_roles', 'users', 'sessions'] as const)
        if (table !== 'sessions' && table !== 'user_passwords')
          await sql`delete from ${sql.table(table)} where ${sql.ref(table === 'users' ? 'id' : 'user_id')} = ${passwords[0]?.user_id}`.execute(
            to.db,
          )

      const after = await read(other, to)
      expect(after.screens).toEqual(before.screens)
      expect(after.reports).toEqual(before.reports)
      expect(before.reports.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(100)
      const { audit_log: _, indication_links: __, ...rows } = after.rows
      const { audit_log: _was, indication_links: __was, ...rowsBefore } = before.rows
      expect(rows).toEqual(rowsBefore)
      expect(after.numbers).toEqual(before.numbers)
      const copy = await files.open(FILE.path)
      expect(copy === null ? null : await buffer(copy)).toEqual(FILE_BYTES)
      await other.stop()
    } finally {
      vi.useRealTimers()
      await rm(dir, { recursive: true })
    }
  })

  test('the connection to WhatsApp stays behind, and devices are told so', { timeout: 120_000 }, async () => {
    const dir = await mkdtemp(join(tmpdir(), 'farol-round-trip-'))
    const path = join(dir, 'a.zip')
    try {
      const from = await open()
      await fillDemo(from, { leads: 5, now: new Date(NOW) })
      await from.db
        .insertInto('whatsapp_connection')
        .values({ waba_id: '1', token: 't', app_secret: 's', verify_token: 'v', state_since: NOW })
        .execute()
      await from.db
        .insertInto('whatsapp_numbers')
        .values({ phone_number_id: '777', display_number: '5531999990000' })
        .execute()
      const told = async ({ db }: TestStore) =>
        db.selectFrom('settings').select('value').where('key', '=', WHATSAPP_SETTING).executeTakeFirst()
      expect(await told(from)).toEqual({ value: true })
      const house = await startServer(from, { FILES_DIR: join(dir, 'from') })
      const { files } = house.context.integrations
      const progress = { done: 0, total: 0 }
      await writeExport(
        { store: from, files },
        { path, progress, stop: new AbortController().signal, nowMs: Date.parse(NOW) },
      )
      await house.stop()
      const to = await open()
      const admin = { login: 'ana', name: 'Ana', email: 'ana@exemplo.com.br', password: ADMIN_PASSWORD }
      await createAdmin(to, admin)
      await importWhole(await verifyExport(path), { store: to, files })
      expect(await to.db.selectFrom('whatsapp_connection').selectAll().execute()).toEqual([])
      expect(await told(to)).toEqual({ value: false })
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})

/** The numbers that the next lead and the next client would get. */
async function numbersOf({ db }: TestStore) {
  const { rows } = await sql`
    select sequencename as name, last_value::text as last from pg_sequences
    where sequencename in ('lead_numbers', 'client_numbers', 'partners_id_seq') order by 1`.execute(db)
  return rows
}
