/** A tap of a finger: the browser makes its touch and mouse events, as on a tablet. */
import { expect } from 'vitest'
import { cdp, type Locator } from 'vitest/browser'

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Returns the middle of the element once it rests there, and nothing lies over it. */
async function restingPlace(locator: Locator, scrolls: boolean): Promise<{ x: number; y: number }> {
  let place = { x: 0, y: 0 }
  const isResting = async () => {
    const element = locator.element()
    if (scrolls) element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const before = element.getBoundingClientRect()
    await nextFrame()
    const { left, top, width, height } = element.getBoundingClientRect()
    place = { x: left + width / 2, y: top + height / 2 }
    const hit = document.elementFromPoint(place.x, place.y)
    return left === before.left && top === before.top && hit !== null && element.contains(hit)
  }
  await expect.poll(isResting, { message: 'the element rests where a finger can reach it' }).toBe(true)
  return place
}

export const tap = (locator: Locator): Promise<void> => touch(locator, true)

/** A tap on what is in sight: nothing scrolls, also not for a sticky part. */
export const tapInSight = (locator: Locator): Promise<void> => touch(locator, false)

async function touch(locator: Locator, scrolls: boolean): Promise<void> {
  await expect.element(locator).toBeVisible()
  const { x, y } = await restingPlace(locator, scrolls)
  // The page is a frame of the runner's page.
  const frame = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 }
  const touchPoints = [{ x: frame.left + x, y: frame.top + y }]
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
