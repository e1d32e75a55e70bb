/** Quotes from the form: the link in a new tab, without a network, owed, simulated, and never forgotten at the end. */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { quoteRoute, simulateQuoteRoute } from '../../../src/contract/quotes.ts'
import { openApp } from '../support/app.tsx'
import { isInOrder } from '../support/in-order.ts'
import { button, CPF, choose, fill, form, onServer, openWorked, press } from '../support/lead-form.ts'
import { LOOKS } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { catchOpenedTab } from '../support/opened-tab.ts'

const LINK = `${window.location.origin}/favicon.svg?lead=1`
/** Of a dealership that releases quotes. */
const quotable = { role: 1, lead: { partner_id: 24 } } as const
const openLink = button('Abrir link de cotação')

test('a quote opens the dealership’s link in a new tab that cannot reach back, and marks the lead', async () => {
  const tab = catchOpenedTab()
  const app = await openWorked(quotable)
  app.peer.answers(quoteRoute, { link: LINK, quote_type: 2 })
  await press('Cotar')
  await expect.poll(tab.address).toBe(LINK)
  expect(tab.hasForgotten()).toBe(true)
  await expect.poll(() => onServer(app)).toMatchObject({ quoted: 1, quote_link_pending: false })
})

test('a link that comes late marks the lead once, however often the button is pressed', async () => {
  const tab = catchOpenedTab()
  const app = await openWorked(quotable)
  app.peer.answers(quoteRoute, { link: LINK, quote_type: 2 })
  const release = app.peer.holds(quoteRoute)
  await press('Cotar')
  await expect.poll(() => app.peer.callsOf(quoteRoute).length).toBe(1)
  button('Cotar')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(onServer(app)?.quoted).toBe(0)
  release()
  await expect.poll(tab.address).toBe(LINK)
  await expect.poll(() => onServer(app)?.quoted).toBe(1)
  expect(app.peer.callsOf(quoteRoute)).toHaveLength(1)
})

test('a quote that the system refuses marks nothing', async () => {
  catchOpenedTab()
  const app = await openWorked(quotable)
  app.peer.refuses(quoteRoute, { status: 422, message: 'Os dados do cliente estão incompletos.' })
  await press('Cotar')
  await expect.element(page.getByText('Os dados do cliente estão incompletos.').first()).toBeVisible()
  expect(onServer(app)?.quoted).toBe(0)
  expect(await app.db.outbox.count()).toBe(0)
})

test('an offline quote is marked at once, and its link opens when the network is back', async () => {
  const tab = catchOpenedTab()
  const app = await openWorked(quotable)
  app.peer.answers(quoteRoute, { link: LINK, quote_type: 2 })
  cutNetwork(app.peer)
  await press('Marcar como cotado')
  await expect.element(form.getByText(/o link de cotação abre quando ela voltar/)).toBeVisible()
  expect(openLink.query()).toBeNull()
  restoreNetwork(app.peer)
  await expect.poll(() => onServer(app)).toMatchObject({ quoted: 1, quote_link_pending: true })
  const status = onServer(app)?.status
  await userEvent.click(openLink)
  await expect.poll(tab.address).toBe(LINK)
  await expect.poll(() => onServer(app)).toMatchObject({ quote_link_pending: false, status })
  await expect.element(openLink).not.toBeInTheDocument()
})

/** Ready for its end, with form and date of a quote that was never marked. */
const unmarked = {
  contact_type: 4,
  contact_date: '2026-11-18T12:50:00.000Z',
  quoted_type: 4,
  quoted_date: '2026-11-18T12:50:00.000Z',
  sold: 0,
  lost_sale: 1,
  sold_type: 4,
  sold_date: '2026-11-18T12:50:00.000Z',
} as const

test('no end forgets a quote that was never marked: it is asked about, and marked with the end', async () => {
  const app = await openWorked({ role: 1, lead: unmarked })
  await press('Finalizar')
  const question = page.getByRole('dialog', { name: 'Cotação não marcada' })
  await expect.element(question).toMatchTextContent('mas não está marcado como cotado')
  await userEvent.click(question.getByRole('button', { name: 'Cancelar' }))
  await expect.element(question).not.toBeInTheDocument()
  expect(onServer(app)?.state).toBe(2)
  await press('Finalizar')
  await userEvent.click(question.getByRole('button', { name: 'Marcar e finalizar' }))
  await expect.element(form).not.toBeInTheDocument()
  await expect.poll(() => onServer(app)).toMatchObject({ state: 3, quoted: 1 })
})

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the line of an owed link and the question about a quote are in order', async () => {
    await openWorked({
      ...quotable,
      ...look,
      lead: { ...unmarked, partner_id: 24, quote_link_pending: true },
    })
    await expect.element(openLink).toBeVisible()
    await isInOrder('the line of an owed link')
    await press('Finalizar')
    await expect.element(page.getByRole('dialog', { name: 'Cotação não marcada' })).toBeVisible()
    await isInOrder('Cotação não marcada')
  })
})

test('what a simulated quote lacks is named in order; then a new tab simulates it', async () => {
  const tab = catchOpenedTab()
  const { peer } = await openApp('/lead', { role: 1 })
  peer.answers(simulateQuoteRoute, { link: LINK })
  await choose('Concessionária', 'Farol Seguros')
  await userEvent.click(button('Simular cotação'))
  await expect.element(page.getByText(/^Preencha o CPF do cliente/).first()).toBeVisible()
  expect(peer.callsOf(simulateQuoteRoute)).toEqual([])
  await fill({
    'CPF/CNPJ': CPF,
    Nome: 'Simulada da Silva',
    'Data de nascimento': '02/01/1980',
    Celular: '11987654321',
    'E-mail': 'simulada@exemplo.com.br',
    CEP: '01310100',
  })
  await userEvent.click(button('Simular cotação'))
  await expect.poll(tab.address).toBe(LINK)
  expect(peer.bodiesOf(simulateQuoteRoute)).toMatchObject([{ client: { cpf: CPF }, partner_id: 24 }])
})
