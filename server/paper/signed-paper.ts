/** A signed file on paper: each sheet's foot has its number and the way to the check, the JSON is attached. docs/rules.md#signed-files */
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import { encode } from 'uqr'
import { FOOT, MARGIN, PALE, Sheet, WIDTH, writable } from './sheet.ts'

const QR_SIZE = 76

export interface Fonts {
  readonly plain: PDFFont
  readonly heavy: PDFFont
}

interface SignedPaper {
  readonly title: string
  /** ISO 8601. */
  readonly madeAt: string
  /** Draws all but the feet. */
  readonly write: (sheet: Sheet, fonts: Fonts) => void | Promise<void>
  readonly foot: Foot
  /** What is checked, and its name without '.json'. */
  readonly attached: { readonly name: string; readonly value: object }
}

interface Foot {
  /** Beside the sheet's number. */
  readonly name: string
  /** Address of the page that checks it. */
  readonly checkAt: string
  /** What follows the address in the code that a camera reads. */
  readonly fragment: string
  /** What of the file can be compared by eye. */
  readonly proof: string
}

interface Qr {
  /** Its dark squares, one unit wide, from the upper left corner. */
  readonly path: string
  /** Squares of a side. */
  readonly size: number
}

function qrOf(text: string): Qr {
  const { data, size } = encode(text, { border: 1 })
  const squares = data.flatMap((cells, row) =>
    cells.flatMap((dark, column) => (dark ? [`M${column} ${row}h1v1h-1z`] : [])),
  )
  return { path: squares.join(''), size }
}

const drawQr = (page: PDFPage, { path, size }: Qr) =>
  page.drawSvgPath(path, {
    x: WIDTH - MARGIN - QR_SIZE,
    y: FOOT - 20,
    scale: QR_SIZE / size,
    color: rgb(0, 0, 0),
    borderWidth: 0,
  })

function drawFoot(
  page: PDFPage,
  { name, checkAt, proof }: Foot,
  { plain, place, qr }: { plain: PDFFont; place: string; qr: Qr },
): void {
  const lines = [
    `${name} · página ${place}`,
    `Confira em ${checkAt}: o arquivo não sai do seu aparelho.`,
    proof,
  ]
  page.drawLine({
    start: { x: MARGIN, y: FOOT - 12 },
    end: { x: WIDTH - MARGIN, y: FOOT - 12 },
    thickness: 0.5,
    color: PALE,
  })
  for (const [at, line] of lines.entries())
    page.drawText(writable(line), { x: MARGIN, y: FOOT - 32 - at * 12, size: 8, font: plain, color: PALE })
  drawQr(page, qr)
}

/** Returns the bytes of the PDF. */
export async function signedPaper({
  title,
  madeAt,
  write,
  foot,
  attached,
}: SignedPaper): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  file.setTitle(title, { showInWindowTitleBar: true })
  file.setLanguage('pt-BR')
  file.setProducer('Farol')
  file.setCreator('Farol')
  file.setCreationDate(new Date(madeAt))
  const [plain, heavy] = [
    await file.embedFont(StandardFonts.Helvetica),
    await file.embedFont(StandardFonts.HelveticaBold),
  ]
  const sheet = new Sheet(file)
  sheet.write(title, { font: heavy, size: 20 })
  sheet.space(4)
  await write(sheet, { plain, heavy })
  const pages = file.getPages()
  const qr = qrOf(`${foot.checkAt}${foot.fragment}`)
  for (const [at, page] of pages.entries())
    drawFoot(page, foot, { plain, qr, place: `${at + 1} de ${pages.length}` })
  await file.attach(new TextEncoder().encode(JSON.stringify(attached.value)), `${attached.name}.json`, {
    mimeType: 'application/json',
    description: title,
    creationDate: new Date(madeAt),
  })
  return file.save()
}
