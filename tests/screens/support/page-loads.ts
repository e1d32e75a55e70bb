/**
 * Keeps the page of the tests from being replaced. Where the app loads a new document, as after a sign-out, its address is
 * noted and nothing is loaded: the test opens the app there itself, or looks at what was left.
 */
let loads: string[] = []

// For the lifetime of the page: what a test has left behind may still load one.
window.navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument || !event.canIntercept) return
  const { pathname, search } = new URL(event.destination.url)
  loads.push(pathname + search)
  event.intercept()
})

/** Returns the paths that were loaded since, the first one first. A reload is the present path. */
export function notesPageLoads(): readonly string[] {
  loads = []
  return loads
}
