/** 'Criar PIN' in Profile, over a keyring that answers when the test wants. docs/rules.md#protected-devices */
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AddOutcome } from '../../../src/device/keyring/unlock-ways.ts'
import { UnlockWays } from '../../../src/features/profile/security/UnlockWays.tsx'
import { AppProviders } from '../../../src/ui/AppProviders.tsx'
import { aUser } from '../../unit/domain/fixtures.ts'

const keyring = vi.hoisted(() => ({ answers: [] as ((outcome: AddOutcome) => void)[], pins: [] as string[] }))
vi.mock('../../../src/device/keyring/unlock.ts', () => ({
  waysOf: () => Promise.resolve({ password: true, passkey: false, pin: false }),
}))
vi.mock('../../../src/device/keyring/unlock-ways.ts', () => ({
  addPasskey: vi.fn(),
  dropPasskey: vi.fn(),
  dropPin: vi.fn(),
  setPin: (_user: number, _password: string, pin: string) =>
    new Promise<AddOutcome>((resolve) => {
      keyring.pins.push(pin)
      keyring.answers.push(resolve)
    }),
}))

test('what is typed while a PIN is stored changes nothing, and a refusal gives the field back', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <AppProviders>
      <UnlockWays user={aUser(3)} />
    </AppProviders>,
  )
  try {
    await userEvent.click(page.getByRole('button', { name: 'Criar PIN' }))
    const dialog = page.getByRole('dialog', { name: 'Criar PIN' })
    const pin = dialog.getByLabelText('PIN de 6 números', { exact: true })
    await userEvent.fill(dialog.getByLabelText('Senha', { exact: true }), 'farol-demo')
    await userEvent.fill(pin, '482915')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => keyring.pins).toEqual(['482915'])
    await userEvent.keyboard('{Backspace}7{Enter}')
    await expect.element(pin).toHaveValue('482915')
    await expect.element(dialog.getByLabelText('Senha', { exact: true })).toHaveAttribute('readonly')
    expect(keyring.pins).toEqual(['482915'])
    keyring.answers[0]?.({ kind: 'not_done', message: 'Escolha outro PIN.', about: 'pin' })
    await expect.element(dialog.getByText('Escolha outro PIN.')).toBeVisible()
    await userEvent.fill(pin, '739528')
    await expect.element(pin).toHaveValue('739528')
  } finally {
    root.unmount()
    place.remove()
  }
})
