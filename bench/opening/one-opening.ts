/** One opening of the app in a fresh browser process that nobody inspects, with a signed-in device: what a user waits for. */
import type { Front } from './front.ts'
import { PlainBrowser } from './plain-browser.ts'
import type { Mark, Seen } from './watch.ts'

export interface Opening {
  /** From the navigation's start until the first card is painted, ms. */
  readonly firstCardMs: number
  /** The same until React has drawn the cards. */
  readonly reactMs: number
  /** The longest task of the main thread until the first card, ms. 0: none of 50 ms or more. */
  readonly longestTaskMs: number
  /** The longest task in the two seconds after it. */
  readonly longestAfterMs: number
  /** Paths of the scripts asked for until the first card. */
  readonly scripts: readonly string[]
  /** From the press on 'Capturar' until its dialog is painted, ms. NaN when no card offers it. */
  readonly captureMs: number
}

const PATIENCE_MS = 60_000

/** Awaits marks of the page that is open. */
class Marks {
  readonly #seen = new Map<Mark, Seen>()
  readonly #waiting = new Map<Mark, (seen: Seen) => void>()

  constructor(front: Front) {
    front.listen(({ mark, seen }) => {
      this.#seen.set(mark, seen)
      this.#waiting.get(mark)?.(seen)
    })
  }

  /** Resolves to what the page had seen by then. Throws after a minute. */
  of(mark: Mark): Promise<Seen> {
    const known = this.#seen.get(mark)
    if (known !== undefined) return Promise.resolve(known)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the page never said '${mark}'`)), PATIENCE_MS)
      this.#waiting.set(mark, (seen) => {
        clearTimeout(timer)
        resolve(seen)
      })
    })
  }
}

const longest = (tasks: Seen['tasks']) => Math.max(0, ...tasks.map(({ ms }) => ms))

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface How {
  /** By how much the page's processor is slowed. */
  readonly rate: number
  /** From the first card to the press on 'Capturar'. */
  readonly tapAfterMs: number
  /** How long the page stays open at least after it has settled, ms. */
  readonly staysMs?: number
  readonly width?: number
  readonly height?: number
}

/** Opens the app, presses 'Capturar', and closes the browser when the two seconds after the first card are over. */
export async function openOnce(
  profile: string,
  front: Front,
  { rate, tapAfterMs, staysMs = 0, width = 1440, height = 900 }: How,
): Promise<Opening> {
  const marks = new Marks(front)
  const browser = await PlainBrowser.start(profile, { rate, width, height })
  try {
    await browser.goto(front.url)
    const { firstCardMs = Number.NaN, capture, scripts } = await marks.of('first card')
    const taps = capture !== null && tapAfterMs >= 0
    if (taps) {
      await wait(tapAfterMs)
      await browser.press(capture)
      await marks.of('dialog')
    }
    await marks.of('react')
    const {
      reactMs = Number.NaN,
      tappedMs = Number.NaN,
      dialogMs = Number.NaN,
      tasks,
    } = await marks.of('settled')
    await wait(staysMs)
    const last = taps ? await marks.of('dialog') : null
    return {
      firstCardMs,
      reactMs: (await marks.of('react')).reactMs ?? reactMs,
      scripts,
      longestTaskMs: longest(tasks.filter(({ startMs }) => startMs < firstCardMs)),
      longestAfterMs: longest(tasks.filter(({ startMs }) => startMs >= firstCardMs)),
      captureMs: (last?.dialogMs ?? dialogMs) - (last?.tappedMs ?? tappedMs),
    }
  } finally {
    await browser.close()
  }
}
