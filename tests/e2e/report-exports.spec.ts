/** What a report shows is what its sheet and its paper have: a figure's leads, their order and the columns in sight. */
import { expect, SLICED, test } from './support/test.ts'

const TITLE = 'Relatório de Indicações da Corretora'
const PATH = '/relatorio-indicacoes-corretora'

/** Of a colour as the browser computes it, 0 to 255. */
const brightness = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return (red + green + blue) / 3
}

// Promise: the browser's print layout shows the whole report, light.
test(
  'a report in the dark scheme is printed light, and its picture takes the width of the page',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { page } = await signedIn(sharedServer.url, 'gerente', PATH)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    const report = page.getByRole('region', { name: TITLE, exact: true })
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
  },
)
