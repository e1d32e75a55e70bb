/** The dialog that asks for the own password. */

import { expect, type Locator, type Page } from '@playwright/test'
import { PASSWORD } from '../../support/demo-password.ts'

export const confirmDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Confirme com a sua senha' })

/** Answers it as a user of the demo does. */
export async function confirm(page: Page, password = PASSWORD): Promise<void> {
  await confirmDialog(page).getByLabel('Sua senha').fill(password)
  await page.keyboard.press('Enter')
  await expect(confirmDialog(page)).toBeHidden()
}
