/** The menu behind the user's initials. */
import { page, userEvent } from 'vitest/browser'

export const account = page.getByRole('button', { name: /^Conta de/ })

export async function choosesInAccount(name: string): Promise<void> {
  await userEvent.click(account)
  await userEvent.click(page.getByRole('menuitem', { name, exact: true }))
}
