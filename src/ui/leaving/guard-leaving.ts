/** Connects the router's history with the layers and the typed text. docs/rules.md#leaving */
import type { ParsedLocation, RegisteredRouter } from '@tanstack/react-router'
import { afterPaint } from '../after-paint.ts'
import { closeByEscape } from './escape.ts'
import { askToLeave, hasTyped, onLayer, presentQuestion, upperLayer } from './layers.ts'
import { type TraversalUndo, traversalUndo } from './undo-traversal.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Lies above the first entry of the app, so that Back has somewhere to go while a layer is open. */
    aboveFirst?: boolean
  }
}

const placeOf = ({ state }: Pick<ParsedLocation, 'state'>): number => state.__TSR_index

/** Goes back if an entry of the app is before this one. Returns whether it does. */
export function goBack(router: RegisteredRouter): boolean {
  const { history } = router
  if (!history.canGoBack()) return false
  // The app closes a screen of its own: there is nothing to ask.
  history.back({ ignoreBlocker: true })
  return true
}

/** What addresses name that opens over a screen: the first entry becomes the screen alone. */
const OPENED = ['lead', 'form', 'corrigir']

/**
 * Puts an entry above the first one of the app. The first one becomes the screen without what its address opened, so that
 * Back closes it. The router is notified of the new entry alone.
 */
function addEntry(router: RegisteredRouter): void {
  const bare = new URL(window.location.href)
  for (const name of OPENED) bare.searchParams.delete(name)
  History.prototype.replaceState.call(window.history, window.history.state, '', bare)
  void router.navigate({
    to: '.',
    search: true,
    hash: true,
    state: { aboveFirst: true },
    resetScroll: false,
    ignoreBlocker: true,
  })
}

/** Call it before the router is made: the listener that was added first gets a Back first. */
export function watchTraversals(): TraversalUndo {
  const undo = traversalUndo({
    place: () => window.history.state?.__TSR_index ?? 0,
    go: (steps) => window.history.go(steps),
  })
  window.addEventListener('popstate', (event) => {
    if (!undo.onPop()) event.stopImmediatePropagation()
  })
  return undo
}

/** Call it once, before the first screen is rendered. */
export function guardLeaving(router: RegisteredRouter, undo: TraversalUndo): void {
  const { history } = router
  closeByEscape()
  history.block({
    enableBeforeUnload: hasTyped,
    blockerFn: ({ currentLocation, nextLocation, action }) => {
      const upper = upperLayer()
      if (action === 'BACK' && upper?.takesBack === true) {
        undo.begin(placeOf(currentLocation), () => {
          if (upperLayer() === upper) upper.close()
        })
        return true
      }
      const staysOnPage = upper?.takesBack !== true && currentLocation.pathname === nextLocation.pathname
      if (!hasTyped() || staysOnPage) return false
      if (action === 'PUSH' || action === 'REPLACE')
        return new Promise((resolve) =>
          askToLeave({ leave: () => resolve(false), stay: () => resolve(true) }),
        )
      // The browser has gone there already and comes back at once. The answer may take its time.
      const steps = placeOf(nextLocation) - placeOf(currentLocation)
      undo.begin(placeOf(currentLocation), () =>
        askToLeave({ leave: () => history.go(steps, { ignoreBlocker: true }), stay: () => {} }),
      )
      return true
    },
  })
  onLayer(() => {
    void afterPaint().then(() => {
      // A question about leaving adds none: Forward would lead nowhere.
      const needsEntry = upperLayer()?.takesBack === true && presentQuestion() === null
      if (needsEntry && !history.canGoBack()) addEntry(router)
    })
  })
}
