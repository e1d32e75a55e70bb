/** Sheets of paper, as a browser makes them of reports and of the board. docs/rules.md#printed-reports, #printed-board */
import { type Line, printedSheets } from './support/printed.ts'
import { expect, SLICED, test } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

/** Millimetres. Among so many a heading would come to stand at the foot of one. */
const HEIGHTS = [130, 140, 150, 160, 170, 180, 190, 200, 210]
/** A table's head and a row follow its heading. */
const BELOW = 2

const alone = (sheets: readonly (readonly Line[])[], headings: readonly string[]) =>
  sheets.flatMap((lines, place) =>
    lines
      .filter(({ text }, at) => headings.includes(text.trim()) && lines.length - at - 1 < BELOW)
      .map(({ text }) => `sheet ${place + 1}: ${text}`),
  )

// Promise: the browser's own breaks between pages.
for (const [path, least] of [
  ['/relatorio-perdas?periodo=%2212-meses%22', 7],
  ['/relatorio-indicacoes-corretora', 2],
] as const)
  test(
    `no heading of ${path} is the last of a sheet, and no sheet is blank`,
    SLICED,
    async ({ sharedServer, signedIn }) => {
      const { page } = await signedIn(sharedServer.url, 'gerente', path)
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
    },
  )

test('the board is printed as a list without a blank sheet', SLICED, async ({ sharedServer, signedIn }) => {
  const { page } = await signedIn(sharedServer.url, 'gerente', '/')
  await expect(page.getByRole('article').first()).toBeVisible()
  // Paper comes with its button, after the board.
  await expect(page.getByRole('button', { name: 'Imprimir a lista' })).toBeVisible()
  const sheets = await printedSheets(page)
  expect(sheets.length).toBeLessThan(10)
  expect(sheets.map((lines) => lines.length > 2)).not.toContain(false)
  expect(sheets.flat().some(({ text }) => text.includes('Próximo passo'))).toBe(true)
})
