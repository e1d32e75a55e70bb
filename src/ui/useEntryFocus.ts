/**
 * Where the keyboard goes when the entry of a list that it stands on goes away: to the next, else to the one before, else
 * to the list's heading. Without it the browser takes it to the top of the page.
 *
 * An entry is an element with `data-entry`, its list one with `data-entries` and a heading, or an element with
 * `data-after-entries` where it has none; all take the focus (`tabIndex={-1}`).
 */
import { useEffect, useRef } from 'react'

interface Leaving {
  /** null: it had gone when the user answered. */
  readonly entry: Element | null
  readonly list: Element | null
  /** The dialog that they stand in; null: on the screen itself. */
  readonly dialog: Element | null
  /** The list as it was, and where the entry stood in it. */
  readonly entries: readonly HTMLElement[]
  readonly place: number
}

export interface EntryFocus {
  /** The entry is about to go. */
  readonly leave: (entry: string) => void
}

const DIALOG = '[role="dialog"]'
const LANDINGS = '[data-entries] h2[tabindex], [data-after-entries]'

const all = (within: ParentNode | null, selector: string): HTMLElement[] =>
  within === null ? [] : [...within.querySelectorAll<HTMLElement>(selector)]

/** In the order of preference. */
function landings({ list, dialog, entries, place }: Leaving): HTMLElement[] {
  const now = list?.isConnected ? all(list, '[data-entry]') : []
  // What came in its place meanwhile: the lead's next problem.
  const heir = now.slice(place, place + 1).filter((element) => !entries.includes(element))
  const headings = all(dialog ?? document, LANDINGS)
  return [
    ...heir,
    ...entries.slice(place + 1),
    ...entries.slice(0, place).reverse(),
    ...headings.toSorted((one, other) => Number(list?.contains(other)) - Number(list?.contains(one))),
  ]
}

/** False: a dialog over the list, in which its entry was decided, holds the focus until it is gone. */
function land(leaving: Leaving): boolean {
  const { activeElement: held } = document
  const within = held?.closest(DIALOG) ?? null
  if (within !== null && within !== leaving.dialog) return false
  // Somebody who has gone on to something else meanwhile stays there.
  if (held === null || held === document.body)
    landings(leaving)
      .find((element) => element.isConnected)
      ?.focus()
  return true
}

/** For the component that draws the lists: an entry may be gone whenever it is drawn again. */
export function useEntryFocus(): EntryFocus {
  const leaving = useRef<Leaving | null>(null)
  useEffect(() => {
    const { current } = leaving
    if (current === null || current.entry?.isConnected) return
    const settle = () => {
      if (leaving.current !== current || !land(current)) return
      leaving.current = null
      observer.disconnect()
    }
    const observer = new MutationObserver(settle)
    observer.observe(document.body, { childList: true, subtree: true })
    settle()
    return () => observer.disconnect()
  })
  return {
    leave: (name) => {
      const entry = document.querySelector(`[data-entry="${CSS.escape(name)}"]`)
      const list = entry?.closest('[data-entries]') ?? null
      const entries = all(list, '[data-entry]')
      const place = entries.findIndex((other) => other === entry)
      const dialog = entry?.closest(DIALOG) ?? null
      leaving.current = { entry, list, dialog, entries, place: Math.max(place, 0) }
    },
  }
}
