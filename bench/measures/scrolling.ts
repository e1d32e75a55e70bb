/**
 * Measures frames while the board scrolls fast through thousands of cards. The same scroll over empty cards shows the
 * machine's limit.
 */
import type { Page } from 'playwright'
import { type Line, median, spread } from '../table.ts'

const WANTED = 60
/** Headless Chromium's frame rate is not exactly 60 Hz. */
const TOLERANCE = 0.97
const TIMES = 5

interface Pace {
  readonly fps: number
  readonly worstMs: number
}

/** Scrolls 60 px a frame for four seconds. */
async function scroll(page: Page): Promise<Pace> {
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
  return { fps, worstMs: gaps.toSorted((a, b) => b - a)[0] ?? 0 }
}

/** A page with rows of four empty cards. Like the board, it keeps only rows near the screen. */
async function bareCards(page: Page): Promise<void> {
  await page.setContent('<body style="margin:0"><main style="position:relative;height:2000000px"></main>')
  await page.evaluate(() => {
    const main = document.querySelector('main')
    if (main === null) return
    const rows = new Map<number, HTMLElement>()
    const row = (place: number) => {
      const element = document.createElement('div')
      element.style.cssText = `position:absolute;top:0;left:0;right:0;height:534px;display:grid;gap:16px;
        grid-template-columns:repeat(4,1fr);contain:layout style;will-change:transform;
        transform:translateY(${place * 550}px)`
      for (let card = 0; card < 4; card++) {
        const cell = document.createElement('div')
        cell.style.cssText = 'border:1px solid #ccc;border-radius:8px;background:#fff'
        element.append(cell)
      }
      return element
    }
    const draw = () => {
      const first = Math.max(0, Math.floor(window.scrollY / 550) - 2)
      const last = Math.floor((window.scrollY + window.innerHeight) / 550) + 2
      for (const [place, element] of rows)
        if (place < first || place > last) {
          element.remove()
          rows.delete(place)
        }
      for (let place = first; place <= last; place++) {
        if (rows.has(place)) continue
        const element = row(place)
        rows.set(place, element)
        main.append(element)
      }
    }
    draw()
    window.addEventListener('scroll', draw)
  })
}

export async function scrolling(page: Page): Promise<Line> {
  const bare = await page.context().newPage()
  await bareCards(bare)
  await bare.waitForTimeout(1000)
  const machine = await scroll(bare)
  await bare.close()
  await page.bringToFront()
  const paces: Pace[] = []
  for (let time = 0; time < TIMES; time++) {
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('article').first().waitFor()
    await page.waitForTimeout(2000)
    paces.push(await scroll(page))
  }
  const rates = paces.map((pace) => pace.fps)
  const fps = median(rates)
  const worstMs = Math.max(...paces.map((pace) => pace.worstMs))
  return {
    what: `scrolling 3,600 px a second, ${TIMES} times`,
    measured: `${spread(rates, 'frames/s', 1)}, the worst ${worstMs.toFixed(0)} ms`,
    against: `${machine.fps.toFixed(1)} frames/s, the worst ${machine.worstMs.toFixed(0)} ms (empty cards)`,
    ratio: fps / WANTED,
    wanted: `at least 1 (${WANTED} frames/s)`,
    kept: fps >= WANTED * TOLERANCE,
  }
}
