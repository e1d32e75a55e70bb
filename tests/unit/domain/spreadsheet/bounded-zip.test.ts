/** What an .xlsx unpacks to is counted, and nothing else is read. docs/rules.md#renewal-import */
import { randomBytes } from 'node:crypto'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { boundedZip, MOST_TIMES, MOST_UNPACKED } from '../../../../src/domain/spreadsheet/bounded-zip.ts'
import { openFile } from '../../../../src/domain/spreadsheet/sheets.ts'
import { decode } from './decode.ts'
import { textCell, workbookOf, zipOf } from './made-zip.ts'

const MB = 1024 * 1024
const ROW = `<row r="1">${textCell('A1', 'Apólice')}${textCell('B1', 'CPF')}</row>`

async function cellsOf(bytes: Uint8Array) {
  const { sheets } = await openFile({ bytes, decode, score: () => 0 })
  return Array.from(sheets[0]?.read().rows ?? [], ({ cells }) => cells)
}

describe('a spreadsheet', () => {
  test.each([
    ['packed', zipOf(workbookOf(ROW))],
    ['stored', zipOf(workbookOf(ROW).map((entry) => ({ ...entry, method: 0 })))],
    ['with sizes of 8 bytes', zipOf(workbookOf(ROW), { is64: true })],
    ['with a comment at its end', Buffer.concat([zipOf(workbookOf(ROW)), Buffer.from('um comentário')])],
    [
      'with a spreadsheet in it',
      zipOf([
        ...workbookOf(ROW),
        { name: 'xl/embeddings/a.xlsx', data: zipOf(workbookOf(' '.repeat(50 * MB))) },
      ]),
    ],
  ])('%s reads as it is', async (_name, bytes) => {
    expect(await cellsOf(bytes)).toEqual([['Apólice', 'CPF']])
  })

  test('of a program reads the same, whatever its bytes begin at', async () => {
    const rows = [
      ['Apólice', 'CPF'],
      ['AP-1', 52998224725],
    ]
    const made = await writeXlsx({ sheets: [{ name: 'A', rows }] })
    const shifted = new Uint8Array(made.length + 3)
    shifted.set(made, 3)
    expect(await cellsOf(shifted.subarray(3))).toEqual(rows)
  })

  test('is counted by what it unpacks to, not by what its headers claim', () => {
    const data = randomBytes(1000)
    const counted = (claimed: number) => boundedZip(zipOf([{ name: 'a', data, claimed }]))
    for (const claimed of [0, 1, 1000, 4_000_000_000])
      expect(counted(claimed)).toMatchObject({ unpacked: 1000 })
  })

  test('may unpack to a hundred times its size, beyond the first 8 MB, and never to more than the limit', () => {
    const kind = (...sizes: readonly number[]) =>
      boundedZip(zipOf(sizes.map((size, place) => ({ name: String(place), data: Buffer.alloc(size) })))).kind
    expect(kind(7 * MB)).toBe('ok')
    expect(kind(5 * MB, 5 * MB)).toBe('too large')
    const noise = { name: 'noise', data: randomBytes(MB) }
    const withNoise = (size: number) =>
      boundedZip(zipOf([noise, { name: 'a', data: Buffer.alloc(size) }])).kind
    expect(withNoise(90 * MB)).toBe('ok')
    expect(withNoise((MOST_TIMES + 10) * MB)).toBe('too large')
    const more = { name: 'more', data: randomBytes(2 * MB) }
    expect(boundedZip(zipOf([noise, more, { name: 'a', data: Buffer.alloc(MOST_UNPACKED) }])).kind).toBe(
      'too large',
    )
  })

  test.each([
    ['a cut one', zipOf(workbookOf(ROW)).subarray(0, 300)],
    ['one without its list', Buffer.from('PK\u0003\u0004')],
    ['one whose list lies elsewhere', zipOf(workbookOf(ROW)).subarray(400)],
    ['one packed by another method', zipOf(workbookOf(ROW).map((entry) => ({ ...entry, method: 12 })))],
    ['one with broken data', zipOf([{ name: 'a', data: randomBytes(900) }]).fill(0xff, 31, 40)],
  ])('%s is no spreadsheet', (_name, bytes) => {
    expect(boundedZip(bytes).kind).toBe('broken')
  })

  test('with more entries than a workbook has is refused', () => {
    const many = Array.from({ length: 10_001 }, (_, place) => ({ name: String(place), data: '' }))
    expect(boundedZip(zipOf(many)).kind).toBe('too large')
  })
})
