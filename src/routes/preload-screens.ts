/**
 * Loads the code of a user's other screens some seconds after the first one. It loads one at a time, while the browser is
 * idle. A tap on an entry of the menu then waits for no code. Before, a finger or a pointer on the entry loads its code.
 */
import type { AnyRouter } from '@tanstack/react-router'
import { isReportPath } from '../domain/permissions/reports.ts'
import type { RoutePath } from '../domain/permissions/routes.ts'
import { readBeforehand } from '../features/reports/known-reading.ts'
import { REPORT_SCREENS } from '../features/reports/report-screens.tsx'
import { BoardRoute, IndicationRoute } from './home-screens.ts'

/** The other lists of reference data share its code. */
const SHARING_LIST = '/seguros' satisfies RoutePath

/** After a tap the screen that opens has the processor for so many ms. */
const QUIET_MS = 1000

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve())
    else setTimeout(resolve, 50)
  })

/** What is left of the quiet after a tap, ms. */
const leftOf = (tappedAt: number) => tappedAt + QUIET_MS - performance.now()

const savesData = () => 'connection' in navigator && Object(navigator.connection).saveData === true

interface Screens {
  readonly router: AnyRouter
  readonly userId: number
  readonly isStaff: boolean
  /** Of the user's menu, in its order. */
  readonly paths: readonly string[]
}

type Step = () => unknown

/** A list comes first: it brings what many screens share. Then the menu's order. */
function stepsOf({ router, userId, isStaff, paths }: Screens): Step[] {
  const reports = paths.filter(isReportPath)
  const [report] = reports
  const code = (path: string) => () => router.preloadRoute({ to: path })
  const others = paths.filter((path) => path !== '/' && !isReportPath(path))
  return [
    () => (isStaff ? BoardRoute : IndicationRoute).preload?.(),
    ...others.filter((path) => path === SHARING_LIST).map(code),
    ...others.filter((path) => path !== SHARING_LIST).map(code),
    ...(report === undefined ? [] : [code(report), () => REPORT_SCREENS[report].preload?.()]),
    () => Promise.all(reports.map(async (path) => REPORT_SCREENS[path].preload?.())),
    () => readBeforehand(userId),
  ]
}

/**
 * Resolves when all code was asked for, or when `signal` aborts. Loads nothing where the user saves data. A screen asks
 * again for code that did not come.
 */
export async function preloadScreens(screens: Screens, signal: AbortSignal): Promise<void> {
  if (savesData()) return
  // A tap may have come just before.
  let tappedAt = performance.now()
  const noteTap = () => {
    tappedAt = performance.now()
  }
  window.addEventListener('pointerdown', noteTap, { capture: true, passive: true, signal })
  for (const step of stepsOf(screens)) {
    await idle()
    for (let left = leftOf(tappedAt); left > 0; left = leftOf(tappedAt))
      await new Promise((resolve) => setTimeout(resolve, left))
    if (signal.aborted) return
    // A failed load is the screen's to report.
    await Promise.allSettled([step()])
  }
}
