/**
 * Buttons and links of a card in the look of Mantine's: plain elements, since a card has five of them and is drawn on
 * every scrolled row, where a component each costs more than all the rest of the card.
 */
import type { ComponentProps } from 'react'
import classes from './CardButton.module.css'

interface Look {
  /** The one thing to do; the others stand back. */
  readonly primary?: boolean
  /** Only an icon: its name is the `aria-label`. */
  readonly square?: boolean
}

export function CardButton({
  primary = false,
  square = false,
  ...others
}: Look & Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return (
    <button
      {...others}
      type="button"
      className={classes.button}
      data-primary={primary || undefined}
      data-square={square || undefined}
    />
  )
}

/** An icon that leads out of the app. */
export function CardLink({ children, ...others }: Omit<ComponentProps<'a'>, 'className'>) {
  return (
    <a {...others} className={classes.button} data-square>
      {children}
    </a>
  )
}
