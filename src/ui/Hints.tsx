/**
 * The tooltip of all elements with `data-hint`, one at a time. A Tooltip around each of them would cost ten times as
 * much as the element. `data-hint-side="right"` puts it there; otherwise it is above. A finger that stays on the element reads it.
 */
import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

interface Hint {
  readonly element: HTMLElement
  readonly words: string
  readonly side: 'right' | 'top'
}

/** A finger that stays so long asks for the words. A tap acts. */
const HELD_MS = 700
/** The words stay for a while after the finger has gone, which covered a part of them. */
const READ_MS = 2500

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
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHeld = false
    on('pointerdown', (event) => {
      show(null)
      clearTimeout(timer)
      isHeld = false
      const asked = event.pointerType === 'mouse' ? null : hintOf(event)
      if (asked === null) return
      timer = setTimeout(() => {
        isHeld = true
        show(asked)
      }, HELD_MS)
    })
    const release = () => {
      clearTimeout(timer)
      if (isHeld) timer = setTimeout(() => show(null), READ_MS)
    }
    on('pointerup', release)
    // The finger scrolls.
    on('pointercancel', release)
    document.addEventListener(
      'click',
      (event) => {
        // The press only asked for the words.
        if (isHeld && event.detail > 0) {
          event.preventDefault()
          event.stopPropagation()
        }
        isHeld = false
      },
      { capture: true, signal: listening.signal },
    )
    listening.signal.addEventListener('abort', () => clearTimeout(timer))
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
