/** One opening of the app in a fresh browser process, with a signed-in device: what a user waits for. */
import type { Page } from 'playwright'
import type { Device } from '../device.ts'
import { slowed } from './slowed.ts'

export interface Opening {
  /** From the navigation's start until the first card is painted, ms. */
  readonly firstCardMs: number
  /** The longest task of the main thread until then, ms. 0: none of 50 ms or more. */
  readonly longestTaskMs: number
  /** Paths of the scripts asked for until then. */
  readonly scripts: readonly string[]
  /** From the tap on 'Capturar' until its dialog is painted, ms. NaN when no card offers it. */
  readonly captureMs: number
}

interface Seen {
  /** Of a locked device. */
  lockScreenMs?: number
  /** When the right password, or a passkey, had opened it. */
  unlockedMs?: number
  firstCardMs?: number
  tappedMs?: number
  dialogMs?: number
  tasks: { startMs: number; ms: number }[]
}

declare global {
  interface Window {
    opening?: Seen
  }
}

/**
 * Runs in the page before any of its code. A frame's message comes after the frame is painted. Says 'lock screen', 'first card' and
 * 'dialog' in the console.
 */
export function watch(): void {
  const seen: Seen = { tasks: [] }
  window.opening = seen
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      seen.tasks.push({ startMs: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  const afterPaint = (done: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = done
      port2.postMessage(null)
    })
  let lockScreen = false
  let card = false
  let dialog = false
  const look = () => {
    if (lockScreen && seen.unlockedMs === undefined && document.title !== 'Farol bloqueado')
      seen.unlockedMs = performance.now()
    if (!lockScreen && document.title === 'Farol bloqueado' && document.querySelector('form input')) {
      lockScreen = true
      afterPaint(() => {
        seen.lockScreenMs = performance.now()
        console.debug('lock screen')
      })
    }
    if (!card && document.querySelector('article[aria-label^="Lead "] button[aria-label^="Ver lead"]')) {
      card = true
      afterPaint(() => {
        seen.firstCardMs = performance.now()
        console.debug('first card')
      })
    }
    if (!dialog && seen.tappedMs !== undefined && document.querySelector('[role=dialog] button')) {
      dialog = true
      afterPaint(() => {
        seen.dialogMs = performance.now()
        console.debug('dialog')
      })
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
  document.addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      seen.tappedMs = timeStamp
    },
    { capture: true },
  )
}

/**
 * Opens the app with the page's processor slowed `rate` times, taps 'Capturar' `tapAfterMs` after the first card, and
 * closes the browser.
 */
export async function openOnce(
  device: Device,
  url: string,
  { rate, tapAfterMs }: { readonly rate: number; readonly tapAfterMs: number },
): Promise<Opening> {
  const context = await device.open()
  await context.addInitScript(watch)
  const page = await device.page()
  await slowed(page, rate)
  // Asked within the page, Playwright would have its own code compiled there during the opening.
  const seen = page.waitForEvent('console', (message) => message.text() === 'first card')
  await page.goto(url)
  await seen
  const found = await page.evaluate(() => {
    const { firstCardMs = Number.NaN, tasks = [] } = window.opening ?? {}
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ startTime, name }) => startTime < firstCardMs && new URL(name).pathname.endsWith('.js'))
      .map(({ name }) => new URL(name).pathname)
    const before = tasks.filter(({ startMs }) => startMs < firstCardMs)
    return {
      firstCardMs,
      scripts,
      longestTaskMs: Math.max(0, ...before.map(({ ms }) => ms)),
      sinceMs: performance.now() - firstCardMs,
    }
  })
  const { sinceMs, ...opening } = found
  const place = await findCapture(page)
  const captureMs =
    place === null ? Number.NaN : await tapCapture(page, place, Math.max(0, tapAfterMs - sinceMs))
  await device.close()
  return { ...opening, captureMs }
}

interface Place {
  readonly x: number
  readonly y: number
}

/** The middle of the first button 'Capturar', px. null: no card offers it. */
export const findCapture = (page: Page): Promise<Place | null> =>
  page.evaluate(() => {
    const capture = [...document.querySelectorAll('article button')].find(
      ({ textContent }) => textContent === 'Capturar esse Lead',
    )
    const box = capture?.getBoundingClientRect()
    return box === undefined ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  })

/**
 * Taps there after `waitMs`. Resolves to the ms until the dialog is painted. It taps by the browser's protocol alone:
 * Playwright's own search for the button would delay the page.
 */
export async function tapCapture(page: Page, { x, y }: Place, waitMs: number): Promise<number> {
  await page.waitForTimeout(waitMs)
  const shown = page.waitForEvent('console', (message) => message.text() === 'dialog')
  await page.mouse.click(x, y)
  await shown
  return page.evaluate(
    () => (window.opening?.dialogMs ?? Number.NaN) - (window.opening?.tappedMs ?? Number.NaN),
  )
}
