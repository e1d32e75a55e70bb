/** What stands in front on the board, and why a card has no button: docs/rules.md#order-of-cards, #card-buttons */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { aLead, iso } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'
import { CLIENT, ownLead } from '../support/own-lead.ts'
import { tap } from '../support/tap.ts'

const cards = page.getByRole('article', { name: /^Lead/ })
const names = () => cards.elements().map((card) => card.getAttribute('aria-label'))
const fold = page.getByRole('button', { name: /^Agendados para depois/ })
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const due = (local: string): Partial<Lead> => ({
  lead_scheduling: { scheduling_date: iso(local), description: 'Ligar', status: 0 },
})
const of = (id: number, changes: Partial<Lead> = {}): Lead =>
  aLead({
    uid: `lead-${id}`,
    id,
    client_uid: `client-${id}`,
    client_name: `Cliente ${id}`,
    channel_id: 8,
    create_lead_date: iso(`2026-11-1${id}T09:00:00`),
    ...changes,
  })

/** Wednesday, 10:00. */
const ORIGIN = [
  of(1, due('2026-11-19T09:00:00')),
  of(2),
  of(3, due('2026-11-18T15:00:00')),
  of(4, due('2026-11-17T15:00:00')),
  of(5),
  of(6, due('2026-11-25T09:00:00')),
]

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('late, today, without a step; what waits is folded, opens by one tap, and is remembered', async () => {
    const app = await openApp('/', { ...look, leads: ORIGIN })
    await expect.poll(names).toEqual([4, 3, 2, 5].map((id) => `Lead ${id}`))
    await expect.element(fold).toMatchTextContent('Agendados para depois (2)')
    await expect.element(tab('Origem')).toMatchTextContent(/6$/)
    await isInOrder('folded')
    await (look.width === 'desk' ? userEvent.click(fold) : tap(fold))
    await expect.element(fold).toHaveAttribute('aria-expanded', 'true')
    // A phone draws the rows in sight alone.
    const shown = (look.width === 'phone' ? [4, 3, 2, 5, 1] : [4, 3, 2, 5, 1, 6]).map((id) => `Lead ${id}`)
    await expect.poll(() => names().slice(0, shown.length)).toEqual(shown)
    await isInOrder('unfolded')
    if (look.width !== 'desk') await hasTargetsForThumbs('unfolded')
    await app.load('/')
    await expect.element(fold).toHaveAttribute('aria-expanded', 'true')
    fold.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(names).toEqual([4, 3, 2, 5].map((id) => `Lead ${id}`))
    expect(document.activeElement).toBe(fold.element())
  })
})

const scheduled = (id: number, broker_id: number | null, local: string): Lead =>
  of(id, { ...due(local), broker_id, ...(broker_id === null ? {} : { state: 2, status: 2 }) })

test('Agendamentos begins with what is one’s own, counts that alone, and tells the sum in words', async () => {
  await openApp('/', {
    role: 2,
    leads: (user) => [
      scheduled(1, user.id, '2026-11-18T11:00:00'),
      scheduled(2, 9, '2026-11-17T11:00:00'),
      scheduled(3, 9, '2026-11-20T11:00:00'),
      scheduled(4, null, '2026-11-20T11:00:00'),
    ],
  })
  const schedules = tab('Agendamentos')
  await expect.element(schedules).toMatchTextContent(/1$/)
  // Another one's delay makes the own badge not red.
  await expect
    .element(schedules.getByTitle('1 seu · 4 ao todo, 1 atrasado'))
    .toHaveAttribute('data-kind', 'pending')
  await userEvent.click(schedules)
  await expect.poll(names).toEqual(['Lead 1'])
  await expect.element(page.getByText('1 seu · 4 ao todo, 1 atrasado')).toBeVisible()
  const choose = (name: string) =>
    userEvent.click(page.getByRole('radiogroup', { name: 'De quem são os agendamentos' }).getByText(name))
  await choose('Livres')
  await expect.poll(names).toEqual(['Lead 4'])
  await choose('Todos')
  await expect.poll(names).toEqual(['Lead 2', 'Lead 1', 'Lead 3', 'Lead 4'])
  await isInOrder('schedules')
})

test('an own return that is late makes the badge red', async () => {
  await openApp('/', { leads: (user) => [scheduled(1, user.id, '2026-11-17T11:00:00')] })
  await expect
    .element(tab('Agendamentos').getByTitle(/^1 seu, 1 atrasado/))
    .toHaveAttribute('data-kind', 'late')
})

test('a card that waits for the oldest of its channel names it, and opens it', async () => {
  // In 'Indicação' the oldest comes first.
  await openApp('/', { leads: [of(5, { channel_id: 1 }), of(7, { channel_id: 1 })] })
  const before = page.getByRole('article', { name: 'Lead 7' }).getByRole('button', { name: /^Antes deste/ })
  await expect.element(before).toMatchTextContent('Antes deste: Nº 5 →')
  await userEvent.click(before)
  await expect.element(page.getByRole('dialog', { name: /^Lead 5 ·/ })).toBeVisible()
})

test('a suspended lead says that somebody must free it', async () => {
  await openApp('/', { leads: [of(5, { suspended_lead: true })] })
  await expect
    .element(page.getByRole('button', { name: 'Lead suspenso' }))
    .toHaveAttribute('aria-description', expect.stringContaining('libere'))
})

test('one line tells what is due, in working days; what was in time is not green beside it', async () => {
  await openApp('/', {
    clients: [CLIENT],
    leads: (user) => [
      ownLead(user, {
        create_lead_date: iso('2026-11-02T09:00:00'),
        indication_on_time: 1,
        ...due('2026-11-13T09:00:00'),
      }),
    ],
  })
  await userEvent.click(tab('Negociação'))
  const card = cards.first()
  await expect.element(card.getByText('Retorno de 13/11')).toBeVisible()
  await expect.element(card.getByText('atrasado 3 dias úteis')).toBeVisible()
  expect(card.element().textContent.match(/atrasado/gi)).toHaveLength(1)
  const dot = card.getByRole('img', { name: 'Indicado no prazo' })
  await expect.element(dot).toBeVisible()
  const [red, , blue] = getComputedStyle(dot.element()).backgroundColor.match(/\d+/g)?.map(Number) ?? []
  expect(Math.abs((red ?? 0) - (blue ?? 99))).toBeLessThan(20)
})
