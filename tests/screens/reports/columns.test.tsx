/** The columns that decide are in sight, and columns are moved by keyboard. docs/rules.md#reports */
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from '../support/app.tsx'
import { answersBrokerReport, BROKER_REPORT, leadLinks, report } from '../support/broker-report.ts'
import { answersAllReads } from '../support/contract-answers.ts'

/** A heading of the first row: the row of totals has headings, too. */
function headOf(table: Locator, column: string): Element | undefined {
  const heads = table.query()?.querySelectorAll('thead th') ?? []
  return [...heads].find(({ textContent }) => textContent?.trim() === column)
}

/** How many pixels of it lie outside the window or outside its table's part in sight. */
function outside(element: Element): number {
  const view = element.closest('.mantine-ScrollArea-viewport')?.getBoundingClientRect()
  const { left, right } = element.getBoundingClientRect()
  const end = Math.min(view?.right ?? window.innerWidth, window.innerWidth)
  return Math.max(0, (view?.left ?? 0) - left, right - end)
}

test.each([
  ['/relatorio-indicacoes-corretora', 'Por corretor', ['Conversão', 'Ranking']],
  ['/relatorio-indicacoes-corretora', 'Leads', ['Situação', 'Status', 'Corretor']],
  ['/relatorio-indicacoes-concessionaria', 'Por indicador', ['Conversão', 'Ranking']],
  ['/relatorio-indicacoes-concessionaria', 'Leads', ['Status']],
  ['/relatorio-atendimento', 'Leads', ['Status']],
  ['/relatorio-renovacoes', 'Por corretor', ['Conversão']],
  ['/relatorio-renovacoes', 'Leads', ['Status']],
  ['/relatorio-ligacoes', 'Leads', ['Status da ligação', 'Ligações']],
  ['/relatorio-diagnostico-presencial', 'Leads', ['Vendido', 'Fim']],
])('at 1440 px with the menu open %s shows in %s the columns %j without scrolling', async (path, name, columns) => {
  await openApp(path, { role: 1, script: answersAllReads })
  await expect.element(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible()
  const table = page.getByRole('main').getByRole('table', { name, exact: true })
  await expect.element(table).toBeVisible()
  for (const column of columns) {
    await expect
      .poll(
        () => {
          const head = headOf(table, column)
          return head === undefined ? 'missing' : outside(head)
        },
        { message: `${path}: ${name}, ${column}` },
      )
      .toBeLessThanOrEqual(1)
    const lines = headOf(table, column)?.querySelector('span')?.getClientRects()[0]?.height ?? 0
    expect(lines, `${column} has two lines at most`).toBeLessThanOrEqual(34)
  }
})

test('on a narrow screen the first column stays while the others scroll', async () => {
  await openApp(BROKER_REPORT, { role: 1, script: answersBrokerReport })
  await page.viewport(1024, 768)
  const table = report.getByRole('table', { name: 'Por corretor' })
  await expect.element(table).toBeVisible()
  const left = (column: string) => headOf(table, column)?.getBoundingClientRect().left ?? 0
  const [first, last] = [left('Corretor'), left('Ranking')]
  const area = table.element().closest('.mantine-ScrollArea-viewport')
  if (area === null) throw new Error('the table does not scroll')
  area.scrollLeft = area.scrollWidth
  await expect.poll(() => left('Ranking')).toBeLessThan(last)
  expect(Math.abs(left('Corretor') - first)).toBeLessThan(1)
  const total = table.element().querySelector('tfoot')?.getBoundingClientRect().top ?? 0
  const rows = [...table.element().querySelectorAll('tbody tr')].at(-1)?.getBoundingClientRect().bottom ?? 0
  expect(Math.abs(rows - total), 'no gap above the total').toBeLessThan(2)
})

test('columns are moved by keyboard, and the address keeps their order', async () => {
  const { load } = await openApp(BROKER_REPORT, { role: 2, script: answersBrokerReport })
  await expect.element(leadLinks.first()).toBeVisible()
  const heads = () =>
    [
      ...(report.getByRole('table', { name: 'Por corretor' }).query()?.querySelectorAll('thead th') ?? []),
    ].map(({ textContent }) => textContent)
  expect(heads()[1]).toBe('Leads')
  await userEvent.click(report.getByRole('button', { name: 'Visões' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Colunas…' }))
  const dialog = page.getByRole('dialog', { name: 'Colunas' })
  const columns = dialog.getByRole('region', { name: 'Por corretor' })
  const left = columns.getByRole('button', { name: 'Ranking: mover para a esquerda' })
  await expect.element(left).toBeVisible()
  left.element().focus()
  await userEvent.keyboard('{Enter}{Enter}{Enter}')
  await userEvent.click(columns.getByRole('checkbox', { name: 'Leads' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Fechar' }).last())
  await expect.poll(() => window.location.search).toContain('colunas=')
  await expect.poll(heads).not.toContain('Leads')
  const order = heads()
  expect(order.indexOf('Ranking')).toBe(order.length - 4)
  await load(window.location.pathname + window.location.search)
  await expect.poll(heads).toEqual(order)
})
