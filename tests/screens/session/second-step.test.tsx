/** The second step of a sign-in: a code of the app, a recovery code, a remembered device. docs/rules.md#second-factor */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { secondStepRoute } from '../../../src/contract/second-factor.ts'
import { loginRoute } from '../../../src/contract/session.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import type { Peer } from '../support/peer.ts'
import { signsIn } from '../support/sign-in.ts'

const form = page.getByRole('form', { name: 'Confirmar a entrada' })
const code = form.getByRole('textbox', { name: /^Código/ })
const menu = page.getByRole('navigation', { name: 'Menu principal' })

const entered = (peer: Peer, remembered: string | null) =>
  peer.answers(secondStepRoute, {
    data: { token: `token-${peer.server.user.id}`, remembered, recovery_codes_left: null },
  })

/** The password was right, and the server waits for the second factor. */
async function reachesStep(look: Look = {}): Promise<Peer> {
  const { peer } = await openApp('/login', {
    ...look,
    signedIn: false,
    script: (peer) =>
      peer.answers(loginRoute, {
        data: { token: null, second_step: { step: 'step-1', ways: ['code', 'recovery'] } },
      }),
  })
  await signsIn()
  await expect.element(code).toHaveFocus()
  return peer
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the second step is in order, with targets for thumbs where there are thumbs', async () => {
    await reachesStep(look)
    await isInOrder('second step')
    if (look.width !== 'desk') await hasTargetsForThumbs('second step')
  })
})

test('a code that was used already is said, and a recovery code enters and has the device remembered', async () => {
  const peer = await reachesStep()
  peer.refuses(secondStepRoute, { status: 422, message: 'Este código já foi usado.' })
  await userEvent.fill(code, '123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByText(/já foi usado/)).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: 'Usar um código de recuperação' }))
  await userEvent.fill(code, 'abcd-efgh-jkmn-pqrs')
  await userEvent.click(form.getByRole('checkbox', { name: 'Lembrar este aparelho por 30 dias' }))
  entered(peer, 'secret-of-this-device')
  await userEvent.click(form.getByRole('button', { name: 'Confirmar' }))
  await expect.element(menu).toBeVisible()
  expect(peer.bodiesOf(secondStepRoute).at(-1)).toMatchObject({
    step: 'step-1',
    recovery_code: 'abcd-efgh-jkmn-pqrs',
    remember: true,
  })
  expect(JSON.stringify(Object.entries(localStorage))).toContain('secret-of-this-device')
})

test('a code that is too short is not sent, and a step that is over leads back to the password', async () => {
  const peer = await reachesStep()
  await userEvent.fill(code, '12')
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByText('Digite os 6 números do código')).toBeVisible()
  expect(peer.callsOf(secondStepRoute)).toEqual([])
  peer.refuses(secondStepRoute, { status: 404, code: 'credentials', message: 'Informe a senha de novo.' })
  await userEvent.fill(code, '123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Informe a senha de novo.')).toBeVisible()
  await expect.element(page.getByLabelText('Senha', { exact: true })).toBeVisible()
})
