/** A lead lost to another broker comes back as a new one: docs/rules.md#returning */
import type { Page } from '@playwright/test'
import { addDays, saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { isInOrder } from './support/axe.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'
import { answerDate, type FullLead, openForm, worked } from './support/worked-lead.ts'

const END = addDays(saoPauloDay(Date.now()), 20).split('-').toReversed().join('/')

const viewOf = (page: Page, id: number) => page.getByRole('dialog', { name: new RegExp(`^Lead ${id} ·`) })

/** A worked lead whose client has no other. */
async function onlyLead(admin: Rest) {
  for (const lead of await worked(admin, 10)) {
    const { client } = (await admin.lead(lead.id)) as unknown as FullLead
    if ((await admin.leads(`client_cpf=${client.cpf}`)).length === 1) return { ...lead, cpf: client.cpf }
  }
  throw new Error('each client of the demo has two leads')
}

test('a loss to another broker returns in time as a free lead, and each history leads to the other', async ({
  server,
  signedIn,
}) => {
  const admin = await Rest.signIn(server.url, 'admin')
  const lost = await onlyLead(admin)
  const set = async (days: number) =>
    expect((await admin.call('PUT', '/settings', { lost_leads_return_days: days })).status).toBe(200)
  const app = await signedIn(server.url, 'admin')
  const { page } = app
  const dialog = page.getByRole('dialog', { name: 'Agendamento de endosso' })

  await test.step('switched off, the loss promises nothing; switched on, it names the days', async () => {
    await set(0)
    const form = await openForm(app, lost)
    await form.choose('Tipo de contato', 'Telefone')
    await form.choose('Status da venda', 'Não vendido')
    await form.choose('Motivo da não venda', 'Fechou com outra corretora')
    await form.choose('BackUp car', 'Não oferecido')
    await form.choose('Pague Menos', 'Não oferecido')
    await form.choose('Forma que recebeu a resposta da venda/não venda', 'Telefone')
    await form.press('Finalizar')
    await answerDate(page, 'Informe a data do contato')
    await answerDate(page, 'Informe a data da venda/não venda')
    const competitor = page.getByRole('dialog', { name: 'Fechou com outra corretora' })
    await competitor.getByLabel('Fechou com qual corretora?').click()
    await page.getByRole('option').first().click()
    await competitor.getByRole('button', { name: 'Continuar' }).click()
    await expect(dialog.getByText('Quando vence o seguro que o cliente fechou?')).toBeVisible()
    await expect(dialog.getByText('volta a ser procurado')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toBeHidden()
    await set(25)
    // The device hears of the setting by its next pull.
    await expect(async () => {
      if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await expect(dialog).toBeHidden()
      await form.press('Finalizar')
      const days = dialog.getByText('este lead volta a ser procurado: 25 dias antes')
      await expect(days).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await dialog.getByLabel('Vencimento do seguro na outra corretora').fill(END)
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await form.closed()
    await app.settled()
  })

  // The server looks at its start, and then every minute.
  await server.stop()
  await server.startAgain()
  const broker = await Rest.signIn(server.url, 'corretora')
  const found = async () => broker.leads(`channel_id=10&client_cpf=${lost.cpf}`)
  await expect.poll(async () => (await found()).length).toBe(1)
  const [lead] = await found()
  if (lead === undefined) throw new Error('no lead came back')

  await test.step('it is on the board of another broker, free, and its history names the lost one', async () => {
    const other = await signedIn(server.url, 'corretora')
    const card = await other.find(lead.id)
    await expect(card.getByRole('button', { name: 'Capturar esse Lead' })).toBeVisible()
    await expect(card).toContainText('Renovações perdidas ano anterior')
    await other.goTo(`/?lead=${lead.id}`)
    const view = viewOf(other.page, lead.id)
    await expect(view.getByText('Volta de um lead perdido')).toBeVisible()
    const notes = view.getByRole('region', { name: 'Informações do Indicado', exact: true })
    await expect(notes).toContainText(`(lead ${lost.id}). Vencimento do seguro de lá: ${END}.`)
    // The lost lead is not in this broker's scope.
    await expect(view.getByText(`Lead perdido ${lost.id}`, { exact: true })).toBeVisible()
    await expect(view.getByRole('link', { name: /lead perdido/ })).toHaveCount(0)
  })

  await test.step('the history of the lost lead leads to the new one, and back', async () => {
    await app.goTo(`/?lead=${lost.id}`)
    const view = viewOf(page, lost.id)
    await expect(view.getByText('Volta na renovação')).toBeVisible()
    await isInOrder(page, 'the history of a lead that came back')
    await view.getByRole('link', { name: `Abrir o novo lead ${lead.id}` }).click()
    await expect(viewOf(page, lead.id)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await viewOf(page, lead.id)
      .getByRole('link', { name: `Abrir o lead perdido ${lost.id}` })
      .click()
    await expect(view).toBeVisible()
  })
})
