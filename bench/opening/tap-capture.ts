/** A tap on 'Capturar' by Playwright, on pages that it drives anyway. */
import type { Page } from 'playwright'
import type { Place } from './plain-browser.ts'

/** The middle of the first button 'Capturar', px. null: no card offers it. */
export const findCapture = (page: Page): Promise<Place | null> =>
  page.evaluate(() => {
    const capture = [...document.querySelectorAll('article button')].find(
      ({ textContent }) => textContent === 'Capturar esse Lead',
    )
    const box = capture?.getBoundingClientRect()
    return box === undefined ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  })

/**
 * Taps there after `waitMs`. Resolves to the ms until the dialog is painted. It taps by the browser's protocol alone:
 * Playwright's own search for the button would delay the page.
 */
export async function tapCapture(page: Page, { x, y }: Place, waitMs: number): Promise<number> {
  await page.waitForTimeout(waitMs)
  const shown = page.waitForEvent('console', (message) => message.text() === 'dialog')
  await page.mouse.click(x, y)
  await shown
  return page.evaluate(
    () => (window.opening?.dialogMs ?? Number.NaN) - (window.opening?.tappedMs ?? Number.NaN),
  )
}
