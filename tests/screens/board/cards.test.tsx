/** The cards of the board: what they show, how high they are, and that nothing moves them. docs/rules.md#card-grid */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { aLead, iso } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { showsAllTexts } from '../support/cut-off.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'
import { CLIENT, ownLead } from '../support/own-lead.ts'

const cards = page.getByRole('article')
const TABS = ['Origem', 'Negociação', 'Finalizados']
/** Between two cards, in pixels. */
const GAP = 16

const openTab = (name: string) => userEvent.click(page.getByRole('tab', { name: new RegExp(`^${name}`) }))

const of = (place: number): Partial<Lead> => ({
  uid: `lead-${place}`,
  id: 1000 + place,
  client_uid: `client-${place}`,
  client_name: place % 2 === 0 ? 'Ana Souza' : 'Maria Aparecida de Albuquerque Cavalcanti dos Santos',
  client_phone: '3133445566',
})

/** Four leads on each of three tabs. */
const onAllTabs = (user: { id: number }): Lead[] =>
  [0, 1, 2, 3].flatMap((place) => [
    aLead({ ...of(place), channel_id: 8 }),
    ownLead(user, {
      ...of(place + 10),
      lead_scheduling: { scheduling_date: iso('2026-11-17T15:00:00'), description: 'Ligar', status: 0 },
    }),
    ownLead(user, {
      ...of(place + 20),
      state: 3,
      status: 6,
      sold: 1,
      sale_value_cents: 185_000,
      end_lead_date: iso('2026-11-17T16:00:00'),
    }),
  ])

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('each tab of the board is in order', async () => {
    await openApp('/', { ...look, leads: onAllTabs })
    for (const tab of TABS) {
      await openTab(tab)
      await expect.element(cards.first()).toBeVisible()
      await isInOrder(tab)
    }
  })

  test('the view of a lead and its scheduling are in order', async () => {
    await openApp('/', { ...look, clients: [CLIENT], leads: (user) => [ownLead(user)] })
    await openTab('Negociação')
    await userEvent.click(cards.first().getByRole('button', { name: 'Ver lead 1' }))
    await expect.element(page.getByRole('dialog', { name: /^Lead 1 ·/ })).toBeVisible()
    await isInOrder('lead')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await userEvent.click(cards.first().getByRole('button', { name: 'Agendar lead' }))
    await expect.element(page.getByRole('dialog', { name: /Agendamento de Lead/ })).toBeVisible()
    await isInOrder('scheduling')
    if (look.width !== 'desk') await hasTargetsForThumbs('scheduling')
  })
})

const SIZES = [
  [360, 780],
  [390, 844],
  [620, 900],
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1366, 657],
  [1440, 900],
] as const

test.each(TABS)('%s shows all texts, with targets for thumbs, at every width', async (tab) => {
  await openApp('/', { width: 'tablet', leads: onAllTabs })
  await openTab(tab)
  await expect.element(cards.first()).toBeVisible()
  for (const [width, height] of SIZES) {
    await page.viewport(width, height)
    await showsAllTexts(`${tab} at ${width} px`)
    await hasTargetsForThumbs(`${tab} at ${width} px`)
  }
})

/** Buttons and links of cards, phones and dates that are cut. */
const cutOnCards = () =>
  [...document.querySelectorAll('article button, article a, article dd, article span')]
    .filter((part) => part.matches('button, a') || /\d{2}\/\d{4}|\d-\d{4}$/.test(part.textContent))
    .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)
    .map((part) => part.textContent)

test('on a laptop of 1280 px four cards fit beside the open menu with the whole text of their buttons, phones and dates', async () => {
  await openApp('/', { role: 1, leads: (user) => onAllTabs(user) })
  await page.viewport(1280, 800)
  for (const tab of ['Origem', 'Finalizados']) {
    await openTab(tab)
    await expect.poll(() => cards.elements().length).toBe(4)
    const tops = () => cards.elements().map((card) => Math.round(card.getBoundingClientRect().top))
    await expect.poll(() => new Set(tops()).size, { message: `${tab}: cards side by side` }).toBe(1)
    expect(cutOnCards(), tab).toEqual([])
    await isInOrder(tab)
  }
  await expect.element(page.getByRole('navigation').first()).toBeVisible()
  await expect.element(page.getByRole('tab', { name: /^Agendamentos/ })).toBeInViewport({ ratio: 1 })
})

test("a phone's card is as high as its content, two to a screen", async () => {
  await openApp('/', { width: 'phone', leads: onAllTabs })
  for (const tab of TABS) {
    await openTab(tab)
    await expect.element(cards.first().getByRole('button').first()).toBeVisible()
    const measured = cards.elements().map((card) => {
      const box = card.getBoundingClientRect()
      const lowest = Math.max(
        ...[...card.querySelectorAll('button, a')].map((part) => part.getBoundingClientRect().bottom),
      )
      return {
        top: box.top,
        bottom: box.bottom,
        height: Math.round(box.height),
        empty: Math.round(box.bottom - lowest),
      }
    })
    const gaps = measured.slice(1).map(({ top }, place) => top - (measured[place]?.bottom ?? 0))
    expect(Math.max(0, ...gaps), `${tab}: nothing between the cards`).toBeLessThanOrEqual(GAP)
    expect(
      measured.filter(({ empty }) => empty > 14),
      `${tab}: nothing below the buttons`,
    ).toEqual([])
    const heights = measured.map(({ height }) => height).toSorted((one, other) => one - other)
    // Half of what the bar and the tabs leave of 844 px, without the gap.
    expect(heights[Math.floor(heights.length / 2)], `${tab}: ${heights.join()}`).toBeLessThanOrEqual(357)
  }
})

test('the status of an attendance is cleared by keys alone, and the focus stays at its button', async () => {
  const { peer } = await openApp('/', {
    clients: [CLIENT],
    leads: (user) => [ownLead(user, { service_status: 1 })],
  })
  await openTab('Negociação')
  const chosen = cards.first().getByRole('button', { name: /^Situação do atendimento: / })
  await expect.element(chosen).toBeVisible()
  chosen.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option').first()).toBeVisible()
  await userEvent.keyboard('{Tab}')
  const clear = page.getByRole('button', { name: 'Limpar situação' })
  await expect.poll(() => document.activeElement).toBe(clear.element())
  await userEvent.keyboard('{Enter}')
  const empty = cards.first().getByRole('button', { name: 'Situação do atendimento', exact: true })
  await expect.poll(() => document.activeElement).toBe(empty.element())
  await expect.poll(() => peer.server.leads.get('lead-1')?.service_status).toBeNull()
})

test("a phone's card of a renewal has the room of its lines of time before the worker has reckoned them", async () => {
  await openApp('/', { width: 'phone', leads: [aLead({ ...of(0), channel_id: 27 })] })
  await expect.element(cards.getByText(/^Puxar o Lead até a data/)).toBeVisible()
  const place = document.querySelector<HTMLElement>('[data-pulls]') ?? expect.fail()
  const { height } = place.getBoundingClientRect()
  // As a card is drawn before the worker has answered.
  place.replaceChildren()
  expect(place.getBoundingClientRect().height).toBe(height)
})

test("a phone's card of a sold lead has the room of its limit of the law before the code of the bar has come", async () => {
  const limit = {
    kind: 'document',
    since: '2026-11-17',
    until: '2026-12-17',
    note: '',
    begun_by: 'act' as const,
  }
  await openApp('/', {
    width: 'phone',
    leads: (user) => [
      ownLead(user, {
        ...of(0),
        state: 3,
        status: 6,
        sold: 1,
        end_lead_date: iso('2026-11-17T16:00:00'),
        obligations: [limit],
      }),
    ],
  })
  await openTab('Finalizados')
  const words = cards.getByText('Documento do contrato')
  await expect.element(words).toBeVisible()
  const place = words.element().closest<HTMLElement>('[data-fleeting]') ?? expect.fail()
  const { height } = place.getBoundingClientRect()
  place.replaceChildren()
  expect(place.getBoundingClientRect().height).toBe(height)
})
