/** What a printing browser makes of a page: the lines of each sheet, from its top down. */
import type { Page } from '@playwright/test'
import { z } from 'zod'

export interface Line {
  readonly text: string
  /** From the sheet's top, in points. */
  readonly y: number
}

const item = z.object({ str: z.string(), transform: z.array(z.number()) })

async function pdfjs() {
  // The worker's half comes first: pdf.js finds it and starts no thread of its own.
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

/** Returns the sheets of paper, each as its lines. */
export async function printedSheets(page: Page): Promise<Line[][]> {
  const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: false })
  const { getDocument } = await pdfjs()
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, disableFontFace: true })
  const document = await task.promise
  const sheets: Line[][] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const sheet = await document.getPage(number)
    const { height } = sheet.getViewport({ scale: 1 })
    const { items } = await sheet.getTextContent()
    const rows = new Map<number, string>()
    for (const written of items) {
      const known = item.safeParse(written)
      if (!known.success || known.data.str.trim() === '') continue
      const y = Math.round(height - (known.data.transform[5] ?? 0))
      rows.set(y, `${rows.get(y) ?? ''}${known.data.str}`)
    }
    sheets.push([...rows].map(([y, text]) => ({ text, y })).toSorted((one, other) => one.y - other.y))
  }
  await task.destroy()
  return sheets
}
