/** An administrator changes a user's role during the day. docs/security.md#guarantees */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { tokenConfirmRoute } from '../../../src/contract/session.ts'
import { runCommand } from '../../../src/db/outbox/run-command.ts'
import { iso } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { connection } from '../support/connection.ts'
import { aColleague } from '../support/house.ts'
import { menu, menuEntry } from '../support/menu.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { CLIENT, ownLead } from '../support/own-lead.ts'
import { notesPageLoads } from '../support/page-loads.ts'

const NOT_ALLOWED = 'Você não tem permissão para isso.'
const refused = page.getByRole('article', { name: /^Lead 1\b/ })
const entries = () =>
  menu
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)

test('a broker who becomes an indicator gets its menu and screen without a reload, and keeps refused commands', async () => {
  const loads = notesPageLoads()
  const { peer, user, db, go } = await openApp('/', {
    clients: [CLIENT],
    leads: (broker) => [ownLead(broker)],
  })
  await expect.element(await menuEntry('Meu dia')).toBeVisible()
  cutNetwork(peer)
  await runCommand(db, 'lead.schedule', {
    lead_uid: 'lead-1',
    scheduling_date: iso('2026-12-18T09:00:00'),
    description: 'Ainda como corretor',
  })
  await expect.element(connection).toMatchTextContent(/1 pendente/)

  const { roles, technical_team } = aColleague(5, user.id)
  const indicator = { ...user, roles, technical_team }
  // The server knows its users by reference.
  Object.assign(peer.server.user, indicator)
  peer.answers(tokenConfirmRoute, indicator)
  peer.server.refusal = () => ({ code: 'forbidden', message: NOT_ALLOWED, errors: {} })
  await go('/sincronizacao')
  restoreNetwork(peer)
  await userEvent.click(page.getByRole('button', { name: 'Sincronizar agora' }))
  await expect.element(refused).toMatchTextContent('Ainda como corretor')
  await expect.element(refused).toMatchTextContent(NOT_ALLOWED)
  await expect.poll(entries).toContain('Indicação Externa')
  expect(entries()).not.toContain('Meu dia')
  expect(entries()).not.toContain('Dashboard')
  await userEvent.click(await menuEntry('Indicação'))
  await expect.element(page.getByRole('heading', { name: /^Minhas indicações/ })).toBeVisible()
  expect(await db.leads.count()).toBe(0)

  // The command stays until its user decides.
  await go('/sincronizacao')
  await expect.element(refused).toMatchTextContent(NOT_ALLOWED)
  await userEvent.click(refused.getByRole('button', { name: 'Descartar alteração', exact: true }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /^Descartar/ }))
  await expect.element(page.getByText('Nada na fila')).toBeVisible()
  expect(loads).toEqual([])
})
