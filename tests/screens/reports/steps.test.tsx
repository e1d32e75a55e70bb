/** Back from what was opened on a screen returns to where it was opened; filters leave no trace. docs/rules.md#leaving */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import {
  answersBrokerReport,
  BROKER_REPORT,
  leadLinks,
  leadsOfReport,
  REFERRALS,
  report,
} from '../support/broker-report.ts'
import type { Look } from '../support/looks.ts'

const BEFORE = '/sincronizacao'
const search = () => new URLSearchParams(window.location.search)
const figureNote = leadsOfReport.getByRole('status')
const soldOf = (name: string) =>
  report.getByRole('button', { name: new RegExp(`^Vendidos de ${name}.*ver os leads$`) })

async function openFromAnotherScreen(look: Look) {
  const app = await openApp(BEFORE, {
    ...look,
    role: 2,
    leads: REFERRALS.map(({ id }) => aLead({ uid: `lead-${id}`, id, client_uid: `client-${id}` })),
    script: (peer) => answersBrokerReport(peer, REFERRALS),
  })
  await app.go(BROKER_REPORT)
  await expect.element(leadLinks.first()).toBeVisible()
  return app
}

/** Presses a figure in the middle of the window and returns where the page was. */
async function pressFigure(name: string): Promise<number> {
  const figure = soldOf(name)
  // What is drawn later moves the tables.
  await expect.poll(() => document.querySelectorAll('.recharts-bar-rectangle').length).toBeGreaterThan(0)
  figure.element().scrollIntoView({ block: 'center', behavior: 'instant' })
  let place = 0
  window.addEventListener('click', () => (place = window.scrollY), { capture: true, once: true })
  await userEvent.click(figure)
  await expect.element(figureNote).toMatchTextContent('Só Vendidos')
  expect(place).toBeGreaterThan(100)
  return place
}

const isAt = (place: number) => expect.poll(() => Math.abs(window.scrollY - place)).toBeLessThan(3)

describe.each<Look>([{ width: 'phone' }, { width: 'desk' }])('$width', (look) => {
  test('a figure and a page of it are steps: Back returns through them to the figures at their place', async () => {
    await openFromAnotherScreen(look)
    const place = await pressFigure('Carla Nunes')
    await expect.element(leadLinks).toHaveLength(3)
    window.history.back()
    await expect.element(figureNote).not.toBeInTheDocument()
    expect(window.location.pathname).toBe(BROKER_REPORT)
    await expect.element(soldOf('Carla Nunes')).toBeInViewport()
    await isAt(place)
    window.history.forward()
    await expect.element(figureNote).toMatchTextContent('Só Vendidos')
    window.history.back()
    await expect.element(figureNote).not.toBeInTheDocument()
    // A phone begins with a few of the leads, and without pages.
    if (look.width === 'phone')
      await userEvent.click(leadsOfReport.getByRole('button', { name: /^Mostrar mais/ }))
    await userEvent.click(report.getByRole('button', { name: 'Página 2' }))
    await expect.poll(() => search().get('pagina')).toBe('2')
    window.history.back()
    await expect.poll(() => search().get('pagina')).toBeNull()
    window.history.back()
    await expect.poll(() => window.location.pathname).toBe(BEFORE)
  })

  test('a closed figure is the way back: the figures are there once', async () => {
    await openFromAnotherScreen(look)
    const place = await pressFigure('Bruno Teles')
    await userEvent.click(leadsOfReport.getByRole('button', { name: 'Ver todos' }))
    await expect.element(figureNote).not.toBeInTheDocument()
    await isAt(place)
    window.history.back()
    await expect.poll(() => window.location.pathname).toBe(BEFORE)
  })

  test('a filter leaves no step behind', async () => {
    await openFromAnotherScreen(look)
    if (look.width === 'phone') await userEvent.click(page.getByRole('button', { name: /^Filtros/ }))
    await userEvent.click(report.getByRole('combobox', { name: 'Corretor' }))
    await userEvent.click(page.getByRole('option', { name: 'Carla Nunes', exact: true }))
    await userEvent.click(report.getByRole('button', { name: 'Filtrar', exact: true }))
    await expect.poll(() => search().get('corretores')).not.toBeNull()
    window.history.back()
    await expect.poll(() => window.location.pathname).toBe(BEFORE)
  })

  test('a page that is no more is corrected without a step', async () => {
    const { go } = await openFromAnotherScreen(look)
    await go(`${BROKER_REPORT}?pagina=99`)
    await expect.poll(() => search().get('pagina')).toBe('4')
    window.history.back()
    await expect.poll(() => search().get('pagina')).toBeNull()
    expect(window.location.pathname).toBe(BROKER_REPORT)
  })
})
