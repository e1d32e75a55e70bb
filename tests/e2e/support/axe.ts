/** What axe finds that would keep somebody out. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Every rule, the whole page. Two settings only save time: the app has no frames, for which axe would open another page
 * to put results together, and what passed is counted, not described.
 */
async function seriousViolations(page: Page): Promise<string[]> {
  expect(page.frames(), 'a frame would not be looked into').toHaveLength(1)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`.slice(0, 500))
}

/** Nothing serious or critical. */
export async function isAccessible(page: Page, what = 'the page'): Promise<void> {
  expect(await seriousViolations(page), what).toEqual([])
}

/** Nothing serious or critical, and nothing wider than the screen. */
export async function isInOrder(page: Page, what = 'the page'): Promise<void> {
  await isAccessible(page, what)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** How a screen is looked at: width in pixels and colour scheme. */
export interface Look {
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

/** The same page, as the look has it, once the app has followed. */
export async function lookAt(page: Page, { width, scheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
}
