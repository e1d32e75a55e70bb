/** A lead's whole life from its creation to a sale, and another's to a loss and back, without a network. */
import { App } from './support/app.ts'
import { DEALERSHIP } from './support/demo-people.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'
import { aCpf, answerDates, LeadForm, type NewClient } from './support/worked-lead.ts'

const OBSERVATION = 'Falta a vistoria do imóvel'
const SAVED = 'Lead salvo com sucesso!'

const toast = (app: App, message: string) =>
  expect(app.page.getByText(message, { exact: true }).last()).toBeVisible()

/** Fills 'Criar Lead' in as an administrator. */
async function create(app: App, client: NewClient, proposal: string): Promise<void> {
  await app.page.getByRole('link', { name: 'Criar Lead' }).click()
  const form = LeadForm.onPage(app.page)
  await form.choose('Canal', 'Site')
  await form.choose('Concessionária', DEALERSHIP)
  // The answer moves the fields below: wait for it before a click there.
  await form.type('CEP', '01310100')
  await form.type('Proposta', proposal)
  await form.type('CPF/CNPJ', client.cpf)
  await form.typeName(client.name)
  await form.type('Data de nascimento', '02/01/1980')
  await form.type('Celular', client.cellphone)
  await form.type('E-mail', client.mail)
  await form.choose('Seguro', 'Residencial')
  await form.type('Produto', 'Apartamento')
  await form.press('Criar Lead')
  await app.isTold('Lead criado com sucesso!')
}

/** Finds the lead on the board by its client's name: offline it has no number yet. */
async function findByName(app: App, name: string) {
  await app.page.getByRole('link', { name: 'Dashboard' }).click()
  await app.page.getByLabel('Nome', { exact: true }).fill(name)
  await app.page.getByRole('button', { name: 'Filtrar', exact: true }).click()
  const card = app.page.getByRole('article').filter({ hasText: name })
  await expect(card).toBeVisible()
  return card
}

async function captureNew(app: App, name: string): Promise<LeadForm> {
  const card = await findByName(app, name)
  await card.getByRole('button', { name: 'Capturar esse Lead' }).click()
  await app.page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
  await app.isTold('Lead capturada com sucesso')
  return LeadForm.working(app.page, name)
}

async function work(app: App, name: string): Promise<LeadForm> {
  const card = await findByName(app, name)
  await card.getByRole('button', { name: 'Trabalhar lead' }).click()
  return LeadForm.working(app.page, name)
}

async function sell(app: App, name: string): Promise<void> {
  const form = await work(app, name)
  await form.press('Whatsapp/Ligou')
  await app.isTold(SAVED)
  await form.choose('Tipo de contato', 'WhatsApp')
  await form.choose('Forma que apresentou a proposta', 'E-mail')
  await form.press('Cotar')
  await app.isTold('Cotação realizada com sucesso')
  await form.press('Vendido com Pendência')
  const pending = app.page.getByRole('dialog', { name: 'Vendido com Pendência' })
  await pending.getByRole('button', { name: 'Continuar' }).click()
  await expect(pending.getByText('Informe a observação')).toBeVisible()
  await expect(pending.getByLabel('Observação')).toBeFocused()
  await pending.getByLabel('Observação').fill(OBSERVATION)
  await pending.getByRole('button', { name: 'Continuar' }).click()
  await expect(pending).toBeHidden()

  await form.press('Finalizar')
  await toast(app, 'Informe o Status da venda')
  await form.choose('Status da venda', 'Vendido')
  await form.choose('BackUp car', 'Oferecido/vendido')
  await form.choose('Pague Menos', 'Não oferecido')
  await form.press('Finalizar')
  await toast(app, 'Informe o valor da venda')
  await form.type('Valor da venda', '1234,56')
  await form.type('Porcentagem da comissão', '12,5')
  await form.choose('Forma que recebeu a resposta da venda/não venda', 'WhatsApp')
  await form.press('Finalizar')
  await form.closed()
}

async function lose(app: App, name: string): Promise<void> {
  const form = await work(app, name)
  await form.press('Whatsapp/Ligou')
  await app.isTold(SAVED)
  await form.choose('Tipo de contato', 'Telefone')
  await form.choose('Status da venda', 'Não vendido')
  await form.choose('Motivo da não venda', 'Fechou com outra corretora')
  await form.choose('BackUp car', 'Não oferecido')
  await form.choose('Pague Menos', 'Oferecido / não vendido')
  await form.choose('Forma que recebeu a resposta da venda/não venda', 'Telefone')
  await form.press('Finalizar')
  await answerDates(app.page, ['Data do contato', 'Data da venda/não venda'])
  const competitor = app.page.getByRole('dialog', { name: 'Fechou com outra corretora' })
  await competitor.getByRole('button', { name: 'Continuar' }).click()
  await expect(competitor.getByText('Campo Obrigatório')).toBeVisible()
  await expect(competitor.getByLabel('Data da venda/não venda')).toHaveCount(0)
  await expect(competitor.getByLabel('Fechou com qual corretora?')).toBeFocused()
  await competitor.getByLabel('Fechou com qual corretora?').click()
  await app.page.getByRole('option', { name: 'Aliança Seguros' }).click()
  await competitor.getByRole('button', { name: 'Continuar' }).click()
  const endorsement = app.page.getByRole('dialog', { name: 'Agendamento de endosso' })
  await endorsement.getByLabel('Vencimento do seguro na outra corretora').fill('10/05/2027')
  await endorsement.getByRole('button', { name: 'Continuar' }).click()
  await form.closed()
}

async function recover(app: App, name: string): Promise<void> {
  const card = await findByName(app, name)
  await card.getByRole('button', { name: 'Recuperar Lead' }).click()
  await app.page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
  await app.isTold('Lead modificada com sucesso')
  await expect(card.getByRole('button', { name: 'Trabalhar lead' })).toBeVisible()
}

const client = (kind: string, place: number): NewClient => ({
  name: `${kind} Desconectada ${place}`,
  cpf: aCpf(place),
  cellphone: `1198765432${place % 10}`,
  mail: `${kind.toLowerCase()}.${place}@exemplo.com.br`,
})

/** Creates and captures the lead, and closes its form. */
async function begin(app: App, one: NewClient, proposal: string): Promise<void> {
  await create(app, one, proposal)
  await captureNew(app, one.name)
  await app.closeDialogs()
}

/** The lead on the server at its end; of a date, whether it is set. */
async function end(rest: Rest, { name }: NewClient) {
  const [found] = await rest.leads(`client_name=${encodeURIComponent(name)}&limit=2`)
  if (found === undefined) throw new Error(`${name} is not on the server`)
  const lead: Record<string, unknown> = { ...(await rest.lead(found.id)) }
  const dates = ['contact_date', 'quoted_date', 'sold_date', 'capture_date', 'end_lead_date']
  return {
    ...lead,
    ...Object.fromEntries(dates.map((field) => [field, lead[field] !== null])),
    history: await rest.history(found.id),
  }
}

const SOLD = {
  state: 3,
  status: 6,
  sold: 1,
  quoted: 1,
  contact_date: true,
  quoted_date: true,
  sold_date: true,
  capture_date: true,
  end_lead_date: true,
  pending_sell: true,
  sale_value: '1234.56',
  commission_percentage: 12.5,
  additional_information: OBSERVATION,
  product: 'Apartamento',
}
const LOST = {
  state: 2,
  status: 3,
  sold: 0,
  lost_sale: 5,
  contact_date: true,
  endorsement_date: '2027-05-10',
  end_lead_date: false,
}

// Promise: a whole sale and a recovered loss, made without a network, reach the server as they were made.
test('a lead is created, captured and sold without a network, another is lost and recovered', async ({
  sharedServer,
  newDevice,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'admin')
  const now = Date.now()
  const [sold, lost] = [client('Vendida', now % 1_000_000), client('Perdida', (now % 1_000_000) + 1)]
  const context = await (await newDevice('admin')).open()
  const app = await App.signedIn(context, sharedServer.url, 'admin')
  await context.setOffline(true)
  // All within the minute of the capture: its record limits no date.
  await begin(app, sold, `OFF-${now}-1`)
  await begin(app, lost, `OFF-${now}-2`)
  await sell(app, sold.name)
  await lose(app, lost.name)
  await recover(app, lost.name)
  await expect(app.connection()).toHaveText(/Sem conexão · \d+ pendentes/)
  expect(await rest.leads(`client_name=${encodeURIComponent(sold.name)}`)).toEqual([])
  await context.setOffline(false)
  await app.settled()

  expect(await end(rest, sold)).toMatchObject(SOLD)
  const recovered = await end(rest, lost)
  expect(recovered).toMatchObject(LOST)
  expect(recovered.history[0]).toBe('lead.recover')
})
