/** The router over all routes, with what guards leaving a screen and returns to a place on it. */
import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../device/address-search.ts'
import { onForcedReload } from '../page-life/page-life.ts'
import { guardLeaving, watchTraversals } from '../ui/leaving/guard-leaving.ts'
import { leaveForGood } from '../ui/leaving/layers.ts'
import { returnToPlace } from '../ui/return-to-place.ts'
import { routeTree } from './route-tree.tsx'
import { ScreenWaiting } from './ScreenWaiting.tsx'

/** Call it once a page: it listens to the history of the window. */
export function newAppRouter() {
  const traversals = watchTraversals()
  const router = createRouter({
    routeTree,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // The screen before stays for a moment: most code is there by then.
    defaultPendingComponent: ScreenWaiting,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    parseSearch,
    stringifySearch,
  })
  returnToPlace(router)
  guardLeaving(router, traversals)
  onForcedReload(leaveForGood)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newAppRouter>
  }
}
