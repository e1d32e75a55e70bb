/** What a PDF has, by pdf.js in this very thread: its text with places, an attached file. It neither draws nor loads anything. docs/rules.md#policy-reading */
import { z } from 'zod'
import type { TextItem } from '../domain/policy/text.ts'

export type PdfText =
  | { readonly kind: 'text'; readonly items: readonly TextItem[] }
  | { readonly kind: 'image' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'damaged' }

/** The data of a policy are on its first pages; the conditions follow. */
const MOST_PAGES = 6
/** A scan may have a line of text that a program added. */
const FEWEST_LETTERS = 25
/** Upright text, by the second number of its matrix. */
const UPRIGHT = 0.01

async function pdfjs() {
  // The worker's half comes first: pdf.js finds it and starts no thread of its own.
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

type Library = Awaited<ReturnType<typeof pdfjs>>

function opening({ getDocument, VerbosityLevel }: Library, bytes: Uint8Array) {
  return getDocument({
    data: bytes,
    // The Content-Security-Policy allows neither.
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
}

async function itemsOf(library: Library, document: Awaited<ReturnType<typeof opening>['promise']>) {
  const items: TextItem[] = []
  for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES); number += 1) {
    const page = await document.getPage(number)
    const { transform } = page.getViewport({ scale: 1 })
    const { items: written } = await page.getTextContent()
    for (const item of written) {
      if (!('str' in item) || item.str.trim() === '') continue
      const matrix: unknown = library.Util.transform(transform, item.transform)
      if (!Array.isArray(matrix)) continue
      const [, turned = 0, skew = 0, tall = 0, x = 0, y = 0] = matrix.map(Number)
      const height = Math.hypot(skew, tall)
      if (Math.abs(turned) > UPRIGHT * height || height === 0) continue
      items.push({ text: item.str, page: number, x, y, width: item.width, height, font: item.fontName })
    }
    page.cleanup()
  }
  return items
}

const NAMED: Readonly<Record<string, PdfText>> = {
  PasswordException: { kind: 'locked' },
  InvalidPDFException: { kind: 'damaged' },
  FormatError: { kind: 'damaged' },
  UnknownErrorException: { kind: 'damaged' },
}

/** Returns the pieces of text of the first pages, or why there are none. */
export async function readPdfText(bytes: Uint8Array): Promise<PdfText> {
  const library = await pdfjs()
  const task = opening(library, bytes)
  try {
    const items = await itemsOf(library, await task.promise)
    const letters = items.reduce((sum, { text }) => sum + text.replaceAll(/[^\p{L}\d]/gu, '').length, 0)
    return letters < FEWEST_LETTERS ? { kind: 'image' } : { kind: 'text', items }
  } catch (error) {
    const known = error instanceof Error ? NAMED[error.name] : undefined
    if (known === undefined) throw error
    return known
  } finally {
    await task.destroy()
  }
}

const attachedSchema = z.record(
  z.string(),
  z.object({ filename: z.string(), content: z.instanceof(Uint8Array) }),
)

/** Returns the first attached JSON file's text; null: there is none, or the PDF can't be read. */
export async function readPdfAttachment(bytes: Uint8Array): Promise<string | null> {
  const library = await pdfjs()
  const task = opening(library, bytes)
  try {
    const attached = attachedSchema.safeParse(await (await task.promise).getAttachments())
    const file = Object.values(attached.data ?? {}).find(({ filename }) => filename.endsWith('.json'))
    return file === undefined ? null : new TextDecoder().decode(file.content)
  } catch (error) {
    if (error instanceof Error && NAMED[error.name] !== undefined) return null
    throw error
  } finally {
    await task.destroy()
  }
}
