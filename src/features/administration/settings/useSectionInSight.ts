/** Which section of 'Configurações' is in sight, so that the index marks it. */
import { type RefObject, useEffect, useState } from 'react'

/** A section is in sight once it has reached the upper third of the window. */
const LINE = 1 / 3

/** The cards of the sections, in the order of the screen. Some load after the others. */
const cardsIn = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLElement>(':is(form, section)[aria-label]')].filter((card) => card !== root)

function titleInSight(root: HTMLElement): string | null {
  const cards = cardsIn(root)
  const isAtEnd = root.getBoundingClientRect().bottom <= window.innerHeight + 1
  // The last sections never reach the line: there the one that was gone to is meant, else the last.
  const gone = isAtEnd ? cards.find((card) => card.contains(document.activeElement)) : undefined
  const line = isAtEnd ? window.innerHeight : window.innerHeight * LINE
  const card = gone ?? cards.findLast((one) => one.getBoundingClientRect().top <= line) ?? cards[0]
  return card?.getAttribute('aria-label') ?? null
}

export function useSectionInSight(ref: RefObject<HTMLElement | null>): string | null {
  const [title, setTitle] = useState<string | null>(null)
  useEffect(() => {
    const root = ref.current
    if (root === null) return undefined
    let frame = 0
    const look = () => {
      frame = 0
      setTitle(titleInSight(root))
    }
    const lookSoon = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    // The window or the frame's main part scrolls; a section that arrives changes the height.
    document.addEventListener('scroll', lookSoon, { capture: true, passive: true })
    document.addEventListener('focusin', lookSoon)
    const sizes = new ResizeObserver(lookSoon)
    sizes.observe(root)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', lookSoon, { capture: true })
      document.removeEventListener('focusin', lookSoon)
      sizes.disconnect()
    }
  }, [ref])
  return title
}
