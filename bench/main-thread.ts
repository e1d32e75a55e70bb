/** How long the main thread is not there for the user, as the browser reports it: tasks of 50 ms and more. */
import type { Page } from 'playwright'
import type { Line } from './table.ts'

const WANTED_MS = 50

declare global {
  interface Window {
    longTasksMs?: number[]
  }
}

/** From here on, as long as this page is not loaded anew. */
export async function watchMainThread(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.longTasksMs = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasksMs?.push(duration)
    }).observe({ type: 'longtask' })
  })
}

/** Tasks since `watchMainThread`, ms. */
export const longTasks = async (page: Page): Promise<readonly number[]> =>
  (await page.evaluate(() => window.longTasksMs)) ?? []

export function mainThreadLine(what: string, tasks: readonly number[]): Line {
  const longest = Math.max(0, ...tasks)
  return {
    what,
    measured:
      longest === 0
        ? `nenhuma tarefa de ${WANTED_MS} ms ou mais`
        : `tarefa mais longa ${longest.toFixed(0)} ms, ${tasks.length} de ${WANTED_MS} ms ou mais`,
    against: `${WANTED_MS} ms`,
    ratio: longest / WANTED_MS,
    wanted: 'no máximo 1',
    kept: longest <= WANTED_MS,
  }
}
