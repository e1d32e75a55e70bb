/** Commands that the server gave back: a lead of another broker, a field that two changed, a save that it refused. */
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { runCommand } from '../../../src/db/outbox/run-command.ts'
import { aLead, iso } from '../../unit/domain/fixtures.ts'
import { type MountedApp, openApp } from '../support/app.tsx'
import { isInOrder } from '../support/in-order.ts'
import { unfold } from '../support/lead-form.ts'
import type { Look } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { CLIENT, ownLead } from '../support/own-lead.ts'
import { pushed } from '../support/pushed.ts'
import { tap } from '../support/tap.ts'

const card = page.getByRole('article', { name: /^Lead 1\b/ })
const queueTitle = page.getByRole('heading', { name: 'Fila de envio' })
const form = page.getByRole('form', { name: 'Lead' })
const notes = form.getByRole('textbox', { name: 'Informações adicionais' })
const conflict = page.getByRole('region', { name: 'Uma alteração deste lead está em conflito.' })
const refused = page.getByRole('region', { name: 'O servidor não aceitou uma alteração deste lead.' })

const focused = () => document.activeElement

/** Runs the device's change without a network, then the colleague's on the server, and lets both meet. */
async function meet(app: MountedApp, mine: () => Promise<unknown>, theirs: () => void): Promise<void> {
  cutNetwork(app.peer)
  await mine()
  theirs()
  restoreNetwork(app.peer)
}

/** A capture that Rita was faster with. */
async function withLostCapture(path: string, look: Look = {}): Promise<MountedApp> {
  const app = await openApp(path, {
    ...look,
    clients: [CLIENT],
    leads: [aLead({ channel_id: 8, insurance_id: 4 })],
  })
  await meet(
    app,
    () => runCommand(app.db, 'lead.capture', { lead_uid: 'lead-1' }),
    () => app.peer.server.change('lead-1', { state: 2, status: 2, broker_id: 77 }),
  )
  return app
}

test('a capture lost to another broker names it, is tried again without success, and is discarded', async () => {
  const { peer } = await withLostCapture('/sincronizacao')
  await expect.element(card).toMatchTextContent('O lead está com Rita Alves.')
  await userEvent.click(card.getByRole('button', { name: 'Tentar de novo' }))
  // The card is the same before and after: only the second key proves the second request.
  await expect.poll(() => pushed(peer).length).toBe(2)
  await expect.poll(focused).toBe(queueTitle.element())
  await expect.element(card).toMatchTextContent('O lead está com Rita Alves.')
  await userEvent.click(card.getByRole('button', { name: 'Descartar alteração', exact: true }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Descartar alteração' }))
  await expect.element(card).not.toBeInTheDocument()
  await expect.element(page.getByText('Nada na fila')).toBeVisible()
  await expect.poll(focused).toBe(queueTitle.element())
  expect(peer.server.leads.get('lead-1')?.broker_id).toBe(77)
})

test.each([
  ['Manter o meu valor', 1],
  ['Ficar com o valor atual', 2],
])('a field that two users changed is shown side by side and decided: %s', async (decision, ends) => {
  const app = await openApp('/sincronizacao', { clients: [CLIENT], leads: (user) => [ownLead(user)] })
  const { peer, db } = app
  await meet(
    app,
    () => runCommand(db, 'lead.setServiceStatus', { lead_uid: 'lead-1', service_status: 1 }),
    () => peer.server.change('lead-1', { service_status: 2 }),
  )
  const row = card.getByRole('row', { name: /Situação do atendimento/ })
  await expect.poll(() => row.getByRole('cell').elements().length).toBe(2)
  const [mine, theirs] = row.getByRole('cell').elements()
  expect(mine?.textContent).not.toBe(theirs?.textContent)
  // Of two values none is put before the user as the better one.
  const decisions = () => card.getByRole('button', { name: /valor/ }).elements()
  expect(decisions().map((button) => button.getAttribute('data-variant'))).toEqual(['default', 'default'])
  await userEvent.click(card.getByRole('button', { name: decision }))
  await expect.element(card).not.toBeInTheDocument()
  await expect.poll(focused).toBe(queueTitle.element())
  await expect.element(page.getByText('Nada na fila')).toBeVisible()
  await expect.poll(() => peer.server.leads.get('lead-1')?.service_status).toBe(ends)
})

async function withOpenForm(look: Look = {}): Promise<MountedApp> {
  const app = await openApp('/?form=lead-1', {
    ...look,
    clients: [CLIENT],
    leads: (user) => [ownLead(user)],
  })
  await expect.element(form).toBeVisible()
  await unfold()
  await expect.element(notes).toBeVisible()
  return app
}

const pressSave = () => userEvent.click(form.getByRole('button', { name: 'Salvar', exact: true }))
const save = async () => {
  await pressSave()
  // Without a network the save is told as waiting.
  await expect
    .element(page.getByText(/Lead salvo com sucesso!|Guardado neste aparelho; será enviado/).last())
    .toBeVisible()
}

const typeNotes = async (text: string) => {
  await userEvent.fill(notes, text)
  await save()
}

test('changes of other fields merge without a question', async () => {
  const app = await withOpenForm()
  const { server } = app.peer
  await meet(
    app,
    () => typeNotes('Anotado sem rede'),
    () => server.change('lead-1', { product: 'Mudado no escritório' }),
  )
  await expect
    .poll(() => server.leads.get('lead-1'))
    .toMatchObject({ additional_information: 'Anotado sem rede', product: 'Mudado no escritório' })
  await expect.element(conflict).not.toBeInTheDocument()
})

test.each([
  ['Manter o meu valor', /^Meu$/],
  ['Ficar com o valor atual', /^Deles$/],
  ['Manter os dois textos', /^\[Bia Lima, .* 09:59\]\nDeles\n\n\[Bia Lima, .*\]\nMeu$/],
])('a conflict above the open form is announced, seen and decided: %s', async (decision, ends) => {
  const app = await withOpenForm()
  const { server } = app.peer
  server.lastChanges.set('additional_information', {
    at: iso('2026-11-18T09:59:00'),
    own: true,
    same_device: false,
    name: 'Bia Lima',
  })
  await meet(
    app,
    () => typeNotes('Meu'),
    () => server.change('lead-1', { additional_information: 'Deles' }),
  )
  // The warning is above the open form, outside the view of a user at its end.
  await userEvent.click(page.getByRole('status').getByRole('button', { name: 'Ver', exact: true }))
  await expect.poll(focused).toBe(conflict.element())
  await expect.element(conflict).toBeInViewport({ ratio: 0.5 })
  await expect.element(page.getByRole('button', { name: 'Ver', exact: true })).not.toBeInTheDocument()
  const row = conflict.getByRole('row', { name: /Informações adicionais/ })
  await expect.element(row.getByRole('cell').nth(0)).toMatchTextContent(/^Meu$/)
  await expect
    .element(row.getByRole('cell').nth(1))
    .toMatchTextContent(/^Deles\s*Você, em outro aparelho, às 09:59$/)
  await isInOrder('conflict')
  // A filled button, which is in front, names no variant.
  const decisions = conflict.getByRole('button', { name: /^(Manter|Ficar)/ }).elements()
  expect(decisions.map((button) => [button.textContent, button.getAttribute('data-variant')])).toEqual([
    ['Manter os dois textos', null],
    ['Manter o meu valor', 'default'],
    ['Ficar com o valor atual', 'default'],
  ])
  await userEvent.click(conflict.getByRole('button', { name: decision }))
  await expect.element(row).not.toBeInTheDocument()
  // The keyboard focus moves to the beginning of the lead's form.
  await expect.poll(focused).toBe(form.element())
  await expect.poll(() => server.leads.get('lead-1')?.additional_information).toMatch(ends)
  await expect.element(notes).toHaveValue(server.leads.get('lead-1')?.additional_information ?? '')
})

const TAKEN = 'TOMADA-1'

/** The proposal TAKEN belongs to another lead, as the server alone knows. */
async function withRefusedSave(): Promise<MountedApp> {
  const app = await withOpenForm()
  app.peer.server.refusal = ({ args }) =>
    JSON.stringify(args).includes(TAKEN)
      ? { message: 'Proposta já registrada', errors: { proposal: ['Proposta já registrada'] } }
      : null
  await userEvent.fill(form.getByRole('textbox', { name: 'Proposta', exact: true }), TAKEN)
  await userEvent.fill(notes, 'Não se perde')
  // A refusal may come before the toast of the save, and takes its place.
  await pressSave()
  await expect.element(refused).toBeVisible()
  return app
}

const proposal = form.getByRole('textbox', { name: 'Proposta', exact: true })
const correct = page.getByRole('button', { name: 'Corrigir e enviar de novo' })
const correction = page.getByRole('dialog', { name: 'Corrigir e enviar de novo' })

test('a refused save opens again with its values and the reason, and the corrected save replaces it', async () => {
  const { peer } = await withRefusedSave()
  await expect.element(page.getByText('Proposta já registrada').first()).toBeVisible()
  await userEvent.click(correct)
  await expect.element(correction).toBeVisible()
  await expect.element(proposal).toHaveValue(TAKEN)
  await expect.element(notes).toHaveValue('Não se perde')
  await userEvent.fill(proposal, 'LIVRE-1')
  await userEvent.click(correction.getByRole('button', { name: 'Enviar de novo', exact: true }))
  await expect.element(page.getByText('Proposta já registrada')).not.toBeInTheDocument()
  await expect
    .poll(() => peer.server.leads.get('lead-1'))
    .toMatchObject({ proposal: 'LIVRE-1', additional_information: 'Não se perde' })
})

test('a correction that is opened and closed leaves no draft, which would ask before any input', async () => {
  await withRefusedSave()
  await userEvent.click(correct)
  await expect.element(correction).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(correction).not.toBeInTheDocument()
  await userEvent.click(correct)
  await expect.element(correction).toBeVisible()
  await expect.element(proposal).toHaveValue(TAKEN)
  await expect.element(correction.getByText(/^Você tem um rascunho/)).not.toBeInTheDocument()
})

test('a refused save that is discarded by keys gives the focus to the form below', async () => {
  await withRefusedSave()
  const give = refused.getByRole('button', { name: 'Descartar alteração', exact: true })
  await expect.element(give).toBeVisible()
  give.element().focus()
  await userEvent.keyboard('{Enter}')
  const question = page.getByRole('dialog', { name: 'Descartar esta alteração?' })
  const sure = question.getByRole('button', { name: 'Descartar alteração' })
  await expect.element(sure).toBeVisible()
  sure.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(refused).not.toBeInTheDocument()
  await expect.poll(focused).toBe(form.element())
  await expect.element(notes).toHaveValue('')
})

test('on a phone the slower broker reads and copies what it typed, on the lead and in the queue', async () => {
  const app = await openApp('/sincronizacao', {
    width: 'phone',
    clients: [CLIENT],
    leads: [aLead({ channel_id: 8, insurance_id: 4 })],
  })
  const typed = 'Prefere a franquia menor\nLigar depois das 18h'
  await meet(
    app,
    async () => {
      await runCommand(app.db, 'lead.capture', { lead_uid: 'lead-1' })
      await runCommand(app.db, 'lead.update', {
        lead_uid: 'lead-1',
        client_uid: CLIENT.uid,
        changes: { additional_information: typed },
      })
    },
    () => app.peer.server.change('lead-1', { state: 2, status: 2, broker_id: 77 }),
  )
  const shown = /Informações adicionais.*Prefere a franquia menor\s*Ligar depois das 18h/s
  await expect.element(card).toMatchTextContent(shown)
  await isInOrder('a lost lead with what was typed')

  const { clipboard } = navigator
  const given = Object.getOwnPropertyDescriptor(clipboard, 'writeText')
  onTestFinished(() => {
    if (given === undefined) Reflect.deleteProperty(clipboard, 'writeText')
    else Object.defineProperty(clipboard, 'writeText', given)
  })
  const copied: string[] = []
  const clipboardTakes = (write: (text: string) => Promise<void>) =>
    Object.defineProperty(clipboard, 'writeText', { configurable: true, value: write })
  clipboardTakes(async (text) => {
    copied.push(text)
  })
  await tap(card.getByRole('button', { name: 'Copiar texto' }))
  await expect.element(page.getByText('Texto copiado')).toBeVisible()
  expect(copied[0]?.split('\n')).toEqual([
    'Lead 1 · Ana Souza',
    '',
    expect.stringMatching(/^Salvar lead, \d\d\/\d\d\/\d{4} \d\d:\d\d$/),
    'Informações adicionais: Prefere a franquia menor',
    'Ligar depois das 18h',
  ])
  clipboardTakes(() => Promise.reject(new Error('no')))
  await tap(card.getByRole('button', { name: 'Copiar texto' }))
  await expect.element(page.getByText('O navegador não copiou. Selecione o texto e copie-o.')).toBeVisible()

  // The bell leads to the lead's number, which this device no longer has.
  await app.go('/?lead=1')
  await expect.element(conflict).toMatchTextContent(shown)
})
