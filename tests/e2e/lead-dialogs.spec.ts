/** Every dialog around the form: no serious finding of axe in both schemes, and full use by keyboard. */
import { isInOrder, isInOrderInBothSchemes, lookAt } from './support/axe.ts'
import { dayAhead } from './support/days.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'
import { LeadForm } from './support/worked-lead.ts'

// No test here goes offline.
test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } })

const DIALOGS = [
  ['Ligar', /^Ligar para/],
  ['Agendar', /^Agendamento de Lead/],
  ['Vendido com Pendência', /^Vendido com Pendência/],
  ['Histórico', /^Histórico/],
  ['Alterar Prazos', /^Alterar Prazos/],
  ['Cancelar lead', /^Cancelar lead/],
] as const

test('the dialogs of the form are in order, in both schemes', SLICED, async ({ sharedServer, signedIn }) => {
  const app = await signedIn(sharedServer.url, 'admin')
  app.page.setDefaultTimeout(20_000)
  // Alone on its board: other tests check the cards behind the form.
  const [lead] = await (await Rest.signIn(sharedServer.url, 'admin')).leads('state=2&status=2&limit=1')
  if (lead === undefined) throw new Error('no lead in negotiation')
  await (await app.find(lead.id)).getByRole('button', { name: 'Trabalhar lead' }).click()
  const form = await LeadForm.working(app.page, '^Lead')
  for (const [button, name] of DIALOGS) {
    await form.press(button)
    const dialog = app.page.getByRole('dialog', { name })
    await expect(dialog).toBeVisible()
    await isInOrderInBothSchemes(app.page, button)
    // Escape closes the dialog and not the form under it.
    await app.page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(app.page.getByRole('form', { name: 'Lead' })).toBeVisible()
    // The focus returns to the button that opened the dialog, or to the menu's button where the item is gone.
    await expect(app.page.locator(':focus')).toHaveText(new RegExp(`^(${button}|Mais)$`))
  }

  await form.press('Histórico')
  await lookAt(app.page, { width: 390, scheme: 'dark' })
  await isInOrder(app.page, 'Histórico at 390 px')
  await lookAt(app.page, { width: 1440, scheme: 'light' })
  await app.page.keyboard.press('Escape')
  await form.press('Fechar')
  await app.page.getByRole('link', { name: 'Criar Lead' }).click()
  await app.page.getByRole('button', { name: 'Propostas' }).click()
  const proposals = app.page.getByRole('dialog', { name: 'Propostas' })
  await proposals.getByRole('button', { name: 'Importar' }).click()
  await expect(app.page.getByText('Digite o número da proposta!')).toBeVisible()
  // The list is filled at once, without a search.
  await proposals
    .getByRole('button', { name: /^Selecionar proposta/ })
    .first()
    .waitFor()
  await isInOrderInBothSchemes(app.page, 'Propostas')
  await proposals
    .getByRole('button', { name: /^Selecionar proposta/ })
    .first()
    .click()
  await expect(proposals).toBeHidden()
  await expect(LeadForm.onPage(app.page).field('Proposta')).not.toHaveValue('')
})

test('the keyboard alone overrides the deadlines', SLICED, async ({ sharedServer, signedIn }) => {
  const app = await signedIn(sharedServer.url, 'admin')
  app.page.setDefaultTimeout(20_000)
  await app.openTab('Negociação')
  await app.page.getByRole('button', { name: 'Trabalhar lead' }).first().focus()
  await app.page.keyboard.press('Enter')
  await LeadForm.working(app.page, '^Lead')
  await app.page.getByRole('button', { name: 'Mais', exact: true }).focus()
  await app.page.keyboard.press('Enter')
  const item = app.page.getByRole('menuitem', { name: 'Alterar Prazos' })
  for (let step = 0; step < 8 && !(await item.evaluate((at) => at === document.activeElement)); step += 1)
    await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('Enter')
  const dialog = app.page.getByRole('dialog', { name: /^Alterar Prazos/ })
  await dialog.getByRole('radio', { name: 'Sim' }).last().focus()
  await app.page.keyboard.press('Space')
  await app.page.keyboard.press('Enter')
  await expect(app.page.getByText('Prazo sobrescrito com sucesso!')).toBeVisible()
})

test.describe('in a browser with separate fields for day and hour', () => {
  test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })

  test('the keyboard focus moves to the missing one', SLICED, async ({ sharedServer, signedIn }) => {
    const app = await signedIn(sharedServer.url, 'corretora')
    await app.openTab('Negociação')
    await app.page
      .getByRole('button', { name: /^Agendar/ })
      .first()
      .click()
    const dialog = app.page.getByRole('dialog', { name: /^Agendamento de Lead/ })
    const submit = () => dialog.getByRole('button', { name: 'Agendar', exact: true }).press('Enter')
    const [day, time] = [dialog.getByLabel('Data'), dialog.getByLabel('Hora')]
    await day.fill('')
    await time.fill('09:00')
    await submit()
    await expect(day).toBeFocused()
    await day.fill(dayAhead(60))
    await time.fill('')
    await submit()
    await expect(time).toBeFocused()
    await expect(time).toHaveAccessibleDescription(/obrigatório/i)
    await expect(day).not.toHaveAttribute('aria-invalid', 'true')
  })
})
