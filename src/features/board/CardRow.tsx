/** One row of cards: at the virtualiser's position, or in the flow of a single column. */
import type { ReactNode, Ref } from 'react'
import classes from './CardGrid.module.css'

/** Placeholder in a card's shape while its row is read. Plain boxes, since most are never seen. */
function SkeletonCard() {
  return (
    <div className={classes.skeleton} aria-hidden>
      <div className={classes.bone} data-of="number" />
      <div className={classes.bone} data-of="name" />
      <div className={classes.bone} data-of="document" />
      <div className={classes.bone} data-of="chips" />
      <div className={classes.bone} data-of="facts" />
      <div className={classes.bone} data-of="actions" />
    </div>
  )
}

interface CardRowProps {
  readonly index: number
  /** Index of the first card, and the number of cards. */
  readonly first: number
  readonly count: number
  readonly columns: number
  /** Between cards, in px. None in the list. */
  readonly gap: number
  /** In px. A row in the flow has a fixed height only until its card is read. */
  readonly height: number
  /** Distance from the top of the grid in px. Absent: the row is in the flow, as high as its card. */
  readonly top?: number
  /** Measures a row in the flow whose card is read. */
  readonly ref?: Ref<HTMLDivElement>
  readonly card: (place: number) => ReactNode | null
  readonly uidAt: (place: number) => string | undefined
}

export function CardRow({ index, first, count, columns, gap, height, top, ref, card, uidAt }: CardRowProps) {
  const cards = Array.from({ length: count }, (_, column) => first + column).map((place) => ({
    place,
    shown: card(place),
  }))
  const isInFlow = top === undefined
  const isRead = cards.every(({ shown }) => shown !== null)
  return (
    <div
      className={isInFlow ? classes.flowing : classes.row}
      data-index={index}
      {...(isInFlow && isRead && ref !== undefined ? { ref } : {})}
      style={
        isInFlow
          ? { height: isRead ? 'auto' : height }
          : {
              height,
              gap,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${top}px)`,
            }
      }
    >
      {cards.map(({ place, shown }) => (
        <div key={uidAt(place) ?? place} className={classes.cell}>
          {shown ?? (gap === 0 ? <div className={classes.line} aria-hidden /> : <SkeletonCard />)}
        </div>
      ))}
    </div>
  )
}
