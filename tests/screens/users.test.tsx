/** 'Usuários': its filters and order, the dialog of a user, and saves that fail. docs/rules.md#users */
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createUserRoute,
  updateManagedUserRoute,
  usersAccessRoute,
} from '../../src/contract/administration/users.ts'
import { openApp } from './support/app.tsx'
import { savedFiles } from './support/downloads.ts'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { keptUsers } from './support/kept-users.ts'
import { LOOKS, type Look } from './support/looks.ts'
import { confirm, knowsPassword, passwordField } from './support/password.ts'
import type { Peer } from './support/peer.ts'
import { tap } from './support/tap.ts'

const dialog = page.getByRole('dialog')
const alert = dialog.getByRole('alert')
const save = dialog.getByRole('button', { name: 'Salvar' })
const field = (name: string) => dialog.getByRole('textbox', { name })
const active = dialog.getByRole('switch', { name: 'Ativo' })
const cell = (name: string) => page.getByRole('table').getByRole('cell', { name })
const edit = (name: string) => page.getByRole('button', { name: `Editar ${name}` })

async function choose(name: string, option: string): Promise<void> {
  await userEvent.click(dialog.getByRole('combobox', { name }))
  await userEvent.click(page.getByRole('option', { name: option }))
}

async function openUsers(
  look: Look & { readonly role?: 1 | 2 } = {},
  path = '/users',
  also: (peer: Peer) => void = () => {},
) {
  const { script, users } = keptUsers()
  const app = await openApp(path, {
    role: 1,
    ...look,
    script: (peer) => {
      script(peer)
      knowsPassword(peer)
      also(peer)
    },
  })
  return { ...app, users: users() }
}

async function typeNewUser(name: string, login: string): Promise<void> {
  await field('Nome').fill(name)
  await field('E-mail').fill(`${login}@exemplo.com.br`)
  await field('Login').fill(login)
  await field('Telefone').fill('31988887777')
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the list and a new user are in order, with targets for thumbs', async () => {
    await openUsers(look)
    await expect.element(edit('Carla Nunes')).toBeVisible()
    await isInOrder('/users')
    if (look.width !== 'desk') await hasTargetsForThumbs('/users')
    await userEvent.click(page.getByRole('button', { name: 'Cadastrar' }))
    await expect.element(field('Nome')).toBeVisible()
    await isInOrder('a new user')
    if (look.width !== 'desk') await hasTargetsForThumbs('a new user')
  })
})

test('the sheet has the filtered users, and says filter and author', async () => {
  const files = savedFiles()
  const { user } = await openUsers({}, '/users?perfil=3')
  const shown = () => page.getByRole('button', { name: /^Editar / }).elements().length
  await expect.poll(shown).toBeGreaterThan(0)
  await userEvent.click(page.getByRole('button', { name: 'Exportar' }))
  await expect.poll(() => files[0]?.name).toMatch(/^usuarios_\d\d_\d\d_\d{4}\.xlsx$/)
  const { sheets } = await readXlsx((await files[0]?.bytes()) ?? new Uint8Array())
  const [, filter, when, head, ...rows] = sheets[0]?.rows ?? []
  expect(filter?.[0]).toBe('Perfil: Corretor')
  expect(String(when?.[0])).toMatch(new RegExp(`Exportado por ${user.name}$`))
  expect(head).toContain('Último acesso')
  expect(rows).toHaveLength(shown())
  expect(new Set(rows.map((row) => row[3]))).toEqual(new Set(['Corretor']))
})

test('users are filtered by role and last access, and the address keeps the filters', async () => {
  await openUsers()
  const headings = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent).join()
  await expect.poll(headings).toMatch(/Nome.*Perfil.*Equipe.*Concessionária.*Último acesso.*Situação.*Ações/)
  await userEvent.click(page.getByRole('combobox', { name: 'Perfil' }))
  await userEvent.click(page.getByRole('option', { name: 'Gerente' }))
  await expect.poll(() => window.location.search).toBe('?perfil=2')
  await expect.element(cell('Gustavo Prado')).toBeVisible()
  await expect.element(cell('Carla Nunes')).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Limpar' }).filter({ hasText: 'Limpar' }))
  await userEvent.click(page.getByRole('combobox', { name: 'Último acesso' }))
  await userEvent.click(page.getByRole('option', { name: 'Nunca entrou' }))
  await expect.poll(() => window.location.search).toBe('?acesso=nunca')
  await expect.element(cell('Carla Nunes')).toBeVisible()
  await expect.element(cell('Gustavo Prado')).not.toBeInTheDocument()
})

test('on a phone the filters are folded, two users fit a screen, and the cards have an order', async () => {
  await openUsers({ width: 'phone' })
  const cards = page.getByRole('list', { name: 'Usuários' }).getByRole('listitem')
  await expect.element(cards.nth(1)).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByRole('textbox', { name: 'Login' })).not.toBeInTheDocument()
  const first = () => cards.first().element().querySelector('strong')?.textContent
  const before = first()
  await tap(page.getByRole('button', { name: /^Ordem crescente/ }))
  await expect.poll(first).not.toBe(before)
  await userEvent.click(page.getByRole('combobox', { name: 'Ordenar Usuários por' }))
  await userEvent.click(page.getByRole('option', { name: 'Por Último acesso' }))
  await expect.poll(() => window.location.search).toBe('?ordem=-acesso')
  await tap(page.getByRole('button', { name: 'Filtros' }))
  await userEvent.click(page.getByRole('combobox', { name: 'Perfil' }))
  await userEvent.click(page.getByRole('option', { name: 'Gerente' }))
  await expect.element(page.getByRole('button', { name: 'Filtros (1)' })).toBeVisible()
  await expect.element(cards.first()).toMatchTextContent('Gerente')
})

test.each(['phone', 'desk'] as const)('the time of the last accesses moves no user: %s', async (width) => {
  let answer = () => {}
  await openUsers({ width }, '/users', (peer) => {
    answer = peer.holds(usersAccessRoute)
  })
  const list = page.getByRole(width === 'phone' ? 'list' : 'table', { name: 'Usuários' })
  await expect.element(list).toBeVisible()
  const before = list.element().getBoundingClientRect().top
  expect(page.getByText(/^Dados de /).elements()).toEqual([])
  answer()
  await expect.element(page.getByText(/^Dados de /)).toBeVisible()
  expect(list.element().getBoundingClientRect().top).toBe(before)
})

test('the fields of the dialog stay where they are when a role is chosen', async () => {
  await openUsers()
  await userEvent.click(page.getByRole('button', { name: 'Cadastrar' }))
  const role = dialog.getByRole('combobox', { name: 'Perfil' })
  const place = () => field('Grupo hierárquico').element().getBoundingClientRect().y
  await userEvent.click(role)
  const before = place()
  await userEvent.click(page.getByRole('option', { name: 'Corretor' }))
  await expect.element(dialog.getByRole('combobox', { name: 'Equipe técnica' })).toBeVisible()
  expect(place()).toBe(before)
  await choose('Perfil', 'Indicador')
  await expect.element(dialog.getByRole('combobox', { name: 'Canal' })).toBeVisible()
  expect(place()).toBe(before)
})

test('a new user needs a name and a start of work within its bounds; without a mail server its link is copied', async () => {
  await openUsers()
  await userEvent.click(page.getByRole('button', { name: 'Cadastrar' }))
  await userEvent.click(save)
  await expect.element(dialog.getByText('Campo Obrigatório').first()).toBeVisible()
  await expect.element(field('Nome')).toHaveFocus()
  await typeNewUser('Helena Prado', 'helena')
  await choose('Perfil', 'Corretor')
  await field('Início da jornada').fill('0700')
  await userEvent.click(save)
  await expect.element(dialog.getByText('O horário deve estar entre 08:30 e 12:00').nth(1)).toBeVisible()
  await field('Início da jornada').fill('0900')
  await userEvent.click(save)
  const unsent = page.getByRole('dialog', { name: 'Nenhum e-mail foi enviado' })
  await expect.element(unsent.getByText(/envie-o você mesmo a helena@exemplo\.com\.br/)).toBeVisible()
  await isInOrder('the link of an invitation')
  await userEvent.click(unsent.getByRole('button', { name: 'Copiar link' }))
  await expect.element(unsent.getByRole('button', { name: 'Copiado' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(cell('Helena Prado')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Reenviar e-mail.*Helena Prado$/ })).toBeVisible()
})

test('a user that somebody else changed meanwhile: what was typed stays, the rest is what is true now', async () => {
  const { users } = await openUsers()
  await userEvent.click(edit('Carla Nunes'))
  await expect.element(active).toBeChecked()
  users.change(3, { status: 0 })
  await field('Observação').fill('Só à tarde')
  await userEvent.click(save)
  await expect.element(alert).toMatchTextContent('Status (agora Inativo)')
  await expect.element(field('Observação')).toHaveValue('Só à tarde')
  await expect.element(active).not.toBeChecked()
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(users.user(3)).toMatchObject({ observation: 'Só à tarde', status: 0 })
})

test('a save whose answer is lost keeps what was typed, and makes one administrator when it is sent again', async () => {
  const { peer, users } = await openUsers()
  await userEvent.click(page.getByRole('button', { name: 'Criar administrador' }))
  await typeNewUser('Otávio Reis', 'otavio')
  await userEvent.click(save)
  await expect.element(passwordField).toBeVisible()
  peer.losesAnswer(createUserRoute)
  await confirm()
  await expect.element(alert).toMatchTextContent('Não sabemos se foi salvo')
  await expect.element(field('Nome')).toHaveValue('Otávio Reis')
  await userEvent.click(save)
  await expect.poll(() => window.location.pathname).toBe('/users')
  expect(users.all.filter(({ login }) => login === 'otavio')).toHaveLength(1)
})

test('a manager neither makes an administrator nor edits one', async () => {
  const { peer } = await openUsers({ role: 2 })
  await expect.element(edit('Carla Nunes')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Criar administrador' })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Cadastrar' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Perfil' }))
  await expect.element(page.getByRole('option', { name: 'Corretor' })).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Administrador' })).not.toBeInTheDocument()
  expect(peer.callsOf(updateManagedUserRoute)).toEqual([])
})
