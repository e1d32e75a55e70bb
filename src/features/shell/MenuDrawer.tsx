/** The side menu of a phone, over the screen. */
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLayer } from '../../ui/leaving/useLayer.ts'
import classes from './Shell.module.css'

interface MenuDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function MenuDrawer({ opened, onClose, children }: MenuDrawerProps) {
  useLayer(opened, onClose)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={264}
      padding={0}
      withCloseButton={false}
      // Above toasts, like every menu.
      zIndex={300}
      attributes={{ content: { 'aria-label': 'Menu' } }}
      classNames={{ body: classes.drawer ?? '' }}
    >
      {children}
    </Drawer>
  )
}
