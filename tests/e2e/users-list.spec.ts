/** 'Usuários': its columns, filters and order, at a desk and on a phone. docs/rules.md#users */
import { expect, test } from './support/test.ts'

test('users are filtered by role, team, dealership and last access, and the address keeps the filters', async ({
  sharedServer,
  signedIn,
}) => {
  const { page } = await signedIn(sharedServer.url, 'admin', '/users')
  const table = page.getByRole('table')
  for (const name of ['Nome', 'Perfil', 'Equipe', 'Empresa', 'Último acesso', 'Situação', 'Ações'])
    await expect(table.getByRole('columnheader', { name })).toBeVisible()
  await page.getByRole('combobox', { name: 'Perfil' }).click()
  await page.getByRole('option', { name: 'Gerente', exact: true }).click()
  await expect(page).toHaveURL(/perfil=2/)
  await expect(table.getByRole('cell', { name: 'Corretor', exact: true })).toHaveCount(0)
  await expect(table.getByRole('cell', { name: 'Gerente', exact: true }).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Último acesso' }).click()
  await page.getByRole('option', { name: 'Nunca entrou' }).click()
  await expect(page).toHaveURL(/acesso=nunca/)
  await page.getByRole('button', { name: 'Limpar', exact: true }).filter({ hasText: 'Limpar' }).click()
  await page.getByRole('combobox', { name: 'Último acesso' }).click()
  await page.getByRole('option', { name: 'Nos últimos 7 dias' }).click()
  await expect(page.getByRole('status').filter({ hasText: /resultados?/ })).toBeVisible()
  await expect(table.getByRole('cell', { name: 'admin', exact: true })).toBeVisible()
})

test('on a phone the filters are folded, two users fit a screen, and the cards have an order', async ({
  sharedServer,
  signedIn,
}) => {
  const { page } = await signedIn(sharedServer.url, 'admin', '/users')
  await page.setViewportSize({ width: 390, height: 844 })
  const cards = page.getByRole('list', { name: 'Usuários' }).getByRole('listitem')
  await expect(cards.nth(1)).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Login')).toBeHidden()
  const first = () => cards.first().locator('strong').textContent()
  const before = await first()
  await page.getByRole('button', { name: /^Ordem crescente/ }).click()
  await expect.poll(first).not.toBe(before)
  await page.getByRole('combobox', { name: 'Ordenar Usuários por' }).click()
  await page.getByRole('option', { name: 'Por Último acesso' }).click()
  await expect(page).toHaveURL(/ordem=-acesso/)
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await page.getByRole('combobox', { name: 'Perfil' }).click()
  await page.getByRole('option', { name: 'Gerente', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Filtros (1)' })).toBeVisible()
  await expect(cards.first()).toContainText('Gerente')
})

test('the fields of the dialog stay where they are when a role is chosen', async ({
  sharedServer,
  signedIn,
}) => {
  const { page } = await signedIn(sharedServer.url, 'admin', '/users')
  await page.getByRole('button', { name: 'Cadastrar' }).click()
  const dialog = page.getByRole('dialog')
  const place = async () => (await dialog.getByLabel('Grupo hierárquico').boundingBox())?.y
  await dialog.getByRole('combobox', { name: 'Perfil de acesso' }).click()
  const before = await place()
  for (const role of ['Corretor', 'Indicador']) {
    await page.getByRole('option', { name: role, exact: true }).click()
    await expect(
      dialog.getByRole('combobox', { name: role === 'Corretor' ? 'Equipe técnica' : 'Canal' }),
    ).toBeVisible()
    expect(await place()).toBe(before)
    await dialog.getByRole('combobox', { name: 'Perfil de acesso' }).click()
  }
})
