/**
 * The second factor by the screen: an app's codes, recovery codes, a remembered device, and passkeys of Chromium's virtual
 * authenticator. docs/rules.md#second-factor
 */
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { addAuthenticator } from '../../scripts/virtual-authenticator.ts'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { confirm, confirmDialog } from './support/confirm.ts'
import { expect, SLICED, test } from './support/test.ts'

const LOOK = { width: 390, scheme: 'light' } as const
const security = (page: Page) => page.getByRole('region', { name: 'Segurança' })
const second = (page: Page) => page.getByRole('form', { name: 'Confirmar a entrada' })

/** Switches the app on in the profile. Returns its secret and the recovery codes. */
async function switchOn(page: Page) {
  await security(page).getByRole('button', { name: 'Ligar' }).click()
  await confirm(page)
  const dialog = page.getByRole('dialog', { name: 'Aplicativo de códigos' })
  await expect(dialog.getByRole('img', { name: 'Imagem para o aplicativo de códigos' })).toBeVisible()
  const uri = await dialog.getByRole('link').getAttribute('href')
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
  const code = new TOTP({ secret }).generate()
  await dialog.getByLabel('Código que o aplicativo mostra').fill(code)
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Códigos de recuperação' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recovery = await codes.getByRole('listitem').allInnerTexts()
  await codes.getByRole('button', { name: 'Já guardei' }).click()
  await expect(codes).toBeHidden()
  return { secret, code, recovery }
}

// Promise: codes of a secret that the real server made admit another device, which is remembered.
test(
  'a broker switches codes on, enters with them on a phone, and the device is remembered',
  SLICED,
  async ({ server, newDevice }) => {
    const device = await newDevice()
    const context = await device.open()
    const app = await App.open(context, server.url, '/login')
    const { page } = app
    await page.setViewportSize({ width: 390, height: 844 })
    await app.signIn('corretor')
    await app.ready()
    await page.goto(`${app.url}/profile`)
    await expect(security(page).getByText('Desligado')).toBeVisible()
    const { code, recovery } = await switchOn(page)
    await expect(security(page).getByText('Ligado', { exact: true })).toBeVisible()
    await expect(security(page).getByText('10 de 10 ainda não usados')).toBeVisible()
    await isInOrderInEveryLook(page, '/profile', LOOK)

    await app.signOut()
    await app.signIn('corretor')
    // The code that switched it on counts for no sign-in.
    await expect(second(page).getByLabel('Código')).toBeFocused()
    await second(page).getByLabel('Código').fill(code)
    await page.keyboard.press('Enter')
    await expect(second(page).getByText(/já foi usado/)).toBeVisible()
    await second(page).getByRole('button', { name: 'Usar um código de recuperação' }).click()
    await second(page)
      .getByLabel('Código de recuperação')
      .fill(recovery[0]?.toLowerCase() ?? '')
    await second(page).getByLabel('Lembrar este aparelho por 30 dias').check()
    await second(page).getByRole('button', { name: 'Confirmar' }).click()
    await app.ready()

    await app.signOut()
    await app.signIn('corretor')
    await app.ready()
    await page.goto(`${app.url}/profile`)
    await expect(security(page).getByText('9 de 10 ainda não usados')).toBeVisible()
    await expect(security(page).getByText(/^1 aparelho não pergunta/)).toBeVisible()
    await security(page).getByRole('button', { name: 'Desligar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desligar aplicativo' }).click()
    await confirm(page)
    await expect(security(page).getByText('Desligado')).toBeVisible()
  },
)

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
