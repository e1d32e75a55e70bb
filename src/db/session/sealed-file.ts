/** A document as a protected device stores it: its bytes in sealed pieces, and what they are in the record. */
import { z } from 'zod'
import type { FileRecord } from '../schema/records.ts'
import { openBulk, sealBulk } from '../sealing/bulk.ts'
import type { StoreKeys } from '../sealing/keys.ts'
import { openedPieces, sealedPieces } from '../sealing/pieces.ts'
import { Unreadable } from '../sealing/record.ts'

const TABLE = 'files'

const openedSchema = z.object({
  uid: z.string(),
  leadUid: z.string(),
  name: z.string(),
  type: z.string(),
  /** How many pieces there are. */
  count: z.number(),
  queuedAt: z.number(),
  uploaded: z.union([z.literal(0), z.literal(1)]),
})

const storedSchema = z.object({
  pieces: z.array(z.custom<Uint8Array<ArrayBuffer>>((piece) => piece instanceof Uint8Array)),
})

export async function sealedFile(keys: StoreKeys, { bytes, ...record }: FileRecord): Promise<object> {
  const pieces = await sealedPieces(keys, record.uid, bytes)
  const about = { ...record, type: bytes.type, count: pieces.length }
  return { ...(await sealBulk(keys, TABLE, about)), pieces }
}

/** Throws `Unreadable`. */
export async function openedFile(keys: StoreKeys, stored: object): Promise<FileRecord> {
  const { type, count, ...record } = openedSchema.parse(await openBulk(keys, TABLE, stored))
  const { pieces } = storedSchema.parse(stored)
  if (pieces.length !== count) throw new Unreadable(TABLE, stored)
  const bytes = await openedPieces(keys, record.uid, pieces).catch(() => {
    throw new Unreadable(TABLE, stored)
  })
  return { ...record, bytes: new Blob(bytes, { type }) }
}
