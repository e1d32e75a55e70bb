/** Measures how long the main thread is blocked, by the browser's long tasks (50 ms and more). */
import type { Page } from 'playwright'
import type { Line } from './table.ts'

const WANTED_MS = 50

/** `startMs`: since the start of the page. */
export interface LongTask {
  readonly startMs: number
  readonly ms: number
}

declare global {
  interface Window {
    longTasks?: LongTask[]
  }
}

/** Records long tasks until the page is loaded again. */
export async function watchMainThread(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.longTasks = []
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        window.longTasks?.push({ startMs: startTime, ms: duration })
    }).observe({ type: 'longtask' })
  })
}

/** Tasks since `watchMainThread`. */
export const longTasks = async (page: Page): Promise<readonly LongTask[]> =>
  (await page.evaluate(() => window.longTasks)) ?? []

export function mainThreadLine(what: string, tasks: readonly LongTask[]): Line {
  const longest = Math.max(0, ...tasks.map(({ ms }) => ms))
  return {
    what,
    measured:
      longest === 0
        ? `no task of ${WANTED_MS} ms or more`
        : `longest task ${longest.toFixed(0)} ms, ${tasks.length} of ${WANTED_MS} ms or more`,
    against: `${WANTED_MS} ms`,
    ratio: longest / WANTED_MS,
    wanted: 'at most 1',
    kept: longest <= WANTED_MS,
  }
}
