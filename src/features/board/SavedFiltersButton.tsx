/** The button of 'Filtros salvos', which has its place before the menu's code has come. */
import { Button, type ButtonProps } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import type { BoardView } from '../../domain/board/board-view.ts'
import { lazyOpened } from '../../opening/lazy-after-paint.tsx'

export interface SavedFiltersProps {
  readonly userId: number
  readonly view: BoardView
  readonly onChoose: (view: BoardView) => void
}

interface SavedFiltersButtonProps
  extends ButtonProps,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {}

export const SavedFiltersButton = (props: SavedFiltersButtonProps) => (
  <Button size="sm" variant="default" leftSection={<IconBookmark size={18} aria-hidden />} {...props}>
    Filtros salvos
  </Button>
)

export const SavedFiltersSlot = lazyOpened<SavedFiltersProps>(
  async () => (await import('./SavedFilters.tsx')).SavedFilters,
  ({ onEarlyClick }) => <SavedFiltersButton onClick={onEarlyClick} />,
)
