/** Lets the screen show what a tap changed before work begins that takes the thread. */

/** A tab that is hidden meanwhile paints no more: what was asked for is done all the same. */
const AT_THE_LATEST_MS = 50

export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, AT_THE_LATEST_MS)
  })
}
