/** Connects the router's history with the layers and the typed text. docs/rules.md#leaving */
import type { ParsedLocation, RegisteredRouter } from '@tanstack/react-router'
import { afterPaint } from '../after-paint.ts'
import { askToLeave, hasTyped, onLayer, upperLayer } from './layers.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry repeats the first one of the app, so that Back has somewhere to go while a layer is open. */
    aboveFirst?: boolean
  }
}

const placeOf = ({ state }: Pick<ParsedLocation, 'state'>): number => state.__TSR_index

/** Goes back if an entry of the app lies before this one. Returns whether it does. */
export function goBack(router: RegisteredRouter): boolean {
  const { history } = router
  if (!history.canGoBack() || history.location.state.aboveFirst === true) return false
  // The app closes a screen of its own: nobody is to be asked.
  history.back({ ignoreBlocker: true })
  return true
}

/** Call it once, before the first screen is rendered. */
export function guardLeaving(router: RegisteredRouter): void {
  const { history } = router
  history.block({
    enableBeforeUnload: hasTyped,
    blockerFn: ({ currentLocation, nextLocation, action }) => {
      const upper = upperLayer()
      if (action === 'BACK' && upper !== undefined) {
        upper.close()
        return true
      }
      const staysOnPage = upper === undefined && currentLocation.pathname === nextLocation.pathname
      if (!hasTyped() || staysOnPage) return false
      if (action === 'PUSH' || action === 'REPLACE')
        return new Promise((resolve) =>
          askToLeave({ leave: () => resolve(false), stay: () => resolve(true) }),
        )
      // The browser has gone there already and comes back at once. The answer may take its time.
      const steps = placeOf(nextLocation) - placeOf(currentLocation)
      askToLeave({ leave: () => history.go(steps, { ignoreBlocker: true }), stay: () => {} })
      return true
    },
  })
  onLayer(() => {
    void afterPaint().then(() => {
      if (upperLayer() === undefined || history.canGoBack()) return
      void router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: { aboveFirst: true },
        resetScroll: false,
        ignoreBlocker: true,
      })
    })
  })
}
