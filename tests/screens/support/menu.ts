/** The side menu as a user operates it: what is in a closed group is opened first. docs/rules.md#menu */
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { ROUTES } from '../../../src/domain/permissions/routes.ts'
import { entryName } from '../../support/entry-name.ts'

export const menu = page.getByRole('navigation', { name: 'Menu principal' })

const sectionOf = (name: string): string => ROUTES.find(({ label }) => label === name)?.section ?? name

export const groupOf = (name: string): Locator =>
  menu.getByRole('button', { name: entryName(sectionOf(name)) })

/** Of open groups that have more entries than are in sight. */
const more = menu.getByRole('button', { name: /^Mais \d+ em / })

/** Returns the entry, in sight. `press`: by mouse, or by touch. */
export async function menuEntry(
  name: string,
  press: (one: Locator) => Promise<void> = (one) => userEvent.click(one),
): Promise<Locator> {
  const entry = menu.getByRole('link', { name: entryName(name) })
  await expect.element(menu).toBeVisible()
  const group = groupOf(name)
  const folded = group.elements().some((one) => one.getAttribute('aria-expanded') === 'false')
  if (entry.elements().length === 0 && folded) await press(group)
  const moreHere = menu.getByRole('button', { name: new RegExp(`^Mais \\d+ em ${sectionOf(name)}$`, 'u') })
  if (entry.elements().length === 0 && moreHere.elements().length > 0) await press(moreHere)
  await expect.element(entry).toBeVisible()
  return entry
}

/** Opens all groups. */
export async function unfoldMenu(press: (one: Locator) => Promise<void> = (one) => userEvent.click(one)) {
  await expect.element(menu).toBeVisible()
  const closed = () =>
    menu.getByRole('button', { expanded: false }).elements().length - more.elements().length
  while (closed() > 0) {
    const count = closed()
    await press(menu.getByRole('button', { name: /^(?!Mais )/, expanded: false }).first())
    await expect.poll(closed).toBe(count - 1)
  }
  for (let left = more.elements().length; left > 0; left--) {
    await press(more.first())
    await expect.poll(() => more.elements().length).toBe(left - 1)
  }
}
