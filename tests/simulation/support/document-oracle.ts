/**
 * Documents: on their device with their bytes for as long as their command waits, and no longer; on the server exactly
 * once when it was applied; opened by nobody who may not see their lead.
 */
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { attachedFile } from '../../../src/db/files.ts'
import type { FileRecord, OutboxRecord } from '../../../src/db/schema.ts'
import type { Fate } from './made-commands.ts'
import type { SimFiles } from './sim-files.ts'
import type { SimAnswer } from './sim-server.ts'
import type { Tablet } from './tablet.ts'

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
  readonly #files: SimFiles

  constructor(files: SimFiles) {
    this.#files = files
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
      if (uploaded === 1 && this.#files.pathsOf(uid).length === 0)
        expect.fail(`tablet ${tablet.number} takes document ${uid} for sent, and the server does not have it`)
    }
    for (const uid of wanted)
      if (!kept.has(uid)) expect.fail(`tablet ${tablet.number} lost document ${uid} while its command waits`)
  }

  /** What the server answered to somebody who wanted to open the lead's document. */
  opened(lead: { readonly file: string | null; readonly isTheirs: boolean }, answer: SimAnswer): void {
    const { status, body } = answer
    if (!lead.isTheirs || lead.file === null) {
      if (status !== 404) expect.fail(`a document that is not its user's was answered with ${status}`)
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
      const paths = this.#files.pathsOf(uid)
      const [path] = paths
      if (path === undefined || paths.length > 1)
        expect.fail(`${name} lies ${paths.length} times in the store`)
      const bytes = this.#files.kept.get(path)
      expect(new TextDecoder().decode(bytes), `${name} has other bytes in the store`).toBe(text)
      const size = bytes?.length
      expect(uploads.filter((upload) => upload.uid === uid)).toEqual([{ uid, user_id: userId, path, size }])
      // A lead that was removed took its list of files along.
      const stands = leads.some((lead) => lead.uid === leadUid)
      expect(mine).toEqual(stands ? [{ id: uid, lead_uid: leadUid, path, size }] : [])
    }
    for (const { uid } of uploads) if (!this.#documents.has(uid)) expect.fail(`nobody made document ${uid}`)
    for (const { uid, file_path } of leads)
      if (file_path !== null && this.#documents.get(file_path)?.leadUid !== uid)
        expect.fail(`lead ${uid} shows document ${file_path}, which was made for another`)
  }
}
