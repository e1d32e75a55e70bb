/** A page of the demo: how a person signs in, and when there is nothing left to wait for. */
import type { Page } from 'playwright'
import { PASSWORD } from '../../tests/support/demo-password.ts'

export async function signIn(page: Page, url: string, login: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Login', { exact: true }).fill(login)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('button', { name: /^Conta de/u }).waitFor()
  await page
    .getByText(/Conectado/u)
    .first()
    .waitFor({ state: 'attached' })
}

/** Waits until nothing on the screen is a placeholder any more. */
export async function still(page: Page): Promise<void> {
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(1500)
}
