/**
 * The keys that are typed between the opening of the search panel and the focus in its field: the panel's code may still
 * be on its way, and none of them may be lost. An unseen field has the focus meanwhile, since 'ã' of a tilde and an 'a', a
 * pasted text and the text of an input method reach fields alone.
 */
import { useEffect, useEffectEvent } from 'react'

/** Marks the panel's field. Its own keys are left to it. */
export const SEARCH_FIELD = { 'data-search-field': true } as const
/** Marks the field before it, to which its letters are left. */
export const EARLY_FIELD = { 'data-early-field': true } as const

interface EarlyKeys {
  /** Changes the text of the search. */
  readonly onText: (edit: (text: string) => string) => void
  readonly onEnter: () => void
  readonly onEscape: () => void
}

const isIn = ({ target }: KeyboardEvent, field: string) =>
  target instanceof Element && target.closest(field) !== null

export function useEarlyKeys(opened: boolean, { onText, onEnter, onEscape }: EarlyKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event
    if (isIn(event, '[data-search-field]') || ctrlKey || metaKey || altKey || isComposing) return
    const isText = key.length === 1 || key === 'Backspace'
    if (isText && isIn(event, '[data-early-field]')) return
    if (key.length === 1) onText((text) => text + key)
    else if (key === 'Backspace') onText((text) => text.slice(0, -1))
    else if (key === 'Enter') onEnter()
    else if (key === 'Escape') onEscape()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    if (!opened) return
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [opened])
}
