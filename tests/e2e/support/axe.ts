/** Findings of axe that would keep a user out. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Whether a target is too small wherever the page is scrolled to. Where the page stopped, a bar that stays may cover
 * half of any field, and axe takes the other half for its size.
 */
async function isTooSmall(page: Page, selector: string): Promise<boolean> {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    })
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .include(selector)
    .withRules(['target-size'])
    .analyze()
  return violations.length > 0
}

/**
 * Every rule, for the whole page. Two settings only save time: the app has no frames, for which axe would open another
 * page, and passed rules are counted, not described.
 */
async function seriousViolations(page: Page): Promise<string[]> {
  expect(page.frames(), 'axe does not look into frames').toHaveLength(1)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    // axe leaves this rule of WCAG 2.2 AA off by default: targets of 24 px, or with room around them.
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .analyze()
  // What lies under an open dialog can't be pressed; axe takes its covered half for its size.
  const isUnder = (selector: string) =>
    page.evaluate((target) => {
      // The form is a dialog itself, and the last of several lies over the others.
      const modal = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1)
      const found = document.querySelector(target)
      return modal !== undefined && found !== null && !modal.contains(found)
    }, selector)
  for (const violation of violations) {
    if (violation.id !== 'target-size') continue
    const small: typeof violation.nodes = []
    for (const node of violation.nodes) {
      const selector = String(node.target[0])
      if (!(await isUnder(selector)) && (await isTooSmall(page, selector))) small.push(node)
    }
    violation.nodes = small
  }
  return violations
    .filter(({ nodes }) => nodes.length > 0)
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`.slice(0, 500))
}

/**
 * Waits for fades, since colours are final only at their end. A fade that the browser holds back out of view does not
 * count.
 */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    const held = new Promise((resolve) => setTimeout(resolve, 5000))
    await Promise.race([Promise.allSettled(passing.map((animation) => animation.finished)), held])
  })

/** Fails on a serious or critical finding, and on a page wider than the screen. */
export async function isInOrder(page: Page, what: string): Promise<void> {
  await settled(page)
  expect(await seriousViolations(page), what).toEqual([])
  // The screen follows a new width some frames later.
  await expect.poll(() => wideElements(page), `${what} scrolls sideways`).toEqual([])
}

/** The innermost elements that reach beyond the right edge of a page that scrolls sideways. */
const wideElements = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return []
    const right = (element: Element) => element.getBoundingClientRect().right
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => right(element) > window.innerWidth,
    )
    const inner = wide.filter(
      (element) => !wide.some((other) => other !== element && element.contains(other)),
    )
    return [
      `${document.documentElement.scrollWidth} px`,
      ...inner.slice(0, 5).map((element) => `${right(element)} px: ${element.outerHTML.slice(0, 300)}`),
    ]
  })

/** Width in pixels and colour scheme. */
export interface Look {
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

/** Gives the page this look and waits until the app has followed. */
export async function lookAt(page: Page, { width, scheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
}

/** Every width and both schemes, in three looks. */
const LOOKS: readonly Look[] = [
  { width: 390, scheme: 'dark' },
  { width: 1024, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
]

/** `isInOrder` at every width; ends with the page's look at `before`. */
export async function isInOrderInEveryLook(page: Page, what: string, before: Look): Promise<void> {
  for (const look of LOOKS) {
    await lookAt(page, look)
    await isInOrder(page, `${what} at ${look.width} px, ${look.scheme}`)
  }
  await lookAt(page, before)
}
