/** The history of a lead: kept on the device, late, and leading to the lead of a return. docs/rules.md#returning */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { timelineRoute } from '../../src/contract/board.ts'
import type { TimelineEntry } from '../../src/contract/timeline.ts'
import type { RoleId } from '../../src/domain/session/session-user.ts'
import { aLead, iso } from '../unit/domain/fixtures.ts'
import { openApp } from './support/app.tsx'
import { connection } from './support/connection.ts'
import { isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import { CLIENT, ownLead } from './support/own-lead.ts'
import type { Peer } from './support/peer.ts'

const history = page.getByRole('list', { name: 'Histórico do lead' })
const age = page.getByRole('dialog').getByText(/^Sem conexão\. Dados de \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}\.$/)
const viewOf = (id: number) => page.getByRole('dialog', { name: new RegExp(`^Lead ${id} ·`) })

const anEntry = (changes: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: 1,
  command: 'lead.update',
  user: { id: 3, name: 'Carla Nunes' },
  device_id: null,
  occurred_at: iso('2026-11-18T09:50:00'),
  received_at: iso('2026-11-18T09:50:00'),
  offline: false,
  changes: { product: { before: null, after: 'Mudado no escritório' } },
  ...changes,
})

const withOwnLead = { clients: [CLIENT], leads: (user: { id: number }) => [ownLead(user)] }

test('without a network the kept history is read and says of when it is, until the network returns', async () => {
  const { peer, go } = await openApp('/', withOwnLead)
  peer.answers(timelineRoute, { data: [anEntry()] })
  await expect.element(connection).toMatchTextContent('Conectado')
  cutNetwork(peer)
  await go('/?lead=1')
  await expect.element(history.getByRole('listitem').first()).toBeVisible()
  await expect.element(age).toBeVisible()
  restoreNetwork(peer)
  await expect.element(age).not.toBeInTheDocument()
  await expect.element(history).toMatchTextContent('Mudado no escritório')
})

test('the kept history shows while the answer is late, and the answer takes its place', async () => {
  let answer: (() => void) | undefined
  const { peer } = await openApp('/?lead=1', {
    ...withOwnLead,
    script: (scripted) => {
      scripted.answers(timelineRoute, { data: [anEntry()] })
      answer = scripted.holds(timelineRoute)
    },
  })
  await expect.element(history.getByRole('listitem').first()).toBeVisible()
  await expect.poll(() => peer.callsOf(timelineRoute).length).toBeGreaterThan(0)
  await expect.element(history).not.toMatchTextContent('Mudado no escritório')
  answer?.()
  await expect.element(history).toMatchTextContent('Mudado no escritório')
  await expect.element(history).toMatchTextContent('Carla Nunes')
})

const LOST = 7
const BACK = 8

/** A lead that was lost, and the one as which it came back. */
function returns(peer: Peer): void {
  peer.answersBy(timelineRoute, ({ path }) => ({
    data: [
      path.includes(`/${LOST}/`)
        ? anEntry({
            id: 2,
            command: 'lead.return',
            user: null,
            changes: { returned_as: { before: null, after: BACK } },
          })
        : anEntry({
            id: 3,
            command: 'lead.return',
            user: null,
            changes: { returned_from: { before: null, after: LOST } },
          }),
    ],
  }))
}

const lost = aLead({
  uid: 'lost',
  id: LOST,
  state: 3,
  status: 7,
  sold: 0,
  broker_id: 3,
  channel_id: 10,
  end_lead_date: iso('2026-11-17T15:00:00'),
})
const back = aLead({ uid: 'back', id: BACK, channel_id: 10 })

const openBack = (role: RoleId, look = {}) =>
  openApp(`/?lead=${BACK}`, { ...look, role, clients: [CLIENT], leads: [lost, back], script: returns })

test.each(LOOKS)('the history of a lead that came back is in order: $width, $scheme', async (look) => {
  await openBack(1, look)
  await expect.element(page.getByRole('link', { name: `Abrir o lead perdido ${LOST}` })).toBeVisible()
  await isInOrder('the history of a lead that came back')
})

test('for management the history of a lost lead leads to the new one, and back, in one dialog', async () => {
  await openBack(1)
  await userEvent.click(viewOf(BACK).getByRole('link', { name: `Abrir o lead perdido ${LOST}` }))
  await userEvent.click(viewOf(LOST).getByRole('link', { name: `Abrir o novo lead ${BACK}` }))
  await expect.element(viewOf(BACK)).toBeVisible()
  expect(page.getByRole('dialog').elements()).toHaveLength(1)
})

test('a broker reads which lead was lost, without a link to what it may not see', async () => {
  await openBack(3)
  await expect.element(viewOf(BACK).getByText(`Lead perdido ${LOST}`, { exact: true })).toBeVisible()
  await expect.element(viewOf(BACK).getByRole('link', { name: /lead perdido/ })).not.toBeInTheDocument()
})

test.each([
  [0, false],
  [25, true],
])('with %i days of return a loss to another broker promises the return: %s', async (days, promises) => {
  await openApp('/?form=lead-1', {
    settings: { lost_leads_return_days: days },
    clients: [CLIENT],
    leads: (user) => [
      ownLead(user, {
        status: 5,
        contact_type: 1,
        contact_date: iso('2026-11-18T09:45:00'),
        quoted_type: 1,
        quoted_date: iso('2026-11-18T09:46:00'),
        quoted: 1,
        sold: 0,
        lost_sale: 5,
        competitor_broker: 1,
        sold_type: 1,
        sold_date: iso('2026-11-18T09:50:00'),
      }),
    ],
  })
  await userEvent.click(page.getByRole('button', { name: 'Finalizar', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Agendamento de endosso' })
  await expect.element(dialog.getByText(/Quando vence o seguro que o cliente fechou\?/)).toBeVisible()
  const promise = dialog.getByText(/este lead volta a ser procurado/)
  if (promises) await expect.element(promise).toMatchTextContent(`${days} dias antes`)
  else await expect.element(promise).not.toBeInTheDocument()
})
