/** Archives for tests, whose headers may claim what is not true. */
import { deflateRawSync } from 'node:zlib'

export interface MadeEntry {
  readonly name: string
  readonly data: string | Uint8Array
  /** What the headers say of the unpacked size. */
  readonly claimed?: number
  readonly method?: number
  /** The name of an earlier entry, whose packed data this one has, too. */
  readonly dataOf?: string
}

const header = (length: number, signature: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32LE(signature)
  return bytes
}

/** Both headers have these fields, at different places. */
function writeSizes(
  bytes: Buffer,
  at: number,
  sizes: readonly [method: number, packed: number, size: number, name: number],
) {
  const [method, packed, size, name] = sizes
  bytes.writeUInt16LE(method, at + 4)
  bytes.writeUInt32LE(packed, at + 14)
  bytes.writeUInt32LE(size, at + 18)
  bytes.writeUInt16LE(name, at + 22)
}

/** Returns an archive without check sums. `is64`: the sizes and places are in the fields of 8 bytes. */
export function zipOf(entries: readonly MadeEntry[], { is64 = false } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  const places = new Map<string, { readonly at: number; readonly packed: Buffer }>()
  let at = 0
  for (const { name, data, claimed, method = 8, dataOf } of entries) {
    const raw = Buffer.from(data)
    const path = Buffer.from(name)
    const before = dataOf === undefined ? undefined : places.get(dataOf)
    const packed = before?.packed ?? (method === 0 ? raw : deflateRawSync(raw, { level: 9 }))
    const place = before?.at ?? at
    if (before === undefined) {
      const local = header(30, 0x04034b50)
      writeSizes(local, 4, [method, packed.length, claimed ?? raw.length, path.length])
      parts.push(local, path, packed)
      places.set(name, { at, packed })
      at += 30 + path.length + packed.length
    }
    const central = header(46, 0x02014b50)
    const extra = Buffer.alloc(is64 ? 28 : 0)
    writeSizes(central, 6, [method, packed.length, claimed ?? raw.length, path.length])
    central.writeUInt32LE(place, 42)
    if (is64) {
      central.writeUInt16LE(extra.length, 30)
      for (const field of [20, 24, 42]) central.writeUInt32LE(0xffffffff, field)
      extra.writeUInt16LE(1)
      extra.writeUInt16LE(24, 2)
      for (const [slot, value] of [claimed ?? raw.length, packed.length, place].entries())
        extra.writeBigUInt64LE(BigInt(value), 4 + 8 * slot)
    }
    directory.push(central, path, extra)
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = header(22, 0x06054b50)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const link = (type: string, target: string) =>
  `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${LINKS}/${type}" Target="${target}"/></Relationships>`

/** The entries of a workbook with one sheet of these rows, in XML. */
export const workbookOf = (rows: string): MadeEntry[] => [
  {
    name: '[Content_Types].xml',
    data:
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  },
  { name: '_rels/.rels', data: link('officeDocument', 'xl/workbook.xml') },
  {
    name: 'xl/workbook.xml',
    data: `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  { name: 'xl/_rels/workbook.xml.rels', data: link('worksheet', 'worksheets/sheet1.xml') },
  {
    name: 'xl/worksheets/sheet1.xml',
    data: `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
  },
]

export const textCell = (ref: string, text: string) =>
  `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
