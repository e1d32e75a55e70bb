/** A sign-in that waits for a longer password: docs/rules.md#protected-devices */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loginRoute, updateUserRoute } from '../../../src/contract/session.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import type { Peer } from '../support/peer.ts'
import { signsIn } from '../support/sign-in.ts'

const form = page.getByRole('form', { name: 'Criar uma senha mais longa' })
const password = form.getByLabelText('Nova senha', { exact: true })
const repeated = form.getByLabelText('Confirmação da nova senha', { exact: true })
const save = form.getByRole('button', { name: 'Salvar e entrar' })
const LONG = 'quatro palavras bem longas'

/** The password was right, and is too short for this tablet. */
async function reachesForm(look: Look = {}): Promise<Peer> {
  const { peer } = await openApp('/login', {
    ...look,
    signedIn: false,
    script: (peer) =>
      peer.answers(loginRoute, { data: { token: `token-${peer.server.user.id}`, longer_password: true } }),
  })
  await signsIn()
  await expect.element(password).toHaveFocus()
  return peer
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the form is in order, with targets for thumbs where there are thumbs', async () => {
    await reachesForm(look)
    await isInOrder('longer password')
    if (look.width !== 'desk') await hasTargetsForThumbs('longer password')
  })
})

test('a short one and two different ones are not sent, and a refusal of the server is at the field', async () => {
  const peer = await reachesForm()
  await userEvent.fill(password, 'curta')
  await userEvent.click(save)
  // The meter below says the same as soon as its word lists are there.
  await expect.element(password).toHaveAccessibleDescription(/Use ao menos 12 caracteres/)
  await userEvent.fill(password, LONG)
  await userEvent.fill(repeated, `${LONG}!`)
  await userEvent.click(save)
  await expect.element(form.getByText('As senhas não conferem')).toBeVisible()
  expect(peer.callsOf(updateUserRoute)).toEqual([])
  const message = 'Esta senha está entre as mais usadas. Escolha outra'
  peer.refuses(updateUserRoute, { status: 422, message, errors: { password: [message] } })
  await userEvent.fill(repeated, LONG)
  await userEvent.click(save)
  await expect.element(form.getByText(message)).toBeVisible()
  expect(peer.bodiesOf(updateUserRoute)).toEqual([{ old_password: 'farol-demo', password: LONG }])
})

test('a password that was ended by its owner says so, and leads to a new one', async () => {
  await openApp('/login', {
    signedIn: false,
    script: (peer) =>
      peer.refuses(loginRoute, { status: 410, code: 'credentials', message: 'Esta senha foi encerrada.' }),
  })
  await signsIn()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Esta senha foi encerrada\./)
  await expect.element(page.getByRole('link', { name: 'Esqueci minha senha' })).toBeVisible()
})
