/** Passkeys of Chromium's virtual authenticator at the real server: docs/rules.md#second-factor */
import type { Page } from '@playwright/test'
import { addAuthenticator } from '../../scripts/virtual-authenticator.ts'
import { App } from './support/app.ts'
import { confirm, confirmDialog } from './support/confirm.ts'
import { expect, SLICED, test } from './support/test.ts'

const security = (page: Page) => page.getByRole('region', { name: 'Segurança' })
const second = (page: Page) => page.getByRole('form', { name: 'Confirmar a entrada' })

// Promise: a real authenticator signs in at the real server.
test(
  'a passkey enters alone, is the second step, and replaces the own password',
  SLICED,
  async ({ ownServer, newDevice }) => {
    const app = await App.signedIn(await (await newDevice('gerente')).open(), ownServer.url, 'gerente')
    const { page } = app
    await addAuthenticator(page, { hasPrf: false })
    await app.goTo('/profile')
    await security(page).getByRole('button', { name: 'Criar chave' }).click()
    await page.getByLabel('Nome da chave').fill('Chave do balcão')
    await page.keyboard.press('Enter')
    await confirm(page)
    const codes = page.getByRole('dialog', { name: 'Códigos de recuperação' })
    await codes.getByRole('button', { name: 'Já guardei' }).click()
    await expect(security(page).getByText('Chave do balcão')).toBeVisible()

    await app.signOut()
    await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
    await app.ready()

    await app.signOut()
    await app.signIn('gerente')
    await second(page).getByRole('button', { name: 'Usar chave de acesso' }).click()
    await app.ready()

    await page.goto(`${app.url}/profile`)
    await security(page).getByRole('button', { name: 'Renomear Chave do balcão' }).click()
    const naming = page.getByRole('dialog', { name: 'Nome da chave' })
    await naming.getByLabel('Nome').fill('Chave da loja')
    await page.keyboard.press('Enter')
    await expect(security(page).getByText('Chave da loja')).toBeVisible()
    await security(page).getByRole('button', { name: 'Criar novos' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    await confirmDialog(page).getByRole('button', { name: 'Usar chave de acesso' }).click()
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await codes.getByRole('button', { name: 'Já guardei' }).click()
    await security(page).getByRole('button', { name: 'Remover Chave da loja' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remover chave' }).click()
    await expect(security(page).getByText('Chave da loja')).toHaveCount(0)
  },
)
