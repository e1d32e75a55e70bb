/** What decides is in sight in every report, figures open their leads, and the funnel's first visit. docs/rules.md#reports */
import type { Locator, Page } from '@playwright/test'
import { App } from './support/app.ts'
import { expect, SLICED, test } from './support/test.ts'

/** A laptop, with the menu open. */
const LAPTOP = { width: 1440, height: 900 }

const pathOf = (page: Page, path: string) => new URL(path, page.url()).href
const reportOf = (page: Page) => page.getByRole('main')

/** A heading of the first row: the row of totals has headings, too. */
const headOf = (table: Locator, column: string) =>
  table.locator('thead th').filter({ hasText: new RegExp(`^${column}$`) })

/** Within the window's width, and in its table without scrolling it. */
async function isInSight(element: Locator, what: string): Promise<void> {
  await expect(element).toBeVisible()
  const box = await element.evaluate((node) => {
    const view = node.closest('.mantine-ScrollArea-viewport')?.getBoundingClientRect()
    const { left, right } = node.getBoundingClientRect()
    return { left, right, from: view?.left ?? 0, to: view?.right ?? window.innerWidth }
  })
  expect(box.left, what).toBeGreaterThanOrEqual(box.from - 1)
  expect(box.right, what).toBeLessThanOrEqual(Math.min(box.to, LAPTOP.width) + 1)
}

test(
  'at 1440 × 900 with the menu open the columns that decide need no scrolling',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { page } = await signedIn(sharedServer.url, 'admin')
    await page.setViewportSize(LAPTOP)
    const decisive = [
      ['/relatorio-indicacoes-corretora', 'Por corretor', ['Conversão', 'Ranking']],
      ['/relatorio-indicacoes-corretora', 'Leads', ['Situação', 'Status', 'Corretor']],
      ['/relatorio-indicacoes-concessionaria', 'Por indicador', ['Conversão', 'Ranking']],
      ['/relatorio-indicacoes-concessionaria', 'Leads', ['Status']],
      ['/relatorio-atendimento', 'Leads', ['Status']],
      ['/relatorio-renovacoes?periodo=12-meses', 'Por corretor', ['Conversão']],
      ['/relatorio-renovacoes?periodo=12-meses', 'Leads', ['Status']],
      ['/relatorio-ligacoes', 'Leads', ['Resultado da ligação', 'Ligações']],
      ['/relatorio-diagnostico-presencial', 'Leads', ['Vendido', 'Fim']],
    ] as const
    let open = ''
    for (const [path, table, columns] of decisive) {
      if (open !== path) await page.goto(pathOf(page, path))
      open = path
      await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible()
      for (const column of columns) {
        const head = headOf(reportOf(page).getByRole('table', { name: table }), column)
        await isInSight(head, `${path}: ${table}, ${column}`)
        const lines = await head.evaluate(
          (node) => (node.querySelector('span') ?? node).getClientRects()[0]?.height ?? 0,
        )
        expect(lines, `${column} has two lines at most`).toBeLessThanOrEqual(34)
      }
    }

    await page.goto(pathOf(page, '/relatorio-leads-duplicados'))
    await isInSight(
      reportOf(page)
        .getByRole('button', { name: /^Liberar a proposta/ })
        .first(),
      'Liberar',
    )
  },
)

test(
  'on a narrow screen the first column stays, and the scroll bar covers no total',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { page } = await signedIn(sharedServer.url, 'admin')
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(pathOf(page, '/relatorio-renovacoes?periodo=12-meses'))
    const table = reportOf(page).getByRole('table', { name: 'Por corretor' })
    const first = headOf(table, 'Corretor')
    const before = await first.boundingBox()
    await headOf(table, 'BackUp Car vendidos').scrollIntoViewIfNeeded()
    expect((await first.boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0)
    // The browser's own scroll bar is below the last row, and only where there is something to scroll to.
    const area = table.locator('xpath=ancestor::*[contains(@class, "mantine-ScrollArea-viewport")][1]')
    await expect(area).toHaveCSS('scrollbar-width', 'thin')
    await expect(area).toHaveCSS('overflow-x', 'auto')
    await expect(area.locator('xpath=following-sibling::*[not(@data-hidden)]')).toHaveCount(0)
    const [total, last] = [
      await table.locator('tfoot').boundingBox(),
      await table.locator('tbody tr').last().boundingBox(),
    ]
    expect(
      Math.abs((last?.y ?? 0) + (last?.height ?? 0) - (total?.y ?? 0)),
      'no gap above the total',
    ).toBeLessThan(2)
  },
)

test(
  'columns are moved by keyboard, and the address and a view keep their order',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { page } = await signedIn(sharedServer.url, 'gerente')
    await page.goto(pathOf(page, '/relatorio-indicacoes-corretora'))
    const heads = () =>
      reportOf(page).getByRole('table', { name: 'Por corretor' }).locator('thead th').allInnerTexts()
    await expect.poll(async () => (await heads())[1]).toBe('Leads')
    await page.getByRole('button', { name: 'Visões' }).click()
    await page.getByRole('menuitem', { name: 'Colunas…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Colunas' })
    const columns = dialog.getByRole('region', { name: 'Por corretor' })
    for (let step = 0; step < 3; step++)
      await columns.getByRole('button', { name: 'Ranking: mover para a esquerda' }).press('Enter')
    await columns.getByRole('checkbox', { name: 'Leads' }).uncheck()
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    await expect(page).toHaveURL(/colunas=/)
    const order = await heads()
    expect(order).not.toContain('Leads')
    expect(order.indexOf('Ranking')).toBe(order.length - 4)
    await page.reload()
    await expect.poll(heads).toEqual(order)
  },
)

/** The number in a figure's name: 'Leads: 1.240, ver os leads'. */
const numberIn = async (figure: Locator) =>
  Number(
    /: ([\d.]+), ver os leads$/
      .exec((await figure.getAttribute('aria-label')) ?? '')?.[1]
      ?.replaceAll('.', ''),
  )

/** Presses a figure and reads what the table below it says: that figure, and as many leads. */
async function opensItsLeads(page: Page, figure: Locator, words: string | RegExp): Promise<void> {
  const count = await numberIn(figure)
  expect(count).toBeGreaterThan(0)
  await figure.click()
  const leads = reportOf(page).getByRole('region', { name: 'Leads', exact: true })
  await expect(leads.getByRole('status').first()).toHaveText(words)
  await expect(leads.getByRole('heading', { name: 'Leads' })).toBeInViewport()
  await expect(leads.getByRole('link', { name: /abrir lead \d+$/ })).toHaveCount(Math.min(10, count))
  if (count > 10)
    await expect(
      leads.getByText(new RegExp(` de ${new Intl.NumberFormat('pt-BR').format(count)}$`)),
    ).toBeVisible()
}

test(
  'figures open their leads in origin, in both diagnoses and on tiles',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { page } = await signedIn(sharedServer.url, 'admin')
    const report = reportOf(page)
    const figure = (name: string | RegExp) => report.getByRole('button', { name }).first()

    await page.goto(pathOf(page, '/relatorio-leads-origem?periodo=12-meses'))
    await expect(report.getByRole('region', { name: 'Leads', exact: true })).toHaveCount(0)
    await opensItsLeads(page, figure(/^Leads: /), 'Só Leads')
    await opensItsLeads(page, figure(/^Sem corretor: /), 'Só Leads de Sem corretor')
    const broker = report.getByRole('button', { name: /^Canais de (?!Sem corretor)/ }).first()
    const name = ((await broker.getAttribute('aria-label')) ?? '').replace('Canais de ', '')
    await broker.click()
    const ofChannel = report
      .getByRole('table', { name: 'Canais' })
      .getByRole('button', { name: /^Leads de (?!todos).*ver os leads$/ })
      .first()
    await opensItsLeads(page, ofChannel, new RegExp(`^Só Leads de ${name} · `))
    await report.getByRole('button', { name: 'Fechar' }).click()
    await expect(report.getByRole('region', { name: 'Leads', exact: true })).toHaveCount(0)

    for (const tab of ['renovacao', 'seguro-novo']) {
      await page.goto(pathOf(page, `/relatorio-diagnostico?aba=${tab}&periodo=12-meses`))
      await opensItsLeads(page, figure(/^Vendidos: /), 'Só Seguros vendidos')
      await opensItsLeads(page, figure(/^WhatsApp de Contatos: /), 'Só Contatos · WhatsApp')
      await opensItsLeads(page, figure(/^Perdas de /), /^Só Perdas de /)
    }
    await opensItsLeads(page, figure(/^Vendidos de \d\d–\d\d: /), /^Só Vendidos de \d\d–\d\d$/)

    await page.goto(pathOf(page, '/relatorio-indicacoes-corretora'))
    await opensItsLeads(page, figure(/^Vendidos: /), 'Só Vendidos')
  },
)

test(
  'figures of pinned reports open their leads without a network',
  SLICED,
  async ({ server, newDevice }) => {
    const context = await (await newDevice('admin')).open()
    const admin = await App.signedIn(context, server.url, 'admin')
    const { page } = admin
    const report = reportOf(page)
    const pinned = [
      ['/relatorio-indicacoes-corretora', /^Vendidos de todos: /, 'Só Vendidos'],
      ['/relatorio-leads-origem', /^Sem corretor: /, 'Só Leads de Sem corretor'],
      ['/relatorio-diagnostico?aba=seguro-novo', /^Cotados: /, 'Só Cotações · Total'],
    ] as const
    for (const [path] of pinned) {
      await admin.goTo(path)
      await page.getByRole('button', { name: 'Visões' }).click()
      const kept = page.getByRole('menuitemcheckbox', { name: 'Disponível sem rede' })
      await kept.click()
      // The next address loads the page anew: what is not stored by then is lost with it.
      await page.getByRole('button', { name: 'Visões' }).click()
      await expect(kept).toBeChecked()
      await page.keyboard.press('Escape')
    }
    await admin.goTo('/relatorios')
    await expect(report.getByText(/^Período do relatório.*: (agora|há)/)).toHaveCount(pinned.length)
    await context.setOffline(true)
    for (const [path, figure, words] of pinned) {
      await admin.goTo(path)
      await expect(report.getByText(/^Sem conexão\. Dados de/)).toBeVisible()
      await opensItsLeads(page, report.getByRole('button', { name: figure }).first(), words)
    }
  },
)

test(
  "Funil's first visit shows this month of the user's own leads, and eleven empty places",
  SLICED,
  async ({ server, newDevice }) => {
    const context = await (await newDevice('corretor')).open()
    const { page } = await App.signedIn(context, server.url, 'corretor')
    await page.goto(pathOf(page, '/funnel-charts'))
    const main = page.getByRole('button', { name: /^Funil principal: / })
    await expect(main).toHaveAccessibleName(/^Funil principal: .+ · 01\/\d\d\/\d{4} a \d\d\/\d\d\/\d{4}/)
    await expect(page.getByRole('button', { name: /^Funil \d+: criar$/ })).toHaveCount(11)
    await expect(page.getByRole('textbox', { name: 'Data inicial' })).toHaveValue(/^01\//)
  },
)

test(
  'days can be typed, and days of the address that are no period are reported',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const { page } = await signedIn(sharedServer.url, 'gerente')
    await page.goto(pathOf(page, '/relatorio-indicacoes-corretora?de=2026-11-05&ate=2026-11-01'))
    const report = reportOf(page)
    await expect(report.getByRole('status').first()).toContainText(
      'O período começa em 05/11/2026, depois de terminar em 01/11/2026. O relatório mostra ',
    )
    const [from, to] = [
      report.getByRole('textbox', { name: 'Data de criação: de' }),
      report.getByRole('textbox', { name: 'Data de criação: até' }),
    ]
    await to.fill('30/11/26')
    await to.press('Tab')
    await from.fill('2/11/26')
    await from.press('Tab')
    await expect(from).toHaveValue('02/11/2026')
    await report.getByRole('button', { name: 'Filtrar', exact: true }).click()
    await expect(page).toHaveURL(/de=2026-11-02.*ate=2026-11-30/)
    // A day that does not exist is reported, and the form is not sent with the previous value.
    await to.fill('31/02/26')
    await to.press('Enter')
    await expect(report.getByText('Data inválida: 31/02/26')).toBeVisible()
    await to.press('Tab')
    await expect(to).toHaveValue('30/11/2026')
    await expect(report.getByText('Data inválida: 31/02/26')).toBeVisible()
    await from.fill('3/12/2026')
    await from.press('Tab')
    await expect(report.getByText('O período começa em 03/12/2026')).toBeVisible()
    await report.getByRole('button', { name: 'Filtrar', exact: true }).click()
    await expect(page).toHaveURL(/de=2026-11-02/)
  },
)
