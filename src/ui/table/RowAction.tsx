/** A button of a row: an icon with a name. */
import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface RowActionProps {
  readonly label: string
  /** In place of the label, where the row is plain from the place. */
  readonly tip?: string
  readonly icon: ReactNode
  readonly danger?: boolean
  /** For a button that opens and closes something. */
  readonly isOpen?: boolean
  readonly onClick: () => void
}

export function RowAction({ label, tip, icon, danger = false, isOpen, onClick }: RowActionProps) {
  return (
    <Tooltip label={tip ?? label}>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={label}
        onClick={onClick}
        {...(isOpen === undefined ? {} : { 'aria-expanded': isOpen })}
        {...(danger ? { color: 'red' } : {})}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
