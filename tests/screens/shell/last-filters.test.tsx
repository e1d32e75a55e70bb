/** The menu opens a list with its last filter. docs/rules.md#last-filters */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../support/app.tsx'
import { answersAllReads } from '../support/contract-answers.ts'

const menu = page.getByRole('navigation', { name: 'Menu principal' })
const open = (name: string) => userEvent.click(menu.getByRole('link', { name, exact: true }))
const login = page.getByLabelText('Login')

test('the menu opens a list with its last filter, until it is cleared', async () => {
  await openApp('/', { role: 1, script: answersAllReads })
  await open('Usuários')
  await login.fill('corret')
  // The filter is stored when the menu has it.
  await expect.element(menu.getByRole('link', { name: 'Usuários' })).toHaveAttribute('href', /login=corret/)
  await open('Clientes')
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('')
  await userEvent.click(page.getByText('Mostrar somente ativos'))
  await expect.element(menu.getByRole('link', { name: 'Clientes' })).toHaveAttribute('href', /ativos=true/)

  await open('Usuários')
  await expect.element(login).toHaveValue('corret')
  await open('Clientes')
  await expect.element(page.getByLabelText('Mostrar somente ativos')).toBeChecked()

  await open('Usuários')
  await userEvent.click(page.getByRole('button', { name: 'Limpar' }))
  await expect.element(login).toHaveValue('')
  await open('Clientes')
  await expect.element(page.getByLabelText('E-mail')).toBeVisible()
  await open('Usuários')
  await expect.element(login).toHaveValue('')
  expect(window.location.search).not.toContain('login=')
})
