/** 'Usuários': from the dialog to the new user's first sign-in; a save that fails; a user who is deactivated. */
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { confirm } from './support/confirm.ts'
import { COLLEAGUE } from './support/demo-people.ts'
import { expect, SLICED, test } from './support/test.ts'

const PASSWORD = 'Uma-Frase-Longa-4711'
const BRUNA = `Editar ${COLLEAGUE.name}`
const LOOK = { width: 1440, scheme: 'light' } as const

const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Salvar' }).click()

async function choose(page: Page, label: string, option: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: label }).or(dialog(page).getByLabel(label)).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test(
  'a new user gets an invitation, sets a password with its link, and signs in',
  SLICED,
  async ({ server, newDevice, signedIn }) => {
    const manager = await signedIn(server.url, 'gerente')
    const admin = await signedIn(server.url, 'admin', '/users')
    const { page } = admin
    await expect(page.getByRole('button', { name: /^Editar/ }).first()).toBeVisible()
    await isInOrderInEveryLook(page, '/users', LOOK)
    await page.getByRole('button', { name: 'Cadastrar' }).click()
    await save(page)
    await expect(dialog(page).getByText('Campo Obrigatório').first()).toBeVisible()
    await expect(dialog(page).getByLabel('Nome')).toBeFocused()
    await dialog(page).getByLabel('Nome').fill('Helena Prado')
    await dialog(page).getByLabel('E-mail').fill('helena@exemplo.com.br')
    await dialog(page).getByLabel('Login').fill('helena')
    await dialog(page).getByLabel('Telefone').fill('31988887777')
    await choose(page, 'Perfil de acesso', 'Corretor')
    await dialog(page).getByLabel('Início da jornada').fill('0700')
    await isInOrderInEveryLook(page, 'a new user', LOOK)
    await save(page)
    await expect(dialog(page).getByText('O horário deve estar entre 08:30 e 12:00')).toHaveCount(2)
    await dialog(page).getByLabel('Início da jornada').fill('0900')
    await save(page)
    // No mail server is configured: the dialog says so and offers the link.
    const unsent = page.getByRole('dialog', { name: 'Nenhum e-mail foi enviado' })
    await expect(
      unsent.getByText(/Copie o link e envie-o você mesmo a helena@exemplo\.com\.br/),
    ).toBeVisible()
    await isInOrderInEveryLook(page, 'the link of an invitation', LOOK)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await unsent.getByRole('button', { name: 'Copiar link' }).click()
    await expect(unsent.getByRole('button', { name: 'Copiado' })).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    // The address by which the administrator came.
    expect(new URL(link).origin).toBe(new URL(page.url()).origin)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('combobox', { name: 'Nome' }).fill('helena')
    await expect(page.getByRole('cell', { name: 'Helena Prado', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Reenviar e-mail/ })).toBeVisible()
    // The badge is the manager's: the administrator has the list open.
    await expect(manager.page.getByLabel('1 usuário novo')).toBeVisible()

    const { page: other } = await App.open(
      await (await newDevice()).open(),
      server.url,
      new URL(link).pathname,
    )
    await expect(other.getByText('O seu login é helena.')).toBeVisible()
    await other.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await other.getByLabel('Confirmação da senha').fill(PASSWORD)
    await other.getByRole('button', { name: 'Salvar' }).click()
    const helena = new App(other, server.url)
    await helena.signIn('helena', PASSWORD)
    await helena.ready()
    await expect(page.getByRole('button', { name: /^Reenviar e-mail/ })).toHaveCount(0)

    await page.getByRole('button', { name: 'Editar Helena Prado' }).click()
    await dialog(page).getByLabel('Ativo').click()
    await save(page)
    await expect(dialog(page)).toBeHidden()
    await expect(other.getByRole('button', { name: 'Entrar' })).toBeVisible()
  },
)

test('a user that somebody else changed meanwhile: what was typed stays, the rest is what is true now', async ({
  server,
  signedIn,
}) => {
  const { page } = await signedIn(server.url, 'admin', '/users')
  const { page: other } = await signedIn(server.url, 'gerente', '/users')
  for (const each of [page, other]) {
    await each.getByRole('textbox', { name: 'Login' }).fill(COLLEAGUE.loginPart)
    await each.getByRole('button', { name: BRUNA }).click()
    await expect(dialog(each).getByLabel('Ativo')).toBeChecked()
  }
  await dialog(other).getByLabel('Ativo').click()
  await save(other)
  await expect(dialog(other)).toBeHidden()
  await dialog(page).getByLabel('Observação').fill('Só à tarde')
  await save(page)
  await expect(dialog(page).getByRole('alert')).toContainText('Status (agora Inativo)')
  await expect(dialog(page).getByLabel('Observação')).toHaveValue('Só à tarde')
  await expect(dialog(page).getByLabel('Ativo')).not.toBeChecked()
  await save(page)
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: BRUNA }).click()
  await expect(dialog(page).getByLabel('Observação')).toHaveValue('Só à tarde')
  await expect(dialog(page).getByLabel('Ativo')).not.toBeChecked()
})

test('a save without a server keeps what was typed', SLICED, async ({ server, signedIn }) => {
  const admin = await signedIn(server.url, 'admin', '/users')
  const { page } = admin
  await page.getByRole('button', { name: 'Criar administrador' }).click()
  await dialog(page).getByLabel('Nome').fill('Otávio Reis')
  await dialog(page).getByLabel('E-mail').fill('otavio@exemplo.com.br')
  await dialog(page).getByLabel('Login').fill('otavio')
  await dialog(page).getByLabel('Telefone').fill('31988887777')
  await server.kill()
  await save(page)
  await expect(dialog(page).getByRole('alert')).toContainText('Não sabemos se foi salvo')
  await expect(dialog(page).getByLabel('Nome')).toHaveValue('Otávio Reis')
  await server.startAgain()
  await save(page)
  await confirm(page)
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/users($|\?)/)
  await page.getByLabel('Login').fill('otavio')
  await expect(page.getByRole('cell', { name: 'Otávio Reis', exact: true })).toBeVisible()
})
