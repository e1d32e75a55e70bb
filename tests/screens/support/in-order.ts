/** Whether a mounted screen is in order: axe's findings, sideways scrolling, and targets for thumbs. */
import axe from 'axe-core'
import { expect } from 'vitest'

/** axe leaves target-size, a rule of WCAG 2.2 AA, off by default: targets of 24 px, or with room around them. */
const RULES = {
  resultTypes: ['violations'],
  rules: { 'target-size': { enabled: true } },
} satisfies axe.RunOptions

/** What lies under an open dialog can't be pressed; axe takes its covered half for its size. */
function isUnderDialog(element: Element | null): boolean {
  // The upper one of several has the focus, and may come first in the page.
  const modals = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')]
  const modal = modals.find((one) => one.contains(document.activeElement)) ?? modals.at(-1)
  return modal !== undefined && element !== null && !modal.contains(element)
}

/**
 * Whether a target is too small wherever the page is scrolled to. Where the page stopped, a bar that stays may cover
 * half of any field, and axe takes the other half for its size.
 */
async function isTooSmall(element: Element): Promise<boolean> {
  if (isUnderDialog(element)) return false
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const { violations } = await axe.run(element, { ...RULES, runOnly: ['target-size'] })
  return violations.length > 0
}

async function seriousViolations(within: Document | Element): Promise<string[]> {
  const { violations } = await axe.run(within, RULES)
  const found: string[] = []
  for (const { id, impact, nodes } of violations) {
    if (impact !== 'serious' && impact !== 'critical') continue
    const serious: string[] = []
    for (const { html, target } of nodes) {
      const element = id === 'target-size' ? document.querySelector(String(target[0])) : null
      if (element === null || (await isTooSmall(element))) serious.push(html)
    }
    if (serious.length > 0) found.push(`${id}: ${serious.join(' | ')}`.slice(0, 500))
  }
  return found
}

const isFading = (dialog: Element) => dialog.checkVisibility() && getComputedStyle(dialog).opacity !== '1'

/** Resolves when no fade runs: colours are final only then. A spinner has no end and is not waited for. */
export async function settled(): Promise<void> {
  // A dialog begins its way in one frame after it is there. Before that frame no animation runs.
  await expect
    .poll(() => [...document.querySelectorAll('[role="dialog"]')].some(isFading), { interval: 5 })
    .toBe(false)
  await Promise.allSettled(
    document
      .getAnimations()
      .filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)))
      .map((animation) => animation.finished),
  )
}

/** Returns the innermost elements that reach beyond the right edge of a page that scrolls sideways. */
export function wideElements(): string[] {
  if (document.documentElement.scrollWidth <= window.innerWidth) return []
  const right = (element: Element) => element.getBoundingClientRect().right
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => right(element) > window.innerWidth,
  )
  const inner = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)))
  return inner.slice(0, 5).map((element) => `${right(element)} px: ${element.outerHTML.slice(0, 300)}`)
}

/** Where an element's descendants are painted: the boxes of all that cut off what is outside them, up to `within`. */
function paintedWithin(element: Element, within: Element): { readonly top: number; readonly bottom: number } {
  let [top, bottom] = [-Infinity, Infinity]
  for (let box: Element | null = element; box !== null && within.contains(box); box = box.parentElement) {
    if (getComputedStyle(box).overflowY === 'visible') continue
    const edges = box.getBoundingClientRect()
    top = Math.max(top, edges.top)
    bottom = Math.min(bottom, edges.bottom)
  }
  return { top, bottom }
}

/** Returns the headings of columns whose words are cut off above or below. Their boxes alone would not show it. */
function cutHeadings(): string[] {
  return [...document.querySelectorAll('th')].flatMap((heading) => {
    const words = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
    for (let text = words.nextNode(); text !== null; text = words.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { top, bottom, width } = range.getBoundingClientRect()
      const painted = paintedWithin(text.parentElement ?? heading, heading)
      // Words for screen readers are painted nowhere.
      if (painted.bottom - painted.top < 2) continue
      if (width > 1 && (top < painted.top - 1 || bottom > painted.bottom + 1))
        return [`${heading.textContent}: ${top} to ${bottom}, painted ${painted.top} to ${painted.bottom}`]
    }
    return []
  })
}

/**
 * Fails on a serious or critical finding of axe, on a heading that is cut off, and on a page wider than the screen. `within`: what the screen has opened,
 * where the rest has been looked at.
 */
export async function isInOrder(what: string, within: Document | Element = document): Promise<void> {
  await settled()
  expect((await seriousViolations(within)).join('\n'), what).toBe('')
  await expect.poll(wideElements, { message: `${what} scrolls sideways` }).toEqual([])
  expect(cutHeadings(), `${what}: headings are cut off`).toEqual([])
}

const TYPED =
  'input:not([type="checkbox"], [type="radio"], [type="file"], [type="color"], [type="range"], [type="hidden"]), textarea, select, [contenteditable="true"]'
/** An iPhone zooms into a field whose text is smaller. */
const LEAST_TEXT = 16

/** By touch: fails on a field in sight whose text is smaller than 16 px. docs/rules.md#touch */
export function hasFieldsForFingers(what: string): void {
  if (!matchMedia('(pointer: coarse)').matches) return
  const small = [...document.querySelectorAll(TYPED)]
    .filter((field) => field.checkVisibility({ visibilityProperty: true }))
    .flatMap((field) => {
      const size = Number.parseFloat(getComputedStyle(field).fontSize)
      return size < LEAST_TEXT ? [`${size} px: ${field.outerHTML.slice(0, 200)}`] : []
    })
  expect(small, `${what}: fields with small text`).toEqual([])
}

const LEAST = 44
const TARGETS =
  'button, a[href], input, select, textarea, [role="option"], [role="menuitem"], [role="tab"], label:has(input), .mantine-SegmentedControl-label'

/** What passes a press on to its field: a label, and the box of a field with several values. */
const PASSES_ON = 'label, .mantine-MultiSelect-input'

/** Pixels from the middle of the element in one direction that still press it. */
function reach(element: Element, stepX: number, stepY: number): number {
  const label = element.closest(PASSES_ON) ?? element
  const { left, top, width, height } = element.getBoundingClientRect()
  const hits = (distance: number) => {
    const hit = document.elementFromPoint(
      left + width / 2 + stepX * distance,
      top + height / 2 + stepY * distance,
    )
    return hit !== null && (label.contains(hit) || hit.closest(PASSES_ON) === label)
  }
  let distance = 0
  while (distance < LEAST && hits(distance)) distance += 1
  return distance
}

function sizeAround(element: Element) {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  return {
    width: reach(element, -1, 0) + reach(element, 1, 0),
    height: reach(element, 0, -1) + reach(element, 0, 1),
  }
}

/** Returns the controls that a thumb misses: docs/rules.md#touch */
function smallTargets(): string[] {
  const list = '[role="listbox"], [role="menu"]'
  return [...document.querySelectorAll<HTMLElement>(TARGETS)]
    .filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.getBoundingClientRect().width > 1 &&
        (!isUnderDialog(element) || element.closest(list) !== null) &&
        // A link within a sentence has the height of its line.
        !(element.matches('p a') && getComputedStyle(element).display === 'inline'),
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
}

export const hasTargetsForThumbs = (what: string) =>
  expect.poll(() => [...new Set(smallTargets())], { message: `${what}: too small for a thumb` }).toEqual([])
