/** Brings the table of leads into view when a figure opens it. */
import { type RefCallback, useEffect, useRef } from 'react'
import type { OpenFigure } from '../../domain/reports/figure-leads.ts'
import type { ReportSearch } from '../../domain/reports/search.ts'

function show(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
}

interface FigureHeading {
  /** Of the table's heading. */
  readonly takeHeading: RefCallback<HTMLHeadingElement>
  /** Call it when a figure was pressed: its table is mostly out of sight, or not drawn yet. */
  readonly showLeads: (opened: OpenFigure) => void
}

export function useFigureHeading({ figura, linha }: ReportSearch): FigureHeading {
  const heading = useRef<HTMLHeadingElement>(null)
  const opening = useRef<OpenFigure>(null)
  // Not before the address names the figure: until then the router keeps the place that Back returns to.
  const showOpened = () => {
    const { current: opened } = opening
    if (opened === null || heading.current === null) return
    if (opened.figure !== figura || opened.row !== linha) return
    opening.current = null
    show(heading.current)
  }
  useEffect(showOpened, [figura, linha])
  return {
    takeHeading: (drawn) => {
      heading.current = drawn
      showOpened()
    },
    showLeads: (opened) => {
      opening.current = opened
      showOpened()
    },
  }
}
