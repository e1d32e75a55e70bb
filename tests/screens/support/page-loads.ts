/**
 * Keeps the page of the tests from being replaced. Where the app loads a new document, as after a sign-out, its address is
 * noted and nothing is loaded: the test opens the app there itself, or looks at what was left.
 */
import { onTestFinished } from 'vitest'

/** Returns the paths that were loaded since, the first one first. A reload is the present path. */
export function notesPageLoads(): string[] {
  const loads: string[] = []
  const note = (event: NavigateEvent) => {
    if (event.destination.sameDocument || !event.canIntercept) return
    const { pathname, search } = new URL(event.destination.url)
    loads.push(pathname + search)
    event.intercept()
  }
  window.navigation.addEventListener('navigate', note)
  onTestFinished(() => window.navigation.removeEventListener('navigate', note))
  return loads
}
