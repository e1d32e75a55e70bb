/** The side menu as a user operates it: what is in a closed group is opened first. docs/rules.md#menu */
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { ROUTES } from '../../../src/domain/permissions/routes.ts'
import { entryName } from '../../support/entry-name.ts'

export const menu = page.getByRole('navigation', { name: 'Menu principal' })

export const groupOf = (name: string): Locator =>
  menu.getByRole('button', { name: entryName(ROUTES.find(({ label }) => label === name)?.section ?? name) })

/** Of an open group that has more entries than are in sight. */
const more = menu.getByRole('button', { name: /^Mais \d+ / })

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
  if (entry.elements().length === 0 && more.elements().length > 0) await press(more)
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
  if (more.elements().length === 0) return
  await press(more)
  await expect.element(more).not.toBeInTheDocument()
}
