/** 'Meu dia' after a call: one tap writes the outcome as one group, and 'Desfazer' takes all of it back. docs/rules.md#outcomes */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pushRequestSchema } from '../../../src/contract/sync.ts'
import { wholeQueue } from '../../../src/db/outbox/queue-order.ts'
import { fieldLabel } from '../../../src/domain/lead/field-words.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { aClient, iso } from '../../unit/domain/fixtures.ts'
import { type MountedApp, openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { ownLead } from '../support/own-lead.ts'
import { pushed } from '../support/pushed.ts'
import { tap } from '../support/tap.ts'
import { withTelephone } from '../support/telephone.ts'

const now = page.getByRole('region', { name: 'Agora' })
const how = page.getByRole('region', { name: 'Como foi?' })
const later = page.getByRole('region', { name: 'Mais tarde, hoje' })
const last = page.getByRole('group', { name: 'Última ação' })
const form = page.getByRole('form', { name: 'Lead' })
const call = now.getByRole('button', { name: 'Ligar', exact: true })
const outcome = (name: string) => how.getByRole('button', { name: new RegExp(`^\\d?\\s?${name}`) })
const item = (name: string) => page.getByRole('menuitem', { name })
const shown = (name: string) => expect.element(now.getByRole('heading', { name, exact: true })).toBeVisible()

/** Spoken to today. Two returns are late. */
const late = (user: SessionUser, uid: string, name: string, local: string): Lead =>
  ownLead(user, {
    uid,
    id: uid.charCodeAt(0),
    client_uid: `c${uid}`,
    client_name: name,
    client_cellphone: '31988776651',
    client_phone: '',
    create_lead_date: iso('2026-11-03T09:00:00'),
    capture_date: iso('2026-11-03T09:10:00'),
    first_call_date: iso('2026-11-18T09:05:00'),
    lead_scheduling: { scheduling_date: iso(local), description: 'Fechar a cotação', status: 0 },
  })
const leads = (user: SessionUser) => [
  late(user, 'a', 'Ana Souza', '2026-11-18T09:20:00'),
  late(user, 'b', 'Bento Reis', '2026-11-18T09:40:00'),
]
const clients = ['a', 'b'].map((uid, place) =>
  aClient({ uid: `c${uid}`, id: place + 1, name: uid === 'a' ? 'Ana Souza' : 'Bento Reis' }),
)

const opened = (look: Look = {}) => {
  withTelephone()
  return openApp('/hoje', { role: 3, leads, clients, now: '2026-11-18T09:57:30', ...look })
}

/** A call to the lead that is shown. */
async function called(): Promise<void> {
  await tap(call)
  await expect.element(how).toBeVisible()
}

const sent = ({ peer }: MountedApp) => pushed(peer).map(({ command }) => command)
const onServer = ({ peer }: MountedApp, uid = 'a') => peer.server.leads.get(uid)
const undo = page.getByRole('button', { name: 'Desfazer', exact: true })
/** The groups in the order of their first sending. */
const groups = ({ peer }: MountedApp) => {
  const grouped = pushed(peer).filter(({ group }) => group !== undefined)
  return [...Map.groupBy(grouped, ({ group }) => group).values()].map((members) =>
    members.map(({ command }) => command),
  )
}

const LATER = { lead_scheduling: { scheduling_date: iso('2026-11-18T12:00:00'), status: 0 } }
const BEFORE = { lead_scheduling: { scheduling_date: iso('2026-11-18T09:20:00'), status: 0 } }

describe.each(LOOKS.filter(({ scheme, width }) => width !== 'desk' || scheme === 'light'))('%o', (look) => {
  test('without a network an outcome is written by one tap, the next lead comes, and it is sent as a group', async () => {
    const app = await opened(look)
    await shown('Ana Souza')
    cutNetwork(app.peer)
    await called()
    await expect.element(outcome('Não atendeu')).toMatchTextContent('Retorno às 12:00')
    await expect
      .element(outcome('Atendeu'))
      .toMatchTextContent('Atendida · contato por telefone · encerra o retorno · abre o lead')
    await isInOrder('the outcomes of a call')
    if (look.width !== 'desk') await hasTargetsForThumbs('the outcomes of a call')
    await tap(outcome('Não atendeu'))
    await shown('Bento Reis')
    await expect.element(later).toMatchTextContent('12:00Ana Souza')
    await expect.element(last).toMatchTextContent('Ana Souza · Não atendeu: retorno 12:00')
    restoreNetwork(app.peer)
    await expect.poll(() => sent(app)).toEqual(['lead.recordCall', 'lead.callResult', 'lead.schedule'])
    expect(groups(app)).toEqual([['lead.callResult', 'lead.schedule']])
    expect(onServer(app)).toMatchObject(LATER)
  })
})

test('one key chooses, and the second outcome in a row is a group of its own, while the first answer is late', async () => {
  const app = await opened()
  await shown('Ana Souza')
  await called()
  const answered = Promise.withResolvers<void>()
  app.peer.network.onRequest = (path) => (path === '/api/sync/push' ? answered.promise : undefined)
  await userEvent.keyboard('4')
  await shown('Bento Reis')
  await called()
  await userEvent.keyboard('3')
  await expect.element(page.getByRole('heading', { name: 'Nada atrasado' })).toBeVisible()
  await expect.element(last).toMatchTextContent('Bento Reis · Não atendeu: retorno 12:00')
  answered.resolve()
  await expect
    .poll(() => groups(app))
    .toEqual([
      ['lead.callResult', 'lead.schedule'],
      ['lead.callResult', 'lead.schedule'],
    ])
  await expect.poll(async () => (await wholeQueue(app.db)).length).toBe(0)
  expect([onServer(app), onServer(app, 'b')]).toMatchObject([LATER, LATER])
})

test('a lost answer and a doubled request write the outcome once', async () => {
  const app = await opened()
  await shown('Ana Souza')
  await called()
  await expect.poll(async () => (await wholeQueue(app.db)).length).toBe(0)
  const { network, server } = app.peer
  let pushes = 0
  network.fault = (path) => {
    if (path !== '/api/sync/push') return null
    pushes += 1
    // The second one arrives twice.
    const body = network.requests.at(-1)?.body ?? ''
    if (pushes === 2) server.push(pushRequestSchema.parse(JSON.parse(body)).commands)
    return pushes === 1 ? 'lost answer' : null
  }
  await tap(outcome('Não atendeu'))
  await shown('Bento Reis')
  await expect.poll(() => pushes).toBeGreaterThan(1)
  await expect.poll(async () => (await wholeQueue(app.db)).length).toBe(0)
  expect(new Set(server.applied).size).toBe(server.applied.length)
  expect(sent(app)).toEqual(['lead.recordCall', 'lead.callResult', 'lead.schedule'])
  expect(onServer(app)).toMatchObject(LATER)
})

test('a refused outcome is rolled back whole, and the user decides once', async () => {
  const app = await opened()
  await shown('Ana Souza')
  await called()
  app.peer.server.refusal = ({ command }) =>
    command === 'lead.schedule' ? { message: 'Escolha uma data e hora no futuro.', errors: {} } : null
  await tap(outcome('Pediu retorno'))
  await userEvent.click(item('Hoje 17h'))
  await expect.poll(() => onServer(app)).toMatchObject({ ...BEFORE, contact_date: null })
  await expect
    .poll(async () => (await wholeQueue(app.db)).map(({ state }) => state))
    .toEqual(['blocked', 'blocked', 'rejected'])
  expect(await app.db.leads.get('a')).toMatchObject({ ...BEFORE, contact_date: null })
  await app.go('/sincronizacao')
  const problem = page.getByRole('article', { name: /Ana Souza/ })
  await expect.element(problem).toMatchTextContent('Escolha uma data e hora no futuro.')
  await expect.element(problem).toMatchTextContent('Feito junto, tudo ou nada')
  expect(page.getByRole('button', { name: 'Tentar de novo' }).elements()).toHaveLength(1)
  app.peer.server.refusal = () => null
  await userEvent.click(page.getByRole('button', { name: 'Tentar de novo' }))
  await expect.poll(async () => (await wholeQueue(app.db)).length).toBe(0)
  expect(onServer(app)).toMatchObject({
    lead_scheduling: { scheduling_date: iso('2026-11-18T17:00:00'), description: 'Fechar a cotação' },
    contact_type: 1,
  })
})

test('an outcome that was sent is taken back whole, and the call asks again', async () => {
  const app = await opened()
  await shown('Ana Souza')
  await called()
  await tap(outcome('Não atendeu'))
  await shown('Bento Reis')
  await expect.poll(() => onServer(app)).toMatchObject(LATER)
  await userEvent.click(last.getByRole('button', { name: 'Desfazer' }))
  await shown('Ana Souza')
  await expect.element(how).toBeVisible()
  await expect.element(last).not.toBeInTheDocument()
  await expect.poll(() => groups(app).at(-1)).toEqual(['lead.putBack', 'lead.callResult'])
  await expect.poll(() => onServer(app)).toMatchObject(BEFORE)
  await tap(outcome('Ocupado'))
  await expect.poll(() => groups(app).at(-1)).toEqual(['lead.callResult', 'lead.schedule'])
})

test('an outcome that still waits is taken back from the queue, by the toast', async () => {
  const app = await opened()
  await shown('Ana Souza')
  cutNetwork(app.peer)
  await called()
  await tap(outcome('Não atendeu'))
  await shown('Bento Reis')
  // The toast comes after the page.
  await userEvent.click(undo.last())
  await shown('Ana Souza')
  await expect.element(how).toBeVisible()
  restoreNetwork(app.peer)
  await expect.poll(() => sent(app)).toEqual(['lead.recordCall'])
  await expect.poll(async () => (await wholeQueue(app.db)).length).toBe(0)
  expect(onServer(app)).toMatchObject(BEFORE)
})

test('once the client is erased neither the line nor the toast takes the outcome back', async () => {
  const app = await opened()
  await shown('Ana Souza')
  await called()
  await tap(outcome('Não atendeu'))
  await shown('Bento Reis')
  await expect.poll(() => onServer(app)).toMatchObject(LATER)
  const toast = undo.last()
  await userEvent.hover(toast)
  app.peer.server.erase('ca')
  app.peer.poke()
  await expect.element(last).not.toBeInTheDocument()
  await userEvent.click(toast)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Os dados deste cliente foram apagados.')
  expect(await wholeQueue(app.db)).toEqual([])
})

test.each([
  ['Fechou', 'sale_value_cents'],
  ['Perdeu', 'lost_sale'],
] as const)("'%s' opens the form on its result", async (name, field) => {
  await opened()
  await shown('Ana Souza')
  await called()
  await tap(outcome(name))
  await expect.element(form).toBeVisible()
  // By its role: the label's text gets a star once the result is chosen.
  const named = { name: fieldLabel(field) }
  await expect.element(form.getByRole('textbox', named).or(form.getByRole('combobox', named))).toHaveFocus()
})

test('a message by WhatsApp has outcomes of its own', async () => {
  const app = await opened()
  await shown('Ana Souza')
  const link = now.getByRole('link', { name: 'WhatsApp' })
  link.element().addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  await expect.element(outcome('Enviou mensagem')).toMatchTextContent('Contato por WhatsApp')
  expect(how.getByRole('button').elements()).toHaveLength(4)
  await userEvent.keyboard('1')
  await shown('Bento Reis')
  await expect.poll(() => groups(app)).toEqual([['lead.noteContact', 'lead.advance', 'lead.schedule']])
  expect(onServer(app)).toMatchObject({ contact_type: 4, status: 3 })
})

test('a user who does not attend the lead gets plain links for both numbers, which record nothing', async () => {
  const app = await openApp('/hoje', {
    role: 3,
    leads: (user) => [
      {
        ...late(user, 'a', 'Ana Souza', '2026-11-18T09:20:00'),
        state: 1,
        status: 1,
      },
    ],
    clients: [aClient({ uid: 'ca', id: 1, name: 'Ana Souza', phone: '3133445566' })],
  })
  await shown('Ana Souza')
  await tap(call)
  const number = item('Telefone: (31) 3344-5566')
  await expect.element(number).toHaveAttribute('href', expect.stringContaining('tel:'))
  number.element().addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(number)
  await expect.element(how).not.toBeInTheDocument()
  expect(sent(app)).toEqual([])
})
