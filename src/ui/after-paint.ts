/** Resolves after the next paint, so that a tap's effect is visible before work that blocks the thread. */

/** A hidden tab does not paint: the promise resolves after this time anyway. */
const AT_THE_LATEST_MS = 50

export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, AT_THE_LATEST_MS)
  })
}
