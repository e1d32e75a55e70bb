/** Toasts that were on screen, also those that have closed before the test looks. */
import { onTestFinished } from 'vitest'
import { type Toast, toasts } from '../../../src/ui/notify.ts'

/** Every toast that is on screen from now on. */
export function notesToasts(): readonly Toast[] {
  const shown: Toast[] = []
  const note = () => {
    const now = toasts.get()
    if (now !== null) shown.push(now)
  }
  onTestFinished(toasts.subscribe(note))
  return shown
}

/** Their words, each once. */
export const wordsOf = (shown: readonly Toast[]): string[] => [
  ...new Set(shown.map(({ message }) => message)),
]

/** Every toast from now on stays, as if it was pointed at: what a test does beside it may take longer than its time. */
export function holdsToasts(): void {
  onTestFinished(toasts.subscribe(() => toasts.hold(true)))
}
