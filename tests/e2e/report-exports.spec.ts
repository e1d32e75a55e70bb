/** What a report shows is what its sheet and its paper have: a figure's leads, their order and the columns in sight. */
import type { Locator } from '@playwright/test'
import { brokerIndicationsRoute } from '../../src/contract/reports/broker-indications.ts'
import { App } from './support/app.ts'
import { exported } from './support/exported.ts'
import { reloadOffline } from './support/offline.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const TITLE = 'Relatório de Indicações da Corretora'
const PATH = '/relatorio-indicacoes-corretora'

/** Heads and cells as a reader sees them. */
const shownIn = (table: Locator): Promise<string[][]> =>
  table.evaluate((element) => {
    const textsOf = (row: Element) =>
      Array.from(row.children, (cell) => (cell instanceof HTMLElement ? cell.innerText.trim() : ''))
    return Array.from(element.querySelectorAll('thead tr, tbody tr'), textsOf)
  })

const two = (number: number) => String(number).padStart(2, '0')

/** A sheet's cell as the screen writes it. */
function wordsOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '-'
  if (typeof cell === 'string' || typeof cell === 'number') return String(cell)
  if (!(cell instanceof Date)) throw new Error('neither a text, a number nor a date')
  const day = `${two(cell.getUTCDate())}/${two(cell.getUTCMonth() + 1)}/${cell.getUTCFullYear()}`
  return `${day} ${two(cell.getUTCHours())}:${two(cell.getUTCMinutes())}`
}

test(
  'a sheet has the leads of the chosen figure, in the order and the columns of the screen, also without a network',
  SLICED,
  async ({ server, newDevice }) => {
    const context = await (await newDevice('gerente')).open()
    const manager = await App.signedIn(context, server.url, 'gerente')
    const { page } = manager
    const rest = await Rest.signIn(server.url, 'gerente')
    const answered = await rest.call('GET', '/leads/indicationManagerReport?per_page=1')
    const { summaryReport } = brokerIndicationsRoute.answer.parse(answered.body)
    const one = summaryReport.find(({ broker_id, sold }) => broker_id !== null && sold > 1 && sold <= 100)
    if (one === undefined) throw new Error('nobody sold two leads of the last month in the demo')

    await manager.goTo(`${PATH}?por_pagina=100`)
    const report = page.getByRole('region', { name: TITLE, exact: true })
    const leads = report.getByRole('region', { name: 'Leads', exact: true })
    const table = leads.getByRole('table', { name: 'Leads' })

    await test.step('a figure, an order and a hidden column are chosen', async () => {
      await report
        .getByRole('button', { name: `Vendidos de ${one.broker_name}: ${one.sold}, ver os leads` })
        .click()
      await expect(leads.getByRole('link', { name: /abrir lead \d+$/ })).toHaveCount(one.sold)
      const client = leads.getByRole('columnheader', { name: /^Cliente/ }).getByRole('button')
      await client.click()
      await expect(page).toHaveURL(/ordem=/)
      await report.getByRole('button', { name: 'Visões' }).click()
      await page.getByRole('menuitem', { name: 'Colunas…' }).click()
      const columns = page.getByRole('dialog', { name: 'Colunas' })
      await columns.getByRole('checkbox', { name: 'Produto' }).uncheck()
      await columns.getByRole('button', { name: 'Fechar', exact: true }).last().click()
      await expect(leads.getByRole('columnheader', { name: /^Produto/ })).toHaveCount(0)
    })

    const online =
      await test.step('the sheet has the cells of the screen, and names what was chosen', async () => {
        const shown = await shownIn(table)
        const sheet = await exported(page, report, 'Exportar leads')
        expect(sheet.above[0]).toContain(`${TITLE}: Leads · Período: `)
        expect(sheet.above[1]).toBe(`Só Vendidos de ${one.broker_name}`)
        expect(sheet.above[2]).toMatch(/^Dados de .* · Exportado por /)
        expect(sheet.name).toMatch(/_leads_(vendidos_de_[a-z_]+|filtrado)_\d\d_/)
        // The sheet ends with the details of an external indication, which no table has room for.
        const cells = sheet.rows.map((row) => shown[0]?.map((_, place) => wordsOf(row[place])))
        expect(cells).toEqual(shown)
        return { sheet, shown }
      })

    await test.step('the same without a network', async () => {
      await context.setOffline(true)
      await reloadOffline(page)
      await expect(report.getByText(/^Sem conexão\. Dados de /).first()).toBeVisible()
      await expect(leads.getByRole('link', { name: /abrir lead \d+$/ })).toHaveCount(one.sold)
      expect(await shownIn(table)).toEqual(online.shown)
      const kept = await exported(page, report, 'Exportar leads')
      expect(kept.rows).toEqual(online.sheet.rows)
      expect(kept.above.slice(0, 2)).toEqual(online.sheet.above.slice(0, 2))
      expect(kept.name).toBe(online.sheet.name)
    })
  },
)

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
