/**
 * Checks documents. A document is on its device, with its bytes, exactly as long as its command is in the outbox. It is
 * on the server exactly once when the command was applied. Only users who may see its lead open it. The server's sweep
 * deletes only documents that no command has named for a week.
 */

import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import type { FileRecord, OutboxRecord } from '../../../src/db/schema/records.ts'
import { attachedFile, readFile } from '../../../src/db/session/files.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import type { Fate } from './made-commands.ts'
import type { SimFiles } from './sim-files.ts'
import type { SimAnswer, SimServer } from './sim-server.ts'
import type { Tablet } from './tablet.ts'

/** The server keeps a document this long after it acknowledged the upload, even without a command. */
const KEPT_MS = 7 * DAY_MS

interface Document {
  readonly uid: string
  readonly tablet: string
  readonly userId: number
  readonly leadUid: string
  readonly text: string
  /** `seq` of its command in the tablet's outbox; null: no command was queued. */
  seq: number | null
}

export class DocumentOracle {
  readonly #documents = new Map<string, Document>()
  readonly #server: SimServer
  /** The leads of erased clients, among others. Their documents go. */
  readonly #erased: ReadonlySet<string>
  /** Time of the server's last acknowledgement by uid, in epoch ms. */
  #promisedAt: ReadonlyMap<string, number> = new Map()

  constructor(server: SimServer, erased: ReadonlySet<string>) {
    this.#server = server
    this.#erased = erased
  }

  get #files(): SimFiles {
    return this.#server.files
  }

  /** The server acknowledged the upload. */
  promised(uid: string, nowMs: number): void {
    this.#promisedAt = new Map([...this.#promisedAt, [uid, nowMs]])
  }

  /** The server's acknowledgements until now, for `undone`. */
  get promises(): ReadonlyMap<string, number> {
    return this.#promisedAt
  }

  /** A restore of the database undid the acknowledgements after these. */
  undone(before: ReadonlyMap<string, number>): void {
    const over = [...this.#promisedAt.keys()].map((uid) => [uid, Number.NEGATIVE_INFINITY] as const)
    this.#promisedAt = new Map([...over, ...before])
  }

  /** The server had the document and may have deleted it since. */
  #isOver(uid: string): boolean {
    return this.#promisedAt.has(uid) && !this.#isPromised(uid)
  }

  #isErased(uid: string): boolean {
    return this.#erased.has(this.#documents.get(uid)?.leadUid ?? '')
  }

  #isPromised(uid: string): boolean {
    if (this.#isErased(uid)) return false
    return (this.#promisedAt.get(uid) ?? Number.NEGATIVE_INFINITY) + KEPT_MS > this.#server.now
  }

  get any(): boolean {
    return this.#documents.size > 0
  }

  /** Call before the document is stored on the device. */
  made(tablet: Tablet, document: Pick<Document, 'uid' | 'leadUid' | 'text'>): void {
    const { name, userId } = tablet
    this.#documents.set(document.uid, { ...document, tablet: name, userId, seq: null })
  }

  queued(uid: string, { seq }: OutboxRecord): void {
    const document = this.#documents.get(uid)
    if (document !== undefined && seq !== undefined) document.seq = seq
  }

  /** Compares the tablet's files with its outbox. */
  async check(tablet: Tablet, outbox: readonly OutboxRecord[]): Promise<void> {
    const wanted = new Set(outbox.flatMap((record) => attachedFile(record) ?? []))
    const kept = new Set<string>()
    for (const { uid, uploaded } of await tablet.db.files.toArray()) {
      kept.add(uid)
      const document = this.#documents.get(uid)
      if (document?.tablet !== tablet.name)
        expect.fail(`tablet ${tablet.number} has document ${uid}, which its user never attached`)
      // A document without a command, because the disk was full, is deleted a day later.
      if (document.seq !== null && !wanted.has(uid))
        expect.fail(`document ${uid} is still on tablet ${tablet.number} without its command`)
      if (uploaded === 1 && !this.#isOver(uid) && (await this.#files.pathsOf(uid)).length === 0)
        expect.fail(`tablet ${tablet.number} marks document ${uid} as uploaded; the server does not have it`)
    }
    for (const uid of wanted)
      if (!kept.has(uid))
        expect.fail(`tablet ${tablet.number} lost document ${uid} before its command was sent`)
  }

  /** Checks the answer to a user who opens the lead's document. `refusal`: the expected status without permission. */
  opened(
    lead: { readonly file: string | null; readonly isTheirs: boolean; readonly refusal: 403 | 404 },
    answer: SimAnswer,
  ): void {
    const { status, body } = answer
    if (!lead.isTheirs || lead.file === null) {
      if (status !== lead.refusal)
        expect.fail(`a document outside its user's scope was answered with ${status}`)
      return
    }
    if (status !== 200 || body !== this.#documents.get(lead.file)?.text)
      expect.fail(`document ${lead.file} was opened with ${status}, as ${body.slice(0, 60)}`)
  }

  /** Call when nothing is in flight. `fates`: the fate of each command by `tablet seq`. */
  async settled(
    tablets: readonly Tablet[],
    fates: ReadonlyMap<string, Fate>,
    db: Kysely<Database>,
  ): Promise<void> {
    if (!this.any) return
    const uploads = await db.selectFrom('uploaded_files').select(['uid', 'user_id', 'path', 'size']).execute()
    const joined = await db.selectFrom('lead_files').select(['id', 'lead_uid', 'path', 'size']).execute()
    const leads = await db.selectFrom('leads').select(['uid', 'file_path']).execute()
    const kept = new Map<string, FileRecord>()
    for (const { db: store } of tablets)
      for (const uid of await store.files.toCollection().primaryKeys()) {
        const file = await readFile(store, uid)
        if (file !== undefined) kept.set(uid, file)
      }

    for (const document of this.#documents.values()) {
      const { uid, tablet, seq, text, leadUid, userId } = document
      const name = `document ${uid} of tablet ${tablet}`
      const fate = seq === null ? 'gone' : fates.get(`${tablet} ${seq}`)
      if (this.#erased.has(leadUid)) continue
      const mine = joined.filter(({ id }) => id === uid)
      if (fate === 'queued' && (await kept.get(uid)?.bytes.text()) !== text)
        expect.fail(`${name} has other bytes while its command is queued`)
      if (fate !== 'applied') {
        expect(mine, `${name} is attached to a lead; its command was not applied`).toEqual([])
        continue
      }
      if (kept.has(uid)) expect.fail(`${name} is attached to its lead and still on the tablet`)
      // The deletion of a lead also deletes its list of files; then the sweep may delete the document.
      const exists = leads.some((lead) => lead.uid === leadUid)
      const upload = uploads.find((one) => one.uid === uid)
      if (!exists && upload === undefined) continue
      const path = upload?.path
      expect(upload, name).toEqual({ uid, user_id: userId, path, size: text.length })
      expect(mine).toEqual(exists ? [{ id: uid, lead_uid: leadUid, path, size: text.length }] : [])
    }
    await this.#allHaveTheirBytes(uploads)
    for (const { uid } of uploads) if (!this.#documents.has(uid)) expect.fail(`no user made document ${uid}`)
    for (const { uid, file_path } of leads)
      if (file_path !== null && this.#documents.get(file_path)?.leadUid !== uid)
        expect.fail(`lead ${uid} has document ${file_path}, which was made for another lead`)
  }

  /** Checks the state after the server's sweep. `ended`: false if the server died during the sweep. */
  async swept(ended: boolean): Promise<void> {
    const { db, now } = this.#server
    const uploads = await db.selectFrom('uploaded_files').select(['uid', 'path', 'created_at']).execute()
    const joined = await db.selectFrom('lead_files').select(['id', 'path']).execute()
    await this.#allHaveTheirBytes(uploads)
    const has = new Set(uploads.map(({ uid }) => uid))
    for (const uid of this.#promisedAt.keys())
      if (this.#isPromised(uid) && !has.has(uid))
        expect.fail(`the sweep deleted document ${uid} within a week of its acknowledgement`)
    for (const { id } of joined)
      if (!has.has(id)) expect.fail(`the sweep deleted document ${id}, which a lead has`)
    if (!ended) return
    const named = new Set(joined.map(({ id }) => id))
    for (const { uid, created_at } of uploads)
      if (!named.has(uid) && Date.parse(created_at) + KEPT_MS < now)
        expect.fail(`the sweep left document ${uid}, which no lead has`)
    const paths = new Set(uploads.map(({ path }) => path))
    for await (const { path, modifiedMs } of this.#files.list())
      if (!paths.has(path) && modifiedMs + KEPT_MS < now)
        expect.fail(`the sweep left ${path}, which no document has`)
  }

  /** Checks a sweep long after the last upload: the store has each document of a lead once and nothing else. */
  async onlyOfLeads(): Promise<void> {
    const joined = await this.#server.db.selectFrom('lead_files').select('path').execute()
    expect(await this.#files.lying()).toEqual(joined.map(({ path }) => path).sort())
  }

  /** The store has the bytes of every recorded upload. */
  async #allHaveTheirBytes(
    uploads: readonly { readonly uid: string; readonly path: string }[],
  ): Promise<void> {
    for (const { uid, path } of uploads)
      if ((await this.#files.textAt(path)) !== this.#documents.get(uid)?.text)
        expect.fail(`the server records document ${uid} at ${path}, which does not have its bytes`)
  }
}
