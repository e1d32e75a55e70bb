/** A report from the menu: figures, picture and tables, a figure's leads, and all of it without a network. docs/rules.md#reports */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import {
  answersBrokerReport,
  BROKER_REPORT,
  brokerIndicationsRoute,
  leadLinks,
  leadsOfReport,
  REFERRALS,
  report,
  TITLE,
} from '../support/broker-report.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { menuEntry } from '../support/menu.ts'
import { cutNetwork } from '../support/network.ts'

const openReport = (look: Look = {}, rows = REFERRALS) =>
  openApp(BROKER_REPORT, {
    ...look,
    role: 2,
    leads: rows.map(({ id }) => aLead({ uid: `lead-${id}`, id, client_uid: `client-${id}` })),
    script: (peer) => answersBrokerReport(peer, rows),
  })

/** The report is left: only then is it asked for again. */
async function leaveReport(go: (path: string) => Promise<void>): Promise<void> {
  await go('/sincronizacao')
  // The report loses its name with the address, before it goes.
  await expect.element(page.getByRole('heading', { name: 'Fila de envio' })).toBeVisible()
}

const summary = report.getByRole('table', { name: 'Por corretor' })
const picture = report.getByRole('figure', { name: /^Leads, cotações e vendas por corretor/ })
const bars = () => picture.element().querySelectorAll('.recharts-bar-rectangle path')
const soldByCarla = summary.getByRole('button', { name: 'Vendidos de Carla Nunes: 3, ver os leads' })

/** 'Leads 36', 'Conversão 25,00% 9 de 36 leads'. */
const tiles = () =>
  [...report.element().querySelectorAll('dl > div')].map((tile) =>
    Array.from(tile.children, (child) => child.textContent).join(' '),
  )

const TILES = ['Leads 36', 'Cotados 9', 'Vendidos 9', 'Conversão 25,00% 9 de 36 leads']

describe.each(LOOKS)('$width, $scheme', (look) => {
  test("a figure's leads in their report are in order, with targets for thumbs where there are thumbs", async () => {
    await openReport(look, REFERRALS.slice(0, 5))
    await userEvent.click(report.getByRole('button', { name: /^Vendidos: 2/ }))
    await expect.element(leadsOfReport.getByRole('status')).toHaveTextContent('Só Vendidos')
    await expect.poll(() => bars().length).toBeGreaterThan(0)
    // What lies half under the top bar has half its size.
    window.scrollTo(0, 0)
    await isInOrder("a figure's leads")
    if (look.width !== 'desk') await hasTargetsForThumbs("a figure's leads")
  })
})

test('figures, picture and tables show every row of the answer', async () => {
  const { peer } = await openReport()
  await expect.element(report.getByText('Dados de 18/11/2026 09:30', { exact: true })).toBeVisible()
  expect(tiles()).toEqual(TILES)
  // Two brokers with leads, quotes and sales each. Leads without a broker are named beside the picture.
  await expect.poll(() => bars().length).toBe(6)
  await expect.element(summary.getByRole('button', { name: /^Vendidos de todos: 9/ })).toBeVisible()
  expect(summary.getByRole('row').elements()).toHaveLength(1 + 3 + 1)
  await expect.element(leadLinks).toHaveLength(10)
  expect(peer.callsOf(brokerIndicationsRoute)).toHaveLength(1)
})

test('a newer answer changes what the tables say, and not the tables: what has the focus keeps it', async () => {
  const { peer, go } = await openReport()
  await expect.element(leadLinks).toHaveLength(10)
  await leaveReport(go)
  const answer = peer.holds(brokerIndicationsRoute)
  await go(BROKER_REPORT)
  await expect.element(report.getByText(/, atualizando…$/)).toBeVisible()
  await expect.element(leadLinks).toHaveLength(10)
  await expect.poll(() => bars().length).toBe(6)
  const pages = () => report.element().querySelector<HTMLElement>('.mantine-Pagination-control[data-active]')
  const before = pages()
  before?.focus()
  answer()
  await expect.element(report.getByText(/, atualizando…$/)).not.toBeInTheDocument()
  await expect.poll(() => bars().length).toBe(6)
  expect(pages()).toBe(before)
  expect(document.activeElement).toBe(before)
})

test('a filter narrows the report, and clearing it brings all of it back', async () => {
  await openReport()
  await userEvent.click(report.getByRole('combobox', { name: 'Corretor' }))
  await userEvent.click(page.getByRole('option', { name: 'Carla Nunes', exact: true }))
  await userEvent.click(report.getByRole('button', { name: 'Filtrar', exact: true }))
  await expect.poll(() => window.location.search).toContain('corretores=')
  await expect.element(summary.getByRole('button', { name: /^Leads de (?!todos)/ })).toHaveLength(1)
  await userEvent.click(report.getByRole('button', { name: 'Limpar' }).filter({ hasText: 'Limpar' }))
  await expect.poll(() => window.location.search).not.toContain('corretores=')
  await expect.element(summary.getByRole('button', { name: /^Vendidos de todos: 9/ })).toBeVisible()
})

test('a figure opens its leads, and leads back to all', async () => {
  await openReport()
  await userEvent.click(soldByCarla)
  await expect.element(leadsOfReport.getByRole('status')).toHaveTextContent('Só Vendidos de Carla Nunes')
  await expect.element(leadLinks).toHaveLength(3)
  await expect.element(leadsOfReport.getByRole('cell', { name: 'Vendido', exact: true })).toHaveLength(3)
  await userEvent.click(leadsOfReport.getByRole('button', { name: 'Ver todos' }))
  await expect.element(leadsOfReport.getByRole('status')).not.toBeInTheDocument()
  await expect.element(leadLinks).toHaveLength(10)
})

test('without a network the report opens from the menu with its figures and their date', async () => {
  const { peer, go } = await openReport()
  await expect.element(leadLinks.first()).toBeVisible()
  cutNetwork(peer)
  await go('/sincronizacao')
  await userEvent.click(await menuEntry('Rel. Ind. Corretora'))
  await expect.element(report.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await expect.element(report.getByText('Sem conexão. Dados de 18/11/2026 09:30.')).toBeVisible()
  expect(tiles()).toEqual(TILES)
  await expect.poll(() => bars().length).toBe(6)
  await userEvent.click(soldByCarla)
  await expect.element(leadLinks).toHaveLength(3)
  window.scrollTo(0, 0)
  await isInOrder('the report without a network')
})

test('an answer that comes late is shown when it comes, and the kept one until then', async () => {
  const { peer, go } = await openReport()
  await expect.element(leadLinks.first()).toBeVisible()
  await leaveReport(go)
  answersBrokerReport(peer, REFERRALS.slice(0, 8))
  const release = peer.holds(brokerIndicationsRoute)
  await go(BROKER_REPORT)
  await expect.poll(() => peer.callsOf(brokerIndicationsRoute).length).toBe(2)
  await expect.element(leadLinks.first()).toBeVisible()
  expect(tiles()).toEqual(TILES)
  release()
  await expect.poll(tiles).toContain('Leads 8')
})

test('an answer that was lost leaves the kept figures, and the next try brings the new ones', async () => {
  const { peer, go } = await openReport()
  await expect.element(leadLinks.first()).toBeVisible()
  await leaveReport(go)
  answersBrokerReport(peer, REFERRALS.slice(0, 8))
  peer.losesAnswer(brokerIndicationsRoute)
  await go(BROKER_REPORT)
  await expect.element(report.getByText('Sem conexão. Dados de 18/11/2026 09:30.')).toBeVisible()
  expect(tiles()).toEqual(TILES)
  await userEvent.click(report.getByRole('button', { name: 'Tentar de novo' }))
  await expect.poll(tiles).toContain('Leads 8')
})

test('a heading that sorts says its order in Portuguese', async () => {
  await openReport()
  await userEvent.click(leadsOfReport.getByRole('button', { name: 'Cliente', exact: true }))
  await expect
    .element(leadsOfReport.getByRole('button', { name: /^Cliente, em ordem (crescente|decrescente)$/ }))
    .toBeVisible()
  await expect.element(report.getByRole('img', { name: /sorted/i })).not.toBeInTheDocument()
})

test('each press of a figure leads to the heading of its leads, also the second one', async () => {
  await openReport()
  await page.viewport(1366, 657)
  const heading = leadsOfReport.getByRole('heading', { name: 'Leads' })
  const figure = report.getByRole('button', { name: /^Leads de todos: / })
  for (const time of ['once', 'again']) {
    await expect.element(figure).toBeVisible()
    figure.element().scrollIntoView({ block: 'center', behavior: 'instant' })
    await userEvent.click(figure)
    await expect.poll(() => document.activeElement, { message: time }).toBe(heading.element())
    await expect.element(heading).toBeInViewport()
    await expect.element(leadsOfReport.getByRole('status')).toBeVisible()
  }
})

test('a sorted page stays where it is, and Back from a lead returns to its place', async () => {
  await openReport()
  await page.viewport(1366, 657)
  await expect.element(leadLinks.first()).toBeVisible()
  const texts = () => leadLinks.elements().map(({ textContent }) => textContent)
  await userEvent.click(leadsOfReport.getByRole('columnheader').first().getByRole('button'))
  await expect.poll(() => window.location.search).toContain('ordem=')
  const [first] = texts()
  const second = leadsOfReport.getByRole('button', { name: 'Página 2' })
  second.element().scrollIntoView({ block: 'center', behavior: 'instant' })
  const atPager = window.scrollY
  expect(atPager).toBeGreaterThan(100)
  await userEvent.click(second)
  await expect.poll(() => window.location.search).toContain('pagina=2')
  await expect.poll(() => texts()[0]).not.toBe(first)
  expect(Math.abs(window.scrollY - atPager)).toBeLessThan(200)

  leadLinks.nth(3).element().scrollIntoView({ block: 'center', behavior: 'instant' })
  const left = window.scrollY
  await userEvent.click(leadLinks.nth(3))
  await expect.poll(() => window.location.search).toContain('lead=')
  window.history.back()
  await expect.element(leadLinks.nth(3)).toBeInViewport()
  await expect.poll(() => Math.abs(window.scrollY - left)).toBeLessThan(3)
})

test('a report leads to its leads, one after the other, and Back to the report', async () => {
  await openReport()
  for (const place of [0, 1]) {
    await expect.element(leadLinks.nth(place)).toBeVisible()
    const id = /\d+$/.exec(leadLinks.nth(place).element().ariaLabel ?? '')?.[0]
    await userEvent.click(leadLinks.nth(place))
    await expect.poll(() => window.location.search).toMatch(new RegExp(`lead=${id}$`))
    await expect.element(page.getByRole('dialog', { name: new RegExp(`^Lead ${id} ·`) })).toBeVisible()
    window.history.back()
    await expect.element(leadLinks.nth(place)).toBeVisible()
  }
})
