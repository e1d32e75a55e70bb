/** A drawer, as `LayerModal` is a dialog. A file of its own: most dialogs need no code of drawers. docs/rules.md#layers */
import { Drawer, type DrawerProps } from '@mantine/core'
import { type Layered, layerProps } from './layer-props.ts'
import { useLayer } from './leaving/useLayer.ts'

interface LayerDrawerProps extends Layered<DrawerProps> {
  /** For screen readers, where it has no title. */
  readonly label?: string
}

export function LayerDrawer({ kind, takesBack, takesEscape, label, ...props }: LayerDrawerProps) {
  const zIndex = useLayer(props.opened, props.onClose, { kind, takesBack, takesEscape })
  return <Drawer {...props} {...layerProps(zIndex, kind, label)} />
}
