/** What is read of a policy's PDF: docs/rules.md#policy-reading */
import { describe, expect, test } from 'vitest'
import { readPolicy } from '../../../../src/domain/policy/read-policy.ts'
import { readPdfText } from '../../../../src/workers/pdf-text.ts'
import { cpuMsOf } from '../../../support/cpu-ms.ts'
import { damagedPdf, lockedPdf, madePdf, scannedPdf } from '../../../support/made-pdf.ts'
import { HARD_LAYOUTS } from './hard-layouts.ts'
import type { Layout } from './layout.ts'
import { OTHER_LAYOUTS } from './other-layouts.ts'
import { PLAIN_LAYOUTS } from './plain-layouts.ts'

const TODAY = '2026-11-26'
const LAYOUTS: readonly Layout[] = [...PLAIN_LAYOUTS, ...OTHER_LAYOUTS, ...HARD_LAYOUTS]

async function readingOf({ pages, turned = false }: Layout) {
  const text = await readPdfText(await madePdf(pages, { turned }))
  if (text.kind !== 'text') throw new Error(text.kind)
  return readPolicy(text.items, TODAY)
}

describe('a policy is read from its PDF', () => {
  test.each(LAYOUTS)('$name', async (layout) => {
    const reading = Object.entries(await readingOf(layout))
    const marked = reading.flatMap(([field, { unsure }]) => (unsure ? [field] : []))
    expect(Object.fromEntries(reading.map(([field, { value }]) => [field, value]))).toEqual(layout.tells)
    expect(marked.toSorted()).toEqual([...(layout.marked ?? [])].toSorted())
  })
})

describe('a PDF without readable text says why', () => {
  test('a scan', async () => {
    expect(await readPdfText(await scannedPdf())).toEqual({ kind: 'image' })
  })
  test('a password', async () => {
    expect(await readPdfText(await lockedPdf())).toEqual({ kind: 'locked' })
  })
  test('a damaged file', async () => {
    expect(await readPdfText(damagedPdf())).toEqual({ kind: 'damaged' })
  })
})

test('a text that is made to be slow is read at once', () => {
  const words = ['vigencia das 24 h 1 ', 'segurado nome do do ', 'apolice numero '].map((text) =>
    text.repeat(5000),
  )
  const items = words.map((text, index) => ({
    text,
    page: 1,
    x: 0,
    y: index * 20,
    width: 500,
    height: 9,
    font: 'f',
  }))
  expect(cpuMsOf(() => expect(readPolicy(items, TODAY)).toEqual({}))).toBeLessThan(2000)
})
