/** What the server did not take: the user decides field by field, corrects, or copies and discards. Known clients offline. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listDrafts } from '../../../src/db/session/drafts.ts'
import { openApp } from '../support/app.tsx'
import { isInOrder } from '../support/in-order.ts'
import {
  button,
  CPF,
  choose,
  completeClient,
  field,
  fill,
  form,
  leadsOf,
  onServer,
  openWorked,
  press,
  workedLead,
} from '../support/lead-form.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'

const NOTES = 'Informações adicionais'
const correct = page.getByRole('button', { name: 'Corrigir e enviar de novo' })

/** Saves product and notes without a network. */
async function savedOffline() {
  const app = await openWorked()
  cutNetwork(app.peer)
  await fill({ Produto: 'Meu produto', [NOTES]: 'Minha nota' })
  await press('Salvar')
  await expect.poll(() => app.db.outbox.count()).toBe(1)
  return app
}

test('clients of this device are suggested by a part of their name, without a network', async () => {
  const { peer } = await openApp('/lead', {
    clients: [completeClient()],
    leads: (user) => [workedLead(user)],
  })
  await expect.element(field('Nome')).toBeVisible()
  cutNetwork(peer)
  await fill({ Nome: 'ana sou' })
  await userEvent.click(page.getByRole('option', { name: /^Ana Souza/ }).first())
  await expect.element(form).toMatchTextContent('Cliente já cadastrado: Ana Souza.')
  await expect.element(field('CPF/CNPJ')).toHaveValue('529.982.247-25')
})

test('fields that a colleague changed too are decided one by one', async () => {
  const app = await savedOffline()
  app.peer.server.change('lead-1', { product: 'Deles', additional_information: 'Nota deles' })
  restoreNetwork(app.peer)
  const mine = page.getByRole('radio', { name: 'Minha nota' })
  await expect.element(mine).toBeVisible()
  await isInOrder('decisions')
  const confirm = page.getByRole('button', { name: 'Confirmar escolhas' })
  await expect.element(confirm).toBeDisabled()
  await userEvent.click(mine)
  await expect.element(confirm).toBeDisabled()
  await userEvent.click(page.getByRole('radio', { name: 'Deles', exact: true }))
  await userEvent.click(confirm)
  await expect
    .poll(() => onServer(app))
    .toMatchObject({ product: 'Deles', additional_information: 'Minha nota' })
  await expect.element(confirm).not.toBeInTheDocument()
})

/** A save for a lead that meanwhile went to a colleague, and a draft that was typed after it. */
async function lostSave() {
  const app = await savedOffline()
  await fill({ Produto: 'Ainda não salvo' })
  await expect.poll(async () => JSON.stringify(await listDrafts(app.db))).toContain('Ainda não salvo')
  app.peer.server.change('lead-1', { broker_id: 3 })
  await app.go('/sincronizacao')
  restoreNetwork(app.peer)
  await userEvent.click(correct)
  const dialog = page.getByRole('dialog', { name: 'Corrigir e enviar de novo' })
  await expect.element(dialog).toMatchTextContent('Este lead não está mais neste aparelho')
  return { app, dialog }
}

test('the values for a lead that went to a colleague are shown and copied, draft included', async () => {
  const { dialog } = await lostSave()
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => written.mockRestore())
  await expect
    .element(
      dialog
        .getByRole('table')
        .first()
        .getByRole('row', { name: /Produto/ }),
    )
    .toMatchTextContent('Meu produto')
  await expect
    .element(dialog.getByRole('region', { name: 'Rascunho' }).getByRole('row', { name: /Produto/ }))
    .toMatchTextContent('Ainda não salvo')
  await isInOrder('lost save')
  await userEvent.click(dialog.getByRole('button', { name: 'Copiar texto' }).first())
  await expect.poll(() => written.mock.calls.join()).toContain('Minha nota')
})

test('a lost save is discarded after a question', async () => {
  const { app, dialog } = await lostSave()
  await userEvent.click(dialog.getByRole('button', { name: 'Descartar alteração' }))
  const question = page.getByRole('dialog', { name: /^Descartar/ })
  await userEvent.click(question.getByRole('button', { name: 'Descartar alteração' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => app.db.outbox.count()).toBe(0)
  expect(onServer(app)?.product).toBeNull()
})

test('a lost save that is being sent is not discarded', async () => {
  const { app, dialog } = await lostSave()
  await userEvent.click(dialog.getByRole('button', { name: 'Descartar alteração' }))
  const question = page.getByRole('dialog', { name: /^Descartar/ })
  await expect.element(question).toBeVisible()
  // Written past the database's events: the screens have not heard of the sending yet.
  const [record] = await app.db.outbox.toArray()
  const outbox = app.db.backendDB().transaction('outbox', 'readwrite').objectStore('outbox')
  outbox.put({ ...record, state: 'sending' })
  await userEvent.click(question.getByRole('button', { name: 'Descartar alteração' }))
  await expect
    .element(page.getByText('A alteração já foi enviada: não pode mais ser descartada.').first())
    .toBeVisible()
  expect(await app.db.outbox.count()).toBe(1)
})

test('a refused creation opens with its values and the reason, and the corrected one replaces it', async () => {
  const app = await openApp('/lead', { role: 1 })
  await fill({
    'CPF/CNPJ': CPF,
    Nome: 'Recusada da Silva',
    Celular: '11987654321',
    'E-mail': 'recusada@exemplo.com.br',
    Proposta: 'P-9',
  })
  await userEvent.click(button('Criar Lead'))
  await expect.element(field('Nome')).toHaveValue('')
  await app.go('/sincronizacao')
  await userEvent.click(correct)
  const dialog = page.getByRole('dialog', { name: 'Corrigir e enviar de novo' })
  await expect.element(dialog).toMatchTextContent('Informe o seguro.')
  await expect.element(field('E-mail')).toHaveValue('recusada@exemplo.com.br')
  await expect.element(field('Proposta')).toHaveValue('P-9')
  await isInOrder('Corrigir e enviar de novo')
  await choose('Seguro', 'Residencial')
  await userEvent.click(button('Enviar de novo'))
  await expect.element(page.getByRole('heading', { name: 'Fila de envio' })).toHaveFocus()
  await expect
    .poll(() => leadsOf(app, 'Recusada da Silva'))
    .toMatchObject([{ insurance_id: 4, proposal: 'P-9' }])
})
