/** Reads the entries of a zip on the disk, in any order and in bounded memory. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'

/** The file is no zip, or is damaged. */
export class BrokenZip extends Error {
  override readonly name = 'BrokenZip'
}

interface Entry {
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

export interface Zip {
  /** Of its entries. */
  readonly names: readonly string[]
  /** Yields the content. Throws a BrokenZip for an entry that is missing, or longer than it says. */
  read(name: string): AsyncGenerator<Uint8Array>
}

type Read = (at: number, length: number) => Promise<Buffer>

const MOST_32 = 0xffffffff
const END = 0x06054b50
const END_BYTES = 22
/** A comment after the end has at most so many bytes. */
const LONGEST_COMMENT = 0xffff
const LOCATOR_BYTES = 20
/** The list of a million entries. */
const LONGEST_LIST = 256 * 1024 * 1024

const broken = (why: string) => new BrokenZip(why)

/** The 8 bytes as a number. */
const large = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at))

async function listPlace(read: Read, size: number): Promise<{ begin: number; length: number }> {
  const tailBytes = Math.min(size, END_BYTES + LONGEST_COMMENT + LOCATOR_BYTES)
  const tail = await read(size - tailBytes, tailBytes)
  let at = tail.length - END_BYTES
  while (at >= 0 && tail.readUInt32LE(at) !== END) at--
  if (at < 0) throw broken('no end of a zip')
  const [length, begin] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  if (length !== MOST_32 && begin !== MOST_32 && tail.readUInt16LE(at + 10) !== 0xffff)
    return { begin, length }
  if (at < LOCATOR_BYTES || tail.readUInt32LE(at - LOCATOR_BYTES) !== 0x07064b50)
    throw broken('no place of the large end')
  const end = await read(large(tail, at - LOCATOR_BYTES + 8), 56)
  if (end.readUInt32LE(0) !== 0x06064b50) throw broken('no large end')
  return { length: large(end, 40), begin: large(end, 48) }
}

/** The sizes and the place, where they are large. */
function withLarge(entry: Entry, extra: Buffer): Entry {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1) {
      let place = at + 4
      const next = (value: number) => {
        if (value !== MOST_32) return value
        place += 8
        return large(extra, place - 8)
      }
      const size = next(entry.size)
      const packed = next(entry.packed)
      return { ...entry, size, packed, at: next(entry.at) }
    }
    at += 4 + length
  }
  return entry
}

function entriesOf(list: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (let at = 0; at < list.length; ) {
    if (list.readUInt32LE(at) !== 0x02014b50) throw broken('no entry where one is listed')
    const nameBytes = list.readUInt16LE(at + 28)
    const extraBytes = list.readUInt16LE(at + 30)
    const name = list.toString('utf8', at + 46, at + 46 + nameBytes)
    const entry = {
      method: list.readUInt16LE(at + 10),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    }
    const extraAt = at + 46 + nameBytes
    entries.set(name, withLarge(entry, list.subarray(extraAt, extraAt + extraBytes)))
    at = extraAt + extraBytes + list.readUInt16LE(at + 32)
  }
  return entries
}

async function withFile<Value>(path: string, work: (read: Read, size: number) => Promise<Value>) {
  const file = await open(path, 'r')
  try {
    const read: Read = async (at, length) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at)
      if (bytesRead !== length) throw broken('the file is cut off')
      return buffer
    }
    return await work(read, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

/** An index beyond the bytes of a damaged list. */
const isOutside = (error: unknown) => error instanceof RangeError

/** Reads the list of the entries. Throws a BrokenZip, or the error of the disk. */
export async function openZip(path: string): Promise<Zip> {
  const entries = await withFile(path, async (read, size) => {
    try {
      const { begin, length } = await listPlace(read, size)
      if (length > LONGEST_LIST) throw broken('the list is too long')
      return entriesOf(await read(begin, length))
    } catch (error) {
      throw isOutside(error) ? new BrokenZip('the list is damaged', { cause: error }) : error
    }
  })

  async function* readEntry(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name)
    if (entry === undefined) throw broken(`no entry ${name}`)
    const head = await withFile(path, (read) => read(entry.at, 30))
    if (head.readUInt32LE(0) !== 0x04034b50) throw broken(`no ${name} where it is listed`)
    if (entry.packed === 0) return
    const start = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
    const packed = createReadStream(path, { start, end: start + entry.packed - 1 })
    const content = entry.method === 8 ? packed.pipe(createInflateRaw()) : packed
    packed.once('error', (error) => content.destroy(error))
    let size = 0
    try {
      for await (const chunk of content) {
        const bytes: Uint8Array = chunk
        size += bytes.length
        if (size > entry.size) throw broken(`${name} is longer than it says`)
        yield bytes
      }
    } finally {
      packed.destroy()
      content.destroy()
    }
    if (size !== entry.size) throw broken(`${name} is cut off`)
  }
  return { names: [...entries.keys()], read: readEntry }
}
