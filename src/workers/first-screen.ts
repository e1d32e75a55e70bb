/**
 * Gives the first screen priority. The workers, the service worker's registration and the first calls to the server
 * each need a core or the store, so they start after the first cards are painted.
 */

/** The longest wait: for a screen without cards, a hidden tab that never paints, or a slow machine. */
const AT_THE_LATEST_MS = 2000

let open: () => void = () => {}
const shown = new Promise<void>((resolve) => {
  open = resolve
})

/** Resolves when the first screen is painted, at the latest after AT_THE_LATEST_MS. */
export function firstScreenShown(): Promise<void> {
  setTimeout(open, AT_THE_LATEST_MS)
  return shown
}

/** Call it when the first screen has its data. `firstScreenShown` resolves when it is painted. */
export function reportFirstScreen(): void {
  // The first frame may still lack what layout effects add.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(open)))
}
