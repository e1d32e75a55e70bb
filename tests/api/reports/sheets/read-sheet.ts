/** Reads a sheet's file by its XML, without the library that wrote it, and checks it by the rules of ECMA-376. */
import { Unzip, UnzipInflate } from 'fflate'
import {
  CONTENT_TYPES,
  type ElementRule,
  RELATIONSHIPS,
  STRINGS,
  STYLES,
  WORKBOOK,
  WORKSHEET,
} from './part-rules.ts'
import { type Element, type Part, partWalker } from './walk-part.ts'

/** A cell as a program shows it: its kind, its value and its number format. */
export interface ReadCell {
  readonly kind: 'text' | 'number'
  readonly value: string | number
  /** The format's code; '' for the general one. */
  readonly format: string
}
type ReadRow = readonly (ReadCell | null)[]

export interface ReadSheet {
  readonly name: string
  readonly rows: readonly ReadRow[]
  /** The range of the filter in the head, or null. */
  readonly autoFilter: string | null
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const SHEET = /^xl\/worksheets\/sheet\d+\.xml$/

/** Formats that have a number and no code in the file, of those that we use. */
const BUILT_IN: Readonly<Record<string, string>> = {
  0: '',
  1: '0',
  2: '0.00',
  10: '0.00%',
}

interface RawCell {
  readonly column: number
  readonly type: string
  readonly style: number
  readonly text: string
}

function columnOf(reference: string): number {
  const letters = reference.replace(/\d+$/, '')
  return letters.split('').reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const part = (about: string, root: string, rules: Readonly<Record<string, ElementRule>>): Part => ({
  about,
  root,
  rules,
  namespace:
    root === 'Types'
      ? `${PACKAGE}/content-types`
      : root === 'Relationships'
        ? `${PACKAGE}/relationships`
        : MAIN,
})

const SHEET_PART = part('worksheet', 'worksheet', WORKSHEET)

/** Passes each row on as soon as it ends. */
function sheetWalker(
  onRow: (number: number, cells: readonly RawCell[]) => void,
  onFilter: (ref: string) => void,
) {
  let lastRow = 0
  let cells: RawCell[] = []
  let text: string | null = null
  return partWalker(SHEET_PART, ({ name, attributes, text: own }, ancestors) => {
    if (name === 'v' || name === 't') text = own
    if (name === 'c') {
      const { r = '', t = 'n', s = '0' } = attributes
      const number = Number(ancestors.at(-1)?.attributes.r)
      const column = columnOf(r)
      if (r.replace(/^[A-Z]+/, '') !== String(number)) throw new Error(`${r} is in row ${number}`)
      if (column <= (cells.at(-1)?.column ?? -1)) throw new Error(`${r} comes after ${column}`)
      if (text !== null) cells.push({ column, type: t, style: Number(s), text })
      text = null
    }
    if (name === 'row') {
      const number = Number(attributes.r)
      if (number <= lastRow) throw new Error(`row ${number} comes after row ${lastRow}`)
      lastRow = number
      onRow(number, cells)
      cells = []
    }
    if (name === 'autoFilter') onFilter(attributes.ref ?? '')
  })
}

function elementsOf(about: Part, xml: string): (Element & { readonly parent: string })[] {
  const found: (Element & { readonly parent: string })[] = []
  const walker = partWalker(about, (element, ancestors) =>
    found.push({ ...element, parent: ancestors.at(-1)?.name ?? '' }),
  )
  walker.write(xml)
  walker.end()
  return found
}

/** The code of each cell format, by its number. */
function formatsOf(xml: string): string[] {
  const elements = elementsOf(part('styles', 'styleSheet', STYLES), xml)
  const many = (name: string, parent = `${name}s`) =>
    elements.filter((element) => element.name === name && element.parent === parent)
  const codes = new Map(many('numFmt').map(({ attributes }) => [attributes.numFmtId, attributes.formatCode]))
  const [fonts, fills, borders] = [many('font').length, many('fill').length, many('border').length]
  const styles = many('xf', 'cellStyleXfs').length
  return many('xf', 'cellXfs').map(({ attributes }) => {
    const { numFmtId = '0', fontId = '0', fillId = '0', borderId = '0', xfId = '0' } = attributes
    if (Number(fontId) >= fonts || Number(fillId) >= fills || Number(borderId) >= borders)
      throw new Error('a cell format names no font, fill or border')
    if (Number(xfId) >= Math.max(styles, 1)) throw new Error('a cell format names no style')
    const code = codes.get(numFmtId) ?? BUILT_IN[numFmtId]
    if (code === undefined) throw new Error(`no number format ${numFmtId}`)
    return code
  })
}

const textsOf = (xml: string | undefined) =>
  xml === undefined
    ? []
    : elementsOf(part('strings', 'sst', STRINGS), xml).flatMap(({ name, text }) =>
        name === 't' ? [text] : [],
      )

/** Excel writes what XML cannot hold as _xHHHH_. */
const unescaped = (text: string) =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Returns the part of each sheet by its name, in the order of the book. */
function checkPackage(parts: ReadonlyMap<string, string>, names: readonly string[]): Map<string, string> {
  const types = elementsOf(
    part('content types', 'Types', CONTENT_TYPES),
    parts.get('[Content_Types].xml') ?? '',
  )
  const typeOf = (path: string) =>
    types.find(({ attributes }) => attributes.PartName === `/${path}`)?.attributes.ContentType ??
    types.find(({ attributes }) => attributes.Extension === path.split('.').at(-1))?.attributes.ContentType
  for (const { attributes } of types)
    if (attributes.PartName !== undefined && !names.includes(attributes.PartName.slice(1)))
      throw new Error(`a content type for ${attributes.PartName}, which is not there`)
  const wanted: Readonly<Record<string, string>> = {
    'xl/workbook.xml': `${TYPE}.sheet.main+xml`,
    'xl/styles.xml': `${TYPE}.styles+xml`,
    'xl/sharedStrings.xml': `${TYPE}.sharedStrings+xml`,
  }
  for (const path of names) {
    if (path === '[Content_Types].xml') continue
    const type = typeOf(path)
    const expected = SHEET.test(path) ? `${TYPE}.worksheet+xml` : (wanted[path] ?? type)
    if (type === undefined || type !== expected) throw new Error(`${path} is of type ${type}`)
  }
  const related = (path: string, folder: string) =>
    elementsOf(part(path, 'Relationships', RELATIONSHIPS), parts.get(path) ?? '').flatMap(
      ({ name, attributes }) => {
        if (name !== 'Relationship') return []
        const { Id = '', Type = '', Target = '' } = attributes
        const target = Target.startsWith('/') ? Target.slice(1) : `${folder}${Target}`
        if (!names.includes(target)) throw new Error(`${path} names ${target}, which is not there`)
        return [{ id: Id, type: Type, target }]
      },
    )
  const ofBook = related('xl/_rels/workbook.xml.rels', 'xl/')
  const all = [...related('_rels/.rels', ''), ...ofBook]
  const isReached = (path: string) =>
    path.endsWith('.rels') || path === '[Content_Types].xml' || all.some(({ target }) => target === path)
  for (const path of names) if (!isReached(path)) throw new Error(`nothing names ${path}`)
  const sheets = elementsOf(
    part('workbook', 'workbook', WORKBOOK),
    parts.get('xl/workbook.xml') ?? '',
  ).filter(({ name }) => name === 'sheet')
  const byName = new Map(
    sheets.map(({ attributes }) => {
      const found = ofBook.find(({ id }) => id === attributes['r:id'])
      if (found?.type !== `${OFFICE}/worksheet` || !SHEET.test(found.target))
        throw new Error('the sheet has no part')
      return [attributes.name ?? '', found.target]
    }),
  )
  if (new Set(sheets.map(({ attributes }) => attributes.sheetId)).size < sheets.length)
    throw new Error('two sheets have one number')
  if (byName.size === 0 || new Set(byName.values()).size < sheets.length)
    throw new Error('two sheets have one name or one part')
  return byName
}

interface Chunks {
  /** Of the first sheet. */
  readonly name: string
  readonly autoFilter: string | null
  readonly rowCount: number
  /** The part of each sheet by its name. */
  readonly sheets: ReadonlyMap<string, string>
  /** By part. */
  readonly filters: ReadonlyMap<string, string>
}

/**
 * Reads the file piece by piece. `onRow` gets each row of raw cells as it ends; the formats and shared texts come last in
 * a streamed file, so `finish` says how to read them.
 */
export async function readChunks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onRow: (cells: readonly RawCell[], number: number, part: string) => void,
): Promise<Chunks & { readonly cellOf: (raw: RawCell) => ReadCell }> {
  const parts = new Map<string, string>()
  const names: string[] = []
  const filters = new Map<string, string>()
  let rowCount = 0
  const unzip = new Unzip((file) => {
    names.push(file.name)
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const walker = SHEET.test(file.name)
      ? sheetWalker(
          (number, cells) => {
            rowCount += 1
            onRow(cells, number, file.name)
          },
          (ref) => filters.set(file.name, ref),
        )
      : {
          write: (xml: string) => parts.set(file.name, (parts.get(file.name) ?? '') + xml),
          end: () => {},
        }
    file.ondata = (error, data, final) => {
      if (error !== null) throw error
      walker.write(decoder.decode(data, { stream: !final }))
      if (final) walker.end()
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for await (const chunk of chunks) unzip.push(chunk)
  unzip.push(new Uint8Array(0), true)
  const sheets = checkPackage(parts, names)
  const [[name, first] = ['', '']] = sheets
  const formats = formatsOf(parts.get('xl/styles.xml') ?? '')
  const texts = textsOf(parts.get('xl/sharedStrings.xml'))
  const cellOf = ({ type, style, text }: RawCell): ReadCell => {
    const format = formats[style]
    if (format === undefined) throw new Error(`no cell format ${style}`)
    if (type === 'n') return { kind: 'number', value: Number(text), format }
    if (type === 'inlineStr') return { kind: 'text', value: unescaped(text), format }
    if (type !== 's') throw new Error(`a cell of type ${type}`)
    const shared = texts[Number(text)]
    if (shared === undefined) throw new Error(`no shared text ${text}`)
    return { kind: 'text', value: unescaped(shared), format }
  }
  return { name, autoFilter: filters.get(first) ?? null, rowCount, sheets, filters, cellOf }
}

/** Reads all sheets of a small file. */
export async function readBook(bytes: Uint8Array): Promise<ReadSheet[]> {
  const raw = new Map<string, Map<number, readonly RawCell[]>>()
  const { sheets, filters, cellOf } = await readChunks([bytes], (cells, number, part) => {
    const rows = raw.get(part) ?? new Map<number, readonly RawCell[]>()
    raw.set(part, rows.set(number, cells))
  })
  return [...sheets].map(([name, part]) => {
    const numbered = raw.get(part) ?? new Map<number, readonly RawCell[]>()
    const rows = Array.from({ length: Math.max(0, ...numbered.keys()) }, (_, place) => {
      const row: (ReadCell | null)[] = []
      for (const cell of numbered.get(place + 1) ?? []) row[cell.column] = cellOf(cell)
      return Array.from(row, (cell) => cell ?? null)
    })
    return { name, rows, autoFilter: filters.get(part) ?? null }
  })
}

/** Reads a small file of one sheet. */
export async function readSheet(bytes: Uint8Array): Promise<ReadSheet> {
  const [sheet, ...others] = await readBook(bytes)
  if (sheet === undefined || others.length > 0) throw new Error(`${others.length + 1} sheets`)
  return sheet
}
