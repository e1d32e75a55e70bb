/** Sheets of paper, as a browser makes them of reports and of the board. docs/rules.md#printed-reports, #printed-board */
import { type Line, printedSheets } from './support/printed.ts'
import { expect, SLICED, test } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

/** Millimetres. Among so many a heading would come to stand at the foot of one. */
const HEIGHTS = [130, 140, 150, 160, 170, 180, 190, 200, 210]
/** Each with the least number of its headings. */
const REPORTS = [
  ['/relatorio-perdas?periodo=%2212-meses%22', 7],
  ['/relatorio-indicacoes-corretora', 2],
] as const
/** A table's head and a row follow its heading. */
const BELOW = 2

const alone = (sheets: readonly (readonly Line[])[], headings: readonly string[]) =>
  sheets.flatMap((lines, place) =>
    lines
      .filter(({ text }, at) => headings.includes(text.trim()) && lines.length - at - 1 < BELOW)
      .map(({ text }) => `sheet ${place + 1}: ${text}`),
  )

/** Of a colour as the browser computes it, 0 to 255. */
const brightness = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return (red + green + blue) / 3
}

// Promise: the browser's own breaks between pages, and its paper: no heading alone, no blank sheet, all of it light.
test(
  'sheets of two reports and of the board are whole, and those of a dark screen light',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const app = await signedIn(sharedServer.url, 'gerente', '/')
    const { page } = app
    await test.step('the board is a list', async () => {
      await expect(page.getByRole('article').first()).toBeVisible()
      // Paper comes with its button, after the board.
      await expect(page.getByRole('button', { name: 'Imprimir a lista' })).toBeVisible()
      const sheets = await printedSheets(page)
      expect(sheets.length).toBeLessThan(10)
      expect(sheets.map((lines) => lines.length > 2)).not.toContain(false)
      expect(sheets.flat().some(({ text }) => text.includes('Próximo passo'))).toBe(true)
    })

    for (const [path, least] of REPORTS)
      await test.step(`no heading of ${path} is the last of a sheet, and no sheet is blank`, async () => {
        await app.goTo(path)
        await app.ready()
        await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
        const headings = (await page.locator('main h2').allInnerTexts()).map((text) => text.trim())
        expect(headings.length).toBeGreaterThanOrEqual(least)
        for (const height of HEIGHTS) {
          const size = await page.addStyleTag({
            content: `@page report { size: 297mm ${height}mm !important; margin: 12mm }`,
          })
          const sheets = await printedSheets(page)
          const found = sheets.flat().filter(({ text }) => headings.includes(text.trim()))
          expect(found.length, `${height} mm: headings on paper`).toBeGreaterThanOrEqual(least - 1)
          expect(sheets.map((lines) => lines.length > 0)).not.toContain(false)
          expect(alone(sheets, headings), `${height} mm`).toEqual([])
          await size.evaluate((style) => style.parentNode?.removeChild(style))
        }
      })

    await test.step('a dark report is printed light, and its picture takes the width of the page', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.emulateMedia({ colorScheme: 'dark' })
      const report = page.getByRole('region', { name: 'Relatório de Indicações da Corretora', exact: true })
      const picture = report.getByRole('figure')
      const drawing = picture.locator('.recharts-wrapper > svg')
      await expect(drawing).toBeVisible()
      const colours = () =>
        picture.evaluate((element) => {
          const { backgroundColor, color } = getComputedStyle(element)
          return [backgroundColor, color, getComputedStyle(document.documentElement).backgroundColor] as const
        })
      expect(brightness((await colours())[0])).toBeLessThan(80)

      // A printing browser lays out the page anew, and the observers of sizes hear of it too late.
      await page.evaluate(() => {
        const drawn = document.querySelector('.recharts-wrapper')
        drawn?.replaceWith(drawn.cloneNode(true))
      })
      // The width of a sheet A4 across, within its margins.
      await page.setViewportSize({ width: 1032, height: 700 })
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      const [background, text, whole] = await colours()
      expect(brightness(background)).toBeGreaterThan(240)
      expect(brightness(text)).toBeLessThan(60)
      expect(whole === 'rgba(0, 0, 0, 0)' || brightness(whole) > 240, whole).toBe(true)
      const [frame, svg] = [await picture.boundingBox(), await drawing.boundingBox()]
      expect(svg?.width ?? 0).toBeGreaterThan((frame?.width ?? 0) * 0.95)
      expect(svg?.width ?? 0).toBeLessThanOrEqual(frame?.width ?? 0)
      await expect(report.getByText(/^Período: .* · Sem filtros · Impresso por /)).toBeVisible()
      // A frame that scrolls would cut off the rows, and the total, that a break between pages moves down.
      const frames = report.locator('.mantine-datatable-scroll-area, .mantine-ScrollArea-viewport')
      expect(
        new Set(await frames.evaluateAll((all) => all.map((each) => getComputedStyle(each).overflow))),
      ).toEqual(new Set(['visible']))

      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
      expect(brightness((await colours())[0])).toBeLessThan(80)
    })
  },
)
