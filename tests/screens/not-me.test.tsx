/** 'Não fui eu' in the profile: docs/rules.md#not-me */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { devicesRoute } from '../../src/contract/devices.ts'
import { secondFactorRoute } from '../../src/contract/second-factor.ts'
import { accountEventsRoute, confirmRoute, disownRoute, sessionsRoute } from '../../src/contract/session.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import type { Peer } from './support/peer.ts'

const events = page.getByRole('region', { name: 'O que aconteceu na sua conta' })
const AT = '2026-11-18T12:00:00.000Z'
const event = (key: string, what: string, more: object = {}) => ({
  key,
  what,
  at: AT,
  count: null,
  detail: null,
  by: null,
  ...more,
})

function serves(peer: Peer): void {
  peer.answers(accountEventsRoute, {
    data: [
      event('1', 'wrong_codes', { count: 3 }),
      event('2', 'passkey_added'),
      event('3', 'new_device', { detail: 'Chrome no Windows' }),
      event('4', 'reset', { by: 'Ana Martins' }),
    ],
  })
  peer.answers(sessionsRoute, { data: [] })
  peer.answers(devicesRoute, { data: [], server_version: '0.0.0' })
  peer.answers(secondFactorRoute, {
    code_app_since: null,
    passkeys: [],
    passkey_obstacle: null,
    required: false,
    recovery_codes: 0,
    remembered_devices: 0,
  })
  peer.asksForPassword = true
  peer.answers(confirmRoute, { data: { confirmation: 'proved' } })
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('what happened is in order, in words, each with its button', async () => {
    await openApp('/profile', { ...look, role: 4, script: serves })
    for (const words of [
      'Senha certa, e depois 3 códigos errados em 24 horas',
      'Uma chave de acesso foi criada',
      'Entrada em um aparelho novo: Chrome no Windows',
      'Um administrador removeu o segundo fator',
    ])
      await expect.element(events.getByText(words, { exact: true })).toBeVisible()
    expect(events.getByRole('button', { name: /^Não fui eu/ }).elements()).toHaveLength(4)
    await isInOrder('/profile')
    if (look.width !== 'desk') await hasTargetsForThumbs('/profile')
  })
})

test('it asks, then for the own password, and a closed question ends nothing', async () => {
  const { peer } = await openApp('/profile', { role: 4, script: serves })
  peer.refuses(disownRoute, { status: 503, code: 'unavailable', message: 'Tente de novo em instantes.' })
  await userEvent.click(events.getByRole('button', { name: /^Não fui eu: Uma chave/ }))
  const question = page.getByRole('dialog', { name: 'Não foi você?' })
  await expect.element(question).toMatchTextContent(/Todas as sessões serão encerradas, esta também/)
  await userEvent.click(question.getByRole('button', { name: 'Encerrar tudo' }))
  const confirm = page.getByRole('dialog', { name: 'Confirme com a sua senha' })
  await userEvent.click(confirm.getByRole('button', { name: 'Cancelar' }))
  await expect.element(question).toBeVisible()
  expect(peer.callsOf(disownRoute).filter(({ headers }) => headers.has('farol-confirmation'))).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Encerrar tudo' }))
  await userEvent.fill(confirm.getByLabelText(/^Sua senha/), 'farol-demo')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => peer.bodiesOf(disownRoute).at(-1)).toEqual({ since: AT })
})

test('the bell tells of it, and leads to the profile', async () => {
  await openApp('/', { script: serves })
  await userEvent.click(page.getByRole('button', { name: /^Avisos/ }))
  const line = page.getByRole('link', { name: /Código errado na sua entrada/ })
  await expect.element(line).toMatchTextContent(/3 códigos errados em 24 horas/)
  await expect.element(line).toHaveAttribute('href', '/profile')
})
