/**
 * Reads the files of LevelDB, in which Chromium keeps IndexedDB, local and session storage: every key and value that a
 * file still has, also deleted and replaced ones. Only what a search for bytes needs: no order, no versions, no manifest.
 * https://github.com/google/leveldb/tree/main/doc (table_format.md, log_format.md)
 */
import { uncompress } from 'snappyjs'

/** One after the other from a buffer, as LevelDB encodes numbers. */
class Reader {
  at: number
  readonly bytes: Buffer
  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  varint(): number {
    let value = 0
    for (let place = 0; place < 10; place++) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) throw new RangeError('a number is cut off')
      // Products, since values beyond 31 bits exist.
      value += (byte & 0x7f) * 2 ** (7 * place)
      if (byte < 0x80) return value
    }
    throw new RangeError('a number is too long')
  }

  take(length: number): Buffer {
    const end = this.at + length
    if (end > this.bytes.length) throw new RangeError('a value is cut off')
    const taken = this.bytes.subarray(this.at, end)
    this.at = end
    return taken
  }
}

const TABLE_MAGIC = Buffer.from('57fb808b247547db', 'hex')
const FOOTER_BYTES = 48
const SNAPPY = 1

interface Handle {
  readonly at: number
  readonly size: number
}

const handleFrom = (reader: Reader): Handle => ({ at: reader.varint(), size: reader.varint() })

function blockAt(file: Buffer, { at, size }: Handle): Buffer {
  const block = file.subarray(at, at + size)
  const compression = file[at + size]
  if (compression === 0) return block
  if (compression === SNAPPY) return uncompress(block)
  throw new Error(`compression ${compression} is not known`)
}

/** Keys of a block share their beginnings, so they are put together. */
function* entriesOf(block: Buffer): Generator<{ key: Buffer; value: Buffer }> {
  const restarts = block.readUInt32LE(block.length - 4)
  const end = block.length - 4 - 4 * restarts
  const reader = new Reader(block)
  let key = Buffer.alloc(0)
  while (reader.at < end) {
    const [shared, own, length] = [reader.varint(), reader.varint(), reader.varint()]
    key = Buffer.concat([key.subarray(0, shared), reader.take(own)])
    yield { key, value: reader.take(length) }
  }
}

export const isTable = (file: Buffer): boolean =>
  file.length >= FOOTER_BYTES && file.subarray(-TABLE_MAGIC.length).equals(TABLE_MAGIC)

/** Returns all keys and values of a table file. */
export function* tablePieces(file: Buffer): Generator<Buffer> {
  const footer = new Reader(file, file.length - FOOTER_BYTES)
  handleFrom(footer)
  const index = handleFrom(footer)
  for (const { value: handle } of entriesOf(blockAt(file, index)))
    for (const { key, value } of entriesOf(blockAt(file, handleFrom(new Reader(handle))))) {
      yield key
      yield value
    }
}

const LOG_BLOCK = 32_768
const RECORD_HEAD = 7
const [FULL, FIRST, MIDDLE, LAST] = [1, 2, 3, 4]

/** The records of a log. A killed browser leaves the last one torn: it is left out here. */
function* recordsOf(log: Buffer): Generator<Buffer> {
  let parts: Buffer[] = []
  for (let from = 0; from < log.length; from += LOG_BLOCK) {
    const block = log.subarray(from, from + LOG_BLOCK)
    for (let at = 0; at + RECORD_HEAD <= block.length; ) {
      const length = block.readUInt16LE(at + 4)
      const type = block[at + 6] ?? 0
      if (type === 0) break
      const data = block.subarray(at + RECORD_HEAD, at + RECORD_HEAD + length)
      at += RECORD_HEAD + length
      if (type === FULL) yield data
      else if (type === FIRST) parts = [data]
      else if (type === MIDDLE) parts.push(data)
      else if (type === LAST) yield Buffer.concat([...parts, data])
      else throw new Error(`a log has a record of type ${type}`)
    }
  }
}

const BATCH_HEAD = 12
const PUT = 1

/** Returns all keys and values of a log file. */
export function* logPieces(log: Buffer): Generator<Buffer> {
  for (const record of recordsOf(log)) {
    const reader = new Reader(record, BATCH_HEAD)
    while (reader.at < record.length) {
      const [type] = reader.take(1)
      yield reader.take(reader.varint())
      if (type === PUT) yield reader.take(reader.varint())
    }
  }
}
