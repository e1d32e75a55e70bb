/**
 * Every dialog and drawer is one of these: it lies above what was opened before it, and Escape and Back close the upper one
 * alone. docs/rules.md#layers
 */
import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import type { LayerKind } from './layer-order.ts'
import { type LayerOptions, useLayer } from './leaving/useLayer.ts'

/** Escape, Back and the order are the layer's. */
type Own = 'zIndex' | 'closeOnEscape' | 'attributes'

const orderOf = (zIndex: number, kind: LayerKind = 'dialog') => ({
  zIndex,
  closeOnEscape: false,
  attributes: { content: { 'data-layer': zIndex, 'data-layer-kind': kind } },
})

export function LayerModal({ kind, takesBack, takesEscape, ...props }: Omit<ModalProps, Own> & LayerOptions) {
  const zIndex = useLayer(props.opened, props.onClose, { kind, takesBack, takesEscape })
  return <Modal {...props} {...orderOf(zIndex, kind)} />
}

interface LayerDrawerProps extends Omit<DrawerProps, Own>, LayerOptions {
  /** For screen readers, where it has no title. */
  readonly label?: string
}

export function LayerDrawer({ kind, takesBack, takesEscape, label, ...props }: LayerDrawerProps) {
  const zIndex = useLayer(props.opened, props.onClose, { kind, takesBack, takesEscape })
  const order = orderOf(zIndex, kind)
  const content = { ...order.attributes.content, 'aria-label': label }
  return <Drawer {...props} {...order} attributes={{ content }} />
}
