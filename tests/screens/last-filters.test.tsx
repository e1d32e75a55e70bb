/** The menu opens a list with the filter that it last had. docs/rules.md#last-filters */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastFilters } from '../../src/db/session/last-filters.ts'
import { openApp } from './support/app.tsx'
import { answersAllReads } from './support/contract-answers.ts'
import { keptUsers } from './support/kept-users.ts'
import { menuEntry } from './support/menu.ts'

const login = page.getByRole('textbox', { name: 'Login' })
const mail = page.getByRole('textbox', { name: 'E-mail' })
const active = page.getByLabelText('Mostrar somente ativos')

const opens = async (name: string) => userEvent.click(await menuEntry(name))
const search = () => window.location.search

test('the menu opens a list with its last filter, also at the next start, until it is cleared', async () => {
  const { script } = keptUsers()
  const { db, load } = await openApp('/', {
    role: 1,
    script: (peer) => {
      answersAllReads(peer)
      script(peer)
    },
  })
  await opens('Usuários')
  await userEvent.fill(login, 'carl')
  await expect.poll(search).toContain('login=carl')
  await opens('Clientes')
  await expect.element(mail).toHaveValue('')
  await userEvent.click(page.getByText('Mostrar somente ativos'))
  await expect.poll(search).toContain('ativos=true')
  await opens('Auditoria')
  await userEvent.click(page.getByRole('combobox', { name: 'Ação' }).first())
  await userEvent.click(page.getByRole('option', { name: 'Entrou', exact: true }))
  await expect.poll(search).toContain('acao=sign_in')
  await expect.poll(async () => (await lastFilters(db))['/auditoria']).toMatchObject({ acao: 'sign_in' })

  await load('/')
  await opens('Usuários')
  await expect.element(login).toHaveValue('carl')
  await expect.element(await menuEntry('Usuários')).toHaveAttribute('aria-current', 'page')
  await opens('Clientes')
  await expect.element(active).toBeChecked()
  await opens('Auditoria')
  await expect.poll(search).toContain('acao=sign_in')

  await opens('Usuários')
  await userEvent.click(page.getByRole('button', { name: 'Limpar', exact: true }))
  await expect.element(login).toHaveValue('')
  await opens('Clientes')
  await opens('Usuários')
  await expect.element(login).toHaveValue('')
  expect(search()).not.toContain('login=')
})
