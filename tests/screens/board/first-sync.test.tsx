/** An empty device: the cards of the first page show while the rest is being downloaded, whatever happens meanwhile. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { firstStepsRoute } from '../../../src/contract/administration/first-steps.ts'
import { ChunkStore } from '../../../src/db/staging/chunk-store.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { type MountedApp, openApp } from '../support/app.tsx'
import { isInOrder } from '../support/in-order.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import type { Peer } from '../support/peer.ts'

const ALL = 8
/** The server in memory sends three leads a page. */
const FIRST = 3

const leadsOf = (length: number) =>
  Array.from(
    { length },
    (_, place): Lead =>
      aLead({
        uid: `lead-${place + 1}`,
        id: place + 1,
        client_uid: `client-${place + 1}`,
        client_name: `Cliente ${place + 1}`,
        channel_id: 8,
      }),
  )
const leads = leadsOf(ALL)

const cards = page.getByRole('article')
const whole = page.getByRole('tablist', { name: 'Situação dos leads', exact: true })

/** The number of the pull's pages that were asked for. */
const pages = ({ network }: Peer) => network.count('/api/sync')

async function withSecondPage(hold: (peer: Peer) => void): Promise<MountedApp> {
  return openApp('/', { leads, seeded: false, script: hold })
}

test('cards show with the first page, without a network too, until all leads have come', async () => {
  const held = Promise.withResolvers<void>()
  const { peer, db } = await withSecondPage((scripted) => {
    scripted.network.onRequest = async (path) => {
      if (path === '/api/sync' && pages(scripted) > 1) await held.promise
    }
  })
  await expect.element(cards.first().getByRole('button').first()).toBeVisible()
  const progress = page.getByRole('progressbar', { name: 'Leads neste aparelho' })
  await expect.element(progress).toMatchTextContent(`Baixando leads ${FIRST} de ${ALL}`)
  await expect
    .element(page.getByRole('tablist', { name: 'Situação dos leads, ainda baixando' }))
    .toBeVisible()
  await isInOrder('board during the first download')

  cutNetwork(peer)
  peer.network.fault = () => 'lost request'
  held.resolve()
  const kept = page.getByText(new RegExp(`^Sem conexão: ${FIRST} de ${ALL} leads neste aparelho`))
  await expect.element(kept).toBeVisible()
  await expect.element(cards.first().getByRole('button').first()).toBeVisible()

  peer.network.fault = () => null
  restoreNetwork(peer)
  await expect.element(whole).toBeVisible()
  await expect.element(kept).not.toBeInTheDocument()
  expect(await db.leads.count()).toBe(ALL)
})

test('a server that fails after the first page is named beside the cards, and the rest comes when it is well', async () => {
  const { peer } = await withSecondPage((scripted) => {
    scripted.network.fault = (path) => (path === '/api/sync' && pages(scripted) > 1 ? 'server error' : null)
  })
  const failing = page.getByText(new RegExp(`Até agora, ${FIRST} de ${ALL} leads neste aparelho`))
  await expect.element(failing).toBeVisible()
  await expect.element(cards.first().getByRole('button').first()).toBeVisible()
  peer.network.fault = () => null
  window.dispatchEvent(new Event('focus'))
  await expect.element(whole).toBeVisible()
  await expect.element(failing).not.toBeInTheDocument()
})

test('a card of the first page can be worked while the rest is being downloaded', async () => {
  const held = Promise.withResolvers<void>()
  const { peer, user } = await withSecondPage((scripted) => {
    scripted.network.onRequest = async (path) => {
      if (path === '/api/sync' && pages(scripted) > 1) await held.promise
    }
  })
  await userEvent.click(cards.first().getByRole('button', { name: 'Capturar esse Lead' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Continuar' }))
  await expect.element(page.getByText('Informações do Indicado').first()).toBeVisible()
  held.resolve()
  await expect
    .poll(() => [...peer.server.leads.values()].filter(({ broker_id }) => broker_id === user.id).length)
    .toBe(1)
})

const FIRST_STEPS = {
  steps: [{ step: 'lead' as const, state: 'open' as const }],
  offered: true,
  untouched: false,
  counts: { teams: 1, idle_teams: 0, partners: 1, brokers: 1, idle_brokers: 0 },
  controller: { name: null, contact: null },
  mail: { configured: false, sender: null, recipient: null },
}

/** Rows of so many are staged in chunks (src/db/staging). */
const STAGED = 120

test.each([
  1, 2, 3,
] as const)('role %i: no part of the board reads staged rows but by their keys', async (role) => {
  const readings = (['all', 'uids'] as const).map((name) => vi.spyOn(ChunkStore.prototype, name))
  const held = Promise.withResolvers<void>()
  const { db } = await openApp('/', {
    role,
    leads: leadsOf(3 * STAGED),
    settings: { first_steps_offered: true },
    seeded: false,
    script: (scripted) => {
      scripted.answers(firstStepsRoute, FIRST_STEPS)
      scripted.server.pageRows = STAGED
      scripted.network.onRequest = async (path) => {
        if (path === '/api/sync' && pages(scripted) > 2) await held.promise
      }
    },
  })
  await expect.element(cards.first().getByRole('button').first()).toBeVisible()
  // What an administrator alone gets looks for leads as well, and comes last.
  if (role === 1)
    await expect.element(page.getByRole('complementary', { name: 'Primeiros passos' })).toBeVisible()
  // Leads and clients of two pages.
  await expect.poll(() => db.chunkDirectories.count()).toBe(4)
  // The store of the test before may still be emptied.
  const here = ([trans]: readonly [object, string]) =>
    trans instanceof IDBTransaction && trans.db.name === db.name
  const counted = () => readings.map(({ mock }) => mock.calls.filter(here).length)
  expect(counted()).toEqual([0, 0])
  // Such a reading would be seen.
  await db.leads.count()
  expect(counted()).toEqual([0, 1])
  held.resolve()
  await expect.element(whole).toBeVisible()
  expect(counted()).toEqual([0, 1])
})
