/** A card that is ticked for a transfer: a tap anywhere on it chooses the lead, and its own buttons rest. */
import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { type ReactNode, useId } from 'react'
import classes from './Transfer.module.css'

interface PickCardProps {
  /** 'Escolher o lead 1522 de Ana Lima'. */
  readonly label: string
  readonly checked: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** The card's own article is inert, so that the feed needs another. */
export function PickCard({ label, checked, onToggle, children }: PickCardProps) {
  const id = useId()
  return (
    <article className={classes.pick} aria-label={label}>
      <div inert style={{ height: '100%' }}>
        {children}
      </div>
      <label className={classes.cover} htmlFor={id}>
        <Checkbox id={id} aria-label={label} checked={checked} onChange={onToggle} size="md" />
      </label>
    </article>
  )
}
