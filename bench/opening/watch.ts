/** What a page notes of its own opening, from before any code of the app. */

export interface Task {
  readonly startMs: number
  readonly ms: number
}

/** Times are ms since the start of the navigation. */
export interface Seen {
  /** Of a locked device. */
  lockScreenMs?: number
  /** When the right password, or a passkey, had opened it. */
  unlockedMs?: number
  firstCardMs?: number
  /** When React had drawn the cards. What was shown before may be a kept painting. */
  reactMs?: number
  tappedMs?: number
  dialogMs?: number
  /** Paths of the scripts asked for until the first card. */
  scripts: string[]
  tasks: Task[]
  /** The middle of the first button 'Capturar', px. null: no card offers it. */
  capture: { x: number; y: number } | null
}

export type Mark = 'lock screen' | 'first card' | 'react' | 'dialog' | 'settled'

declare global {
  interface Window {
    opening?: Seen
  }
}

/**
 * Runs in the page. A frame's message comes after the frame is painted. It says its marks in the console, or gives them with all that
 * it has seen to `address`.
 */
export function watch(address: string | null): void {
  const SETTLED_AFTER_MS = 2000
  const seen: Seen = { tasks: [], scripts: [], capture: null }
  window.opening = seen
  const say = (mark: Mark) => {
    if (address === null) console.debug(mark)
    else navigator.sendBeacon(address, JSON.stringify({ mark, seen }))
  }
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
  const noteFirstCard = () => {
    const firstCardMs = performance.now()
    seen.firstCardMs = firstCardMs
    seen.scripts = performance
      .getEntriesByType('resource')
      .filter(({ startTime, name }) => startTime < firstCardMs && new URL(name).pathname.endsWith('.js'))
      .map(({ name }) => new URL(name).pathname)
    const button = [...document.querySelectorAll('article button')].find(
      ({ textContent }) => textContent === 'Capturar esse Lead',
    )
    const box = button?.getBoundingClientRect()
    if (box !== undefined) seen.capture = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    say('first card')
    setTimeout(() => say('settled'), SETTLED_AFTER_MS)
  }
  let lockScreen = false
  let card = false
  let react = false
  let dialog = false
  const look = () => {
    if (lockScreen && seen.unlockedMs === undefined && document.title !== 'Farol bloqueado')
      seen.unlockedMs = performance.now()
    if (!lockScreen && document.title === 'Farol bloqueado' && document.querySelector('form input')) {
      lockScreen = true
      afterPaint(() => {
        seen.lockScreenMs = performance.now()
        say('lock screen')
      })
    }
    const shown = document.querySelector('article[aria-label^="Lead "] button[aria-label^="Ver lead"]')
    if (!card && shown !== null) {
      card = true
      afterPaint(noteFirstCard)
    }
    if (!react && shown !== null && Object.keys(shown).some((key) => key.startsWith('__reactFiber'))) {
      react = true
      afterPaint(() => {
        seen.reactMs = performance.now()
        say('react')
      })
    }
    if (
      !dialog &&
      seen.tappedMs !== undefined &&
      document.querySelector('[role=dialog] button, dialog[open] button')
    ) {
      dialog = true
      afterPaint(() => {
        seen.dialogMs = performance.now()
        say('dialog')
      })
    }
  }
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['open'],
  })
  document.addEventListener(
    'pointerdown',
    // When the browser got it: a page that is busy hears of it later.
    ({ timeStamp }) => {
      seen.tappedMs = timeStamp
    },
    { capture: true },
  )
}
