/** The dialog that protects a device, and a device that was without contact for too long. docs/rules.md#protected-devices */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { storeDeviceKeysRoute } from '../../../src/contract/device-keys.ts'
import { loginRoute } from '../../../src/contract/session.ts'
import { noteContact } from '../../../src/db/session/device-session.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { takesSignIn } from '../support/sign-in.ts'
import { tap } from '../support/tap.ts'

const dialog = page.getByRole('dialog', { name: 'Proteger este aparelho' })
const protect = dialog.getByRole('button', { name: 'Proteger', exact: true })
const password = dialog.getByLabelText('Senha', { exact: true })

async function opensDialog(): Promise<void> {
  await tap(page.getByRole('button', { name: 'Proteger este aparelho' }))
  await expect.element(password).toBeVisible()
}

test('on a phone the dialog is in order, and speaks of the password alone', async () => {
  const { peer } = await openApp('/profile', {
    width: 'phone',
    script: (peer) => peer.refuses(loginRoute, { status: 404, code: 'credentials' }),
  })
  await opensDialog()
  await isInOrder('Proteger este aparelho')
  await hasTargetsForThumbs('Proteger este aparelho')
  await userEvent.fill(password, 'outra senha')
  await tap(protect)
  await expect.element(dialog.getByText('Senha incorreta.')).toBeVisible()
  cutNetwork(peer)
  await userEvent.fill(password, 'farol-demo')
  await tap(protect)
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/Para proteger este aparelho é preciso estar conectado/)
})

test('nothing closes the dialog while it works, and a refusal of the server leaves the device as it was', async () => {
  const { peer } = await openApp('/profile', { width: 'phone', script: takesSignIn })
  peer.refuses(storeDeviceKeysRoute, { status: 422, message: 'Não foi possível proteger agora.' })
  const answer = peer.holds(storeDeviceKeysRoute)
  await opensDialog()
  await userEvent.fill(password, 'farol-demo')
  await tap(protect)
  await expect.poll(() => peer.callsOf(storeDeviceKeysRoute).length).toBe(1)
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/Protegendo este aparelho…/)
  expect(dialog.getByRole('button', { name: 'Fechar' }).elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByRole('status')).toBeVisible()
  answer()
  await expect.element(dialog.getByRole('button', { name: 'Agora não' })).toBeVisible()
  await expect.element(dialog.getByText('Não foi possível proteger agora.')).toBeVisible()
  expect(localStorage.getItem('farol_token')).not.toBe('sealed')
})

test('a device without contact for longer than the setting asks for the password, also with a clock set back', async () => {
  const { peer, user, load } = await openApp('/', {
    leads: [aLead({ channel_id: 8 })],
    script: takesSignIn,
  })
  await expect.element(page.getByText('Ana Souza').first()).toBeVisible()
  cutNetwork(peer)
  const past = Date.now() - 40 * DAY_MS
  await noteContact(`token-${user.id}`, { at: past, nowMs: Date.now(), days: 20 })
  vi.useFakeTimers({ toFake: ['Date'], now: past })
  try {
    await load('/')
    await expect
      .element(page.getByText('Este aparelho está há mais de 20 dias sem contato com o Farol.'))
      .toBeVisible()
    expect(page.getByText('Ana Souza').elements()).toEqual([])
    await isInOrder('a device without contact')
  } finally {
    vi.useRealTimers()
  }
  restoreNetwork(peer)
})
