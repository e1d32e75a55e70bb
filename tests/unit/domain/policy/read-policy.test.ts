/** What is read of a policy's PDF: docs/rules.md#policy-reading */
import { describe, expect, test } from 'vitest'
import { readPolicy } from '../../../../src/domain/policy/read-policy.ts'
import { readPdfText } from '../../../../src/workers/pdf-text.ts'
import { LAYOUTS, type Layout } from './layouts.ts'
import { damagedPdf, lockedPdf, madePdf, scannedPdf } from './made-pdf.ts'

const TODAY = '2026-11-26'
/** Of all fields of all layouts. */
const LEAST_EXACT = 0.95

async function readingOf({ pages, turned = false }: Layout) {
  const text = await readPdfText(await madePdf(pages, { turned }))
  return text.kind === 'text' ? readPolicy(text.items, TODAY) : text
}

describe('a policy is read from its PDF', () => {
  test.each(LAYOUTS)('$name', async (layout) => {
    const reading = await readingOf(layout)
    const values = Object.fromEntries(Object.entries(reading).map(([field, { value }]) => [field, value]))
    const marked = Object.entries(reading).flatMap(([field, { unsure }]) => (unsure ? [field] : []))
    expect(values).toEqual(layout.tells)
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
