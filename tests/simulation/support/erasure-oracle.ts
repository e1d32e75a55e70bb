/**
 * Checks erasures: no answer of the server names an erased client, and no device that was told of the erasure keeps
 * anything of the person, in whatever table. docs/sync-protocol.md#erased-clients
 */
import { expect } from 'vitest'
import { z } from 'zod'
import { readMeta } from '../../../src/db/mirror/meta.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import type { Tablet } from './tablet.ts'

interface Erasure {
  readonly clientUid: string
  /** The client, its aliases and its leads. */
  readonly uids: readonly string[]
  /** Texts that only this client has. */
  readonly marks: readonly string[]
}

const told = z.array(z.string()).catch([])

/** Every record of each table as text. Bytes of documents tell nothing of the clients here. */
async function textsOf(db: MirrorDb): Promise<ReadonlyMap<string, string>> {
  let texts: string[] = []
  const read = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) texts.push(Buffer.from(value.buffer).toString('latin1'))
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        texts.push(key)
        read(inner)
      }
    else texts.push(String(value))
  }
  const tables = new Map<string, string>()
  for (const table of [...db.tables, ...db.device.tables]) {
    texts = []
    read(await table.toArray())
    tables.set(table.name, texts.join('\n'))
  }
  return tables
}

export class ErasureOracle {
  #erasures: readonly Erasure[] = []
  /** The clients that were ever erased, their aliases and their leads, also if a restore undid it. */
  readonly uids = new Set<string>()

  erased(erasure: Erasure): void {
    this.#erasures = [...this.#erasures, erasure]
    for (const uid of erasure.uids) this.uids.add(uid)
  }

  get any(): boolean {
    return this.#erasures.length > 0
  }

  /** The database has only these erasures: a restore may have undone others. */
  onlyThese(clientUids: readonly string[]): void {
    this.#erasures = this.#erasures.filter(({ clientUid }) => clientUids.includes(clientUid))
  }

  /** Checks an answer that the server gave after the erasures. */
  answered(tablet: number, path: string, body: string): void {
    for (const { clientUid, marks } of this.#erasures)
      for (const mark of marks)
        if (body.includes(mark))
          expect.fail(
            `${path.slice(0, 14)} told tablet ${tablet} '${mark}' of erased client ${clientUid}: …${body.slice(Math.max(body.indexOf(mark) - 300, 0), body.indexOf(mark) + 60)}`,
          )
  }

  /** Call within `look`. A device that was told of an erasure keeps nothing of the person from then on. */
  async check({ db, number }: Tablet): Promise<void> {
    if (!this.any) return
    const known = told.parse(await readMeta(db, 'erasedUids'))
    await this.#without(
      db,
      // The refusal of a command tells of its own client and lead alone, a page of all.
      this.#erasures.filter(({ uids }) => uids.every((uid) => known.includes(uid))),
      `tablet ${number}, which was told,`,
    )
  }

  /** Call within `look`, when the device has pulled to the end: an erasure reaches every device. */
  async isTold({ db, number }: Tablet): Promise<void> {
    const known = told.parse(await readMeta(db, 'erasedUids'))
    for (const { clientUid, uids } of this.#erasures)
      expect(known, `tablet ${number} was not told that client ${clientUid} is erased`).toEqual(
        expect.arrayContaining([...uids]),
      )
  }

  /** Call when nothing is in flight and every device has pulled. */
  async settled(tablets: readonly Tablet[]): Promise<void> {
    for (const tablet of tablets)
      await tablet.look(async () => {
        await this.#without(tablet.db, this.#erasures, `tablet ${tablet.number}`)
        await this.isTold(tablet)
      })
  }

  async #without(db: MirrorDb, erasures: readonly Erasure[], who: string): Promise<void> {
    if (erasures.length === 0) return
    for (const [table, text] of await textsOf(db))
      for (const { clientUid, marks } of erasures)
        for (const mark of marks) {
          const at = text.indexOf(mark)
          if (at >= 0)
            expect.fail(
              `${who} still has '${mark}' of erased client ${clientUid} in ${table}: …${text.slice(Math.max(at - 300, 0), at + 300)}`,
            )
        }
  }
}
