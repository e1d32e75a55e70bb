/** Frames while the board scrolls fast through thousands of cards. */
import type { Page } from 'playwright'
import type { Line } from '../table.ts'

const WANTED = 60
/** Headless Chromium's clock is not exactly 60 Hz. */
const TOLERANCE = 0.97

export async function scrolling(page: Page): Promise<Line> {
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('article').first().waitFor()
  await page.waitForTimeout(2000)
  const frames = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const at: number[] = []
        const started = performance.now()
        const step = (now: number) => {
          at.push(now)
          window.scrollBy(0, 60)
          if (now - started < 4000) requestAnimationFrame(step)
          else resolve(at)
        }
        requestAnimationFrame(step)
      }),
  )
  const gaps = frames.slice(1).map((at, place) => at - (frames[place] ?? at))
  const fps = (gaps.length / gaps.reduce((sum, gap) => sum + gap, 0)) * 1000
  const worst = gaps.toSorted((a, b) => b - a)[0] ?? 0
  return {
    what: 'rolagem de 3.600 px por segundo',
    measured: `${fps.toFixed(1)} quadros/s, o pior ${worst.toFixed(0)} ms`,
    against: `${WANTED} quadros/s`,
    ratio: fps / WANTED,
    wanted: 'pelo menos 1',
    kept: fps >= WANTED * TOLERANCE,
  }
}
