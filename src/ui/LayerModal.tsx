/**
 * Every dialog is one of these, and every drawer a `LayerDrawer`: it lies above what was opened before it, and Escape and Back
 * close the upper one alone. docs/rules.md#layers
 */
import { Modal, type ModalProps } from '@mantine/core'
import { type Layered, layerProps } from './layer-props.ts'
import { useLayer } from './leaving/useLayer.ts'

export function LayerModal({ kind, takesBack, takesEscape, ...props }: Layered<ModalProps>) {
  const zIndex = useLayer(props.opened, props.onClose, { kind, takesBack, takesEscape })
  return <Modal {...props} {...layerProps(zIndex, kind)} />
}
