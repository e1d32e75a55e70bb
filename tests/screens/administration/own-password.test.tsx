/** 'Confirme com a sua senha': one dialog for every call that needs it. docs/rules.md#own-password */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { updateManagedUserRoute } from '../../../src/contract/administration/users.ts'
import { confirmRoute } from '../../../src/contract/session.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { keptUsers } from '../support/kept-users.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { confirm, confirmDialog, knowsPassword, PASSWORD, passwordField } from '../support/password.ts'

const userDialog = page.getByRole('dialog', { name: /^Editar/ })
const save = userDialog.getByRole('button', { name: 'Salvar' })
const note = userDialog.getByRole('textbox', { name: 'Observação' })
const problem = confirmDialog.getByRole('alert')

/** Opens the manager in its dialog and makes an administrator of him. */
async function openNewAdministrator(look: Look = {}) {
  const { script, users } = keptUsers()
  const app = await openApp('/users', {
    ...look,
    role: 1,
    script: (peer) => {
      script(peer)
      knowsPassword(peer)
    },
  })
  await userEvent.click(page.getByRole('button', { name: 'Editar Gustavo Prado' }))
  await userEvent.click(userDialog.getByRole('combobox', { name: 'Perfil' }))
  await userEvent.click(page.getByRole('option', { name: 'Administrador' }))
  await expect.element(userDialog.getByText('Um administrador pode tudo')).toBeVisible()
  return { ...app, users: users() }
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the question for the password is in order, with targets for thumbs', async () => {
    await openNewAdministrator(look)
    await userEvent.click(save)
    await expect.element(passwordField).toHaveFocus()
    await isInOrder('the question for the password')
    if (look.width !== 'desk') await hasTargetsForThumbs('the question for the password')
  })
})

test('a user becomes an administrator by keys alone, with what was typed before the question', async () => {
  const { users, user } = await openNewAdministrator()
  await note.fill('Cuida da loja nova')
  save.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(passwordField).toHaveFocus()
  // For password managers: whose password it is, and that it is no new one.
  await expect.element(passwordField).toHaveAttribute('autocomplete', 'current-password')
  expect(confirmDialog.element().querySelector('[autocomplete="username"]')).toHaveValue(user.login)
  await userEvent.keyboard('{Enter}')
  await expect.element(confirmDialog.getByText('Campo Obrigatório')).toBeVisible()
  await userEvent.keyboard('palpite{Enter}')
  await expect.element(confirmDialog.getByText('A sua senha não confere.')).toBeVisible()
  await expect.element(passwordField).toHaveFocus()
  await confirm()
  await expect.element(userDialog).not.toBeInTheDocument()
  expect(users.user(2)).toMatchObject({ roles: [{ id: 1 }], observation: 'Cuida da loja nova' })
})

test('Escape closes the question alone: nothing is saved, and the focus is where it was', async () => {
  const { users } = await openNewAdministrator()
  await note.fill('Cuida da loja nova')
  save.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(passwordField).toHaveFocus()
  await userEvent.keyboard('palpite{Escape}')
  await expect.element(confirmDialog).not.toBeInTheDocument()
  await expect.element(userDialog.getByText('Confirme com a sua senha para continuar.')).toBeVisible()
  await expect.element(save).toHaveFocus()
  await expect.element(note).toHaveValue('Cuida da loja nova')
  expect(users.user(2).roles).toMatchObject([{ id: 2 }])
  await userEvent.keyboard('{Enter}')
  await expect.element(passwordField).toHaveValue('')
})

test('within five minutes this tab asks once, and neither password nor confirmation is stored', async () => {
  const { peer } = await openNewAdministrator()
  await userEvent.click(save)
  await confirm()
  await expect.element(userDialog).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Editar Gustavo Prado' }))
  await note.fill('De novo')
  await userEvent.click(save)
  await expect.element(userDialog).not.toBeInTheDocument()
  expect(peer.callsOf(confirmRoute)).toHaveLength(1)
  expect(peer.callsOf(updateManagedUserRoute)).toHaveLength(3)
  const stored = [localStorage, sessionStorage].flatMap((storage) => Object.values(storage)).join()
  expect(stored).not.toContain(PASSWORD)
  expect(stored).not.toContain('confirmation-of-this-tab')
})

test('on a phone Back closes the question alone', async () => {
  await openNewAdministrator({ width: 'phone' })
  await note.fill('Cuida da loja nova')
  await userEvent.click(save)
  await expect.element(passwordField).toHaveFocus()
  window.history.back()
  await expect.element(confirmDialog).not.toBeInTheDocument()
  await expect.element(note).toHaveValue('Cuida da loja nova')
  await userEvent.click(save)
  await userEvent.click(confirmDialog.getByRole('button', { name: 'Cancelar' }))
  await expect.element(confirmDialog).not.toBeInTheDocument()
  await expect.element(userDialog).toBeVisible()
})

test('without a network the question says so and keeps the password', async () => {
  const { peer, users } = await openNewAdministrator()
  await userEvent.click(save)
  await passwordField.fill(PASSWORD)
  cutNetwork(peer)
  await userEvent.keyboard('{Enter}')
  await expect.element(problem).toHaveTextContent('Sem conexão: confirmar a senha precisa de internet.')
  await expect.element(passwordField).toHaveValue(PASSWORD)
  restoreNetwork(peer)
  await userEvent.keyboard('{Enter}')
  await expect.element(userDialog).not.toBeInTheDocument()
  expect(users.user(2).roles).toMatchObject([{ id: 1 }])
})

test('an answer that comes after the question was closed counts for nothing', async () => {
  const { peer, users } = await openNewAdministrator()
  await userEvent.click(save)
  await passwordField.fill(PASSWORD)
  const release = peer.holds(confirmRoute)
  await userEvent.keyboard('{Enter}')
  await expect.element(confirmDialog.getByRole('button', { name: 'Confirmar' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(confirmDialog).not.toBeInTheDocument()
  release()
  await expect.element(save).toBeEnabled()
  await userEvent.click(save)
  await expect.element(passwordField).toHaveValue('')
  expect(users.user(2).roles).toMatchObject([{ id: 2 }])
})

test('a lost answer to the question leaves it open, and the next one confirms', async () => {
  const { peer } = await openNewAdministrator()
  await userEvent.click(save)
  await passwordField.fill(PASSWORD)
  peer.losesAnswer(confirmRoute)
  await userEvent.keyboard('{Enter}')
  await expect.element(problem).toMatchTextContent('Sem conexão')
  await confirm()
  await expect.element(userDialog).not.toBeInTheDocument()
})
