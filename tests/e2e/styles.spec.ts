/**
 * The built app's style sheets arrive in another order than in development: a late one lies before the first one. What
 * Mantine's later components change of the basic ones holds all the same (src/ui/styles.css).
 */
import type { Locator } from '@playwright/test'
import { expect, SLICED, test } from './support/test.ts'

const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

const NOTHING = 'rgba(0, 0, 0, 0)'

// Promise: the built app's style sheets, which come in another order, draw what development draws.
test(
  'a chosen day, a chosen row of the search and the pages of a table look chosen in the built app',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const app = await signedIn(sharedServer.url, 'gerente', '/relatorio-indicacoes-corretora')
    const { page } = app
    const primary = await page.evaluate(() => {
      const probe = document.createElement('i')
      probe.style.color = 'var(--mantine-primary-color-filled)'
      document.body.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })

    await test.step('pages have a frame, and the present one is filled', async () => {
      const present = page.locator('.mantine-Pagination-control[data-active]').first()
      // The table may be drawn anew between two looks.
      await expect(present).toHaveCSS('background-color', primary)
      const other = page.locator('.mantine-Pagination-control:not([data-active])').nth(1)
      await expect(other).not.toHaveCSS('border-top-width', '0px')
      await expect(other).not.toHaveCSS('border-top-color', NOTHING)
    })

    await test.step('the chosen row of the search differs from the others', async () => {
      await page.keyboard.press('Control+K')
      const rows = page.getByRole('dialog', { name: 'Busca' }).locator('[data-action]')
      await expect(page.getByRole('dialog', { name: 'Busca' }).getByRole('textbox')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      const chosen = page.locator('[data-action][data-selected]')
      await expect(chosen).toHaveCount(1)
      const ground = await styleOf(chosen, 'background-color')
      expect(ground).not.toBe(NOTHING)
      expect(await styleOf(chosen, 'color')).not.toBe(ground)
      expect(await styleOf(rows.last(), 'background-color')).not.toBe(ground)
      await page.keyboard.press('Escape')
    })

    await test.step('a chosen day is filled', async () => {
      await app.goTo('/')
      const from = page.getByLabel('Data inicial')
      await from.fill('10/11/2026')
      await from.press('Tab')
      await from.click()
      const day = page.locator('[data-selected].mantine-DatePickerInput-day, button[data-selected]').first()
      await expect(day).toBeVisible()
      expect(await styleOf(day, 'background-color')).toBe(primary)
    })
  },
)
