/** Chooses an option as a user does: from a list, or in a row of choices. */
import { expect, type Locator, type Page } from '@playwright/test'

/** A list without its final place may move away under the click: without a choice the click is repeated. */
export async function choose(page: Page, root: Locator, label: string, option: string): Promise<void> {
  const field = root.getByRole('combobox', { name: label, exact: true })
  const row = root.getByRole('radiogroup', { name: label, exact: true })
  await expect(field.or(row).first()).toBeVisible()
  if ((await row.count()) > 0) {
    await row.getByText(option, { exact: true }).click()
    return expect(row.getByRole('radio', { name: option, exact: true })).toBeChecked()
  }
  await expect(async () => {
    if ((await field.inputValue()) === option) return
    await field.click()
    await page.getByRole('option', { name: option, exact: true }).click()
    await expect(field).toHaveValue(option, { timeout: 5000 })
  }).toPass({ timeout: 60_000 })
}
