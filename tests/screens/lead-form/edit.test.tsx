/** A worked lead is changed: what is sent, what stays, a lost answer, the amounts of a loss. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isInOrder } from '../support/in-order.ts'
import {
  button,
  choose,
  field,
  fill,
  form,
  onServer,
  openWorked,
  press,
  problems,
  valueOf,
} from '../support/lead-form.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'

test('a save sends the changed fields only, and a colleague’s change to another one stays', async () => {
  const app = await openWorked()
  await fill({ Produto: 'Apartamento de dois quartos' })
  app.peer.server.change('lead-1', { additional_information: 'Nota de um colega' })
  app.peer.poke()
  await expect.element(field('Informações adicionais')).toHaveValue('Nota de um colega')
  await choose('Tipo de contato', 'WhatsApp')
  await expect.poll(() => valueOf('Data do contato')).toMatch(/^18\/11\/2026 \d\d:\d\d$/)
  await press('Salvar')
  await expect
    .poll(() => onServer(app))
    .toMatchObject({
      product: 'Apartamento de dois quartos',
      contact_type: 4,
      additional_information: 'Nota de um colega',
    })
})

test('a field that a colleague changed too is named before the save', async () => {
  const app = await openWorked()
  await fill({ Produto: 'Meu produto' })
  app.peer.server.change('lead-1', { product: 'Produto de um colega' })
  app.peer.poke()
  await expect.element(form).toMatchTextContent('Mudou enquanto você editava: Produto.')
  await expect.element(field('Produto')).toHaveValue('Meu produto')
})

test('a save whose answer is lost is sent again and applied once', async () => {
  const app = await openWorked()
  let pushes = 0
  app.peer.network.fault = (path) => (path.endsWith('/push') && pushes++ === 0 ? 'lost answer' : null)
  await fill({ Produto: 'Uma vez' })
  await press('Salvar')
  await expect.poll(() => onServer(app)?.product).toBe('Uma vez')
  // What the device typed last stays on screen while nobody has confirmed it.
  await expect.element(field('Produto')).toHaveValue('Uma vez')
  restoreNetwork(app.peer)
  await expect.poll(() => app.db.outbox.count()).toBe(0)
  expect(app.peer.server.applied).toHaveLength(1)
})

test('a second save in a row sends the second change alone', async () => {
  const app = await openWorked()
  await fill({ Produto: 'Primeiro' })
  await press('Salvar')
  await expect.poll(() => onServer(app)?.product).toBe('Primeiro')
  await fill({ 'Informações adicionais': 'Segundo' })
  await press('Salvar')
  await expect.poll(() => onServer(app)?.additional_information).toBe('Segundo')
  await press('Salvar')
  await expect.poll(() => app.db.outbox.count()).toBe(0)
  expect(app.peer.server.applied).toHaveLength(2)
  expect(problems()).toBe('')
})

test('Back closes the form and keeps the board', async () => {
  const app = await openWorked()
  await app.go('/')
  await app.go('/?form=lead-1')
  await expect.element(form).toBeVisible()
  window.history.back()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(page.getByRole('tab').first()).toBeVisible()
})

test('a broker chooses neither broker nor inviter', async () => {
  await openWorked()
  await expect.element(field('Corretor')).toBeDisabled()
  await expect.element(field('Indicador')).toBeDisabled()
})

test('an administrator chooses broker and inviter', async () => {
  await openWorked({ role: 1 })
  await expect.element(field('Corretor')).toBeEnabled()
  await expect.element(field('Indicador')).toBeEnabled()
})

test('a renewal shows its insurer and the end of its insurance', async () => {
  await openWorked({
    role: 1,
    lead: { channel_id: 27, old_insurer: 'Seguradora Antiga', old_end_of_validity: '2026-12-01' },
  })
  await expect.element(field('Seguradora')).toHaveValue('Seguradora Antiga')
  await expect.element(field('Vencimento do seguro')).toHaveValue('01/12/2026')
  await expect.element(field('Seguro')).toBeVisible()
  await expect.element(field('Fim da vigência')).toBeVisible()
})

test('a percentage is typed with a comma, and a loss has no amounts until it is taken back', async () => {
  const app = await openWorked()
  const [value, commission] = [field('Valor da venda'), field('Porcentagem da comissão')]
  await choose('Status da venda', 'Vendido')
  await userEvent.fill(value, '1234,56')
  await userEvent.click(commission)
  await userEvent.keyboard('12,')
  await expect.element(commission).toHaveValue('12,')
  await userEvent.click(value)
  await expect.element(commission).toHaveValue('12')
  await userEvent.fill(commission, '12,5')
  await choose('Status da venda', 'Não vendido')
  await expect.element(value).not.toBeInTheDocument()
  await expect.element(commission).not.toBeInTheDocument()
  await isInOrder('a loss with its undo')
  await userEvent.click(button('Desfazer'))
  await expect.element(value).toHaveValue('1.234,56')
  await expect.element(commission).toHaveValue('12,5')
  await press('Salvar')
  await expect.poll(() => onServer(app)).toMatchObject({ sold: 1, commission_percentage: 12.5 })
})

test('the amounts of a saved loss come back as long as the form is open', async () => {
  const app = await openWorked({ lead: { sold: 1, sale_value_cents: 123_456, commission_percentage: 12.5 } })
  await choose('Status da venda', 'Não vendido')
  await press('Salvar')
  await expect
    .poll(() => onServer(app))
    .toMatchObject({ sold: 0, sale_value_cents: null, commission_percentage: null })
  await expect.element(form).toMatchTextContent('O valor da venda e a comissão foram apagados.')
  await userEvent.click(button('Desfazer'))
  await expect.element(field('Valor da venda')).toHaveValue('1.234,56')
})

test('a save without a network stays on screen and arrives with the network', async () => {
  const app = await openWorked()
  cutNetwork(app.peer)
  await fill({ Produto: 'Sem rede' })
  await press('Salvar')
  await expect.poll(() => app.db.outbox.count()).toBe(1)
  expect(onServer(app)?.product).toBeNull()
  restoreNetwork(app.peer)
  await expect.poll(() => onServer(app)?.product).toBe('Sem rede')
})
