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
  /** Long words go on in the next line instead of being cut. */
  readonly wraps?: boolean
  readonly title?: string
  /** It is true for a moment only: src/opening/painting/markup.ts. */
  readonly 'data-fleeting'?: 'whole'
}

export function SoftChip({ color, icon, children, className, wraps, ...others }: SoftChipProps) {
  return (
    <span
      className={[classes.chip, wraps === true ? classes.wraps : '', className ?? ''].join(' ').trim()}
      style={{ background: `var(--farol-chip-${color}-bg)`, color: `var(--farol-chip-${color}-text)` }}
      {...others}
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
