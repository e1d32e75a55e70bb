/** A protected device as its user operates it: docs/rules.md#protected-devices */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { PASSWORD } from '../../support/demo-password.ts'
import { App } from './app.ts'
import { expect } from './test.ts'

export { PASSWORD }

export const lockScreen = (page: Page): Locator => page.getByRole('heading', { name: 'Farol bloqueado' })

/** Opens the dialog that protects the device, and fills the password in. Its last button is still to be pressed. */
export async function beginProtection(app: App, password = PASSWORD): Promise<Locator> {
  await app.goTo('/profile')
  await app.page.getByRole('button', { name: 'Proteger este aparelho' }).click()
  const dialog = app.page.getByRole('dialog', { name: 'Proteger este aparelho' })
  await dialog.getByLabel('Senha', { exact: true }).fill(password)
  return dialog.getByRole('button', { name: 'Proteger' })
}

/** Protects the device for the user who is signed in there. */
export async function protect(app: App, password = PASSWORD): Promise<void> {
  await (await beginProtection(app, password)).click()
  await expect(app.page.getByText('Protegido', { exact: true })).toBeVisible({ timeout: 60_000 })
  await app.ready()
}

/** By the password, also where the device asks for a PIN first. */
export async function unlock(page: Page, password = PASSWORD): Promise<void> {
  const field = page.getByLabel('Senha', { exact: true })
  const instead = page.getByRole('button', { name: 'Usar a senha' })
  await expect(field.or(instead).first()).toBeVisible()
  if (await instead.isVisible()) await instead.click()
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Desbloquear', exact: true }).click()
}

export async function choose(app: App, item: 'Bloquear' | 'Trocar usuário' | 'Logout'): Promise<void> {
  await app.page.getByRole('button', { name: /^Conta de/ }).click()
  await app.page.getByRole('menuitem', { name: item }).click()
}

export async function lock(app: App): Promise<void> {
  await choose(app, 'Bloquear')
  await expect(lockScreen(app.page)).toBeVisible()
}

/** Opens a locked device by the password. */
export async function unlocked(context: BrowserContext, url: string): Promise<App> {
  const app = await App.open(context, url)
  await expect(lockScreen(app.page)).toBeVisible()
  await unlock(app.page)
  await expect(app.connection()).toBeAttached()
  return app
}

export const databases = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted())

export const keyrings = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names: string[] = []
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
    return names
  })
