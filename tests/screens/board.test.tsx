import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { aLead } from '../unit/domain/fixtures.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import { tap } from './support/tap.ts'

/** Of the channel 'Site', whose leads may be captured in any order. */
const fromTheSite = (changes: Partial<Lead> = {}) =>
  aLead({ channel_id: 8, client_name: 'Ana Souza', ...changes })

const capture = page.getByRole('button', { name: 'Capturar esse Lead' })
const confirm = page.getByRole('dialog').getByRole('button', { name: 'Continuar' })

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the board is in order, with targets for thumbs where there are thumbs', async () => {
    await openApp('/', {
      ...look,
      leads: [fromTheSite(), fromTheSite({ uid: 'lead-2', client_uid: 'client-2' })],
    })
    await expect.element(page.getByText('Ana Souza').first()).toBeVisible()
    await isInOrder('board')
    if (look.width !== 'desk') await hasTargetsForThumbs('board')
  })
})

test('a captured lead is sent once and opens in the form', async () => {
  const { peer, user } = await openApp('/', { leads: [fromTheSite()] })
  await userEvent.click(capture)
  await userEvent.click(confirm)
  await expect.poll(() => peer.server.leads.get('lead-1')?.broker_id).toBe(user.id)
  expect(new Set(peer.server.applied).size).toBe(peer.server.applied.length)
  await expect.element(page.getByText('Informações do Indicado').first()).toBeVisible()
})

test('on a phone without a network a capture waits on the device, and is sent when the network returns', async () => {
  const { peer, user } = await openApp('/', { width: 'phone', leads: [fromTheSite()] })
  await expect.element(capture).toBeVisible()
  cutNetwork(peer)
  await tap(capture)
  await tap(confirm)
  await expect.element(page.getByText('Informações do Indicado').first()).toBeVisible()
  expect(peer.server.leads.get('lead-1')?.broker_id).toBeNull()
  restoreNetwork(peer)
  await expect.poll(() => peer.server.leads.get('lead-1')?.broker_id).toBe(user.id)
})
