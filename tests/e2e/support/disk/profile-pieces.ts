/** Everything that a browser profile has on the disk, as pieces of bytes in which a text lies in one part. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { uncompress } from 'snappyjs'
import { isTable, logPieces, tablePieces } from './leveldb.ts'

export interface Piece {
  /** The file, relative to the profile. */
  readonly file: string
  readonly bytes: Buffer
}

/** Before a value of IndexedDB that Chromium has compressed (idb_value_wrapping.cc). */
const COMPRESSED = Buffer.from([0xff, 0x11, 0x02])
/** Its place: the version of the value comes first, and no longer head is known. */
const MOST_HEAD = 16

function opened(value: Buffer): Buffer | null {
  const at = value.subarray(0, MOST_HEAD).indexOf(COMPRESSED)
  return at < 0 ? null : uncompress(value.subarray(at + COMPRESSED.length))
}

const isLog = (file: string) => /^\d{6}\.log$/.test(basename(file))
const isLarge = (file: string) => file.includes('.indexeddb.blob')

function* within(file: string, bytes: Buffer): Generator<Buffer> {
  // As it lies there: whatever the ways below do not know is searched at least so.
  yield bytes
  const values = isTable(bytes) ? tablePieces(bytes) : isLog(file) ? logPieces(bytes) : []
  for (const value of values) {
    yield value
    const larger = opened(value)
    if (larger !== null) yield larger
  }
  const whole = isLarge(file) ? opened(bytes) : null
  if (whole !== null) yield whole
}

/** Throws for a table or a log that it cannot read: its content would otherwise count as searched. */
export async function* profilePieces(profile: string): AsyncGenerator<Piece> {
  for (const entry of await readdir(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const file = relative(profile, path)
    const bytes = await readFile(path)
    try {
      for (const piece of within(file, bytes)) yield { file, bytes: piece }
    } catch (error) {
      throw new Error(`${file} cannot be read`, { cause: error })
    }
  }
}
