/** Two people change the same lead, one of them offline; and a save that the server refuses. */
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { savable } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'
import { LeadForm } from './support/worked-lead.ts'

/** Numbers of this run alone, because the server has the numbers of other runs. */
const [TAKEN, FREE] = [`TOMADA-${Date.now()}`, `LIVRE-${Date.now()}`]
const NOTES = 'Informações adicionais'

async function openForm(app: App, lead: { id: number; name: string }): Promise<LeadForm> {
  const card = await app.find(lead.id)
  await card.getByRole('button', { name: 'Trabalhar lead' }).click()
  return LeadForm.working(app.page, lead.name)
}

async function save(app: App, form: LeadForm): Promise<void> {
  await form.press('Salvar')
  await expect(app.page.getByText('Lead salvo com sucesso!').last()).toBeVisible()
}

test('other fields merge; the same field is shown side by side, and the user keeps one value or both texts', async ({
  sharedServer,
  newDevice,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const lead = await savable(rest)
  const device = await newDevice('corretor')
  const context = await device.open()
  const app = await App.signedIn(context, sharedServer.url, 'corretor')
  app.page.setDefaultTimeout(20_000)

  // Different fields: no question.
  await context.setOffline(true)
  const form = await openForm(app, lead)
  await form.type(NOTES, 'Anotado sem rede')
  await save(app, form)
  await expect(app.connection()).toHaveText(/1 pendente/)
  await rest.call('PUT', `/leads/${lead.id}`, { product: 'Mudado no escritório' })
  await context.setOffline(false)
  await app.settled()
  expect(await rest.lead(lead.id)).toMatchObject({
    additional_information: 'Anotado sem rede',
    product: 'Mudado no escritório',
  })

  let round = 0
  for (const [decision, ends] of [
    ['Manter o meu valor', 'Meu 1'],
    ['Ficar com o valor atual', 'Deles 2'],
    // Both continued the text of the round before.
    [
      'Manter os dois textos',
      /^Deles 2\n\n\[Rafael Andrade, .*\]\nMeu 3\n\n\[Rafael Andrade, .*\]\nDeles 3$/,
    ],
  ] as const) {
    round += 1
    const before = round === 3 ? 'Deles 2\n' : ''
    await context.setOffline(true)
    await form.type(NOTES, `${before}Meu ${round}`)
    await save(app, form)
    await expect(app.connection()).toHaveText(/1 pendente/)
    await rest.call('PUT', `/leads/${lead.id}`, { additional_information: `${before}Deles ${round}` })
    await context.setOffline(false)

    // The warning is above the open form, outside the view of a user at its end.
    const problem = app.page.getByRole('region', { name: 'Uma alteração deste lead está em conflito.' })
    await app.page.getByRole('status').getByRole('button', { name: 'Ver', exact: true }).click()
    await expect(problem).toBeFocused()
    await expect(problem).toBeInViewport({ ratio: 0.5 })
    await expect(app.page.getByRole('button', { name: 'Ver', exact: true })).toHaveCount(0)
    if (round === 1) await isInOrderInEveryLook(app.page, 'conflict', { width: 1440, scheme: 'light' })
    const row = app.page.getByRole('row', { name: new RegExp(NOTES) })
    await expect(row.getByRole('cell')).toHaveText([
      `${before}Meu ${round}`,
      new RegExp(`^${before}Deles ${round}\\s*Você, em outro aparelho, às \\d\\d:\\d\\d$`),
    ])
    // The other session is the same user's.
    await expect(problem).toContainText(
      /Você também mudou este campo em outro aparelho às \d\d:\d\d; aqui às \d\d:\d\d\./,
    )
    await app.page.getByRole('button', { name: decision }).click()
    await expect(row).toBeHidden()
    // The keyboard focus moves to the beginning of the lead's form.
    await expect(app.page.getByRole('form', { name: 'Lead' })).toBeFocused()
    await app.settled()
    await expect
      .poll(() => rest.lead(lead.id))
      .toMatchObject({
        additional_information: typeof ends === 'string' ? ends : expect.stringMatching(ends),
      })
    await expect(form.field(NOTES)).toHaveValue(ends)
  }
})

test(
  'a refused save opens again with its values and the reason, and the corrected save replaces it',
  SLICED,
  async ({ sharedServer, newDevice }) => {
    const rest = await Rest.signIn(sharedServer.url, 'corretor')
    const lead = await savable(rest)
    const admin = await Rest.signIn(sharedServer.url, 'admin')
    const other = await savable(admin, lead.id)
    expect((await admin.call('PUT', `/leads/${other.id}`, { proposal: TAKEN })).status).toBe(200)
    const device = await newDevice('corretor')
    const context = await device.open()
    const app = await App.signedIn(context, sharedServer.url, 'corretor')
    app.page.setDefaultTimeout(20_000)

    await context.setOffline(true)
    const form = await openForm(app, lead)
    await form.type('Proposta', TAKEN)
    await form.type(NOTES, 'Não se perde')
    await save(app, form)
    await context.setOffline(false)

    await expect(app.page.getByText('Proposta já registrada').first()).toBeVisible()
    await app.page.getByRole('button', { name: 'Corrigir e enviar de novo' }).click()
    const again = await LeadForm.working(app.page, 'Corrigir e enviar de novo')
    await expect(again.field('Proposta')).toHaveValue(TAKEN)
    // An opened and closed form leaves no draft, which would ask before any input.
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('button', { name: 'Corrigir e enviar de novo' }).click()
    await LeadForm.working(app.page, 'Corrigir e enviar de novo')
    await expect(again.field('Proposta')).toHaveValue(TAKEN)
    await expect(again.field(NOTES)).toHaveValue('Não se perde')
    await again.type('Proposta', FREE)
    await again.press('Enviar de novo')
    await expect(app.page.getByText('Proposta já registrada')).toHaveCount(0)
    await expect
      .poll(() => rest.lead(lead.id), { timeout: 30_000 })
      .toMatchObject({ proposal: FREE, additional_information: 'Não se perde' })
    await app.settled()

    // Discarded above the form, the save gives the focus to the form below.
    await app.goTo(`/?form=${(await rest.lead(lead.id)).uid}`)
    const later = await LeadForm.working(app.page, lead.name)
    await later.type('Proposta', TAKEN)
    await save(app, later)
    const refused = app.page.getByRole('region', { name: 'O servidor não aceitou uma alteração deste lead.' })
    await refused.getByRole('button', { name: 'Descartar alteração', exact: true }).press('Enter')
    const question = app.page.getByRole('dialog', { name: 'Descartar esta alteração?' })
    await question.getByRole('button', { name: 'Descartar' }).press('Enter')
    await expect(refused).toHaveCount(0)
    await expect(app.page.getByRole('form', { name: 'Lead' })).toBeFocused()
    await expect(later.field('Proposta')).toHaveValue(FREE)
  },
)
