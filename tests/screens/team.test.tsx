/** 'Equipe hoje': a line a broker, its queue, and transfers out of it. docs/rules.md#team-today */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { transferRoute, transfersRoute } from '../../src/contract/transfers.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { RoleId, SessionUser } from '../../src/domain/session/session-user.ts'
import { aClient, iso } from '../unit/domain/fixtures.ts'
import { type MountedApp, type Opening, openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import { ownLead } from './support/own-lead.ts'

/** The broker of the small brokerage. */
const CARLA = 3
const UNTIL = '2026-11-18T14:00:00.000Z'
const UIDS = [0, 1, 2, 3].map((place) => `019a9000-0000-7000-8000-00000000000${place}`)
const NAMES = ['Ana Souza', 'Bento Reis', 'Clara Dias', 'Davi Luz']

const list = page.getByRole('list', { name: 'Corretores' })
const row = (name: string | RegExp) => list.getByRole('button', { name })
const carla = row(/^Carla Nunes/)
const queue = page.getByRole('list', { name: 'Fila de Carla Nunes' })
const pick = (name: string) => queue.getByRole('checkbox', { name: `Escolher ${name}` })
const bar = page.getByRole('region', { name: 'Transferir leads' })
const transfer = bar.getByRole('button', { name: 'Transferir' })
const dialog = page.getByRole('dialog')
const confirm = dialog.getByRole('button', { name: 'Transferir', exact: true })

const returnAt = (local: string): Partial<Lead> => ({
  lead_scheduling: { scheduling_date: iso(local), description: 'Ligar', status: 0 },
})
/** Spoken to today. Its limits ended long ago. */
const moved = {
  create_lead_date: iso('2026-11-03T09:00:00'),
  capture_date: iso('2026-11-03T09:10:00'),
  contact_date: iso('2026-11-18T09:45:00'),
  first_call_date: iso('2026-11-18T09:45:00'),
}
const lead = (place: number, brokerId: number, changes: Partial<Lead>) =>
  ownLead(
    { id: brokerId },
    {
      uid: UIDS[place] ?? '',
      id: 11 + place,
      client_uid: `client-${place}`,
      client_name: NAMES[place] ?? '',
      ...moved,
      ...changes,
    },
  )
/** At 10:00 Carla has two late returns and one of later, and the manager one late return. */
const leads = ({ id }: SessionUser): Lead[] => [
  lead(0, CARLA, returnAt('2026-11-18T09:20:00')),
  lead(1, CARLA, returnAt('2026-11-17T09:40:00')),
  lead(2, CARLA, returnAt('2026-11-18T14:30:00')),
  lead(3, id, returnAt('2026-11-18T09:00:00')),
]
const clients = NAMES.map((name, place) => aClient({ uid: `client-${place}`, id: place + 1, name }))

const opened = (look: Opening = {}): Promise<MountedApp> =>
  openApp('/equipe-hoje', {
    role: 2,
    leads,
    clients,
    script: (peer) => peer.answers(transfersRoute, { data: [] }),
    ...look,
  })

const done = (count: number) => ({
  uid: 'transfer',
  moved: count,
  undo_until: UNTIL,
  left: 0,
  left_leads: [],
})

const choose = async (label: string, option: string) => {
  await userEvent.click(dialog.getByRole('combobox', { name: label }))
  await userEvent.click(page.getByRole('option', { name: option, exact: true }))
}

test('the brokers are sorted by what is late, and a line opens the queue as the broker sees it', async () => {
  const { user } = await opened()
  await expect.element(carla).toMatchTextContent(/2 atrasados.*1 para hoje/)
  const names = () =>
    list
      .getByRole('button')
      .elements()
      .map((button) => button.textContent ?? '')
  expect(names()).toEqual([expect.stringMatching(/^Carla Nunes/), expect.stringContaining(user.name)])
  await expect
    .element(page.getByRole('heading', { name: '3 retornos atrasados · 1 para hoje' }))
    .toBeVisible()
  await userEvent.click(carla)
  await expect.element(queue).toMatchTextContent(/^Bento Reis/)
  await expect.element(queue).toMatchTextContent('Você prometeu ligar às 09:20 de hoje · atrasado 40 min')
  await expect.element(queue).not.toMatchTextContent('Clara Dias')
  expect(window.location.search).toBe('?corretor=3')
  await userEvent.click(carla)
  await expect.element(queue).not.toBeInTheDocument()
})

test('a change of a lead moves the figures of its broker at once', async () => {
  const app = await opened()
  await expect.element(carla).toMatchTextContent('2 atrasados')
  const [first] = leads(app.user)
  if (first === undefined) throw new Error('no lead')
  app.peer.server.write({
    ...first,
    state: 3,
    status: 6,
    sold: 1,
    sale_value_cents: 431_000,
    end_lead_date: iso('2026-11-18T09:59:00'),
  })
  app.peer.poke()
  await expect.element(carla).toMatchTextContent(/1 atrasado.*1 feito.*1 venda · R\$ 4\.310,00/)
})

test('chosen leads go to the broker who is named, those alone and once, though the answer is lost', async () => {
  const { peer, user } = await opened()
  peer.answers(transferRoute, done(1))
  peer.losesAnswer(transferRoute)
  await userEvent.click(row(new RegExp(user.name)))
  await userEvent.click(page.getByRole('checkbox', { name: 'Escolher Davi Luz' }))
  await expect.element(bar).toMatchTextContent('1 lead escolhido')
  await userEvent.click(transfer)
  await choose('Corretor que recebe', 'Carla Nunes')
  await userEvent.click(confirm)
  await expect.element(dialog).toMatchTextContent('Não sabemos se os leads foram transferidos')
  await userEvent.click(confirm)
  await expect.element(page.getByText('1 lead transferido')).toBeVisible()
  expect(new Set(peer.callsOf(transferRoute).map(({ path }) => path)).size).toBe(1)
  expect(peer.bodiesOf(transferRoute)).toEqual([
    { leads: [UIDS[3]], to: { kind: 'broker', broker_id: CARLA } },
    { leads: [UIDS[3]], to: { kind: 'broker', broker_id: CARLA } },
  ])
  await expect.element(bar).not.toBeInTheDocument()
})

test('a late answer of a transfer keeps its dialog busy, and a second tap sends nothing more', async () => {
  const { peer, user } = await opened()
  peer.answers(transferRoute, done(1))
  const release = peer.holds(transferRoute)
  await userEvent.click(row(new RegExp(user.name)))
  await userEvent.click(page.getByRole('checkbox', { name: 'Escolher Davi Luz' }))
  await userEvent.click(transfer)
  await choose('Corretor que recebe', 'Carla Nunes')
  await userEvent.click(confirm)
  await expect.poll(() => peer.callsOf(transferRoute).length).toBe(1)
  await userEvent.keyboard('{Enter}')
  release()
  await expect.element(page.getByText('1 lead transferido')).toBeVisible()
  expect(peer.callsOf(transferRoute)).toHaveLength(1)
})

test('a lead is dragged onto another broker, whose name the question has then', async () => {
  const { peer, user } = await opened()
  peer.answers(transferRoute, done(1))
  await userEvent.click(row(new RegExp(user.name)))
  const line = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: 'Escolher Davi Luz' }) })
  await userEvent.dragAndDrop(line.last(), carla)
  await expect
    .element(dialog.getByRole('combobox', { name: 'Corretor que recebe' }))
    .toHaveValue('Carla Nunes')
  expect(peer.callsOf(transferRoute)).toEqual([])
  await userEvent.click(confirm)
  await expect.element(page.getByText('1 lead transferido')).toBeVisible()
  expect(peer.bodiesOf(transferRoute)).toEqual([
    { leads: [UIDS[3]], to: { kind: 'broker', broker_id: CARLA } },
  ])
})

test('without a network the day can be read, and a transfer says why it can not be made', async () => {
  const { peer, user } = await opened()
  await expect.element(carla).toMatchTextContent('2 atrasados')
  cutNetwork(peer)
  await userEvent.click(carla)
  await userEvent.click(pick('Ana Souza'))
  await expect.element(transfer).toBeDisabled()
  await expect.element(bar).toMatchTextContent('Sem conexão: transferir leads precisa de internet.')
  restoreNetwork(peer)
  await expect.element(transfer).toBeEnabled()
  expect(user.roles[0].id).toBe(2)
})

test.each<[RoleId, boolean]>([
  [1, true],
  [2, true],
  [3, false],
  [4, false],
])('of role %i the screen is open: %s', async (role, isOpen) => {
  await openApp('/equipe-hoje', { role })
  const denied = page.getByRole('heading', { name: 'Você não tem permissão' })
  if (isOpen)
    await expect.element(page.getByRole('heading', { name: 'Nada atrasado · 0 para hoje' })).toBeVisible()
  else await expect.element(denied).toBeVisible()
})

describe.each(LOOKS)('%o', (look) => {
  test('the day of the team, a queue and its transfer are in order', async () => {
    await opened(look)
    await userEvent.click(carla)
    await userEvent.click(pick('Ana Souza'))
    await expect.element(bar).toBeVisible()
    await isInOrder('the day of the team')
    if (look.width !== 'desk') await hasTargetsForThumbs('the day of the team')
    await userEvent.click(transfer)
    await expect.element(confirm).toBeVisible()
    await isInOrder('the transfer')
  })
})
