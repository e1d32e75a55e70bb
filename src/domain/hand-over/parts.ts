/** What does not fit into one code is shown as several, one after the other: docs/rules.md#hand-over */
import { fromBase45, toBase45 } from './base45.ts'

/** Every code of a hand-over begins with it. A reader of other codes passes over it. */
const PREFIX = 'FAROL:'
/** Bytes of one code. It then has at most 113 modules a side, which a cheap camera still reads from a phone's screen. */
const PART_BYTES = 1100
/** More would have to be held before the camera for too long. */
const MOST_PARTS = 8
/** Two bytes name the hand-over, one the part, one the number of parts. */
const HEAD = 4
const ROOM = PART_BYTES - HEAD

export interface Part {
  /** The same in all parts of one hand-over. */
  readonly id: number
  readonly index: number
  readonly count: number
  readonly bytes: Uint8Array
}

/** Returns the texts of the codes, or null where there would be too many. `id`: any number of 16 bits. */
export function codesOf(bytes: Uint8Array, id: number): readonly string[] | null {
  const count = Math.max(1, Math.ceil(bytes.length / ROOM))
  if (count > MOST_PARTS) return null
  // Equal pieces: the largest decides how small the modules are.
  const length = Math.ceil(bytes.length / count)
  return Array.from({ length: count }, (_, index) => {
    const piece = bytes.subarray(index * length, (index + 1) * length)
    return PREFIX + toBase45(Uint8Array.from([Math.floor(id / 256) % 256, id % 256, index, count, ...piece]))
  })
}

/** Returns null for a code of something else. */
export function partOf(text: string): Part | null {
  if (!text.startsWith(PREFIX)) return null
  const bytes = fromBase45(text.slice(PREFIX.length))
  if (bytes === null) return null
  const [high = 0, low = 0, index = 0, count = 0] = bytes
  if (bytes.length <= HEAD || count > MOST_PARTS || index >= count) return null
  return { id: high * 256 + low, index, count, bytes: bytes.subarray(HEAD) }
}

/** Returns the parts read so far with this one. One of another hand-over begins anew. */
export function withPart(read: readonly Part[], part: Part): readonly Part[] {
  const same = read.filter(({ id, count }) => id === part.id && count === part.count)
  return [...same.filter(({ index }) => index !== part.index), part]
}

/** Returns the whole, or null while parts are missing. */
export function joined(read: readonly Part[]): Uint8Array<ArrayBuffer> | null {
  const [first] = read
  if (first === undefined || read.length < first.count) return null
  return Uint8Array.from(read.toSorted((a, b) => a.index - b.index).flatMap(({ bytes }) => [...bytes]))
}
