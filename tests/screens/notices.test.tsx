/** The bell: what concerns the user, on the device's own data, and what stays read. docs/rules.md#notices */
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { saveScreenSettingRoute } from '../../src/contract/screen-settings.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { aLead, iso } from '../unit/domain/fixtures.ts'
import { type MountedApp, openApp } from './support/app.tsx'
import { focusOn } from './support/focus.ts'
import { COLLEAGUES } from './support/house.ts'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'

const [manager] = COLLEAGUES
const bell = page.getByRole('button', { name: /^Avisos/ })
const panel = page.getByRole('dialog', { name: /^Avisos/ })
const line = panel.getByRole('link').first()

const working = (brokerId: number, changes: Partial<Lead> = {}) =>
  aLead({ channel_id: 8, state: 2, status: 2, broker_id: brokerId, ...changes })

const dueAt = (local: string): Lead['lead_scheduling'] => ({
  scheduling_date: iso(local),
  description: 'Ligar para a esposa',
  status: 0,
})

/** The manager makes the user the broker of another broker's lead. */
function passesOn({ peer, user }: MountedApp): void {
  peer.server.passOn('lead-1', user.id, { id: 2, name: manager?.name ?? '' })
  peer.poke()
}

/** What the peer has as read. A change that is later than what it has counts. */
function keepsRead({ peer }: Pick<MountedApp, 'peer'>): void {
  peer.answersBy(saveScreenSettingRoute, ({ body }) => saveScreenSettingRoute.body.parse(body))
}

test('a lead that a colleague passes on appears, opens by keyboard, and is read then', async () => {
  const app = await openApp('/', { leads: [working(3)], script: (peer) => keepsRead({ peer }) })
  await expect.element(page.getByRole('button', { name: 'Avisos', exact: true })).toBeVisible()
  passesOn(app)
  await expect.element(page.getByRole('button', { name: 'Avisos, 1 novo' })).toBeVisible()
  await focusOn(bell)
  await userEvent.keyboard('{Enter}')
  await expect.element(line).toMatchTextContent(/Lead 1 · Ana Souza/)
  await expect.element(line).toMatchTextContent(/Passado a você por Gustavo Prado/)
  await expect.element(line).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => window.location.search).toBe('?lead=1')
  await expect.element(page.getByRole('dialog', { name: /^Lead 1 ·/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Avisos', exact: true })).toBeVisible()
})

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the bell and the choice of its notices are in order, and the focus follows between both', async () => {
    await openApp('/', {
      ...look,
      leads: (user) => [working(user.id, { lead_scheduling: dueAt('2026-11-18T09:00:00') })],
    })
    await userEvent.click(bell)
    await expect.element(line).toMatchTextContent(/Agendamento atrasado/)
    await isInOrder('notices')
    if (look.width !== 'desk') await hasTargetsForThumbs('notices')
    await userEvent.click(panel.getByRole('button', { name: 'Escolher avisos' }))
    await expect.element(panel.getByRole('button', { name: 'Voltar aos avisos' })).toHaveFocus()
    await expect.element(panel.getByRole('switch', { name: /^Agendamentos/ })).toBeChecked()
    await isInOrder('choice of notices')
    if (look.width !== 'desk') await hasTargetsForThumbs('choice of notices')
    await userEvent.keyboard('{Enter}')
    await expect.element(panel.getByRole('button', { name: 'Escolher avisos' })).toHaveFocus()
  })
})

test('without a network an appointment appears, becomes late, and stays read on the device and the server', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  try {
    const app = await openApp('/', {
      leads: (user) => [working(user.id, { lead_scheduling: dueAt('2026-11-18T11:20:00') })],
      script: (peer) => keepsRead({ peer }),
    })
    await userEvent.click(bell)
    await expect.element(panel.getByText('Nenhum aviso').first()).toBeVisible()
    cutNetwork(app.peer)
    vi.advanceTimersByTime(HOUR_MS + 5 * MINUTE_MS)
    await expect.element(line).toMatchTextContent(/Agendamento às 11:20/)
    vi.advanceTimersByTime(17 * MINUTE_MS)
    await expect.element(line).toMatchTextContent(/Agendamento atrasado/)
    await expect.element(line).toMatchTextContent(/Ligar para a esposa/)
    await userEvent.click(panel.getByRole('button', { name: 'Marcar tudo como lido' }))
    await expect.element(page.getByRole('button', { name: 'Avisos', exact: true })).toBeVisible()
    await expect.element(line).not.toMatchTextContent(/novo/)
    expect(app.peer.callsOf(saveScreenSettingRoute)).toEqual([])
    restoreNetwork(app.peer)
    await expect
      .poll(() => JSON.stringify(app.peer.bodiesOf(saveScreenSettingRoute)))
      .toContain('schedule:lead-1:')
  } finally {
    vi.useRealTimers()
  }
})
