/** Parts of a screen whose code and work wait for the first painting: dialogs and forms that nobody has opened yet. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { firstScreenShown } from '../workers/first-screen.ts'

let isShown = false
void firstScreenShown().then(() => {
  isShown = true
})

/** Returns whether the first screen is painted. Once true, it stays true. */
export function useFirstScreenShown(): boolean {
  const [shown, setShown] = useState(isShown)
  useEffect(() => {
    let current = true
    void firstScreenShown().then(() => {
      if (current) setShown(true)
    })
    return () => {
      current = false
    }
  }, [])
  return shown
}

/** Returns a component whose code loads after the first painting. `fallback` stands for it until then. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): (props: Props) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load() }))
  // Before the first tap. A failure shows where the component is rendered.
  void firstScreenShown()
    .then(load)
    .catch(() => undefined)
  return function Later(props) {
    return useFirstScreenShown() ? (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    ) : (
      fallback
    )
  }
}
