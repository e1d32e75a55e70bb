/**
 * Writes a zip entry by entry, in bounded memory. fflate, which the project has for reading small ones, writes none beyond
 * 4 GB or 65,535 entries, and compresses in the server's own thread: Node's zlib has threads.
 */
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** What 32 and 16 bits hold: beyond, the numbers stand in the fields of zip64. */
const MOST_32 = 0xffffffff
const MOST_16 = 0xffff
const ZIP64 = 0x0001
/** A field that readers skip: it keeps the room for the sizes of a large entry, which are known when it is written. */
const ROOM = 0x4146
const ROOM_BYTES = 20
const LOCAL_BYTES = 30
const NAMES_ARE_UTF8 = 0x0800
const DEFLATED = 8
const STORED = 0
const LEVEL = 4
const VERSION = 20
const VERSION_64 = 45

interface Entry {
  readonly name: Buffer
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
}

const capped = (value: number) => Math.min(value, MOST_32)

function field(id: number, ...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + values.length * 8)
  bytes.writeUInt16LE(id, 0)
  bytes.writeUInt16LE(values.length * 8, 2)
  values.forEach((value, place) => bytes.writeBigUInt64LE(BigInt(value), 4 + place * 8))
  return bytes
}

/** The date of MS-DOS, in UTC, which the format has no zone for. */
function dosTime(moment: Date): { readonly time: number; readonly date: number } {
  return {
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    date: ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  }
}

export class ZipWriter {
  readonly #file: FileHandle
  readonly #stamp: ReturnType<typeof dosTime>
  readonly #signal: AbortSignal
  readonly #entries: Entry[] = []
  #at = 0

  constructor(file: FileHandle, moment: Date, signal: AbortSignal) {
    this.#file = file
    this.#stamp = dosTime(moment)
    this.#signal = signal
  }

  /** Adds an entry and reads its content to the end. `packs`: it is worth compressing. */
  async add(name: string, content: AsyncIterable<Uint8Array>, packs = true): Promise<void> {
    const at = this.#at
    const nameBytes = Buffer.from(name)
    const begin = at + LOCAL_BYTES + nameBytes.length + ROOM_BYTES
    this.#at = begin
    let [crc, size] = [0, 0]
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        crc = crc32(chunk, crc)
        size += chunk.length
        yield chunk
      }
    }
    const append = async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) {
        this.#signal.throwIfAborted()
        await writeAll(this.#file, chunk, this.#at)
        this.#at += chunk.length
      }
    }
    if (packs) await pipeline(counted(), createDeflateRaw({ level: LEVEL }), append)
    else await append(counted())
    const packed = this.#at - begin
    const method = packs ? DEFLATED : STORED
    const entry: Entry = { name: nameBytes, method, crc, packed, size, at }
    this.#entries.push(entry)
    await writeAll(this.#file, this.#localHead(entry), at)
  }

  #common({ method, crc, packed, size }: Entry, isLarge: boolean): Buffer {
    const bytes = Buffer.alloc(22)
    bytes.writeUInt16LE(isLarge ? VERSION_64 : VERSION, 0)
    bytes.writeUInt16LE(NAMES_ARE_UTF8, 2)
    bytes.writeUInt16LE(method, 4)
    bytes.writeUInt16LE(this.#stamp.time, 6)
    bytes.writeUInt16LE(this.#stamp.date, 8)
    bytes.writeUInt32LE(crc, 10)
    bytes.writeUInt32LE(isLarge ? MOST_32 : packed, 14)
    bytes.writeUInt32LE(isLarge ? MOST_32 : size, 18)
    return bytes
  }

  #localHead(entry: Entry): Buffer {
    const isLarge = entry.packed >= MOST_32 || entry.size >= MOST_32
    const head = Buffer.alloc(LOCAL_BYTES)
    head.writeUInt32LE(0x04034b50, 0)
    this.#common(entry, isLarge).copy(head, 4)
    head.writeUInt16LE(entry.name.length, 26)
    head.writeUInt16LE(ROOM_BYTES, 28)
    return Buffer.concat([head, entry.name, field(isLarge ? ZIP64 : ROOM, entry.size, entry.packed)])
  }

  #listed(entry: Entry): Buffer {
    const isLarge = entry.packed >= MOST_32 || entry.size >= MOST_32
    const isFar = entry.at >= MOST_32
    const values = [...(isLarge ? [entry.size, entry.packed] : []), ...(isFar ? [entry.at] : [])]
    const extra = values.length === 0 ? Buffer.alloc(0) : field(ZIP64, ...values)
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(VERSION_64, 4)
    this.#common(entry, isLarge).copy(head, 6)
    head.writeUInt16LE(entry.name.length, 28)
    head.writeUInt16LE(extra.length, 30)
    head.writeUInt32LE(capped(entry.at), 42)
    return Buffer.concat([head, entry.name, extra])
  }

  /** Writes the list of the entries. Returns the size of the zip. */
  async finish(): Promise<number> {
    const begin = this.#at
    for (const entry of this.#entries) {
      const listed = this.#listed(entry)
      await writeAll(this.#file, listed, this.#at)
      this.#at += listed.length
    }
    const size = this.#at - begin
    const count = this.#entries.length
    const isLarge = count >= MOST_16 || begin >= MOST_32 || size >= MOST_32
    const end = Buffer.concat([
      ...(isLarge ? [largeEnd({ count, size, begin, at: this.#at })] : []),
      plainEnd({ count, size, begin }),
    ])
    await writeAll(this.#file, end, this.#at)
    this.#at += end.length
    return this.#at
  }
}

interface List {
  readonly count: number
  readonly size: number
  readonly begin: number
}

function largeEnd({ count, size, begin, at }: List & { readonly at: number }): Buffer {
  const bytes = Buffer.alloc(76)
  bytes.writeUInt32LE(0x06064b50, 0)
  bytes.writeBigUInt64LE(44n, 4)
  bytes.writeUInt16LE(VERSION_64, 12)
  bytes.writeUInt16LE(VERSION_64, 14)
  bytes.writeBigUInt64LE(BigInt(count), 24)
  bytes.writeBigUInt64LE(BigInt(count), 32)
  bytes.writeBigUInt64LE(BigInt(size), 40)
  bytes.writeBigUInt64LE(BigInt(begin), 48)
  // Where this record begins.
  bytes.writeUInt32LE(0x07064b50, 56)
  bytes.writeBigUInt64LE(BigInt(at), 64)
  bytes.writeUInt32LE(1, 72)
  return bytes
}

function plainEnd({ count, size, begin }: List): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(0x06054b50, 0)
  bytes.writeUInt16LE(Math.min(count, MOST_16), 8)
  bytes.writeUInt16LE(Math.min(count, MOST_16), 10)
  bytes.writeUInt32LE(capped(size), 12)
  bytes.writeUInt32LE(capped(begin), 16)
  return bytes
}
