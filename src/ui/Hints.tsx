/**
 * The tooltip of all elements with `data-hint`, one at a time. A Tooltip around each of them would cost ten times as
 * much as the element. `data-hint-side="right"` puts it there; otherwise it is above.
 */
import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

interface Hint {
  readonly element: HTMLElement
  readonly words: string
  readonly side: 'right' | 'top'
}

function hintOf({ target }: Event): Hint | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
  const words = element?.dataset.hint
  if (element === null || words === undefined) return null
  return { element, words, side: element.dataset.hintSide === 'right' ? 'right' : 'top' }
}

/** Same element and text: the tooltip stays as it is. */
const isSame = (one: Hint | null, other: Hint | null) =>
  one?.element === other?.element && one?.words === other?.words

export function Hints() {
  const [hint, setHint] = useState<Hint | null>(null)
  useEffect(() => {
    const listening = new AbortController()
    const show = (next: Hint | null) => setHint((before) => (isSame(before, next) ? before : next))
    const on = <Name extends keyof DocumentEventMap>(
      name: Name,
      hear: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, hear, { signal: listening.signal })
    on('pointerover', (event) => {
      if (event.pointerType === 'mouse') show(hintOf(event))
    })
    on('focusin', (event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(hintOf(event))
    })
    on('focusout', () => show(null))
    on('pointerdown', () => show(null))
    on('keydown', ({ key }) => {
      if (key === 'Escape') show(null)
    })
    return () => listening.abort()
  }, [])
  useEffect(() => {
    if (hint === null) return
    const { element } = hint
    // The element may go, or change its words, while its tooltip is shown.
    const watch = new MutationObserver(() =>
      setHint((before) => {
        const words = element.isConnected ? element.dataset.hint : undefined
        if (before?.element !== element || words === before.words) return before
        return words === undefined ? null : { ...before, words }
      }),
    )
    watch.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['data-hint'],
    })
    return () => watch.disconnect()
  }, [hint])
  if (hint === null) return null
  return <Tooltip opened target={hint.element} label={hint.words} position={hint.side} multiline maw={280} />
}
