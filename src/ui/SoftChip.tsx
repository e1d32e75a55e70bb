/** A chip with colour, icon and words: not everybody distinguishes the colours. */
import type { ReactNode } from 'react'
import classes from './SoftChip.module.css'
import type { ChipColor } from './theme.ts'

interface SoftChipProps {
  readonly color: ChipColor
  /** A small decorative icon. The words carry the meaning. */
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly className?: string
  readonly title?: string
}

export function SoftChip({ color, icon, children, className, title }: SoftChipProps) {
  return (
    <span
      className={className === undefined ? classes.chip : `${classes.chip} ${className}`}
      style={{ background: `var(--farol-chip-${color}-bg)`, color: `var(--farol-chip-${color}-text)` }}
      title={title}
    >
      {icon === undefined ? null : (
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
      )}
      <span className={classes.words}>{children}</span>
    </span>
  )
}
