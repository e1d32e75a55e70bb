/** The lead form and its rules: quotes offline, amounts of a loss, percentages, proposals. */
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'
import { LeadForm, openForm, worked } from './support/worked-lead.ts'

test.setTimeout(240_000)

const QUOTING = 'https://cotacao.exemplo.com.br/**'
const LOOK = { width: 1440, scheme: 'light' } as const

test(
  'an offline quote is marked and its link opens later, and no end forgets the quote',
  SLICED,
  async ({ newDevice, sharedServer: server }) => {
    const rest = await Rest.signIn(server.url, 'admin')
    const [lead, unmarked] = await worked(rest, 2)
    if (lead === undefined || unmarked === undefined) throw new Error('unreachable')
    const partners = (await rest.call('GET', '/partners')).body as {
      data: { id: number; release_quote: boolean }[]
    }
    const releasing = partners.data.find(({ release_quote }) => release_quote)
    await rest.call('PUT', `/leads/${lead.id}`, { partner_id: releasing?.id })

    const context = await (await newDevice('admin')).open()
    await context.route(QUOTING, (route) => route.fulfill({ body: 'Cotação' }))
    const app = await App.signedIn(context, server.url, 'admin')
    const { page } = app
    page.setDefaultTimeout(20_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const form = await openForm(app, lead)
    const link = page.getByRole('button', { name: 'Abrir link de cotação' })

    await context.setOffline(true)
    await form.press('Marcar como cotado')
    await expect(page.getByText(/^Cotação realizada com sucesso\. O link fica no lead/).last()).toBeVisible()
    await expect(page.getByText(/o link de cotação abre quando ela voltar/)).toBeVisible()
    await expect(link).toHaveCount(0)

    await context.setOffline(false)
    await app.settled()
    await expect.poll(() => rest.lead(lead.id)).toMatchObject({ quoted: 1, quote_link_pending: true })
    await isInOrderInEveryLook(page, 'the line of the quote link', LOOK)
    const status = (await rest.lead(lead.id)).status
    const opening = context.waitForEvent('page')
    await link.click()
    const tab = await opening
    await tab.waitForURL(QUOTING)
    await tab.close()
    await expect(link).toHaveCount(0)
    await expect.poll(() => rest.lead(lead.id)).toMatchObject({ quote_link_pending: false, status })

    const now = new Date().toISOString()
    await rest.call('PUT', `/leads/${unmarked.id}`, {
      contact_type: 4,
      contact_date: now,
      quoted_type: 4,
      quoted_date: now,
      sold: 0,
      lost_sale: 1,
      sold_type: 4,
      sold_date: now,
      backup_car: 0,
      pague_menos: 0,
    })
    await app.settled()
    const ending = await openForm(app, unmarked)
    await expect(page.getByRole('combobox', { name: 'Status da venda' })).toHaveValue('Não vendido')
    await ending.press('Finalizar')
    const question = page.getByRole('dialog', { name: 'Cotação não marcada' })
    await expect(question).toContainText('mas não está marcado como cotado')
    await isInOrderInEveryLook(page, 'Cotação não marcada', LOOK)
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(question).toBeHidden()
    await ending.press('Finalizar')
    await question.getByRole('button', { name: 'Marcar e finalizar' }).click()
    await ending.closed()
    await expect.poll(() => rest.lead(unmarked.id)).toMatchObject({ state: 3, quoted: 1 })
  },
)

test(
  'a loss has no amounts, but they come back as long as the form is open',
  SLICED,
  async ({ newDevice, sharedServer: server }) => {
    const rest = await Rest.signIn(server.url, 'admin')
    const [lead] = await worked(rest, 1)
    if (lead === undefined) throw new Error('unreachable')
    const app = await App.signedIn(await (await newDevice('admin')).open(), server.url, 'admin')
    const { page } = app
    page.setDefaultTimeout(20_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const form = await openForm(app, lead)
    const value = form.field('Valor da venda')
    const commission = form.field('Porcentagem da comissão')

    await form.choose('Status da venda', 'Vendido')
    await form.type('Valor da venda', '1234,56')
    await commission.fill('12,')
    await expect(commission).toHaveValue('12,')
    await commission.blur()
    await expect(commission).toHaveValue('12')
    await commission.fill('12,5')
    await commission.blur()
    await expect(commission).toHaveValue('12,5')

    await form.choose('Status da venda', 'Não vendido')
    await expect(value).toHaveCount(0)
    await expect(commission).toHaveCount(0)
    await isInOrderInEveryLook(page, 'a loss with its undo', LOOK)
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(value).toHaveValue('1.234,56')
    await expect(commission).toHaveValue('12,5')
    await form.press('Salvar')
    await app.settled()
    await expect.poll(() => rest.lead(lead.id)).toMatchObject({ sold: 1, commission_percentage: 12.5 })

    await form.choose('Status da venda', 'Não vendido')
    await form.press('Salvar')
    await app.settled()
    await expect
      .poll(() => rest.lead(lead.id))
      .toMatchObject({ sold: 0, sale_value: null, commission_percentage: null })
    await expect(page.getByText('O valor da venda e a comissão foram apagados.')).toBeVisible()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(value).toHaveValue('1.234,56')
  },
)

test(
  'a missing proposal is a warning too; its doubling is a question; an import fills the state',
  SLICED,
  async ({ newDevice, sharedServer: server }) => {
    const app = await App.signedIn(await (await newDevice('admin')).open(), server.url, 'admin', '/lead')
    const { page } = app
    page.setDefaultTimeout(20_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const form = LeadForm.onPage(page)
    // The administrator's own channel is the internal one.
    await form.press('Criar Lead')
    await expect(
      page.getByRole('alert').filter({ hasText: 'Proposta não selecionada' }).first(),
    ).toBeVisible()

    await form.press('Propostas')
    const proposals = page.getByRole('dialog', { name: 'Propostas' })
    await proposals.getByLabel('Exibir permissão de duplicidades').check()
    const undecided = proposals.locator(
      'input[type=checkbox][aria-label^="Permitir duplicidade"]:not(:disabled)',
    )
    await expect(undecided.first()).toBeVisible()
    const name = await undecided.first().getAttribute('aria-label')
    const box = proposals.getByRole('checkbox', { name: name ?? '' })
    await box.click()
    const question = page.getByRole('dialog', { name: 'Permitir duplicidade' })
    await expect(question).toContainText('Esta decisão é definitiva')
    await isInOrderInEveryLook(page, 'the question before a doubling', LOOK)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(proposals).toBeVisible()
    await expect(box).not.toBeChecked()
    await box.click()
    await question.getByRole('button', { name: 'Permitir duplicidade' }).click()
    await expect(page.getByText('Duplicidade permitida.')).toBeVisible()
    await expect(box).toBeChecked()
    await expect(box).toBeDisabled()

    await proposals
      .getByRole('button', { name: /^Selecionar proposta/ })
      .and(proposals.locator(':enabled'))
      .first()
      .click()
    await expect(page.getByRole('combobox', { name: 'Estado (UF)', exact: true })).toHaveValue(/^[A-Z]{2}$/)
  },
)
