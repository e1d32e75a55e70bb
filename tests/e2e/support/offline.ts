import type { Page } from '@playwright/test'

/**
 * Reloads the page of a context that is offline. After such a reload Chromium 150 says that it is online, and later sends
 * no event when the network returns. Cutting the network anew corrects it.
 */
export async function reloadOffline(page: Page): Promise<void> {
  await page.reload()
  await page.context().setOffline(false)
  await page.context().setOffline(true)
}
