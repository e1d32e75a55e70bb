/** The virtualised cards: only rows near the screen exist. No other component uses the virtualiser. */
import {
  measureElement,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
  windowScroll,
} from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { firstReading } from '../../opening/first-reading.ts'
import { firstScreenShown } from '../../opening/first-screen.ts'
import { useFrameLater } from '../../ui/useFrameLater.ts'
import classes from './CardGrid.module.css'
import { CardRow } from './CardRow.tsx'
import type { GridShape } from './useColumns.ts'

interface CardGridProps extends GridShape {
  readonly total: number
  /** Names the list. Another list has other heights. */
  readonly list: string
  /** Returns the card at an index, or null while its row is not read. */
  readonly card: (place: number) => ReactNode | null
  /** Returns the uid of the lead at an index, if known. As the key it keeps an open menu with its lead. */
  readonly uidAt: (place: number) => string | undefined
  /** Called with the first and last index on screen, whenever they change. */
  readonly onRange: (first: number, last: number) => void
  readonly label: string
}

const GAP = 16
/** Rows rendered beyond the screen on each side. None before the first screen is painted. */
const OVERSCAN_ROWS = 2
const ID = 'board-cards'

/** Moves the focus to the cards when the focused element has disappeared. */
export function focusCards(): void {
  document.getElementById(ID)?.focus({ preventScroll: true })
}

type WindowVirtualizer = Virtualizer<Window, Element>

/** Reads no layout while rows are added: the browser reports their heights after it has laid the page out. */
const reportedHeight = (
  row: Element,
  entry: ResizeObserverEntry | undefined,
  virtualizer: WindowVirtualizer,
): number => {
  if (entry !== undefined) return measureElement(row, entry, virtualizer)
  const place = virtualizer.indexFromElement(row)
  return virtualizer.measurementsCache[place]?.size ?? virtualizer.options.estimateSize(place)
}

/**
 * Scrolls by as much as a row above the screen is higher or lower than its estimate, and never else: at its start the
 * virtualiser would scroll to where the window is, and the browser lay the page out for it.
 */
const scrollByAdjustment: WindowVirtualizer['options']['scrollToFn'] = (offset, options, virtualizer) => {
  if (options.adjustments) windowScroll(offset, options, virtualizer)
}

export function CardGrid(props: CardGridProps) {
  'use no memo'
  const { total, list, columns, rowHeight, isMeasured, card, uidAt, onRange, label } = props
  const root = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  /** As the app opens the first row is painted alone: all of them at once take twice as long. */
  const [opensApp] = useState(() => firstReading() !== null)
  const isPainted = useFrameLater(true)
  const [overscan, setOverscan] = useState(0)
  const rows = Math.ceil(total / columns)
  /** Another list has other heights. */
  const measuredList = isMeasured ? list : null
  const getItemKey = useCallback(
    (row: number) => (measuredList === null ? row : `${measuredList} ${row}`),
    [measuredList],
  )
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan,
    scrollMargin: top,
    // Known before the virtualiser measures the window: the first rendering has the first cards.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollToFn: scrollByAdjustment,
    measureElement: reportedHeight,
    // A row that renders a frame late is still beyond the screen: it need not render inside the scroll event.
    useFlushSync: false,
  })
  const items = virtualizer.getVirtualItems().slice(0, opensApp && !isPainted ? 1 : undefined)
  const first = (items[0]?.index ?? 0) * columns
  const last = ((items.at(-1)?.index ?? 0) + 1) * columns - 1

  useEffect(() => {
    const element = root.current
    if (element === null) return
    // Also called once at the start, when the browser has laid the page out. Until then the top counts as 0.
    const observer = new ResizeObserver(() => setTop(element.getBoundingClientRect().top + window.scrollY))
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    let current = true
    void firstScreenShown().then(() => {
      if (current) setOverscan(OVERSCAN_ROWS)
    })
    return () => {
      current = false
    }
  }, [])
  useEffect(() => {
    if (!isMeasured) virtualizer.measure()
  }, [virtualizer, rowHeight, columns, isMeasured])
  useEffect(() => onRange(first, last), [onRange, first, last])

  const topOf = (item: VirtualItem | undefined) => (item?.start ?? 0) - virtualizer.options.scrollMargin
  const rowOf = (index: number) => ({
    index,
    first: index * columns,
    count: Math.min(columns, total - index * columns),
    columns,
    card,
    uidAt,
  })
  return (
    <div
      id={ID}
      ref={root}
      tabIndex={-1}
      className={classes.root}
      style={{ height: isMeasured ? virtualizer.getTotalSize() : rows * rowHeight }}
      role="feed"
      aria-label={label}
      aria-busy={card(first) === null}
    >
      {isMeasured ? (
        <div className={classes.flow} style={{ transform: `translateY(${topOf(items[0])}px)` }}>
          {items.map(({ key, index }) => (
            <CardRow key={key} {...rowOf(index)} ref={virtualizer.measureElement} height={rowHeight - GAP} />
          ))}
        </div>
      ) : (
        items.map((item) => (
          <CardRow key={item.key} {...rowOf(item.index)} height={rowHeight - GAP} top={topOf(item)} />
        ))
      )}
    </div>
  )
}
