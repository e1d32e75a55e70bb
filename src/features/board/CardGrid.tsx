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
import { isPainted as beganPainted } from '../../opening/painting/is-painted.ts'
import { useFrameLater } from '../../ui/useFrameLater.ts'
import classes from './CardGrid.module.css'
import { CardRow } from './CardRow.tsx'
import type { GridShape } from './useColumns.ts'

export interface Fold {
  readonly count: number
  readonly isOpen: boolean
  readonly line: ReactNode
}

interface CardGridProps extends GridShape {
  /** All leads of the list, the folded ones among them. */
  readonly total: number
  /** The last leads are below a line of their own, and shown only if it is open. Null: none are. */
  readonly fold: Fold | null
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

/** The line of the folded leads. */
const FOLD_HEIGHT = 60
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

const heightOf = ({ rows, foldAt }: GridPlaces, rowHeight: number): number =>
  foldAt === null ? rows * rowHeight : (rows - 1) * rowHeight + FOLD_HEIGHT

export function CardGrid(props: CardGridProps) {
  'use no memo'
  const { total, fold, list, columns, rowHeight, isMeasured, gap, card, uidAt, onRange, label } = props
  const root = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  /** As the app opens the first row is painted alone: all of them at once take twice as long. A kept painting has shown them. */
  const [opensApp] = useState(() => firstReading() !== null && !beganPainted())
  const isPainted = useFrameLater(true)
  const [overscan, setOverscan] = useState(0)
  const places = placesOf({ total, columns, later: fold?.count ?? 0, isOpen: fold?.isOpen ?? false })
  const { rows, foldAt } = places
  /** Another list has other heights. */
  const measuredList = isMeasured ? list : null
  const getItemKey = useCallback(
    (row: number) => (measuredList === null ? row : `${measuredList} ${row}`),
    [measuredList],
  )
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: (row) => (row === foldAt ? FOLD_HEIGHT : rowHeight),
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
  const first = places.first(items[0]?.index ?? 0)
  const last = places.first((items.at(-1)?.index ?? 0) + 1) - 1

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
  }, [virtualizer, rowHeight, columns, isMeasured, foldAt])
  useEffect(() => onRange(first, last), [onRange, first, last])

  const topOf = (item: VirtualItem | undefined) => (item?.start ?? 0) - virtualizer.options.scrollMargin
  const rowOf = (index: number) => ({
    index,
    first: places.first(index),
    count: places.first(index + 1) - places.first(index),
    columns,
    gap,
    card,
    uidAt,
  })
  return (
    <div
      id={ID}
      ref={root}
      tabIndex={-1}
      className={classes.root}
      style={{ height: isMeasured ? virtualizer.getTotalSize() : heightOf(places, rowHeight) }}
      role="feed"
      aria-label={label}
      aria-busy={card(first) === null}
    >
      {isMeasured ? (
        <div className={classes.flow} style={{ transform: `translateY(${topOf(items[0])}px)` }}>
          {items.map(({ key, index }) =>
            index === foldAt ? (
              <div
                key="fold"
                data-index={index}
                ref={virtualizer.measureElement}
                className={classes.foldInFlow}
              >
                {fold?.line}
              </div>
            ) : (
              <CardRow
                key={key}
                {...rowOf(index)}
                ref={virtualizer.measureElement}
                height={rowHeight - gap}
              />
            ),
          )}
        </div>
      ) : (
        items.map((item) =>
          item.index === foldAt ? (
            <div
              key="fold"
              className={classes.fold}
              style={{ height: FOLD_HEIGHT, transform: `translateY(${topOf(item)}px)` }}
            >
              {fold?.line}
            </div>
          ) : (
            <CardRow key={item.key} {...rowOf(item.index)} height={rowHeight - gap} top={topOf(item)} />
          ),
        )
      )}
    </div>
  )
}

interface GridPlaces {
  /** The line of the folded leads among them. */
  readonly rows: number
  /** The row of that line. Null: there is none. */
  readonly foldAt: number | null
  /** Returns the place of the row's first lead. The line has none: its first lead is the next row's. */
  readonly first: (row: number) => number
}

interface GridLeads {
  readonly total: number
  readonly columns: number
  /** The last leads of the list, which are folded. */
  readonly later: number
  readonly isOpen: boolean
}

/** Which leads each row of the grid has, and where the line of the folded ones is. */
function placesOf({ total, columns, later, isOpen }: GridLeads): GridPlaces {
  const now = total - later
  const nowRows = Math.ceil(now / columns)
  if (later === 0) return { rows: nowRows, foldAt: null, first: (row) => Math.min(row * columns, total) }
  return {
    rows: nowRows + 1 + (isOpen ? Math.ceil(later / columns) : 0),
    foldAt: nowRows,
    first: (row) =>
      row <= nowRows ? Math.min(row * columns, now) : Math.min(now + (row - nowRows - 1) * columns, total),
  }
}
