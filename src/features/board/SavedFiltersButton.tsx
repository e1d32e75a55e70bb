/** The button of 'Filtros salvos'. */
import { Button, type ButtonProps } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'

interface SavedFiltersButtonProps
  extends ButtonProps,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {}

export const SavedFiltersButton = (props: SavedFiltersButtonProps) => (
  <Button size="sm" variant="default" leftSection={<IconBookmark size={18} aria-hidden />} {...props}>
    Filtros salvos
  </Button>
)
