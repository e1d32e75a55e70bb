/**
 * Counts what an .xlsx unpacks to, before anything reads it. Sizes in its headers are claims: each entry is inflated in
 * small pieces that are thrown away. Its parts are read in the same small pieces. docs/rules.md#bounds-of-a-file
 */
import { Inflate } from 'fflate'
import { latinText } from './byte-lines.ts'

const MB = 1024 * 1024
/** A sheet of 100,000 lines and 40 columns. */
export const MOST_UNPACKED = 160 * MB
/** Sheets unpack to 5 to 30 times their size, deflate's worst to 1,032 times. */
export const MOST_TIMES = 100
/** So much is read at any ratio of compression, because a few repeated cells are no attack. */
const HARMLESS = 8 * MB

/** The entries by their paths. */
export type UnpackedZip = ReadonlyMap<string, ZipEntry>

export type BoundedZip =
  | { readonly kind: 'ok'; readonly zip: UnpackedZip; readonly unpacked: number }
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

export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly packed: Uint8Array
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

/** The names of a workbook's parts are ASCII. */
const nameOf = (bytes: Uint8Array) => latinText(bytes).replaceAll('\\', '/').replace(/^\//u, '')

function* entriesOf(file: Reader): Generator<ZipEntry> {
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
      name: nameOf(file.part(place + CENTRAL_LENGTH, nameLength)),
      method: file.u16(place + 10),
      packed: file.part(data, packedLength),
    }
    place += CENTRAL_LENGTH + nameLength + extraLength + file.u16(place + 32)
  }
}

/** What an entry unpacks to. Throws for data that are none. */
export function* unpackedPieces({ method, packed }: ZipEntry): Generator<Uint8Array> {
  if (method !== STORED && method !== DEFLATED) throw new Broken()
  let pieces: Uint8Array[] = []
  const inflate = new Inflate((piece) => pieces.push(piece))
  for (let at = 0; at < packed.length; at += PIECE) {
    const piece = packed.subarray(at, at + PIECE)
    if (method === STORED) yield piece
    else inflate.push(piece, at + PIECE >= packed.length)
    yield* pieces
    pieces = []
  }
}

interface Counted {
  readonly zip: UnpackedZip
  readonly unpacked: number
}

function counted(file: Reader): Counted {
  const most = Math.min(MOST_UNPACKED, Math.max(HARMLESS, file.length * MOST_TIMES))
  const zip = new Map<string, ZipEntry>()
  let unpacked = 0
  let packed = 0
  for (const entry of entriesOf(file)) {
    // Entries of an attack share their data.
    packed += entry.packed.length
    if (packed > file.length) throw new TooLarge()
    for (const { length } of unpackedPieces(entry)) {
      unpacked += length
      if (unpacked > most) throw new TooLarge()
    }
    zip.set(entry.name, entry)
  }
  return { zip, unpacked }
}

/** 'too large': beyond a limit, at which the counting stopped. */
export function boundedZip(bytes: Uint8Array): BoundedZip {
  try {
    return { kind: 'ok', ...counted(new Reader(bytes)) }
  } catch (error) {
    // Anything else is thrown by the inflater, for data that are none.
    return { kind: error instanceof TooLarge ? 'too large' : 'broken' }
  }
}
