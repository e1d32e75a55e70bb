/**
 * The first screen goes first. Opening the app, the workers, the service worker's registration and the question to the
 * server each take a core or the store; they begin when the first cards are painted, and not before.
 */

/** For a screen without cards, a hidden tab that never paints, a machine slower than this. */
const AT_THE_LATEST_MS = 2000

let open: () => void = () => {}
const shown = new Promise<void>((resolve) => {
  open = resolve
})

/** Resolves when the first screen is painted, or has nothing to paint. */
export function firstScreenShown(): Promise<void> {
  setTimeout(open, AT_THE_LATEST_MS)
  return shown
}

/** The screen has what it waited for: after the next paint the others may begin. */
export function tellFirstScreenShown(): void {
  requestAnimationFrame(() => setTimeout(open))
}
