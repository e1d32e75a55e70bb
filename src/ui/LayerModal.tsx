/**
 * Every dialog is one of these, and every drawer a `LayerDrawer`: it lies above what was opened before it, and Escape and Back
 * close the upper one alone. docs/rules.md#layers
 */
import { Modal, type ModalProps, type ModalRootProps } from '@mantine/core'
import { type Layered, layerProps } from './layer-props.ts'
import { useLayer } from './leaving/useLayer.ts'

export function LayerModal({ kind, takesBack, takesEscape, ...props }: Layered<ModalProps>) {
  const zIndex = useLayer(props.opened, props.onClose, { kind, takesBack, takesEscape })
  return <Modal {...props} {...layerProps(zIndex, kind)} />
}

/** The same for a dialog that is composed of its parts. */
export function LayerModalRoot({ kind, takesBack, takesEscape, ...props }: Layered<ModalRootProps>) {
  const zIndex = useLayer(props.opened, props.onClose, { kind, takesBack, takesEscape })
  return <Modal.Root {...props} {...layerProps(zIndex, kind)} />
}
