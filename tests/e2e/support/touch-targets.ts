/** What a thumb presses: docs/rules.md#touch. */
import { expect, type Page } from '@playwright/test'

/**
 * The controls that are lower than 44 px, or as an icon alone narrower, and have no larger target around them: neither a
 * label nor an invisible area.
 */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const LEAST = 44
    const TARGETS =
      'button, a[href], input, select, textarea, [role="option"], [role="menuitem"], [role="tab"], label:has(input)'
    const reach = (element: Element, stepX: number, stepY: number) => {
      const label = element.closest('label') ?? element
      const { left, top, width, height } = element.getBoundingClientRect()
      const hits = (distance: number) => {
        const hit = document.elementFromPoint(
          left + width / 2 + stepX * distance,
          top + height / 2 + stepY * distance,
        )
        return hit !== null && (label.contains(hit) || hit.closest('label') === label)
      }
      let distance = 0
      while (distance < LEAST && hits(distance)) distance += 1
      return distance
    }
    const sizeAround = (element: Element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      return {
        width: reach(element, -1, 0) + reach(element, 1, 0),
        height: reach(element, 0, -1) + reach(element, 0, 1),
      }
    }
    return [...document.querySelectorAll<HTMLElement>(TARGETS)]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.getBoundingClientRect().width > 1 &&
          // A dialog covers the rest.
          (document.querySelector('[role="dialog"]') === null ||
            element.closest('[role="dialog"], [role="listbox"], [role="menu"]')),
      )
      .flatMap((element) => {
        const isIcon = element.matches('button, a') && element.innerText.trim() === ''
        const isLarge = ({ width, height }: { width: number; height: number }) =>
          Math.round(height) >= LEAST && (!isIcon || Math.round(width) >= LEAST)
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
        if (label !== undefined && isLarge(label.getBoundingClientRect())) return []
        if (isLarge(element.getBoundingClientRect()) || isLarge(sizeAround(element))) return []
        const { width, height } = element.getBoundingClientRect()
        const name = element.ariaLabel ?? element.innerText.slice(0, 40)
        return [
          `${element.tagName} ${name} (${element.className}): ${Math.round(width)} × ${Math.round(height)}`,
        ]
      })
  })

export const hasTargetsForThumbs = (page: Page, what: string) =>
  expect
    .poll(async () => [...new Set(await smallTargets(page))], `${what}: too small for a thumb`)
    .toEqual([])
