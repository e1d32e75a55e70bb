/** Brings the table of leads into view when a figure opens it. */
import { type RefCallback, useRef } from 'react'

function show(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
}

interface FigureHeading {
  /** Of the table's heading. */
  readonly takeHeading: RefCallback<HTMLHeadingElement>
  /** Call it when a figure was pressed: its table is mostly out of sight, or not drawn yet. */
  readonly showLeads: () => void
}

export function useFigureHeading(): FigureHeading {
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpening = useRef(false)
  return {
    takeHeading: (drawn) => {
      heading.current = drawn
      if (drawn === null || !isOpening.current) return
      isOpening.current = false
      show(drawn)
    },
    showLeads: () => {
      isOpening.current = heading.current === null
      show(heading.current)
    },
  }
}
