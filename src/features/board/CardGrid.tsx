/** The virtualised cards: only rows near the screen exist. No other component uses the virtualiser. */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFrameLater } from '../../ui/useFrameLater.ts'
import { firstReading } from '../../workers/first-reading-bridge.ts'
import { firstScreenShown } from '../../workers/first-screen.ts'
import classes from './CardGrid.module.css'
import { CardRow } from './CardRow.tsx'

interface CardGridProps {
  readonly total: number
  readonly columns: number
  /** Height of a row with its gap, in px. */
  readonly rowHeight: number
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

export function CardGrid({ total, columns, rowHeight, card, uidAt, onRange, label }: CardGridProps) {
  'use no memo'
  const root = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  /** As the app opens the first row is painted alone: all of them at once take twice as long. */
  const [opensApp] = useState(() => firstReading() !== null)
  const isPainted = useFrameLater(true)
  const [overscan, setOverscan] = useState(0)
  const rows = Math.ceil(total / columns)
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    // Known before the virtualiser measures the window: the first rendering has the first cards.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    // At its start the virtualiser would scroll to where the window is, and the browser lay the page out for it.
    scrollToFn: () => undefined,
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
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight, columns])
  useEffect(() => onRange(first, last), [onRange, first, last])

  return (
    <div
      id={ID}
      ref={root}
      tabIndex={-1}
      className={classes.root}
      style={{ height: rows * rowHeight }}
      role="feed"
      aria-label={label}
      aria-busy={false}
    >
      {items.map((item) => (
        <CardRow
          key={item.key}
          first={item.index * columns}
          count={Math.min(columns, total - item.index * columns)}
          columns={columns}
          height={rowHeight - GAP}
          top={item.start - virtualizer.options.scrollMargin}
          card={card}
          uidAt={uidAt}
        />
      ))}
    </div>
  )
}
