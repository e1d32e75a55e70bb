/** The parts of an .xlsx: its sheets by name, the formats of its cells, and their texts. docs/rules.md#bounds-of-a-file */
import { type UnpackedZip, unpackedPieces, type ZipEntry } from './bounded-zip.ts'
import type { Decode } from './decoder.ts'
import { LONGEST_CELL } from './limits.ts'
import { mendedText } from './mended-text.ts'
import { PackedTexts } from './packed-rows.ts'
import { attributeOf, BrokenXml, TooLongText, type XmlEvents, XmlReader } from './xml-reader.ts'

/** What the formats of an .xlsx make of its numbers. Pure. docs/rules.md#spreadsheets */
type NumberKind = 'number' | 'day' | 'percent'

/** The numbers of Excel's own formats of days and times. */
const OWN_DAYS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const
const OWN_PERCENTS = [9, 10] as const

/** What of a format is shown as it is: locale, colour, escaped and quoted signs, a blank as wide as a sign. */
const LITERAL = /\[[$\-\w]*\]|\\.|"[^"]*"|[*_]./gu

function isDayFormat(code: string): boolean {
  if (/\[(?:h+|m+|s+)\]/iu.test(code)) return true
  const shown = code.replaceAll(LITERAL, '').toLowerCase()
  if (/^\s*(?:general|geral|@)\s*$/u.test(shown)) return false
  return /[yd]|m{3,}|am\/pm|a\/p|(?:^|[^a-z])[hs]{1,2}(?:[^a-z]|$)/u.test(shown)
}

/** What numbers in the format show. `code`: what the file says of it; undefined for Excel's own. */
function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) {
    if (OWN_DAYS.some(([first, last]) => id >= first && id <= last)) return 'day'
    return OWN_PERCENTS.some((own) => own === id) ? 'percent' : 'number'
  }
  if (isDayFormat(code)) return 'day'
  return code.replaceAll(LITERAL, '').includes('%') ? 'percent' : 'number'
}

export interface WorkbookSheet {
  readonly name: string
  readonly isHidden: boolean
  readonly part: ZipEntry
}

export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  /** Days are counted from 1904. */
  readonly isFrom1904: boolean
  /** What a number in this style shows. */
  readonly kindOf: (style: number) => NumberKind
  readonly texts: PackedTexts
}

/** Calls the events for all of the part. Throws BrokenXml, TooLongText, and what the events throw. */
export function readXml(part: ZipEntry, decode: Decode, events: XmlEvents, isEnough = () => false): void {
  const reader = new XmlReader(events)
  for (const text of textsOf(unpackedPieces(part), decode)) {
    reader.push(text)
    if (isEnough()) return
  }
  reader.end()
}

/** A sign of UTF-8 has at most four bytes. */
const LONGEST_SIGN = 4

/** How many bytes at the end begin a sign that goes on in the next piece. */
function cutSign(bytes: Uint8Array): number {
  for (let back = 1; back < LONGEST_SIGN && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

function* textsOf(pieces: Iterable<Uint8Array>, decode: Decode): Generator<string> {
  let rest = new Uint8Array()
  for (const piece of pieces) {
    const bytes = new Uint8Array(rest.length + piece.length)
    bytes.set(rest)
    bytes.set(piece, rest.length)
    const whole = bytes.length - cutSign(bytes)
    rest = bytes.slice(whole)
    const text = decode(bytes.subarray(0, whole), 'utf-8')
    if (text === null) throw new BrokenXml()
    yield text
  }
  if (rest.length > 0) throw new BrokenXml()
}

/** '_x000D_' is how Excel writes a control sign. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

const onlyTags = (open: XmlEvents['open']): XmlEvents => ({ open, close: () => {}, text: () => {} })

interface Relation {
  readonly type: string
  readonly path: string
}

function pathOf(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '')
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

function relationsOf(zip: UnpackedZip, decode: Decode, path: string): ReadonlyMap<string, Relation> {
  const folder = folderOf(path)
  const name = path.slice(folder.length).replace(/^\//u, '')
  const part = zip.get(pathOf('', `${folder}/_rels/${name}.rels`))
  const found = new Map<string, Relation>()
  if (part === undefined) return found
  const open = (tag: string, attributes: string) => {
    if (tag !== 'Relationship') return
    const type = attributeOf(attributes, 'Type') ?? ''
    found.set(attributeOf(attributes, 'Id') ?? '', {
      type: type.slice(type.lastIndexOf('/') + 1),
      path: pathOf(folder, attributeOf(attributes, 'Target') ?? ''),
    })
  }
  readXml(part, decode, onlyTags(open))
  return found
}

function numberKinds(part: ZipEntry | undefined, decode: Decode): (style: number) => NumberKind {
  const formats = new Map<number, string>()
  const styles: number[] = []
  let isCells = false
  if (part !== undefined)
    readXml(part, decode, {
      open: (tag, attributes) => {
        const id = Number(attributeOf(attributes, 'numFmtId') ?? '0')
        if (tag === 'cellXfs') isCells = true
        else if (tag === 'numFmt') formats.set(id, attributeOf(attributes, 'formatCode') ?? '')
        else if (tag === 'xf' && isCells) styles.push(id)
      },
      close: (tag) => {
        if (tag === 'cellXfs') isCells = false
      },
      text: () => {},
    })
  const kinds = styles.map((id) => numberKind(id, formats.get(id)))
  return (style) => kinds[style] ?? 'number'
}

function sharedTexts(part: ZipEntry | undefined, decode: Decode): PackedTexts {
  const texts = new PackedTexts()
  if (part === undefined) return texts
  let text = ''
  let [isText, isPhonetic] = [false, false]
  readXml(part, decode, {
    open: (tag) => {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') isPhonetic = true
      else if (tag === 't') isText = !isPhonetic
    },
    close: (tag) => {
      if (tag === 't') isText = false
      else if (tag === 'rPh') isPhonetic = false
      else if (tag === 'si') texts.add(mendedText(unescaped(text)))
    },
    text: (piece) => {
      if (isText) text += piece
      if (text.length > LONGEST_CELL) throw new TooLongText()
    },
  })
  return texts
}

/** Throws BrokenXml, TooLongText, UnreadableFile. */
export function openWorkbook(zip: UnpackedZip, decode: Decode): Workbook {
  const root = [...relationsOf(zip, decode, '').values()].find(({ type }) => type === 'officeDocument')
  const part = root === undefined ? undefined : zip.get(root.path)
  if (root === undefined || part === undefined) throw new BrokenXml()
  const relations = relationsOf(zip, decode, root.path)
  const sheets: WorkbookSheet[] = []
  let isFrom1904 = false
  const open = (tag: string, attributes: string) => {
    if (tag === 'workbookPr') isFrom1904 = /^(?:1|true)$/u.test(attributeOf(attributes, 'date1904') ?? '')
    if (tag !== 'sheet') return
    const relation = relations.get(attributeOf(attributes, 'id') ?? '')
    const sheet = relation?.type === 'worksheet' ? zip.get(relation.path) : undefined
    if (sheet === undefined) return
    const state = attributeOf(attributes, 'state') ?? 'visible'
    sheets.push({ name: attributeOf(attributes, 'name') ?? '', isHidden: state !== 'visible', part: sheet })
  }
  readXml(part, decode, onlyTags(open))
  const partOf = (type: string) => {
    const relation = [...relations.values()].find((each) => each.type === type)
    return relation === undefined ? undefined : zip.get(relation.path)
  }
  return {
    sheets,
    isFrom1904,
    kindOf: numberKinds(partOf('styles'), decode),
    texts: sharedTexts(partOf('sharedStrings'), decode),
  }
}
