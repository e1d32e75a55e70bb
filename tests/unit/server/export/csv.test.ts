/** A sheet of an export gives back every value as it was, and commands no program of sheets. */
import { expect, test } from 'vitest'
import type { Column } from '../../../../server/backup/rows.ts'
import { BrokenSheet, cellOf, headLine, lineOf, readSheet, valueOf } from '../../../../server/export/csv.ts'

const COLUMNS: readonly Column[] = [
  { name: 'a', type: 'text' },
  { name: 'b', type: 'numeric(5,2)' },
  { name: 'c', type: 'jsonb' },
]

const ROWS: readonly (string | null)[][] = [
  ['plain', '12.50', '{"a": "x;y"}'],
  ['', null, null],
  [null, '-0.05', '"text"'],
  ['=HYPERLINK("http://x")', '1', '[]'],
  ["'quoted'", '2', '{}'],
  ['+55 31 98765-4321', '3', '-1'],
  ['two\r\nlines; "and" quotes', '4', 'null'],
  [' at the edges ', '5', 'true'],
  ['ção 🙂', '6', '0'],
]

/** The bytes in parts of `size`, as a stream may bring them. */
async function* partsOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readRows(text: string, size: number) {
  const rows: (string | null)[][] = []
  for await (const group of readSheet(partsOf(text, size))) rows.push(...group)
  return rows
}

const TEXT = headLine(COLUMNS) + ROWS.map((row) => lineOf(row, COLUMNS)).join('')

test.each([1, 2, 3, 7, 10_000])('every value comes back, in parts of %i bytes', async (size) => {
  const [head, ...rows] = await readRows(TEXT, size)
  expect(head).toEqual(['a', 'b', 'c'])
  expect(rows.map((row) => row.map((cell, at) => valueOf(cell, COLUMNS[at]?.type ?? '')))).toEqual(ROWS)
})

test('Excel in Brazil reads it: a mark of order, semicolons and decimal commas', () => {
  expect(TEXT.startsWith('\uFEFFa;b;c\r\nplain;12,50;')).toBe(true)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('the text %j is no formula', (text) => {
  const cell = cellOf(text, 'text').replace(/^"/, '')
  expect(cell.startsWith("'")).toBe(true)
})

test.each(['a;b;c\r\n1;"2', 'a;b;c\r\n1;2'])('a sheet that breaks off is refused: %j', async (text) => {
  await expect(readRows(text, 4)).rejects.toThrow(BrokenSheet)
})
