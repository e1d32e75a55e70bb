/** 'Ligar' in the form and in the view of a lead: by the phone system, by the device, recorded once. docs/rules.md#calls */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { phoneCallRoute } from '../../../src/contract/telephony.ts'
import { openApp } from '../support/app.tsx'
import { onServer, openWorked, press, workedLead } from '../support/lead-form.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { withTelephone } from '../support/telephone.ts'

const settings = { integrations: { telephony: true } }
const dialog = page.getByRole('dialog', { name: /^Ligar para/ })
const call = dialog.getByRole('button', { name: /^Ligar: / })

test('a call that the phone system refuses is not recorded; the next one is, under the uid of its request', async () => {
  const app = await openWorked({ settings })
  app.peer.refuses(phoneCallRoute, { status: 422, message: 'Ramal ocupado' })
  await press('Ligar')
  await userEvent.click(call)
  await expect.element(page.getByText('Ramal ocupado').first()).toBeVisible()
  await expect.element(dialog).toBeVisible()
  expect(app.peer.server.applied).toEqual([])

  app.peer.answers(phoneCallRoute, { message: 'Chamando o seu ramal' })
  await userEvent.click(call)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => app.peer.server.applied.length).toBe(1)
  expect(app.peer.bodiesOf(phoneCallRoute).at(-1)).toMatchObject({
    user: app.user.login,
    call_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test('a second press while the system rings is no second call', async () => {
  const app = await openWorked({ settings })
  app.peer.answers(phoneCallRoute, { message: 'Chamando o seu ramal' })
  const release = app.peer.holds(phoneCallRoute)
  await press('Ligar')
  await userEvent.click(call)
  await expect.poll(() => app.peer.callsOf(phoneCallRoute).length).toBe(1)
  dialog.element().querySelector<HTMLElement>('[aria-label^="Ligar"]')?.click()
  release()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => app.peer.server.applied.length).toBe(1)
  expect(app.peer.callsOf(phoneCallRoute)).toHaveLength(1)
})

test('each of two phones has its button, which dials its number by one tap, and a mobile its link to WhatsApp', async () => {
  const dialled = withTelephone()
  await openWorked({ client: { phone: '3133334444' } })
  await press('Ligar')
  expect(call.elements().map((button) => button.textContent)).toEqual([
    'Celular (11) 98765-4321',
    'Telefone (31) 3333-4444',
  ])
  await expect
    .element(dialog.getByRole('link', { name: /^WhatsApp/ }))
    .toHaveAttribute('href', 'https://wa.me/5511987654321')
  await userEvent.click(call.nth(1))
  await expect.poll(() => dialled.join()).toBe('tel:+553133334444')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('without a network the device dials, and the call is recorded when the network is back', async () => {
  const dialled = withTelephone()
  const app = await openWorked({ settings })
  cutNetwork(app.peer)
  await press('Ligar')
  await userEvent.click(call)
  await expect.poll(() => dialled.join()).toMatch(/^tel:\+?\d{10,13}$/)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(app.peer.server.applied).toEqual([])
  restoreNetwork(app.peer)
  await expect.poll(() => app.peer.server.applied.length).toBe(1)
  expect(onServer(app)?.first_call_date).not.toBeNull()
})

test('the view of a lead calls by the same dialog, and Escape closes the dialog alone', async () => {
  await openApp('/', { leads: (user) => [workedLead(user)] })
  await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
  await userEvent.click(page.getByRole('button', { name: /^Ver lead/ }))
  const view = page.getByRole('dialog')
  await userEvent.click(view.getByRole('button', { name: 'Ligar', exact: true }))
  await expect.element(call).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog').first()).toBeVisible()
})
