/**
 * Returns the focus to what had it before a dialog opened. The button that was pressed waits for its call meanwhile: it is
 * disabled, so the browser has taken the focus from it, and gets it again as soon as it can be pressed.
 */
import { useEffect, useRef } from 'react'

const PATIENCE_MS = 2000
const LOOK_MS = 50

const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body

/** Returns a function that gives up. */
function focusOnceEnabled(element: HTMLElement): () => void {
  const until = Date.now() + PATIENCE_MS
  const attempt = () => {
    if (hasNoFocus()) element.focus({ preventScroll: true })
    if (!hasNoFocus() || !element.isConnected || Date.now() > until) clearInterval(timer)
  }
  const timer = setInterval(attempt, LOOK_MS)
  return () => clearInterval(timer)
}

export function useFocusBefore(opened: boolean): void {
  const before = useRef<HTMLElement | null>(null)
  const isOpened = useRef(opened)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!isOpened.current && target instanceof HTMLElement) before.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    const wasOpened = isOpened.current
    isOpened.current = opened
    if (opened || !wasOpened || before.current === null) return
    return focusOnceEnabled(before.current)
  }, [opened])
}
