/** 'Filtros salvos' outlive the end of a session: docs/rules.md#saved-filters */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { markExpired, readSession } from '../../../src/db/session/device-session.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { takesSignIn } from '../support/sign-in.ts'

test('a saved filter is there after the same user has signed in again, and after a reload', async () => {
  const app = await openApp('/', { leads: [aLead({ channel_id: 8 })], script: takesSignIn })
  const saved = page.getByRole('button', { name: 'Filtros salvos' })
  const item = (name: string) => page.getByRole('menuitem', { name })
  const dialog = page.getByRole('dialog')
  await userEvent.click(saved)
  await userEvent.click(item('Salvar o que está na tela'))
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nome do filtro' }), 'Meus de hoje')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await markExpired((await readSession())?.token ?? '', false)
  const session = page.getByRole('dialog', { name: 'Sua sessão expirou' })
  await userEvent.fill(session.getByLabelText('Senha', { exact: true }), 'farol-demo')
  await userEvent.click(session.getByRole('button', { name: 'Entrar' }))
  await expect.element(session).not.toBeInTheDocument()
  await userEvent.click(saved)
  await expect.element(item('Meus de hoje')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await app.load('/')
  await userEvent.click(saved)
  await expect.element(item('Meus de hoje')).toBeVisible()
})
