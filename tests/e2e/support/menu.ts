/** The side menu: an entry by its label, and its group, which is opened first. docs/rules.md#menu */
import { expect, type Locator, type Page } from '@playwright/test'
import { ROUTES } from '../../../src/domain/permissions/routes.ts'
import { entryName } from '../../support/entry-name.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' })

/** Of an open group that has more entries than are in sight. */
const moreIn = (menu: Locator) => menu.getByRole('button', { name: /^Mais \d+ / })

/** Returns the entry, in sight. */
export async function menuEntry(page: Page, name: string): Promise<Locator> {
  const menu = menuOf(page)
  await expect(menu).toBeVisible()
  const entry = menu.getByRole('link', { name: entryName(name) })
  const section = ROUTES.find(({ label }) => label === name)?.section ?? name
  const group = menu.getByRole('button', { name: entryName(section), expanded: false })
  if ((await entry.count()) === 0 && (await group.count()) === 1) await group.click()
  await expect(entry.or(moreIn(menu)).first()).toBeVisible()
  const moreHere = menu.getByRole('button', { name: new RegExp(`^Mais \\d+ em ${section}$`, 'u') })
  if ((await entry.count()) === 0) await moreHere.click()
  await expect(entry).toBeVisible()
  return entry
}
