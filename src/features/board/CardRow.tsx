/** One row of cards at the virtualiser's position. */
import type { ReactNode } from 'react'
import classes from './CardGrid.module.css'
import { SkeletonCard } from './SkeletonCard.tsx'

interface CardRowProps {
  /** Index of the first card, and the number of cards. */
  readonly first: number
  readonly count: number
  readonly columns: number
  /** Px. */
  readonly height: number
  /** Distance from the top of the grid in px. */
  readonly top: number
  readonly card: (place: number) => ReactNode | null
  readonly uidAt: (place: number) => string | undefined
}

export function CardRow({ first, count, columns, height, top, card, uidAt }: CardRowProps) {
  return (
    <div
      className={classes.row}
      style={{
        height,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        transform: `translateY(${top}px)`,
      }}
    >
      {Array.from({ length: count }, (_, column) => first + column).map((place) => (
        <div key={uidAt(place) ?? place} className={classes.cell}>
          {card(place) ?? <SkeletonCard />}
        </div>
      ))}
    </div>
  )
}
