/**
 * Gives the first screen priority. The workers, the service worker's registration and the first calls to the server
 * each need a core or the store, so they start after the first cards are painted.
 */

import { loadStoreInSteps } from '../db/store.ts'

/**
 * The longest wait: for a screen without cards, or a hidden tab that never paints. A slow machine paints its first
 * cards before it is over, so that nothing competes with them.
 */
const AT_THE_LATEST_MS = 4000
/** The same on a device without data, whose first cards come with the first page of the first pull. */
const WITHOUT_DATA_MS = 10_000

/** How long the others wait for the store's code, ms. */
const STORE_PATIENCE_MS = 1000

let isShown = false
/** All who waited have begun. */
let isOver = false
const waiting: (() => void)[] = []

/** After a tap what it opens has the processor for so many ms. */
const QUIET_MS = 400
let quietUntil = 0

const noteTap = () => {
  quietUntil = performance.now() + QUIET_MS
}
const TAPS = ['pointerdown', 'keydown'] as const

function watchTaps(): void {
  for (const tap of TAPS) document.addEventListener(tap, noteTap, { capture: true, passive: true })
}

/**
 * Resolves in a task of its own, after the quiet of a tap. At once in a hidden tab: no tap comes there, and the browser
 * would run one task a second.
 */
async function nextTurn(): Promise<void> {
  if (document.hidden) return
  do await new Promise((resolve) => setTimeout(resolve, Math.max(0, quietUntil - performance.now())))
  while (performance.now() < quietUntil)
}

/**
 * Lets those who wait begin one after the other, each in a task of its own: a tap may come in between, and then they
 * wait again. In a hidden tab they begin together.
 */
async function letBegin(): Promise<void> {
  while (waiting.length > 0) {
    waiting.shift()?.()
    if (waiting.length > 0) await nextTurn()
  }
  isOver = true
  for (const tap of TAPS) document.removeEventListener(tap, noteTap, { capture: true })
}

/** Ends when the store's code is loaded, or does not come soon: most of those who wait need it. */
const storeFirst = (): Promise<unknown> =>
  Promise.race([
    loadStoreInSteps().catch(() => {
      // Those who need it ask again.
    }),
    new Promise((resolve) => setTimeout(resolve, STORE_PATIENCE_MS)),
  ])

const painted = Promise.withResolvers<void>()

/**
 * Resolves after the first screen is painted, or the longest wait is over, before the store's code is asked for. For
 * the little that the first tap opens.
 */
export const afterFirstPainting = (): Promise<void> => painted.promise

function open(): void {
  if (isShown) return
  isShown = true
  watchTaps()
  painted.resolve()
  void nextTurn().then(storeFirst).then(letBegin)
}

let latest: ReturnType<typeof setTimeout> | null = null

/**
 * Resolves after the first screen is painted, or the longest wait is over, and the store's code is loaded: for one
 * after the other, in the order in which they asked.
 */
export function firstScreenShown(): Promise<void> {
  return isOver ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
}

/**
 * Starts the longest wait. Call it when a session's first screen begins: after a sign-in that is later than its code.
 */
export function beginFirstScreen(): void {
  latest ??= setTimeout(open, AT_THE_LATEST_MS)
}

/** Call it when the first screen waits for its first data. `firstScreenShown` then waits up to WITHOUT_DATA_MS. */
export function awaitFirstData(): void {
  if (latest !== null) clearTimeout(latest)
  latest = setTimeout(open, WITHOUT_DATA_MS)
}

/** Call it when the first screen has its data. `firstScreenShown` resolves when it is painted. */
export function reportFirstScreen(): void {
  // The first frame may still lack what layout effects add.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(open)))
}

/** The first taps have the processor: on a weak tablet the code of each other screen takes a tenth of a second of it. */
export const FIRST_TAPS_MS = 8000
export const firstTapsOver = () => new Promise((resolve) => setTimeout(resolve, FIRST_TAPS_MS))
