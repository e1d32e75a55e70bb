/** The menu behind the user's initials. */
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focusOn } from './focus.ts'

export const account = page.getByRole('button', { name: /^Conta de/ })

export async function choosesInAccount(name: string): Promise<void> {
  await userEvent.click(account)
  await userEvent.click(page.getByRole('menuitem', { name, exact: true }))
}

export async function choosesByKeysInAccount(name: string): Promise<void> {
  await focusOn(account)
  await userEvent.keyboard('{Enter}')
  // The menu gives its first item the focus when it has opened.
  await expect.element(page.getByRole('menuitem', { name: 'Profile' })).toHaveFocus()
  await focusOn(page.getByRole('menuitem', { name, exact: true }))
  await userEvent.keyboard('{Enter}')
}
