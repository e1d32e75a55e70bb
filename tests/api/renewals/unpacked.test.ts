/** A small file that unpacks to much is refused with a sentence, and costs little memory. docs/rules.md#renewal-import */
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { type MadeEntry, textCell, workbookOf, zipOf } from '../../unit/domain/spreadsheet/made-zip.ts'
import { describeDatabase } from '../support/databases.ts'
import { inRenewalHouse, type Renewals } from '../support/renewals.ts'

const READER = fileURLToPath(new URL('../support/reading-process.ts', import.meta.url))
const MB = 1_000_000
const BLANKS = ' '.repeat(200 * MB)
const LARGE = /^UnreadableFile: A planilha ocupa espaço demais depois de descompactada\./

const sheetClaiming = (rows: string, claimed?: number): MadeEntry[] =>
  workbookOf(rows).map((entry) =>
    claimed !== undefined && entry.name.endsWith('sheet1.xml') ? { ...entry, claimed } : entry,
  )
const cell = (text: string) => `<row r="1">${textCell('A1', text)}</row>`
const embedded = (count: number, data: string): MadeEntry[] =>
  Array.from({ length: count }, (_, place) => ({ name: `xl/media/${place}.xml`, data }))

/** Every bomb has a name of its own, so that a failure names it. */
const BOMBS: readonly (readonly [name: string, zip: () => Buffer, answer: RegExp])[] = [
  ['200 MB of blanks in a cell', () => zipOf(workbookOf(cell(BLANKS))), LARGE],
  ['a size of 0 in its headers', () => zipOf(sheetClaiming(cell(BLANKS), 0)), LARGE],
  ['a size of 1 kB in its headers', () => zipOf(sheetClaiming(cell(BLANKS), 1000)), LARGE],
  ['a size of 4 GB in its headers', () => zipOf(sheetClaiming(cell(BLANKS), 0xfffffffe)), LARGE],
  [
    'many entries of 1 MB each',
    () => zipOf([...workbookOf(cell('')), ...embedded(300, ' '.repeat(MB))]),
    LARGE,
  ],
  [
    'entries that share their data',
    () => {
      const shared = { name: 'xl/media/a.xml', data: ' '.repeat(MB) }
      const others = embedded(300, '').map((entry) => ({ ...entry, data: shared.data, dataOf: shared.name }))
      return zipOf([...workbookOf(cell('')), shared, ...others])
    },
    LARGE,
  ],
  [
    'one cell at the far end of each row',
    () =>
      zipOf(
        workbookOf(
          Array.from(
            { length: 20_000 },
            (_, r) => `<row r="${r + 1}">${textCell(`XFD${r + 1}`, 'x')}</row>`,
          ).join(''),
        ),
      ),
    /^UnreadableFile: A linha 1 tem colunas demais: o limite é de 256\./,
  ],
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-zip-'))
})
afterAll(() => removeFolder(folder))

test.each(BOMBS)(
  '%s: a sentence, and at most 150 MB more memory',
  { timeout: 3 * MINUTE_MS },
  async (name, zip, answer) => {
    const path = join(folder, `${name}.xlsx`)
    await writeFile(path, zip())
    const { stdout } = await promisify(execFile)(process.execPath, [READER, path])
    const read = z.object({ answer: z.string(), grown: z.number() }).parse(JSON.parse(stdout))
    expect(read.answer).toMatch(answer)
    expect(read.grown / MB).toBeLessThan(150)
  },
)

describeDatabase('a file that unpacks to too much', (open) => {
  let house: Renewals
  inRenewalHouse(open, (made) => {
    house = made
  })

  test('is refused at its field, and writes nothing', async () => {
    const { status, body } = await house.send({ content: zipOf(workbookOf(cell(BLANKS))), name: 'a.xlsx' })
    expect([status, body]).toEqual([
      422,
      {
        code: 'rule',
        message: expect.stringContaining('ocupa espaço demais depois de descompactada'),
        errors: { file: [expect.any(String)] },
      },
    ])
    expect(await house.temps()).toEqual([])
  })
})
