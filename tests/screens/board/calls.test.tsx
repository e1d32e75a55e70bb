/** After a call from a card: its record, its undo and its result. The device dials by itself. docs/rules.md#calls */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { keepLastCall } from '../../../src/db/last-calls.ts'
import { runCommand } from '../../../src/db/outbox/run-command.ts'
import { type MountedApp, openApp } from '../support/app.tsx'
import { connection } from '../support/connection.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import type { Look } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { CLIENT, ownLead } from '../support/own-lead.ts'
import { pushed } from '../support/pushed.ts'
import { tap } from '../support/tap.ts'
import { withTelephone } from '../support/telephone.ts'

const card = page.getByRole('article', { name: 'Lead 1', exact: true })
const phone = card.getByRole('button', { name: 'Ligar para o cliente' })
const line = page.getByRole('group', { name: 'Última ligação' })
const numbers = page.getByRole('menuitem')
const form = page.getByRole('form', { name: 'Lead' })

const focused = () => document.activeElement
const sent = ({ peer }: MountedApp) => pushed(peer).map(({ command }) => command)

/** A lead in attendance on the board's second tab. */
async function withOwnCard(
  phones: { cellphone: string; phone: string },
  look: Look = {},
): Promise<MountedApp> {
  const app = await openApp('/', {
    ...look,
    clients: [{ ...CLIENT, ...phones }],
    leads: (user) => [ownLead(user)],
  })
  await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
  await expect.element(phone).toBeVisible()
  return app
}

const ONE = { cellphone: '31988776651', phone: '' }
const TWO = { cellphone: '31988776650', phone: '3133445566' }

test('with two numbers a menu asks which, by keyboard alone, and Escape calls no one', async () => {
  const dialled = withTelephone()
  const app = await withOwnCard(TWO)
  phone.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(numbers.nth(0)).toMatchTextContent('Celular: (31) 98877-6650')
  await expect.element(numbers.nth(1)).toMatchTextContent('Telefone: (31) 3344-5566')
  await isInOrder('the question which number')
  await userEvent.keyboard('{Escape}')
  await expect.element(numbers).not.toBeInTheDocument()
  await expect.poll(focused).toBe(phone.element())
  expect(dialled).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(focused).toBe(numbers.nth(0).element())
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(line).toMatchTextContent('Ligação registrada')
  await expect.element(line).toMatchTextContent('Como foi?')
  await isInOrder('the line after a call')
  await expect.poll(() => sent(app)).toEqual(['lead.recordCall'])
  expect(pushed(app.peer)[0]?.args).toMatchObject({ phone: '3133445566' })
  expect(dialled).toHaveLength(1)
})

test('one key sets the result of a call, the focus returns to the telephone, and the history tells of it', async () => {
  withTelephone()
  const app = await withOwnCard(ONE)
  cutNetwork(app.peer)
  await userEvent.click(phone)
  const answered = line.getByRole('button', { name: 'Atendida', exact: true })
  await expect.element(answered).toBeVisible()
  answered.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(line).not.toBeInTheDocument()
  await expect.poll(focused).toBe(phone.element())
  await userEvent.click(card.getByRole('button', { name: 'Ver lead 1' }))
  const history = page.getByRole('list', { name: 'Histórico do lead' })
  await expect.element(history.getByText('Ligação: atendida', { exact: true })).toBeVisible()
  restoreNetwork(app.peer)
  await expect.poll(() => sent(app)).toEqual(['lead.recordCall', 'lead.callResult'])
})

test('a call that the server has is undone there, and the lead is as before', async () => {
  withTelephone()
  const app = await withOwnCard(ONE)
  const { leads } = app.peer.server
  await userEvent.click(phone)
  await expect.poll(() => leads.get('lead-1')?.first_call_date).toEqual(expect.any(String))
  await userEvent.click(line.getByRole('button', { name: 'Desfazer' }))
  await expect.element(line).not.toBeInTheDocument()
  await expect
    .poll(() => leads.get('lead-1'))
    .toMatchObject({ first_call_date: null, first_call_on_time: null })
  expect(sent(app)).toEqual(['lead.recordCall', 'lead.undoCall'])
})

test('a call that waits for the network is told as waiting, and as recorded once it is sent', async () => {
  withTelephone()
  const app = await withOwnCard(ONE)
  cutNetwork(app.peer)
  await userEvent.click(phone)
  await expect.element(line).toMatchTextContent('Ligação por enviar')
  restoreNetwork(app.peer)
  await expect.poll(() => sent(app)).toEqual(['lead.recordCall'])
  await expect.element(line).toMatchTextContent('Ligação registrada')
})

test('an offline call that is undone leaves no trace in the queue', async () => {
  withTelephone()
  const app = await withOwnCard(ONE)
  cutNetwork(app.peer)
  await userEvent.click(phone)
  await expect.element(connection).toMatchTextContent('1 pendente')
  await expect.element(line).toMatchTextContent('Ligação por enviar')
  await userEvent.click(line.getByRole('button', { name: 'Desfazer' }))
  await expect.element(line).not.toBeInTheDocument()
  await expect.element(connection).not.toMatchTextContent('pendente')
  restoreNetwork(app.peer)
  await expect.element(connection).toMatchTextContent('Conectado')
  expect(sent(app)).toEqual([])
})

test('a call waits for its result in form and card', async () => {
  const app = await openApp('/?form=lead-1', { clients: [CLIENT], leads: (user) => [ownLead(user)] })
  const call = { lead_uid: 'lead-1', call_uid: crypto.randomUUID(), way: 'device' as const }
  await runCommand(app.db, 'lead.recordCall', { ...call, phone: CLIENT.cellphone })
  await keepLastCall(app.db, { ...call, called_at: new Date(app.now()).toISOString() })
  await expect.element(page.getByRole('dialog').getByRole('group', { name: 'Última ligação' })).toBeVisible()
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Fechar', exact: true }).first())
  await expect.element(form).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
  await userEvent.click(card.getByRole('button', { name: 'Não atendida' }))
  await expect.element(line).not.toBeInTheDocument()
  await expect.poll(() => pushed(app.peer).at(-1)?.args).toMatchObject({ status: 3 })
})

test('after a call on a phone the form shows type and date of the contact, and one tap gives both', async () => {
  withTelephone()
  const app = await openApp('/?form=lead-1', {
    width: 'phone',
    clients: [CLIENT],
    leads: (user) => [ownLead(user)],
  })
  const types = form.getByRole('radiogroup', { name: 'Tipo de contato' })
  await expect.element(types).toBeVisible()
  const scroller = document.querySelector('.mantine-Modal-content')
  scroller?.scrollTo(0, scroller.scrollHeight)
  await expect.element(types).not.toBeInViewport()
  await tap(form.getByRole('button', { name: 'Ações', exact: true }))
  await tap(page.getByRole('menuitem', { name: 'Ligar' }))
  const dialog = page.getByRole('dialog', { name: /^Ligar para/ })
  await tap(dialog.getByRole('button', { name: /^Ligar: Celular/ }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(types).toBeInViewport({ ratio: 1 })
  const date = form.getByRole('textbox', { name: 'Data do contato', exact: true })
  await expect.element(date).toBeInViewport({ ratio: 1 })

  await tap(form.getByRole('button', { name: 'Atendida', exact: true }))
  const offer = form.getByRole('group', { name: /^Contato de \d\d\/\d\d\/\d{4} às \d\d:\d\d por$/ })
  await expect.element(offer).toBeVisible()
  expect(
    offer
      .getByRole('button')
      .elements()
      .map((button) => button.textContent),
  ).toEqual(['Celular'])
  await hasTargetsForThumbs('the offer of a contact')
  await tap(offer.getByRole('button', { name: 'Celular' }))
  await expect.element(offer).not.toBeInTheDocument()
  await expect.element(types.getByRole('radio', { name: 'Celular' })).toBeChecked()
  await expect.element(date).toHaveValue(expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/))
  await tap(form.getByRole('button', { name: 'Salvar', exact: true }))
  await expect.poll(() => app.peer.server.leads.get('lead-1')?.contact_type).toBe(2)
})
