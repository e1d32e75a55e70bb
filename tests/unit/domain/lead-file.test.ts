/** A PDF is checked by its content: docs/rules.md#files */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isPdf } from '../../../src/domain/lead/lead-file.ts'
import { readPdfText } from '../../../src/workers/pdf-text.ts'
import { madePdf } from '../../support/made-pdf.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const TEXT = [
  'Apólice: 123456789',
  'Vigência: 10/03/2026 a 10/03/2027',
  'Segurado: Ana Lima',
  'Prêmio total: R$ 812,40',
]
const MARK = '\u00ef\u00bb\u00bf'

describe('a file', () => {
  test.each([
    ['complete', '%PDF-1.7\n…\n%%EOF\n', true],
    ['with bytes after its end', `%PDF-1.4 %%EOF${'\0'.repeat(500)}`, true],
    ['with more than a kilobyte after its end', `%PDF-1.7 %%EOF${'x'.repeat(2000)}`, true],
    ['with a mark of UTF-8 before its header', `${MARK}%PDF-1.7 %%EOF`, true],
    ['with blank lines before its header', `\r\n\r\n%PDF-1.7 %%EOF`, true],
    ['with a mail program’s lines before its header', `${'x'.repeat(1000)}\r\n%PDF-1.7 %%EOF`, true],
    ['with more than a kilobyte before its header', `${'x'.repeat(1025)}%PDF-1.7 %%EOF`, false],
    ['truncated', '%PDF-1.7\n1 0 obj', false],
    ['whose end is before its header', '%%EOF %PDF-1.7', false],
    ['of another kind', '<html>%%EOF', false],
    ['that is a page', '<html>%PDF-1.7 %%EOF</html>', false],
    ['that is an archive of a PDF', 'PK\u0003\u0004…%PDF-1.7 %%EOF', false],
  ])('%s', (_name, text, expected) => {
    expect(isPdf(bytes(text))).toBe(expected)
  })
})

test('the example of a real system is one', () => {
  const file = readFileSync(new URL('../../cases/imports/25-pdf-com-bom.pdf', import.meta.url))
  expect(isPdf(new Uint8Array(file))).toBe(true)
})

test.each([
  ['before it', MARK + '\r\n'.repeat(300), ''],
  ['behind it', '', `\n${'x'.repeat(3000)}`],
])('the text of one with more %s is read', async (_name, before, behind) => {
  const pdf = await madePdf([TEXT.map((text, line) => [40, 40 + 16 * line, text])])
  const file = new Uint8Array(Buffer.concat([bytes(before), pdf, bytes(behind)]))
  expect(isPdf(file)).toBe(true)
  expect(await readPdfText(file)).toMatchObject({ kind: 'text', items: TEXT.map((text) => ({ text })) })
})
