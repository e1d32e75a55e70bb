/** A house that imports lists of another system, and what tests do in it. */
import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import { importListsDue } from '../../../server/entry/keep-importing.ts'
import { beginImport } from '../../../server/imports/imports.ts'
import { packed } from '../../../server/imports/line-packer.ts'
import { readImportNames } from '../../../server/imports/names.ts'
import { storeLines } from '../../../server/imports/store-lines.ts'
import {
  type DataImport,
  dataImportChoicesSchema,
  dataImportSchema,
  keptRowsRoute,
} from '../../../src/contract/imports.ts'
import { type ImportList, suggestedImportMapping } from '../../../src/domain/imports/lists.ts'
import { readList, readListTable } from '../../../src/domain/imports/read-list.ts'
import { type OpenDatabase, type TestStore } from './databases.ts'
import { emptied } from './emptied.ts'
import { inHouse } from './in-house.ts'
import { ADMIN, BRUNA } from './people.ts'
import type { Device, TestServer } from './server.ts'
import { sheetForm, withKey } from './sheet-form.ts'

export const ANA = '52998224725'
export const NEVER = new AbortController().signal

export interface SentList {
  readonly list: ImportList
  /** By header. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  readonly choices?: Readonly<Record<string, string | number>>
  readonly source?: string
  readonly name?: string
}

const cell = (text: string) => (/[;"\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** All headers of the rows, in the order of their first occurrence. */
const headersOf = (rows: SentList['rows']) => [...new Set(rows.flatMap((row) => Object.keys(row)))]

export function csvOf(rows: SentList['rows']): string {
  const headers = headersOf(rows)
  return [headers, ...rows.map((row) => headers.map((header) => row[header] ?? ''))]
    .map((cells) => cells.map(cell).join(';'))
    .join('\r\n')
}

function listForm({ list, rows, choices, source, name }: SentList, token: string) {
  const fields = {
    list,
    mapping: JSON.stringify(suggestedImportMapping(list, headersOf(rows))),
    source: source ?? 'Pipedrive',
    channel_id: 1,
    ...choices,
  }
  const file = { name: name ?? 'lista.csv', content: csvOf(rows) }
  return sheetForm({ url: '/api/imports', fields, file }, token)
}

export class ImportHouse {
  readonly store: TestStore
  readonly server: TestServer
  readonly admin: Device
  readonly bruna: Device
  constructor(store: TestStore, server: TestServer, admin: Device, bruna: Device) {
    this.store = store
    this.server = server
    this.admin = admin
    this.bruna = bruna
  }

  /** `key`: its Idempotency-Key. */
  async send(file: SentList, key?: string): Promise<{ status: number; body: unknown }> {
    const answer = await this.server.app.inject(withKey(listForm(file, this.admin.token), key))
    return { status: answer.statusCode, body: answer.json<unknown>() }
  }

  /** What the loop of a server does, without its pauses. */
  work(): Promise<void> {
    return importListsDue(this.server.context, { pauses: false, stop: NEVER })
  }

  async started(file: SentList): Promise<number> {
    const { status, body } = await this.send(file)
    expect(status, JSON.stringify(body)).toBe(201)
    return dataImportSchema.parse(body).id
  }

  async read(id: number): Promise<DataImport> {
    return dataImportSchema.parse((await this.admin.call('GET', `/imports/${id}`)).body)
  }

  /** Sends the file, carries it out and returns the import as it ended. */
  async imported(file: SentList): Promise<DataImport> {
    const id = await this.started(file)
    await this.work()
    return this.read(id)
  }

  /** The same without the call and its thread, which take a second: for tests of many files. */
  async importedHere({ list, rows, source = 'Pipedrive', choices }: SentList): Promise<DataImport> {
    const { db } = this.store
    const now = this.server.context.now
    const table = await readListTable({
      bytes: new TextEncoder().encode(csvOf(rows)),
      decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
      sheet: null,
      list,
    })
    const chosen = dataImportChoicesSchema.parse({ source, channel_id: 1, ...choices })
    const how = {
      list,
      mapping: suggestedImportMapping(list, headersOf(rows)),
      names: await readImportNames(db),
      defaults: chosen,
      nowMs: now(),
    }
    const read = packed((sink) => readList(table, { ...how, sink }).lines)
    const asked = { user: { id: ADMIN }, fileName: 'lista.csv', choices: chosen, list, read, nowMs: now() }
    const id = await db.transaction().execute((tx) => beginImport(tx, asked))
    await storeLines(db, { imports: 'imports', id, read }, now)
    await this.work()
    return this.read(id)
  }

  /** Takes the import back and returns it as it ended. */
  async undone(id: number): Promise<DataImport> {
    const { status, body } = await this.admin.call('POST', `/imports/${id}/undo`)
    expect(status, JSON.stringify(body)).toBe(200)
    await this.work()
    return this.read(id)
  }

  async kept(id: number) {
    return keptRowsRoute.answer.parse((await this.admin.call('GET', `/imports/${id}/kept`)).body).data
  }

  async refusals(id: number): Promise<unknown> {
    return (await this.admin.call('GET', `/imports/${id}/refusals`)).body
  }

  leads() {
    return this.store.db.selectFrom('leads').selectAll().orderBy('old_number').orderBy('id').execute()
  }

  clients() {
    return this.store.db.selectFrom('clients').selectAll().orderBy('id').execute()
  }
}

export const WRITTEN_TABLES = ['imports', 'import_keys', 'import_mappings', 'audit_log', 'mails'] as const

export function inImportHouse(open: OpenDatabase, ready: (house: ImportHouse) => void): void {
  let store: TestStore
  inHouse(open, async (opened) => {
    ;({ store } = opened)
    const { server } = opened
    await store.db
      .insertInto('catalogue_entries')
      .values([
        { kind: 'lead_lost_sale', var_id: 1, value: 'Preço' },
        { kind: 'lead_lost_sale', var_id: 5, value: 'Fechou com outra corretora' },
      ])
      .execute()
    await sql`select setval(pg_get_serial_sequence('users', 'id'), 7)`.execute(store.db)
    ready(new ImportHouse(store, server, await server.confirmedDevice(ADMIN), await server.device(BRUNA)))
  })
  beforeEach(async () => {
    await emptied(store, WRITTEN_TABLES)
    await sql`delete from users where id > 7`.execute(store.db)
    await sql`delete from partners where id > 25`.execute(store.db)
  })
}
