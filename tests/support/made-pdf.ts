/** Makes PDFs of policies by places of their texts, as insurers' systems do. */
import { degrees, PDFDocument, PDFHexString, StandardFonts } from 'pdf-lib'
import { ONE_PIXEL } from './one-pixel.ts'

/** A text at a place, in points from the left and from the top. */
export type Placed = readonly [x: number, y: number, text: string, look?: Look]

export interface Look {
  readonly bold?: true
  readonly size?: number
  /** The text ends at `x`. */
  readonly toTheRight?: true
}

const WIDTH = 595
const HEIGHT = 842
const SIZE = 9

/** Returns the bytes of a PDF with these pages. */
export async function madePdf(
  pages: readonly (readonly Placed[])[],
  { turned = false }: { readonly turned?: boolean } = {},
): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  const plain = await file.embedFont(StandardFonts.Helvetica)
  const heavy = await file.embedFont(StandardFonts.HelveticaBold)
  for (const texts of pages) {
    const page = file.addPage([WIDTH, HEIGHT])
    if (turned) page.setRotation(degrees(90))
    for (const [x, y, text, { bold, size = SIZE, toTheRight } = {}] of texts) {
      const font = bold ? heavy : plain
      const left = toTheRight ? x - font.widthOfTextAtSize(text, size) : x
      // A page that is shown turned has its texts along its long side.
      if (turned) page.drawText(text, { x: y, y: left, size, font, rotate: degrees(90) })
      else page.drawText(text, { x: left, y: HEIGHT - y, size, font })
    }
  }
  return file.save()
}

/** A page that is one picture. */
export async function scannedPdf(): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  const picture = await file.embedPng(ONE_PIXEL)
  file.addPage([WIDTH, HEIGHT]).drawImage(picture, { x: 0, y: 0, width: WIDTH, height: HEIGHT })
  return file.save()
}

/** A PDF that opens with a password only: its keys fit no empty one. */
export async function lockedPdf(): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  file.addPage([WIDTH, HEIGHT])
  const { context } = file
  const key = (digit: string) => PDFHexString.of(digit.repeat(64))
  context.trailerInfo.Encrypt = context.register(
    context.obj({ Filter: 'Standard', V: 1, R: 2, O: key('a'), U: key('b'), P: -4 }),
  )
  context.trailerInfo.ID = context.obj([PDFHexString.of('c'.repeat(32)), PDFHexString.of('c'.repeat(32))])
  return file.save({ useObjectStreams: false })
}

/** Begins and ends as a PDF does, with nothing readable between. */
export const damagedPdf = (): Uint8Array =>
  new TextEncoder().encode(`%PDF-1.7\n${'x1 0 obj << /Type /Cata '.repeat(20)}\n%%EOF`)
