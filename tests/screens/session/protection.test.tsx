/** The dialog that protects a device, and a device that was without contact for too long. docs/rules.md#protected-devices */
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { storeDeviceKeysRoute } from '../../../src/contract/device-keys.ts'
import { loginRoute } from '../../../src/contract/session.ts'
import { openMirror } from '../../../src/db/open.ts'
import { deriveKeys } from '../../../src/db/sealing/derive-keys.ts'
import { noteContact, thisDevice } from '../../../src/db/session/device-session.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { stopSync } from '../../../src/workers/sync-bridge.ts'
import { aLead, aUser } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { signsIn, takesSignIn } from '../support/sign-in.ts'
import { tap } from '../support/tap.ts'
import { notesToasts, wordsOf } from '../support/toasts.ts'

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

test('work that others left in the clear is told with the first painting: nothing moves the buttons later', async () => {
  const others = openMirror(999_998)
  await others.drafts.put({ name: 'lead:uid-1', values: { name: 'Ana Prado' }, savedAt: Date.now() })
  await openApp('/profile', { width: 'phone' })
  const told: boolean[] = []
  const look = new MutationObserver(() => {
    const shown = document.querySelector('[role="dialog"] form')
    if (shown !== null) told.push(document.querySelector('[role="dialog"] [role="note"]') !== null)
  })
  look.observe(document.body, { childList: true, subtree: true })
  onTestFinished(async () => {
    look.disconnect()
    await others.delete()
  })
  await opensDialog()
  await expect
    .element(dialog.getByRole('note'))
    .toMatchTextContent(/^Neste aparelho há trabalho de outra pessoa/)
  expect([...new Set(told)]).toEqual([true])
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
  // An answer that is on its way would note a contact of now.
  await stopSync()
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

describe('a device that was protected', () => {
  const kept = () => localStorage.setItem('farol_protected', '1')
  const leave = page.getByRole('checkbox', { name: 'Deixar de proteger este aparelho' })
  afterEach(() => localStorage.removeItem('farol_protected'))

  test.each(LOOKS)('offers the personal mode at the sign-in, in order: $width, $scheme', async (look) => {
    kept()
    await openApp('/login', { ...look, signedIn: false, script: takesSignIn })
    await expect.element(leave).toBeVisible()
    await isInOrder('sign-in on a device that stays protected')
    if (look.width !== 'desk') await hasTargetsForThumbs('sign-in on a device that stays protected')
  })

  test('is personal for who chooses that, and says so', async () => {
    kept()
    await openApp('/login', { signedIn: false, script: takesSignIn })
    const shown = notesToasts()
    await userEvent.click(leave)
    await signsIn()
    await expect.poll(() => wordsOf(shown).join()).toMatch(/^Este aparelho deixou de ser protegido/)
    expect(localStorage.getItem('farol_protected')).toBeNull()
    expect(localStorage.getItem('farol_token')).not.toBe('sealed')
  })
})

test('a user whose data an earlier version left in the clear beside sealed data is asked to sign in first', async () => {
  const { load } = await openApp('/', { leads: [aLead({ channel_id: 8 })] })
  await expect.element(page.getByText('Ana Souza').first()).toBeVisible()
  const other = await deriveKeys(new Uint8Array(32).fill(3), 999_999)
  const { sealedPart } = await import('../../../src/db/mirror/sealed-session.ts')
  const session = {
    token: 'o do outro',
    user: aUser(3, { id: 999_999 }),
    deviceId: 'este',
    sealingKey: undefined,
  }
  const part = await sealedPart(other, session)
  await thisDevice().sealed.put({ ...part, usedAt: 1, idleMinutes: 10, expired: false })
  try {
    await load('/')
    await expect.element(page.getByText(/^Este aparelho é protegido\. A sua senha cifra/)).toBeVisible()
    expect(page.getByText('Ana Souza').elements()).toEqual([])
    await isInOrder('a user in the clear beside sealed data')
  } finally {
    await thisDevice().sealed.clear()
  }
})
