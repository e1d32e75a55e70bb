/**
 * Whether the screen matches a media query. Paper is narrower than most screens: while the window prints, the answer stays, or a
 * screen would take its narrow shape, and lose what only the print draws. docs/rules.md#printed-board
 */
import { useCallback, useSyncExternalStore } from 'react'

const PAPER = 'print'
/** Answers of the screen, kept while the window prints. */
const answers = new Map<string, boolean>()

function answerOf(query: string): boolean {
  const kept = answers.get(query)
  if (kept !== undefined && window.matchMedia(PAPER).matches) return kept
  const { matches } = window.matchMedia(query)
  answers.set(query, matches)
  return matches
}

export function useScreenQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const [screen, paper] = [window.matchMedia(query), window.matchMedia(PAPER)]
      screen.addEventListener('change', onChange)
      paper.addEventListener('change', onChange)
      return () => {
        screen.removeEventListener('change', onChange)
        paper.removeEventListener('change', onChange)
      }
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => answerOf(query))
}
