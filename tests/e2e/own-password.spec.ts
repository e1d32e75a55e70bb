/** 'Confirme com a sua senha': one dialog for every call that needs it. docs/rules.md#own-password */
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { confirm, confirmDialog } from './support/confirm.ts'
import { Rest } from './support/rest.ts'
import { storedIn } from './support/storage.ts'
import { expect, test } from './support/test.ts'

const LOOK = { width: 390, scheme: 'light' } as const
const MANAGER = '/users?login=gerente'

const userDialog = (page: Page) => page.getByRole('dialog', { name: /^Editar/ })
const field = (page: Page) => confirmDialog(page).getByLabel('Sua senha')
const save = (page: Page) => userDialog(page).getByRole('button', { name: 'Salvar' })

async function openManager(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Editar/ })
    .first()
    .click()
  await expect(save(page)).toBeVisible()
}

async function makeAdministrator(page: Page): Promise<void> {
  const role = userDialog(page).getByRole('combobox', { name: 'Perfil de acesso' })
  await role.or(userDialog(page).getByLabel('Perfil de acesso')).first().click()
  await page.getByRole('option', { name: 'Administrador', exact: true }).click()
  await expect(userDialog(page).getByText('Um administrador pode tudo')).toBeVisible()
}

test('a user becomes an administrator in its dialog, by keys alone; the tab asks once, another tab again', async ({
  server,
  signedIn,
}) => {
  const first = await signedIn(server.url, 'admin', MANAGER)
  const { page } = first
  await openManager(page)
  await userDialog(page).getByLabel('Observação').fill('Cuida da loja nova')
  await makeAdministrator(page)
  await save(page).focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  // For password managers: whose password it is, and that it is no new one.
  await expect(field(page)).toHaveAttribute('autocomplete', 'current-password')
  await expect(confirmDialog(page).locator('[autocomplete="username"]')).toHaveValue('admin')
  await page.keyboard.press('Enter')
  await expect(confirmDialog(page).getByText('Campo Obrigatório')).toBeVisible()
  await page.keyboard.type('palpite')
  await page.keyboard.press('Enter')
  await expect(confirmDialog(page).getByText('A sua senha não confere.')).toBeVisible()
  await expect(field(page)).toBeFocused()

  // Escape closes the question alone, and the focus is where it was.
  await page.keyboard.press('Escape')
  await expect(confirmDialog(page)).toBeHidden()
  const notSaved = userDialog(page).getByText('Confirme com a sua senha para continuar.', { exact: true })
  await expect(notSaved).toBeVisible()
  await expect(save(page)).toBeFocused()
  await expect(userDialog(page).getByLabel('Observação')).toHaveValue('Cuida da loja nova')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('')
  const answered = page.waitForResponse('**/api/sessions/confirm')
  await confirm(page)
  const { data }: { data: { confirmation: string } } = await (await answered).json()
  await expect(userDialog(page)).toBeHidden()
  const admin = await Rest.signIn(server.url, 'admin')
  expect((await admin.call('GET', '/users/list?login=gerente')).body).toMatchObject({
    data: [{ roles: [{ id: 1 }], observation: 'Cuida da loja nova' }],
  })

  // Within five minutes this tab does not ask again.
  await openManager(page)
  await userDialog(page).getByLabel('Telefone').fill('31988887777')
  await save(page).click()
  await expect(userDialog(page)).toBeHidden()
  const second = new App(await page.context().newPage(), first.url)
  await second.goTo(MANAGER)
  const { page: other } = second
  await openManager(other)
  await userDialog(other).getByLabel('Telefone').fill('31977776666')
  await save(other).click()
  await expect(confirmDialog(other)).toBeVisible()
  // Neither the confirmation nor the password is on the disk.
  const kept = JSON.stringify(await storedIn(page))
  expect(['farol-demo', data.confirmation].filter((secret) => kept.includes(secret))).toEqual([])
})

test('on a phone: Back and Cancelar leave the question below as it was', async ({
  sharedServer,
  signedIn,
}) => {
  const { page } = await signedIn(sharedServer.url, 'admin', '/parceiros')
  await page.setViewportSize({ width: 390, height: 844 })
  await page
    .getByRole('button', { name: /^Chaves de/ })
    .last()
    .click()
  const keys = page.getByRole('dialog', { name: /^Chaves de/ })
  await keys.getByLabel('Nome da nova chave').fill('Loja de Betim')
  await keys.getByRole('button', { name: 'Criar chave' }).click()
  await expect(field(page)).toBeFocused()
  await isInOrderInEveryLook(page, 'the question for the password', LOOK)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goBack()
  await expect(confirmDialog(page)).toBeHidden()
  await expect(keys.getByLabel('Nome da nova chave')).toHaveValue('Loja de Betim')
  await expect(keys.getByRole('alert')).toContainText('Confirme com a sua senha para continuar.')
  await keys.getByRole('button', { name: 'Criar chave' }).click()
  await confirmDialog(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(confirmDialog(page)).toBeHidden()
  await expect(keys.getByText('Nenhuma chave ainda.')).toBeVisible()
  await keys.getByRole('button', { name: 'Criar chave' }).click()
  await field(page).fill('farol-demo')
  await confirmDialog(page).getByRole('button', { name: 'Confirmar' }).click()
  await expect(keys.getByRole('status')).toContainText('farol_')

  // A question below stays as well.
  await keys.getByRole('button', { name: 'Copiar chave' }).click()
  await page.reload()
  await page
    .getByRole('button', { name: /^Chaves de/ })
    .last()
    .click()
  await keys.getByRole('button', { name: 'Encerrar chave Loja de Betim' }).click()
  const ending = page.getByRole('dialog', { name: /^Encerrar a chave/ })
  await ending.getByRole('button', { name: 'Encerrar chave' }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(confirmDialog(page)).toBeHidden()
  await expect(keys.getByText(/Encerrada em/)).toHaveCount(0)
})

test('a lost answer, a late one, and no network: the dialog says so and keeps what was typed', async ({
  server,
  signedIn,
}) => {
  const { page } = await signedIn(server.url, 'admin', MANAGER)
  await openManager(page)
  await makeAdministrator(page)
  await save(page).click()
  await field(page).fill('farol-demo')
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  const problem = confirmDialog(page).getByRole('alert')
  await expect(problem).toHaveText('Sem conexão: confirmar a senha precisa de internet.')
  await page.context().setOffline(false)
  await expect(field(page)).toHaveValue('farol-demo')

  // The server confirms, and its answer comes when the dialog is gone: it counts for nothing.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/sessions/confirm', async (route) => {
    await held
    await route.fallback().catch(() => {})
  })
  await field(page).focus()
  await page.keyboard.press('Enter')
  await expect(confirmDialog(page).getByRole('button', { name: 'Confirmar' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(confirmDialog(page)).toBeHidden()
  release()
  await page.unroute('**/sessions/confirm')
  await expect(save(page)).toBeEnabled()
  await save(page).click()
  await expect(field(page)).toHaveValue('')

  await server.kill()
  await field(page).fill('farol-demo')
  await page.keyboard.press('Enter')
  await expect(problem).toContainText('Sem conexão')
  await server.startAgain()
  await confirm(page)
  await expect(userDialog(page)).toBeHidden()
})

test('the bell of another administrator reports a new e-mail', async ({ server, signedIn }) => {
  const admin = await (await Rest.signIn(server.url, 'admin')).confirmed()
  const users = (await admin.call('GET', '/users/list?login=gerente')).body as { data: { id: number }[] }
  const form = { name: 'Marcelo Siqueira', phone: '31988887777', partners: [] }
  const path = `/users/${users.data[0]?.id}`
  const made = await admin.call('PUT', path, { ...form, role: 1, email: 'gerente@farol.exemplo.com.br' })
  expect(made.status).toBe(200)
  expect((await admin.call('PUT', path, { ...form, role: 1, email: 'novo@exemplo.com.br' })).status).toBe(200)
  const { page } = await signedIn(server.url, 'gerente')
  await page.getByRole('button', { name: /avisos/i }).click()
  await expect(page.getByText('O seu e-mail no Farol')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Troca pedida para novo@exemplo.com.br')).toBeVisible()
})
