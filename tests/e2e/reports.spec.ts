/** A report from the menu: figures, picture and tables, a figure's leads, sheets, and all of it without a network. */
import type { Locator, Page } from '@playwright/test'
import { brokerIndicationsRoute } from '../../src/contract/reports/broker-indications.ts'
import { callsSchema } from '../../src/domain/reports/calls.ts'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { choose } from './support/choose.ts'
import { exported } from './support/exported.ts'
import { menuEntry } from './support/menu.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const TITLE = 'Relatório de Indicações da Corretora'
const LOOK = { width: 1440, scheme: 'light' } as const

async function openFromMenu(page: Page): Promise<Locator> {
  await (await menuEntry(page, 'Rel. Ind. Corretora')).click()
  const report = page.getByRole('region', { name: TITLE, exact: true })
  await expect(report.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await expect(report.getByRole('table', { name: 'Por corretor' })).toBeVisible()
  return report
}

/** 'Leads 120', 'Conversão 12,50%'. */
const figuresOf = (report: Locator) =>
  report
    .locator('dl > div')
    .evaluateAll((tiles) =>
      tiles.map((tile) => Array.from(tile.children, (child) => child.textContent).join(' ')),
    )

test(
  'a manager reads a report, opens a figure, exports, and does so again without a network',
  SLICED,
  async ({ server, newDevice }) => {
    const context = await (await newDevice('gerente')).open()
    const manager = await App.signedIn(context, server.url, 'gerente')
    const { page } = manager
    const rest = await Rest.signIn(server.url, 'gerente')
    const answered = await rest.call('GET', '/leads/indicationManagerReport?per_page=1000')
    const { summaryReport, total, meta } = brokerIndicationsRoute.answer.parse(answered.body)
    const one = summaryReport.find(({ broker_id, sold }) => broker_id !== null && sold > 0)
    if (one === undefined) throw new Error('nobody sold a lead of the last month in the demo')

    const report = await openFromMenu(page)
    const summary = report.getByRole('table', { name: 'Por corretor' })
    const leads = report.getByRole('region', { name: 'Leads', exact: true })
    const picture = report.getByRole('figure', { name: /^Leads, cotações e vendas por corretor/ })
    let figures: string[] = []

    await test.step('figures, picture and tables are there, at every width', async () => {
      await expect(report.getByText(/^Dados de \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible()
      figures = await figuresOf(report)
      expect(figures[0]).toBe(`Leads ${new Intl.NumberFormat('pt-BR').format(total.broker_all_leads)}`)
      await expect(picture.locator('svg').first()).toBeVisible()
      await expect(summary.getByRole('button', { name: /^Vendidos de todos: / })).toHaveText(
        String(total.sold),
      )
      await expect(leads.getByRole('link', { name: /abrir lead \d+$/ })).toHaveCount(Math.min(10, meta.total))
      // The tooltip of the last bar keeps its place when the window becomes narrower.
      const box = await picture.boundingBox()
      await picture.hover({ position: { x: (box?.width ?? 0) - 80, y: 160 } })
      await isInOrderInEveryLook(page, 'the report', LOOK)
    })

    const online = await test.step('both sheets hold every row', async () => {
      const sheets = {
        summary: await exported(page, report, 'Exportar resumo'),
        leads: await exported(page, report, 'Exportar leads'),
      }
      expect(sheets.summary.name).toMatch(
        /^relatorio_indicacoes_corretora_resumo_\d\d_\d\d_\d{4}_\d\d_\d\d_\d{4}\.xlsx$/,
      )
      expect(sheets.summary.above[0]).toContain(`${TITLE}: Por corretor · Período: `)
      expect(sheets.summary.rows.slice(1).map(([name, count]) => [name, count])).toEqual(
        [...summaryReport, total].map((row) => [row.broker_name, row.broker_all_leads]),
      )
      expect(sheets.leads.rows).toHaveLength(meta.total + 1)
      return sheets
    })

    await test.step('a filter narrows, and a figure opens its leads and leads back', async () => {
      await choose(page, report, 'Corretor', one.broker_name)
      await report.getByRole('button', { name: 'Filtrar', exact: true }).click()
      await expect(page).toHaveURL(/corretores=/)
      const sold = summary.getByRole('button', {
        name: `Vendidos de ${one.broker_name}: ${one.sold}, ver os leads`,
      })
      await expect(sold).toBeVisible()
      await expect(summary.getByRole('button', { name: /^Leads de (?!todos)/ })).toHaveCount(1)
      await sold.click()
      await expect(leads.getByRole('status')).toHaveText(`Só Vendidos de ${one.broker_name}`)
      await expect(leads.getByRole('cell', { name: 'Vendido', exact: true })).toHaveCount(
        Math.min(10, one.sold),
      )
      await expect(leads.getByRole('link', { name: /abrir lead \d+$/ })).toHaveCount(Math.min(10, one.sold))
      await isInOrderInEveryLook(page, "a figure's leads", LOOK)
      await leads.getByRole('button', { name: 'Ver todos' }).click()
      await expect(leads.getByRole('status')).toHaveCount(0)
      await expect(leads.getByRole('link', { name: /abrir lead \d+$/ })).toHaveCount(
        Math.min(10, one.broker_all_leads),
      )
      // The field's own button has no text.
      await report.getByRole('button', { name: 'Limpar' }).filter({ hasText: 'Limpar' }).click()
      await expect(page).not.toHaveURL(/corretores=/)
      await expect(summary.getByRole('button', { name: /^Vendidos de todos: / })).toHaveText(
        String(total.sold),
      )
    })

    await test.step('without a network the same figures are there with their date, and both sheets', async () => {
      await context.setOffline(true)
      await manager.goTo('/sincronizacao')
      await openFromMenu(page)
      await expect(report.getByText(/^Sem conexão\. Dados de \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/)).toBeVisible()
      expect(await figuresOf(report)).toEqual(figures)
      await expect(picture.locator('svg').first()).toBeVisible()
      const kept = {
        summary: await exported(page, report, 'Exportar resumo'),
        leads: await exported(page, report, 'Exportar leads'),
      }
      for (const sheet of ['summary', 'leads'] as const) {
        expect(kept[sheet].rows).toEqual(online[sheet].rows)
        expect(kept[sheet].name).toBe(online[sheet].name)
        expect(kept[sheet].above[2]).toMatch(/^Dados de \d\d\/\d\d\/\d{4} \d\d:\d\d · Exportado por /)
      }
      await isInOrderInEveryLook(page, 'the report without a network', LOOK)
    })

    await test.step('a heading that sorts says its order in Portuguese', async () => {
      const heading = leads.getByRole('columnheader', { name: /^Cliente/ }).getByRole('button')
      await expect(heading).toHaveAccessibleName('Cliente')
      await heading.click()
      await expect(heading).toHaveAccessibleName(/^Cliente, em ordem (crescente|decrescente)$/)
      await expect(report.getByRole('img', { name: /sorted/i })).toHaveCount(0)
    })
  },
)

test(
  'a report keeps its place: a figure leads to its table, an order and a page stay, and Back returns',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { page } = await signedIn(sharedServer.url, 'gerente', '/relatorio-indicacoes-corretora')
    await page.setViewportSize({ width: 1366, height: 657 })
    const report = page.getByRole('region', { name: TITLE, exact: true })
    const leads = report.getByRole('region', { name: 'Leads', exact: true })
    const heading = leads.getByRole('heading', { name: 'Leads' })
    const place = () => page.evaluate(() => Math.round(window.scrollY))
    const links = leads.getByRole('link', { name: /abrir lead \d+$/ })
    await expect(links.first()).toBeVisible()

    const figure = report.getByRole('button', { name: /^Leads de todos: / })
    for (const time of ['once', 'again']) {
      await figure.scrollIntoViewIfNeeded()
      await figure.click()
      await expect(heading, time).toBeFocused()
      await expect(heading, time).toBeInViewport()
      await expect(leads.getByRole('status')).toBeVisible()
    }

    const before = await place()
    expect(before).toBeGreaterThan(100)
    const [first] = await links.allInnerTexts()
    await leads.getByRole('columnheader').first().getByRole('button').click()
    await expect(page).toHaveURL(/ordem=/)
    const second = leads
      .getByRole('button', { name: 'Página 2' })
      .or(leads.getByRole('button', { name: 'Página 2', exact: true }))
    await second.scrollIntoViewIfNeeded()
    const atPager = await place()
    await second.click()
    await expect(page).toHaveURL(/pagina=2/)
    await expect.poll(async () => (await links.allInnerTexts())[0]).not.toBe(first)
    expect(Math.abs((await place()) - atPager)).toBeLessThan(200)

    // In the middle nothing lies over it, and the click does not scroll.
    await links.nth(3).evaluate((link) => link.scrollIntoView({ block: 'center' }))
    const left = await place()
    await links.nth(3).click()
    await expect(page).toHaveURL(/lead=/)
    await page.goBack()
    await expect(links.nth(3)).toBeInViewport()
    await expect.poll(async () => Math.abs((await place()) - left)).toBeLessThan(3)
  },
)

test(
  'an axis of counts repeats no number, and no value lies over the title',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { page } = await signedIn(sharedServer.url, 'gerente')
    // One lead in the first bar: it is as high as the axis, which has room for halves.
    const rest = await Rest.signIn(sharedServer.url, 'gerente')
    await page.route(/isCallReport=true/, async (route) => {
      const { pathname, search } = new URL(route.request().url())
      const answer = callsSchema.parse((await rest.call('GET', pathname.slice(4) + search)).body)
      const times = answer.times.map((bar, place) => ({ ...bar, leads: place === 0 ? 1 : 0 }))
      await route.fulfill({ json: { ...answer, times } })
    })
    await (await menuEntry(page, 'Rel. de Ligações')).click()
    const picture = page.getByRole('figure', { name: /^Leads por tempo até a 1ª ligação/ })
    const label = picture.locator('.recharts-label-list text').first()
    await expect(label).toHaveText('1')
    const title = await picture.getByRole('heading').boundingBox()
    expect((await label.boundingBox())?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0))
    const ticks = await picture.locator('.recharts-yAxis-tick-labels text').allTextContents()
    expect(ticks.length).toBeGreaterThan(1)
    expect(ticks).toEqual([...new Set(ticks)])
  },
)
