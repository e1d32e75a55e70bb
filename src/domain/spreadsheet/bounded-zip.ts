/**
 * Counts what an .xlsx unpacks to, before anything reads it. Sizes in its headers are claims: each entry is inflated in
 * small pieces that are thrown away, and the reader gets the archive anew, with the counted sizes and the counted entries
 * alone. It refuses to inflate an entry beyond its size. docs/rules.md#spreadsheets
 */
import { Inflate } from 'fflate'

const MB = 1024 * 1024
/** A sheet of 100,000 lines and 40 columns. */
export const MOST_UNPACKED = 160 * MB
/** Sheets unpack to 5 to 30 times their size, deflate's worst to 1,032 times. */
export const MOST_TIMES = 100
/** So much is read at any ratio of compression, because a few repeated cells are no attack. */
const HARMLESS = 8 * MB

export type BoundedZip =
  | { readonly kind: 'ok'; readonly zip: Uint8Array; readonly unpacked: number }
  | { readonly kind: 'too large' }
  | { readonly kind: 'broken' }

class Broken extends Error {}
class TooLarge extends Error {}

const LOCAL = 0x04_03_4b_50
const CENTRAL = 0x02_01_4b_50
const END = 0x06_05_4b_50
const END_64 = 0x06_06_4b_50
const LOCATOR_64 = 0x07_06_4b_50
const LOCAL_LENGTH = 30
const CENTRAL_LENGTH = 46
const END_LENGTH = 22
/** The end has a comment of at most two bytes' length. */
const END_WITHIN = END_LENGTH + 0xff_ff
const ELSEWHERE_16 = 0xff_ff
const ELSEWHERE_32 = 0xff_ff_ff_ff
const EXTRA_64 = 1
const STORED = 0
const DEFLATED = 8
/** Unpacks to 4 MB at most. */
const PIECE = 4 * 1024
/** A workbook has some dozens. */
const MOST_ENTRIES = 10_000

interface Entry {
  readonly name: Uint8Array
  readonly method: number
  readonly crc: number
  readonly packed: Uint8Array
}

interface CountedEntry extends Entry {
  readonly unpacked: number
}

/** Reads numbers. A position outside of the file means that the file is broken. */
class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  get length(): number {
    return this.#bytes.length
  }
  #within(at: number, length: number): number {
    if (at < 0 || at + length > this.#bytes.length) throw new Broken()
    return at
  }
  u16 = (at: number): number => this.#view.getUint16(this.#within(at, 2), true)
  u32 = (at: number): number => this.#view.getUint32(this.#within(at, 4), true)
  u64 = (at: number): number => Number(this.#view.getBigUint64(this.#within(at, 8), true))
  part = (at: number, length: number): Uint8Array =>
    this.#bytes.subarray(this.#within(at, length), at + length)
}

/** Where the list of entries begins, and how many it has. */
function directoryOf(file: Reader): { readonly at: number; readonly count: number } {
  for (let end = file.length - END_LENGTH; end >= Math.max(0, file.length - END_WITHIN); end--) {
    if (file.u32(end) !== END) continue
    const [count, at] = [file.u16(end + 10), file.u32(end + 16)]
    if (count !== ELSEWHERE_16 && at !== ELSEWHERE_32) return { at, count }
    if (file.u32(end - 20) !== LOCATOR_64) throw new Broken()
    const end64 = file.u64(end - 12)
    if (file.u32(end64) !== END_64) throw new Broken()
    return { at: file.u64(end64 + 48), count: file.u64(end64 + 32) }
  }
  throw new Broken()
}

/** The 8-byte numbers that replace numbers too large for 4 bytes, in their order. */
function numbers64(file: Reader, at: number, length: number): () => number {
  for (let field = at; field + 4 <= at + length; field += 4 + file.u16(field + 2)) {
    if (file.u16(field) !== EXTRA_64) continue
    let next = field + 4
    return () => {
      next += 8
      return file.u64(next - 8)
    }
  }
  return () => {
    throw new Broken()
  }
}

function* entriesOf(file: Reader): Generator<Entry> {
  const { at, count } = directoryOf(file)
  if (count > MOST_ENTRIES) throw new TooLarge()
  let place = at
  for (let done = 0; done < count; done++) {
    if (file.u32(place) !== CENTRAL) throw new Broken()
    const [nameLength, extraLength] = [file.u16(place + 28), file.u16(place + 30)]
    const next64 = numbers64(file, place + CENTRAL_LENGTH + nameLength, extraLength)
    const number = (offset: number) => {
      const value = file.u32(place + offset)
      return value === ELSEWHERE_32 ? next64() : value
    }
    // In this order: unpacked size, which is a claim, packed size, place.
    number(24)
    const [packedLength, local] = [number(20), number(42)]
    if (file.u32(local) !== LOCAL) throw new Broken()
    const data = local + LOCAL_LENGTH + file.u16(local + 26) + file.u16(local + 28)
    yield {
      name: file.part(place + CENTRAL_LENGTH, nameLength),
      method: file.u16(place + 10),
      crc: file.u32(place + 16),
      packed: file.part(data, packedLength),
    }
    place += CENTRAL_LENGTH + nameLength + extraLength + file.u16(place + 32)
  }
}

/** Hands the length of each unpacked piece to `count`, which throws when there are too many. */
function unpack({ method, packed }: Entry, count: (length: number) => void): void {
  if (method === STORED) return count(packed.length)
  if (method !== DEFLATED) throw new Broken()
  const inflate = new Inflate((piece) => count(piece.length))
  for (let at = 0; at < packed.length; at += PIECE)
    inflate.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length)
}

function counted(file: Reader): readonly CountedEntry[] {
  const most = Math.min(MOST_UNPACKED, Math.max(HARMLESS, file.length * MOST_TIMES))
  let total = 0
  let packed = 0
  return [...entriesOf(file)].map((entry) => {
    // Entries of an attack share their data.
    packed += entry.packed.length
    if (packed > file.length) throw new TooLarge()
    let unpacked = 0
    unpack(entry, (length) => {
      unpacked += length
      total += length
      if (total > most) throw new TooLarge()
    })
    // An entry of size 0 would be inflated without a limit.
    return unpacked === 0
      ? { ...entry, unpacked, method: STORED, packed: entry.packed.subarray(0, 0) }
      : { ...entry, unpacked }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** An archive of these entries, as they are packed. */
function archiveOf(entries: readonly CountedEntry[]): Uint8Array {
  const locals = sum(entries.map(({ name, packed }) => LOCAL_LENGTH + name.length + packed.length))
  const directory = sum(entries.map(({ name }) => CENTRAL_LENGTH + name.length))
  const zip = new Uint8Array(locals + directory + END_LENGTH)
  const view = new DataView(zip.buffer)
  const u16 = (at: number, value: number) => view.setUint16(at, value, true)
  const u32 = (at: number, value: number) => view.setUint32(at, value, true)
  /** The part that both headers of an entry share. */
  const shared = (at: number, { method, crc, packed, unpacked, name }: CountedEntry) => {
    u16(at + 4, method)
    u32(at + 10, crc)
    u32(at + 14, packed.length)
    u32(at + 18, unpacked)
    u16(at + 22, name.length)
  }
  let local = 0
  let central = locals
  for (const entry of entries) {
    const { name, packed } = entry
    u32(local, LOCAL)
    shared(local + 4, entry)
    zip.set(name, local + LOCAL_LENGTH)
    zip.set(packed, local + LOCAL_LENGTH + name.length)
    u32(central, CENTRAL)
    shared(central + 6, entry)
    u32(central + 42, local)
    zip.set(name, central + CENTRAL_LENGTH)
    local += LOCAL_LENGTH + name.length + packed.length
    central += CENTRAL_LENGTH + name.length
  }
  u32(central, END)
  u16(central + 8, entries.length)
  u16(central + 10, entries.length)
  u32(central + 12, directory)
  u32(central + 16, locals)
  return zip
}

/** Returns an archive that unpacks to what was counted. 'too large': beyond a limit, at which the counting stopped. */
export function boundedZip(bytes: Uint8Array): BoundedZip {
  try {
    const entries = counted(new Reader(bytes))
    return { kind: 'ok', zip: archiveOf(entries), unpacked: sum(entries.map(({ unpacked }) => unpacked)) }
  } catch (error) {
    // Anything else is thrown by the inflater, for data that are none.
    return { kind: error instanceof TooLarge ? 'too large' : 'broken' }
  }
}
