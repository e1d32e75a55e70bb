/** A written table as the bytes of a file: text in any encoding and with any separator, or a workbook. */
import type { Cell } from '../../../../src/domain/spreadsheet/cells.ts'
import type { Chance } from '../../../sync/support/random.ts'
import { workbookOf, zipOf } from '../spreadsheet/made-zip.ts'
import { isOfDays, type WrittenTable } from './written-table.ts'

export interface WrittenFile {
  readonly bytes: Uint8Array
  /** The line of the file that each row is, as a spreadsheet counts them. */
  readonly lineOf: readonly number[]
  readonly way: string
  /** Signs that part cells may be in them. */
  readonly isLoose?: boolean
}

interface FileRow {
  readonly cells: readonly Cell[]
  /** null: the headers, or a line that is nobody. */
  readonly row: number | null
}

/** All lines of the file, from its first. */
function rowsOf({ columns, others, headersAt }: WrittenTable): FileRow[] {
  const count = columns[0]?.cells.length ?? 0
  const beforeRow = (row: number) =>
    others.filter(({ before }) => before === row).map(({ cells }) => ({ cells, row: null }))
  return [
    ...beforeRow(-1),
    ...Array.from({ length: count + 1 }, (_, row) => [
      ...(row === headersAt ? [{ cells: columns.map(({ header }) => header), row: null }] : []),
      ...beforeRow(row),
      ...(row < count ? [{ cells: columns.map(({ cells }) => cells[row] ?? null), row }] : []),
    ]).flat(),
  ]
}

const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
const upperHalf = (name: string) =>
  new TextDecoder(name).decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128))
const PAGES = { cp850: CP850, 'windows-1252': upperHalf('windows-1252'), macintosh: upperHalf('macintosh') }
type Page = keyof typeof PAGES

/** null: the page lacks a letter. */
function inPage(text: string, page: Page): Uint8Array | null {
  const bytes = Array.from(text, (letter) =>
    letter < '\u0080' ? letter.charCodeAt(0) : PAGES[page].indexOf(letter) + 128,
  )
  return bytes.includes(127) ? null : Uint8Array.from(bytes)
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const twice = (text: string) => new TextDecoder('windows-1252').decode(utf8(text))
const ENTITIES: Readonly<Record<string, string>> = {
  á: 'aacute',
  é: 'eacute',
  í: 'iacute',
  ó: 'oacute',
  ú: 'uacute',
  ã: 'atilde',
  õ: 'otilde',
  ç: 'ccedil',
  ê: 'ecirc',
  â: 'acirc',
  ô: 'ocirc',
  Á: 'Aacute',
  É: 'Eacute',
  Í: 'Iacute',
  Ó: 'Oacute',
  Ú: 'Uacute',
  Ã: 'Atilde',
  Õ: 'Otilde',
  Ç: 'Ccedil',
  Ê: 'Ecirc',
  Â: 'Acirc',
  Ô: 'Ocirc',
  ñ: 'ntilde',
  Ñ: 'Ntilde',
  '&': 'amp',
}
const named = (text: string) =>
  text.replaceAll(/[\u0080-\uffff]|&/gu, (letter) => {
    const name = ENTITIES[letter]
    return name === undefined ? letter : `&${name};`
  })
const numbered = (text: string) =>
  text.replaceAll(/[\u0080-\uffff]|&/gu, (letter) => `&#${letter.codePointAt(0)};`)

/** Writes the text, whole lines at a time; null: it can't. */
type Encode = (text: string, chance: Chance) => Uint8Array | null
const lineByLine =
  (encode: (line: string, chance: Chance) => Uint8Array | null): Encode =>
  (text, chance) => {
    const parts = text.split(/(?<=\n)/u).map((line) => encode(line, chance))
    return parts.some((part) => part === null) ? null : Buffer.concat(parts.flatMap((part) => part ?? []))
  }
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
export const ENCODINGS: Readonly<Record<string, Encode>> = {
  utf8,
  marked: (text) => utf8(`\ufeff${text}`),
  utf16le: (text) => utf16(`\ufeff${text}`, false),
  utf16be: (text) => utf16(`\ufeff${text}`, true),
  'utf16 without mark': (text) => utf16(text, false),
  latin1: (text) => inPage(text, 'windows-1252'),
  cp850: (text) => inPage(text, 'cp850'),
  mac: (text) => inPage(text, 'macintosh'),
  'utf8 twice': (text) => utf8(twice(text)),
  entities: (text) => utf8(named(text)),
  'numbered entities': (text) => utf8(numbered(text)),
  'some lines latin1': lineByLine((line, chance) =>
    chance.happens(0.3) ? inPage(line, 'windows-1252') : utf8(line),
  ),
  'some lines cp850': lineByLine((line, chance) =>
    chance.happens(0.3) ? inPage(line, 'cp850') : utf8(line),
  ),
  'latin1 and cp850': lineByLine((line, chance) =>
    inPage(line, chance.happens(0.3) ? 'cp850' : 'windows-1252'),
  ),
  'some lines twice': lineByLine((line, chance) => utf8(chance.happens(0.3) ? twice(line) : line)),
  'some cells latin1': lineByLine((line, chance) => {
    const parts = line
      .split(/(?<=[;,\t|])/u)
      .map((part) => (chance.happens(0.3) ? inPage(part, 'windows-1252') : utf8(part)))
    return parts.some((part) => part === null) ? null : Buffer.concat(parts.flatMap((part) => part ?? []))
  }),
  'some cells cp850': lineByLine((line, chance) => {
    const parts = line
      .split(/(?<=[;,\t|])/u)
      .map((part) => inPage(part, chance.happens(0.3) ? 'cp850' : 'windows-1252'))
    return parts.some((part) => part === null) ? null : Buffer.concat(parts.flatMap((part) => part ?? []))
  }),
}

const textOf = (cell: Cell) => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  return cell === null ? '' : String(cell)
}
const ENDS = ['\n', '\r\n', '\r'] as const

/** A text file. `encoding` is a name of ENCODINGS; a table that it can't write is written in UTF-8. */
export function asText(table: WrittenTable, encoding: string, chance: Chance): WrittenFile {
  const separator = chance.pick([';', ';', ',', '\t', '|'])
  const end = chance.pick(ENDS)
  const isQuoted = chance.happens(0.3)
  const isPadded = chance.happens(0.2)
  // By hand, and by bad software: nothing is quoted.
  const isLoose = table.headersAt === 0 && chance.happens(0.08)
  // A line that is torn in its first or last cell looks like a heading or a foot.
  const isTorn = (text: string, isAtEdge: boolean) => isLoose && !(isAtEdge && /[\r\n]/u.test(text))
  const quoted = (text: string, isAtEdge: boolean) =>
    isTorn(text, isAtEdge)
      ? text
      : isQuoted || text.includes(separator) || /["\r\n]/u.test(text)
        ? `"${text.replaceAll('"', '""')}"`
        : text
  const lines: string[] = chance.happens(0.1) ? [`sep=${separator}`] : []
  const lineOf: number[] = []
  let at = 1 + lines.length
  for (const { cells, row } of rowsOf(table)) {
    const line = [
      ...cells.map((cell, place) => quoted(textOf(cell), place === 0 || place === cells.length - 1)),
      ...(isPadded ? [''] : []),
    ].join(separator)
    lines.push(line)
    if (row !== null) lineOf[row] = at
    at += isLoose ? line.replaceAll(/"[^"]*"/gu, '').split(/\r\n|\r|\n/u).length : 1
  }
  const text = `${lines.join(end)}${chance.happens(0.8) ? end : ''}`
  const encode = ENCODINGS[encoding] ?? utf8
  const bytes = encode(text, chance)
  return {
    bytes: bytes ?? utf8(text),
    lineOf,
    way: `${bytes === null ? 'utf8' : encoding} ${JSON.stringify([separator, end])}${isLoose ? ' loose' : ''}`,
    isLoose,
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\r', '').replaceAll('\n', '&#10;')
const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : `${letterOf(Math.floor(at / 26) - 1)}${letterOf(at % 26)}`
const DAY_MS = 86_400_000
const STYLES =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'

/** A workbook; `is1904`: its days count from 1904 on. */
export function asWorkbook(table: WrittenTable, chance: Chance): WrittenFile {
  // A number without a format may be a day that is counted from 1900 on.
  const hasSerials = table.columns.some(
    (column) => isOfDays(column) && column.cells.some((cell) => typeof cell === 'number'),
  )
  const is1904 = !hasSerials && chance.happens(0.2)
  const epoch = Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30)
  const lineOf: number[] = []
  const cellOf = (cell: Cell, ref: string) => {
    if (cell === null || cell === '') return ''
    if (cell instanceof Date) return `<c r="${ref}" s="1"><v>${(cell.getTime() - epoch) / DAY_MS}</v></c>`
    return typeof cell === 'number'
      ? `<c r="${ref}"><v>${cell}</v></c>`
      : `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(String(cell))}</t></is></c>`
  }
  const rows = rowsOf(table).map(({ cells, row }, at) => {
    if (row !== null) lineOf[row] = at + 1
    return `<row r="${at + 1}">${cells.map((cell, place) => cellOf(cell, `${letterOf(place)}${at + 1}`)).join('')}</row>`
  })
  const entries = workbookOf(rows.join('')).map((entry) => {
    const { name, data } = entry
    if (name === 'xl/workbook.xml' && is1904)
      return { name, data: String(data).replace('<sheets>', '<workbookPr date1904="1"/><sheets>') }
    if (name !== 'xl/_rels/workbook.xml.rels') return entry
    const styles =
      '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>'
    return { name, data: String(data).replace('</Relationships>', `${styles}</Relationships>`) }
  })
  const bytes = zipOf([...entries, { name: 'xl/styles.xml', data: STYLES }])
  return { bytes: new Uint8Array(bytes), lineOf, way: is1904 ? 'workbook of 1904' : 'workbook' }
}
