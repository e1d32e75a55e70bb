/** Seals the bytes of a document in pieces, so that a large one is never in memory twice. */
import { openedBytes, sealedBytes } from './bulk.ts'
import type { StoreKeys } from './keys.ts'

const PIECE_BYTES = 1_000_000

const utf8 = new TextEncoder()

/** A piece belongs to its document and its place in it; the document's own record says how many there are. */
const bindingOf = (userId: number, uid: string, place: number) =>
  utf8.encode(JSON.stringify(['piece', userId, uid, place]))

export async function sealedPieces(
  keys: StoreKeys,
  uid: string,
  blob: Blob,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let from = 0; from < blob.size; from += PIECE_BYTES) {
    const bytes = new Uint8Array(await blob.slice(from, from + PIECE_BYTES).arrayBuffer())
    pieces.push(await sealedBytes(keys, bytes, bindingOf(keys.userId, uid, pieces.length)))
  }
  return pieces
}

/** Rejects when a piece does not open. */
export function openedPieces(
  keys: StoreKeys,
  uid: string,
  pieces: readonly Uint8Array<ArrayBuffer>[],
): Promise<Uint8Array<ArrayBuffer>[]> {
  return Promise.all(
    pieces.map((piece, place) => openedBytes(keys, piece, bindingOf(keys.userId, uid, place))),
  )
}
