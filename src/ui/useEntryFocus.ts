/**
 * Where the keyboard goes when the entry of a list that it stands on goes away: to the next, else to the one before, else
 * to the list's heading. Without it the browser takes it to the top of the page.
 *
 * An entry is an element with `data-entry`, its list one with `data-entries` and a heading; both take the focus
 * (`tabIndex={-1}`).
 */
import { useEffect, useRef } from 'react'

interface Leaving {
  readonly entry: Element | null
  /** In the order of preference. */
  readonly next: readonly HTMLElement[]
}

export interface EntryFocus {
  /** The entry is about to go. */
  readonly leave: (entry: string) => void
}

const all = (within: ParentNode | null, selector: string): HTMLElement[] =>
  within === null ? [] : [...within.querySelectorAll<HTMLElement>(selector)]

/** For the component that draws the lists: an entry may be gone whenever it is drawn again. */
export function useEntryFocus(): EntryFocus {
  const leaving = useRef<Leaving | null>(null)
  useEffect(() => {
    const { current } = leaving
    if (current === null || current.entry?.isConnected) return
    const { activeElement: held } = document
    // Of the question that was answered: it gives the focus back when it is gone.
    if (held?.closest('[role="dialog"]')) return
    leaving.current = null
    // Somebody who has gone on to something else meanwhile stays there.
    if (held !== null && held !== document.body) return
    current.next.find((element) => element.isConnected)?.focus()
  })
  return {
    leave: (name) => {
      const entry = document.querySelector(`[data-entry="${CSS.escape(name)}"]`)
      const list = entry?.closest('[data-entries]') ?? null
      const entries = all(list, '[data-entry]')
      const place = entries.findIndex((other) => other === entry)
      const headings = all(document, '[data-entries] h2[tabindex]')
      leaving.current = {
        entry,
        next: [
          ...entries.slice(place + 1),
          ...entries.slice(0, Math.max(place, 0)).reverse(),
          ...headings.toSorted((one, other) => Number(list?.contains(other)) - Number(list?.contains(one))),
        ],
      }
    },
  }
}
