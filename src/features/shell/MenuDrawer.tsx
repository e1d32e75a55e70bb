/** The side menu of a phone, over the screen. */
import type { ReactNode } from 'react'
import { LayerDrawer } from '../../ui/LayerDrawer.tsx'
import classes from './Shell.module.css'

interface MenuDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function MenuDrawer({ opened, onClose, children }: MenuDrawerProps) {
  return (
    <LayerDrawer
      kind="menu"
      opened={opened}
      onClose={onClose}
      size={264}
      padding={0}
      withCloseButton={false}
      label="Menu"
      classNames={{ body: classes.drawer ?? '' }}
    >
      {children}
    </LayerDrawer>
  )
}
