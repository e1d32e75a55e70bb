/**
 * Documents: on their device with their bytes for as long as their command waits, and no longer; on the server exactly
 * once when it was applied; opened by nobody who may not see their lead. The server's sweep takes what nobody named for a
 * week, and nothing else.
 */

import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import type { FileRecord, OutboxRecord } from '../../../src/db/mirror/schema.ts'
import { attachedFile } from '../../../src/db/session/files.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import type { Fate } from './made-commands.ts'
import type { SimFiles } from './sim-files.ts'
import type { SimAnswer, SimServer } from './sim-server.ts'
import type { Tablet } from './tablet.ts'

/** Once the server has said that it has a document, it keeps it for so long, whether a command names it or not. */
const KEPT_MS = 7 * DAY_MS

interface Document {
  readonly uid: string
  readonly tablet: string
  readonly userId: number
  readonly leadUid: string
  readonly text: string
  /** Its command's place in the tablet's queue; null: none was queued. */
  seq: number | null
}

export class DocumentOracle {
  readonly #documents = new Map<string, Document>()
  readonly #server: SimServer
  /** When the server said last that it has it, epoch ms, by uid. */
  readonly #promisedAt = new Map<string, number>()

  constructor(server: SimServer) {
    this.#server = server
  }

  get #files(): SimFiles {
    return this.#server.files
  }

  /** The server says that it has it. */
  promised(uid: string, nowMs: number): void {
    this.#promisedAt.set(uid, nowMs)
  }

  /** The server had it, and need not keep it any longer. */
  #isOver(uid: string): boolean {
    return this.#promisedAt.has(uid) && !this.#isPromised(uid)
  }

  #isPromised(uid: string): boolean {
    return (this.#promisedAt.get(uid) ?? Number.NEGATIVE_INFINITY) + KEPT_MS > this.#server.now
  }

  get any(): boolean {
    return this.#documents.size > 0
  }

  /** About to be kept on the device. */
  made(tablet: Tablet, document: Pick<Document, 'uid' | 'leadUid' | 'text'>): void {
    const { name, userId } = tablet
    this.#documents.set(document.uid, { ...document, tablet: name, userId, seq: null })
  }

  queued(uid: string, { seq }: OutboxRecord): void {
    const document = this.#documents.get(uid)
    if (document !== undefined && seq !== undefined) document.seq = seq
  }

  /** The tablet's files against its queue. */
  async check(tablet: Tablet, outbox: readonly OutboxRecord[]): Promise<void> {
    const wanted = new Set(outbox.flatMap((record) => attachedFile(record) ?? []))
    const kept = new Set<string>()
    for (const { uid, uploaded } of await tablet.db.files.toArray()) {
      kept.add(uid)
      const document = this.#documents.get(uid)
      if (document?.tablet !== tablet.name)
        expect.fail(`tablet ${tablet.number} has document ${uid}, which its user never attached`)
      // One that the disk had no room to queue goes a day later.
      if (document.seq !== null && !wanted.has(uid))
        expect.fail(`document ${uid} stays on tablet ${tablet.number}, and its command is gone`)
      if (uploaded === 1 && !this.#isOver(uid) && (await this.#files.pathsOf(uid)).length === 0)
        expect.fail(`tablet ${tablet.number} takes document ${uid} for sent, and the server does not have it`)
    }
    for (const uid of wanted)
      if (!kept.has(uid)) expect.fail(`tablet ${tablet.number} lost document ${uid} while its command waits`)
  }

  /** What the server answered to somebody who wanted to open the lead's document; `refusal`: the status that says no. */
  opened(
    lead: { readonly file: string | null; readonly isTheirs: boolean; readonly refusal: 403 | 404 },
    answer: SimAnswer,
  ): void {
    const { status, body } = answer
    if (!lead.isTheirs || lead.file === null) {
      if (status !== lead.refusal)
        expect.fail(`a document that is not its user's was answered with ${status}`)
      return
    }
    if (status !== 200 || body !== this.#documents.get(lead.file)?.text)
      expect.fail(`document ${lead.file} was opened with ${status}, as ${body.slice(0, 60)}`)
  }

  /** Everything is quiet. `fates`: of each command, by tablet and place. */
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
    for (const tablet of tablets) for (const file of await tablet.db.files.toArray()) kept.set(file.uid, file)

    for (const document of this.#documents.values()) {
      const { uid, tablet, seq, text, leadUid, userId } = document
      const name = `document ${uid} of tablet ${tablet}`
      const fate = seq === null ? 'given up' : fates.get(`${tablet} ${seq}`)
      const mine = joined.filter(({ id }) => id === uid)
      if (fate === 'queued' && (await kept.get(uid)?.bytes.text()) !== text)
        expect.fail(`${name} waits for its turn with other bytes`)
      if (fate !== 'applied') {
        expect(mine, `${name} is with a lead, and its command was not applied`).toEqual([])
        continue
      }
      if (kept.has(uid)) expect.fail(`${name} is with its lead and still on the tablet`)
      // A lead that was removed took its list of files along, and then nobody keeps the document for it.
      const stands = leads.some((lead) => lead.uid === leadUid)
      const upload = uploads.find((one) => one.uid === uid)
      if (!stands && upload === undefined) continue
      const path = upload?.path
      expect(upload, name).toEqual({ uid, user_id: userId, path, size: text.length })
      expect(mine).toEqual(stands ? [{ id: uid, lead_uid: leadUid, path, size: text.length }] : [])
    }
    await this.#allHaveTheirBytes(uploads)
    for (const { uid } of uploads) if (!this.#documents.has(uid)) expect.fail(`nobody made document ${uid}`)
    for (const { uid, file_path } of leads)
      if (file_path !== null && this.#documents.get(file_path)?.leadUid !== uid)
        expect.fail(`lead ${uid} shows document ${file_path}, which was made for another`)
  }

  /** After the server's sweep. `ended`: it did not die in it. */
  async swept(ended: boolean): Promise<void> {
    const { db, now } = this.#server
    const uploads = await db.selectFrom('uploaded_files').select(['uid', 'path', 'created_at']).execute()
    const joined = await db.selectFrom('lead_files').select(['id', 'path']).execute()
    await this.#allHaveTheirBytes(uploads)
    const has = new Set(uploads.map(({ uid }) => uid))
    for (const uid of this.#promisedAt.keys())
      if (this.#isPromised(uid) && !has.has(uid))
        expect.fail(`document ${uid} is swept, and the server has promised to keep it`)
    for (const { id } of joined)
      if (!has.has(id)) expect.fail(`document ${id} is swept, and a lead carries it`)
    if (!ended) return
    const named = new Set(joined.map(({ id }) => id))
    for (const { uid, created_at } of uploads)
      if (!named.has(uid) && Date.parse(created_at) + KEPT_MS < now)
        expect.fail(`document ${uid}, which nobody asks for, is not swept`)
    const paths = new Set(uploads.map(({ path }) => path))
    for await (const { path, modifiedMs } of this.#files.list())
      if (!paths.has(path) && modifiedMs + KEPT_MS < now) expect.fail(`${path} is nobody's, and not swept`)
  }

  /** Long after the last upload, and swept: what leads carry lies there once, and nothing else does. */
  async onlyOfLeads(): Promise<void> {
    const joined = await this.#server.db.selectFrom('lead_files').select('path').execute()
    expect(await this.#files.lying()).toEqual(joined.map(({ path }) => path).sort())
  }

  /** Whatever the server says it has is there. */
  async #allHaveTheirBytes(
    uploads: readonly { readonly uid: string; readonly path: string }[],
  ): Promise<void> {
    for (const { uid, path } of uploads)
      if ((await this.#files.textAt(path)) !== this.#documents.get(uid)?.text)
        expect.fail(`the server says that it has document ${uid}, and ${path} does not hold its bytes`)
  }
}
