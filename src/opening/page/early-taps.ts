/**
 * Taps before the app can act. The last one on a kept painting is kept and done once, as soon as React has drawn the same control of the
 * same card. A tap on 'Capturar' asks its question at once, also on React's cards until the app's own question is there.
 * docs/architecture.md#the-first-painting
 */
import { CAPTURE_LABEL } from '../../domain/lead/capture-words.ts'
import { appAsks } from './app-asks.ts'
import { CONTROLS, type Control, cardOf, controlOf, find } from './controls.ts'
import { ask } from './early-question.ts'

/** Who tapped has turned to something else by then. */
const KEPT_MS = 10_000

interface Tap {
  readonly control: Control
  readonly atMs: number
}

/** Calls, messages and other sites need none of the app's code. */
const leavesApp = (element: Element): boolean =>
  element instanceof HTMLAnchorElement && (element.origin !== location.origin || element.target === '_blank')

const isCapture = (element: Element): boolean =>
  element.textContent === CAPTURE_LABEL && cardOf(element) !== null

/** Whether React has drawn cards, or the board without any. */
const hasDrawn = (): boolean => document.querySelector('#root main article, #root main [role=feed]') !== null

export interface EarlyTaps {
  /** Call it with the nodes of a painting as they are shown. */
  readonly painted: (nodes: readonly ChildNode[]) => void
}

/** Watches from the page's start until the app asks its own questions. */
export function watchTaps(): EarlyTaps {
  let nodes: readonly ChildNode[] = []
  let tap: Tap | null = null
  const isPainting = () => nodes.some((node) => node.isConnected)
  const isReady = () => !isPainting() && hasDrawn() && appAsks()

  const keep = (event: MouseEvent) => {
    if (!isPainting() && appAsks()) return document.removeEventListener('click', keep, { capture: true })
    const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null
    // The early question's own buttons lie outside of it.
    if (control === null || control.closest('#root') === null || leavesApp(control)) return
    if (control.getAttribute('aria-disabled') === 'true' || !(isPainting() || isCapture(control))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    tap = isCapture(control) ? null : { control: controlOf(control), atMs: event.timeStamp }
    if (isCapture(control)) ask(control, isReady)
  }
  document.addEventListener('click', keep, { capture: true })

  /** Whether the kept tap is done, or none is left to do. */
  const deliver = (): boolean => {
    if (isPainting()) return false
    if (tap === null || performance.now() - tap.atMs > KEPT_MS) return true
    if (!hasDrawn()) return false
    // Its card or its button may be gone: then nothing happens.
    find(tap.control)?.click()
    return true
  }
  return {
    painted: (shown) => {
      nodes = shown
      const observer = new MutationObserver(() => {
        if (!deliver()) return
        observer.disconnect()
        tap = null
      })
      observer.observe(document.getElementById('root') ?? document.body, { childList: true, subtree: true })
    },
  }
}
