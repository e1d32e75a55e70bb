/**
 * Moves the focus when the focused entry of a list disappears: to the next entry, else to the previous one, else to the
 * list's heading. Without it the browser moves the focus to the top of the page.
 *
 * An entry is an element with `data-entry`. Its list has `data-entries` and a heading; a list without a heading has an
 * element with `data-after-entries`. All of them are focusable (`tabIndex={-1}`).
 */
import { useEffect, useRef } from 'react'

interface Leaving {
  /** Null: the entry had disappeared before the user answered. */
  readonly entry: Element | null
  readonly list: Element | null
  /** The dialog that contains them. Null: they are on the screen itself. */
  readonly dialog: Element | null
  /** The entries of the list before the change, and the entry's index among them. */
  readonly entries: readonly HTMLElement[]
  readonly place: number
}

export interface EntryFocus {
  /** Called before the entry disappears. */
  readonly leave: (entry: string) => void
}

const DIALOG = '[role="dialog"]'
const FALLBACKS = '[data-entries] h2[tabindex], [data-after-entries]'

const all = (within: ParentNode | null, selector: string): HTMLElement[] =>
  within === null ? [] : [...within.querySelectorAll<HTMLElement>(selector)]

/** Elements to focus, in the order of preference. */
function focusTargets({ list, dialog, entries, place }: Leaving): HTMLElement[] {
  const now = list?.isConnected ? all(list, '[data-entry]') : []
  // An entry that took its place: the lead's next problem.
  const successor = now.slice(place, place + 1).filter((element) => !entries.includes(element))
  const headings = all(dialog ?? document, FALLBACKS)
  return [
    ...successor,
    ...entries.slice(place + 1),
    ...entries.slice(0, place).reverse(),
    ...headings.toSorted((one, other) => Number(list?.contains(other)) - Number(list?.contains(one))),
  ]
}

/** Returns false while another dialog, in which the user decided about the entry, still has the focus. */
function moveFocus(leaving: Leaving): boolean {
  const { activeElement: held } = document
  const within = held?.closest(DIALOG) ?? null
  if (within !== null && within !== leaving.dialog) return false
  // The user may have focused something else meanwhile: it keeps the focus.
  if (held === null || held === document.body)
    focusTargets(leaving)
      .find((element) => element.isConnected)
      ?.focus()
  return true
}

/** For the component that renders the lists: an entry may disappear with any render. */
export function useEntryFocus(): EntryFocus {
  const leaving = useRef<Leaving | null>(null)
  useEffect(() => {
    const { current } = leaving
    if (current === null || current.entry?.isConnected) return
    const settle = () => {
      if (leaving.current !== current || !moveFocus(current)) return
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
