/** '+ Nota' from card, list, view and form, whatever the network does: docs/rules.md#quick-notes */
import { describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { aClient } from '../../unit/domain/fixtures.ts'
import { type MountedApp, openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { unfold } from '../support/lead-form.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { CLIENT, ownLead } from '../support/own-lead.ts'
import { pushed } from '../support/pushed.ts'
import { tap } from '../support/tap.ts'

const card = page.getByRole('article').first()
const dialog = page.getByRole('dialog', { name: /^Nota ·/ })
const field = dialog.getByRole('textbox', { name: 'Nota' })
const keep = dialog.getByRole('button', { name: 'Salvar' })
const notesOf = ({ peer }: MountedApp) => peer.server.leads.get('lead-1')?.additional_information ?? ''

async function withOwnCard(look: Look = {}, changes: Partial<Lead> = {}): Promise<MountedApp> {
  const app = await openApp('/', { ...look, clients: [CLIENT], leads: (user) => [ownLead(user, changes)] })
  await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
  await expect.element(card).toBeVisible()
  return app
}

async function write(
  button: Locator,
  words: string,
  press: (on: Locator) => Promise<void> = userEvent.click,
) {
  await press(button)
  await userEvent.fill(field, words)
  await press(keep)
  await expect.element(dialog).not.toBeInTheDocument()
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('a note from the card is in order, is shown at once, and goes once', async () => {
    const app = await withOwnCard(look)
    const press = look.width === 'desk' ? userEvent.click : tap
    await press(card.getByRole('button', { name: '+ Nota' }))
    await expect.element(field).toBeVisible()
    await press(keep)
    await expect.element(dialog.getByText('Escreva a nota.')).toBeVisible()
    await isInOrder('note')
    if (look.width !== 'desk') await hasTargetsForThumbs('note')
    await userEvent.fill(field, 'Prefere a tarde')
    await press(keep)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(card.getByText('Prefere a tarde')).toBeVisible()
    await expect.poll(() => notesOf(app)).toMatch(/^\[.+\]\nPrefere a tarde$/)
    await isInOrder('card')
  })
})

test('without a network it waits, joins what a colleague wrote, and is there once', async () => {
  const app = await withOwnCard()
  cutNetwork(app.peer)
  await write(card.getByRole('button', { name: '+ Nota' }), 'Sem rede')
  await expect.element(card.getByText('Sem rede')).toBeVisible()
  app.peer.server.change('lead-1', { additional_information: 'Da gerência' })
  restoreNetwork(app.peer)
  await expect.poll(() => notesOf(app)).toMatch(/^Da gerência\n\n\[.+\]\nSem rede$/)
  expect(pushed(app.peer)).toHaveLength(1)
})

test('a late answer and a lost one leave one note', async () => {
  const app = await withOwnCard()
  const { network } = app.peer
  const late = Promise.withResolvers<void>()
  network.onRequest = (path) => (path === '/api/sync/push' ? late.promise : undefined)
  await write(card.getByRole('button', { name: '+ Nota' }), 'Demorou')
  await expect.element(card.getByText('Demorou')).toBeVisible()
  let lost = 0
  network.fault = (path) => (path === '/api/sync/push' && lost++ === 0 ? 'lost answer' : null)
  network.onRequest = () => {}
  late.resolve()
  await expect.poll(() => app.peer.server.applied.length).toBe(1)
  await expect.poll(() => app.db.outbox.count(), { timeout: 15_000 }).toBe(0)
  expect(notesOf(app).match(/Demorou/g)).toHaveLength(1)
  expect(card.element().textContent.match(/Demorou/g)).toHaveLength(1)
  expect(new Set(app.peer.server.applied).size).toBe(1)
})

test('typed words are not lost by Escape without a question', async () => {
  await withOwnCard()
  await userEvent.click(card.getByRole('button', { name: '+ Nota' }))
  await userEvent.fill(field, 'Quase perdida')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Descartar o que foi digitado?')).toBeVisible()
})

test('from the view, and from a line of the list', async () => {
  const app = await withOwnCard()
  await userEvent.click(card.getByRole('button', { name: /^Ver lead/ }))
  const view = page.getByRole('dialog', { name: /^Lead 1 ·/ })
  await write(view.getByRole('button', { name: '+ Nota' }), 'Da visão')
  await expect.element(view.getByText(/Da visão/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(view).not.toBeInTheDocument()
  await userEvent.click(page.getByTitle('Lista'))
  await write(card.getByRole('button', { name: '+ Nota' }), 'Da lista')
  await expect.poll(() => notesOf(app)).toMatch(/Da visão\n\n\[.+\]\nDa lista$/)
})

test('from the form while the client has no e-mail: what is typed in the notes stays, with the note below it', async () => {
  const app = await openApp('/?form=lead-1', {
    clients: [aClient({ mail: '' })],
    leads: (user) => [ownLead(user, { additional_information: 'Antes' })],
  })
  const form = page.getByRole('dialog', { name: /^Lead 1 ·/ })
  const notes = form.getByRole('textbox', { name: 'Informações adicionais' })
  await expect.element(page.getByRole('form', { name: 'Lead' })).toBeVisible()
  await unfold()
  await expect.element(notes).toHaveValue('Antes')
  await userEvent.fill(notes, 'Antes, e digitado')
  await write(form.getByRole('button', { name: '+ Nota' }), 'Do formulário')
  await expect.poll(() => notesOf(app)).toMatch(/^Antes\n\n\[.+\]\nDo formulário$/)
  await expect
    .element(notes)
    .toHaveValue(expect.stringMatching(/^Antes, e digitado\n\n\[.+\]\nDo formulário$/))
})
