import type { Page, Route } from '@playwright/test'

const EVERY_ADDRESS = '**/*'

const refuse = (route: Route) => route.abort('internetdisconnected')

/**
 * Reloads the page of a context that is offline. After such a reload Chromium 150 says that it is online, and later sends
 * no event when the network returns. Cutting the network anew corrects it. Requests fail also in the moment between: a
 * page that got an answer then would show it as fresh.
 */
export async function reloadOffline(page: Page): Promise<void> {
  const context = page.context()
  await page.reload()
  await context.route(EVERY_ADDRESS, refuse)
  await context.setOffline(false)
  await context.setOffline(true)
  await context.unroute(EVERY_ADDRESS, refuse)
}
