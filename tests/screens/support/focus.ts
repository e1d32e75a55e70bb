/** Gives an element the focus, as if a user's keys had led there. */
import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

export async function focusOn(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible()
  const element = locator.element()
  if (!(element instanceof HTMLElement)) throw new Error('it takes no focus')
  element.focus()
}
