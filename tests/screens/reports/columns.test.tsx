/** Columns of reports: those that decide are in sight, the first one stays, and a choice is kept. docs/rules.md#tables */
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { callsBinding } from '../../../src/contract/reports/calls.ts'
import { callsSchema } from '../../../src/domain/reports/calls.ts'
import { openApp } from '../support/app.tsx'
import { answersBrokerReport, BROKER_REPORT, report as brokerReport } from '../support/broker-report.ts'
import { answersAllReads, exampleOf } from '../support/contract-answers.ts'
import { menu } from '../support/menu.ts'
import type { Peer } from '../support/peer.ts'

const NAME = 'Maria Aparecida dos Santos'
const RENEWALS = '/relatorio-renovacoes?periodo=12-meses'

/** Names as long as people have them, and counts of four digits. */
function asLongAsReal(field: string, value: unknown): unknown {
  if (typeof value === 'string' && /(^|_)name$/.test(field)) return NAME
  if (field === 'released') return false
  return value === 1 && /leads|renov|captures|backups/.test(field) ? 1240 : value
}

function answersReports(peer: Peer): void {
  answersAllReads(peer, asLongAsReal)
  // Another call has the same path.
  const { route } = callsBinding
  peer.answers(route, callsSchema.parse(exampleOf(route, asLongAsReal)))
}

const report = page.getByRole('main')
/** A heading of the first row: the row of totals has headings, too. */
const headsOf = (table: Locator) => [...table.element().querySelectorAll<HTMLElement>('thead th')]
const headOf = (table: Locator, column: string) =>
  headsOf(table).find(({ textContent }) => textContent === column)

/** Pixels beyond the table's frame or the window; 0: in sight. */
function beyond(element: Element): number {
  const { left, right } = element.getBoundingClientRect()
  const frame = element.closest('.mantine-ScrollArea-viewport')?.getBoundingClientRect()
  const [from, to] = [frame?.left ?? 0, Math.min(frame?.right ?? Infinity, window.innerWidth)]
  return Math.max(0, from - left - 1, right - to - 1)
}

const TWO_LINES = 34

test.each([
  [BROKER_REPORT, 'Por corretor', ['Conversão', 'Ranking']],
  [BROKER_REPORT, 'Leads', ['Situação', 'Status', 'Corretor']],
  ['/relatorio-indicacoes-concessionaria', 'Por indicador', ['Conversão', 'Ranking']],
  ['/relatorio-indicacoes-concessionaria', 'Leads', ['Status']],
  ['/relatorio-atendimento', 'Leads', ['Status']],
  [RENEWALS, 'Por corretor', ['Conversão']],
  [RENEWALS, 'Leads', ['Status']],
  ['/relatorio-ligacoes', 'Leads', ['Resultado da ligação', 'Ligações']],
  ['/relatorio-diagnostico-presencial', 'Leads', ['Vendido', 'Fim']],
])('%s, %s: at 1440 px with the menu open what decides needs no scrolling', async (path, name, columns) => {
  await openApp(path, { role: 1, script: answersReports })
  await expect.element(menu).toBeVisible()
  const table = report.getByRole('table', { name, exact: true })
  await expect.element(table.getByRole('row').nth(1)).toBeVisible()
  for (const column of columns) {
    const head = () => headOf(table, column) ?? document.documentElement
    await expect.poll(() => head().textContent, { message: column }).toBe(column)
    await expect.poll(() => beyond(head()), { message: column }).toBe(0)
    const [words = head()] = head().querySelectorAll('span')
    expect(words.getClientRects()[0]?.height, column).toBeLessThanOrEqual(TWO_LINES)
  }
})

test("the button that frees a duplicate's proposal needs no scrolling at 1440 px", async () => {
  await openApp('/relatorio-leads-duplicados', { role: 1, script: answersReports })
  const release = report.getByRole('button', { name: /^Liberar a proposta/ }).first()
  await expect.element(release).toBeVisible()
  expect(beyond(release.element())).toBe(0)
})

test('on a narrow screen the first column stays, and the scroll bar covers no total', async () => {
  await openApp(RENEWALS, { role: 1, script: answersReports })
  await page.viewport(1024, 768)
  const table = report.getByRole('table', { name: 'Por corretor' })
  await expect.element(table.getByRole('row').nth(1)).toBeVisible()
  const first = () => headOf(table, 'Corretor')?.getBoundingClientRect().left ?? -1
  const before = first()
  headOf(table, 'BackUp Car vendidos')?.scrollIntoView({ inline: 'end', behavior: 'instant' })
  const area = table.element().closest('.mantine-ScrollArea-viewport') ?? document.body
  await expect.poll(() => area.scrollLeft).toBeGreaterThan(100)
  expect(first()).toBeCloseTo(before, 0)
  // The browser's own scroll bar is below the last row, and only where there is something to scroll to.
  const { scrollbarWidth, overflowX } = getComputedStyle(area)
  expect([scrollbarWidth, overflowX]).toEqual(['thin', 'auto'])
  expect(area.parentElement?.querySelectorAll(':scope > * ~ *:not([data-hidden])')).toHaveLength(0)
  const [total, last] = [...table.element().querySelectorAll('tfoot, tbody tr:last-child')]
    .toSorted((one, other) => Number(other.matches('tfoot')) - Number(one.matches('tfoot')))
    .map((part) => part.getBoundingClientRect())
  expect(Math.abs((last?.bottom ?? 0) - (total?.top ?? Infinity))).toBeLessThan(2)
})

test('columns are moved by keyboard, and the address keeps their order', async () => {
  const { load } = await openApp(BROKER_REPORT, { role: 2, script: (peer) => answersBrokerReport(peer) })
  const table = brokerReport.getByRole('table', { name: 'Por corretor' })
  const heads = () => (table.elements().length === 0 ? [] : headsOf(table).map(({ innerText }) => innerText))
  await expect.poll(() => heads()[1]).toBe('Leads')
  await userEvent.click(page.getByRole('button', { name: 'Visões' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Colunas…' }))
  const dialog = page.getByRole('dialog', { name: 'Colunas' })
  const columns = dialog.getByRole('region', { name: 'Por corretor' })
  const left = columns.getByRole('button', { name: 'Ranking: mover para a esquerda' })
  await expect.element(left).toBeVisible()
  left.element().focus()
  for (let step = 0; step < 3; step++) await userEvent.keyboard('{Enter}')
  await userEvent.click(columns.getByRole('checkbox', { name: 'Leads', exact: true }))
  await userEvent.click(dialog.getByRole('button', { name: 'Fechar' }).last())
  await expect.poll(() => window.location.search).toContain('colunas=')
  await expect.poll(heads).not.toContain('Leads')
  const order = heads()
  expect(order.indexOf('Ranking')).toBe(order.length - 4)
  await load(window.location.pathname + window.location.search)
  await expect.poll(heads).toEqual(order)
})
