/** A button of a row: in a table an icon with a tip, on a card its words too. */
import { ActionIcon, Button } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'

/** Whether row actions show their words. */
export const WordedActions = createContext(false)

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
  const state = isOpen === undefined ? {} : { 'aria-expanded': isOpen }
  const color = danger ? { color: 'red' } : {}
  const isWorded = useContext(WordedActions)
  if (isWorded)
    return (
      <Button
        variant="subtle"
        size="sm"
        px="xs"
        leftSection={icon}
        aria-label={label}
        onClick={onClick}
        {...state}
        {...color}
      >
        {tip ?? label}
      </Button>
    )
  return (
    <ActionIcon
      variant="subtle"
      size="lg"
      aria-label={label}
      data-hint={tip ?? label}
      onClick={onClick}
      {...state}
      {...color}
    >
      {icon}
    </ActionIcon>
  )
}
