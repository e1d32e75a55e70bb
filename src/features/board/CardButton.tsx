/**
 * Buttons and links of a card, in Mantine's look but as plain elements. A card has five of them and is rendered for
 * each scrolled row: five components would cost more than the rest of the card.
 */
import type { ComponentProps } from 'react'
import classes from './CardButton.module.css'

interface Look {
  /** The main button. The others are less prominent. */
  readonly primary?: boolean
  /** Only an icon: `aria-label` is its name. */
  readonly square?: boolean
  /** ui/Hints.tsx */
  readonly 'data-hint'?: string
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

/** An icon link that leaves the app. */
export function CardLink({ children, ...others }: Omit<ComponentProps<'a'>, 'className'>) {
  return (
    <a {...others} className={classes.button} data-square>
      {children}
    </a>
  )
}
