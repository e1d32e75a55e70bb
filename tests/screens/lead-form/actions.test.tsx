/** The actions around a worked lead: its PDF, a loss to a competitor, cancellations, suspension. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { downloadFileRoute } from '../../../src/contract/files.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { isInOrder } from '../support/in-order.ts'
import { button, choose, field, fill, form, onServer, openWorked, press } from '../support/lead-form.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'

const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'

async function attach(name: string, content: string): Promise<void> {
  const input = form.element().querySelector('input[type="file"]')
  if (input === null) throw new Error('the form takes no file')
  await userEvent.upload(input, new File([content], name, { type: 'application/pdf' }))
}

/** What the menu says of the lead's PDF. */
async function fileLine(words: string): Promise<void> {
  await userEvent.click(button('Mais'))
  await expect.element(page.getByRole('menuitem', { name: /PDF/ }).first()).toMatchTextContent(words)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menuitem').first()).not.toBeInTheDocument()
}

test('a file that only says that it is a PDF is refused with a sentence, and nothing is queued', async () => {
  const app = await openWorked()
  await attach('foto.pdf', '\u0089PNG not a document')
  await expect
    .element(page.getByText('Formato de arquivo inválido! Somente arquivos PDF').first())
    .toBeVisible()
  expect(await app.db.outbox.count()).toBe(0)
})

test('a PDF waits without a network, arrives once, and the menu says where it is', async () => {
  const app = await openWorked()
  cutNetwork(app.peer)
  await attach('proposta.pdf', PDF)
  await expect.poll(() => app.db.outbox.count()).toBe(1)
  await fileLine('PDF na fila de envio')
  restoreNetwork(app.peer)
  await expect.poll(() => [...app.peer.server.files.values()]).toEqual([1])
  await expect.poll(() => onServer(app)?.file_path).not.toBeNull()
  await fileLine('PDF anexado')
})

test('a PDF is downloaded under the number of its lead', async () => {
  const app = await openWorked({ lead: { file_path: '0198a0a0-0000-7000-8000-000000000001' } })
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  app.peer.answers(downloadFileRoute, new Blob([PDF], { type: 'application/pdf' }))
  await press('Baixar PDF')
  await expect.poll(() => saved).toEqual(['1 OF.pdf'])
})

test('a loss to a competitor asks for its dates, its name and its end; an excuse is enough', {
  timeout: 60_000,
}, async () => {
  const app = await openWorked({
    role: 1,
    lead: { contact_type: 1, sold: 0, lost_sale: 5, sold_type: 1 },
  })
  await press('Finalizar')
  const dates = page.getByRole('dialog', { name: 'Informe as datas' })
  for (const label of ['Data do contato', 'Data da venda/não venda'])
    await userEvent.fill(dates.getByRole('textbox', { name: label }), '18/11/2026 09:55')
  await isInOrder('Informe as datas')
  await userEvent.click(dates.getByRole('button', { name: 'Continuar' }))
  await expect.element(dates).not.toBeInTheDocument()
  const competitor = page.getByRole('dialog', { name: 'Fechou com outra corretora' })
  await expect.element(competitor).toBeVisible()
  expect(competitor.getByLabelText('Data da venda/não venda').query()).toBeNull()
  await isInOrder('Fechou com outra corretora')
  await userEvent.click(competitor.getByRole('combobox', { name: 'Fechou com qual corretora?' }))
  await userEvent.click(page.getByRole('option').first())
  await userEvent.click(competitor.getByRole('button', { name: 'Continuar' }))
  const endorsement = page.getByRole('dialog', { name: 'Agendamento de endosso' })
  const goOn = endorsement.getByRole('button', { name: 'Continuar' })
  await expect.element(goOn).toBeVisible()
  await isInOrder('Agendamento de endosso')
  const { top } = goOn.element().getBoundingClientRect()
  await userEvent.click(goOn)
  await expect.element(endorsement).toMatchTextContent('Campo Obrigatório')
  await expect
    .element(endorsement.getByRole('textbox', { name: 'Vencimento do seguro na outra corretora' }))
    .toHaveFocus()
  expect(goOn.element().getBoundingClientRect().top, 'the button stays where it is').toBe(top)
  await userEvent.click(endorsement.getByLabelText('Não consegui a data com o cliente'))
  await userEvent.click(goOn)
  await expect.element(form).not.toBeInTheDocument()
  await expect.poll(() => onServer(app)).toMatchObject({ state: 3, lost_sale: 5, date_fail: true })
})

test('a cancellation in Quiver saves what was typed before it cancels', async () => {
  const app = await openWorked({ role: 1, lead: { insurance_id: 25 } })
  await fill({ 'Informações adicionais': 'Confirmado pelo Quiver' })
  await press('Cancelamento no Quiver')
  const dialog = page.getByRole('dialog', { name: 'Cancelamento no Quiver' })
  await expect.element(dialog).toMatchTextContent('Lembre-se de salvar as alterações antes de confirmar')
  await isInOrder('Cancelamento no Quiver')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar e confirmar' }))
  await expect.element(form).not.toBeInTheDocument()
  await expect
    .poll(() => onServer(app))
    .toMatchObject({ cancelled: true, additional_information: 'Confirmado pelo Quiver' })
})

test('a lead is cancelled after its question is answered, and no invalid field blocks it', async () => {
  const app = await openWorked({ role: 1 })
  await choose('Seguro', 'Cancelamento no Quiver')
  // Not saved: the form keeps the values that a save requires.
  await expect.element(field('Proposta')).toBeVisible()
  await fill({ 'E-mail': 'sem arroba' })
  await press('Cancelar lead')
  const dialog = page.getByRole('dialog', { name: 'Cancelar lead' })
  await expect.element(dialog).toMatchTextContent('Lembre-se de salvar as alterações antes de confirmar')
  await userEvent.click(dialog.getByRole('button', { name: 'Voltar', exact: true }))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(onServer(app)?.cancelled).toBe(false)
  await press('Cancelar lead')
  await userEvent.click(dialog.getByRole('button', { name: 'Sim, cancelar lead', exact: true }))
  await expect.element(form).not.toBeInTheDocument()
  await expect.poll(() => onServer(app)).toMatchObject({ state: 3, status: 6, cancelled: true })
})

test('a lead in Origem is suspended and released from its view', async () => {
  const app = await openApp('/', { role: 1, leads: ({ id }) => [aLead({ channel_id: 8, inviter_id: id })] })
  await userEvent.click(page.getByRole('button', { name: /^Ver lead/ }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Suspender lead' }))
  await expect.poll(() => onServer(app)?.suspended_lead).toBe(true)
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Liberar lead' }))
  await expect.poll(() => onServer(app)?.suspended_lead).toBe(false)
})

test('a broker suspends no lead and changes no deadlines', async () => {
  await openWorked()
  await userEvent.click(button('Mais'))
  await expect.element(page.getByRole('menuitem', { name: 'Cancelar lead' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: 'Alterar Prazos' }).query()).toBeNull()
  expect(page.getByRole('menuitem', { name: 'Suspender lead' }).query()).toBeNull()
})
