/** What `LayerModal` and `LayerDrawer` have in common. */
import type { LayerKind } from './layer-order.ts'
import type { LayerOptions } from './leaving/useLayer.ts'

/** Escape, Back and the order are the layer's. */
export type Layered<Props> = Omit<Props, 'zIndex' | 'closeOnEscape' | 'attributes'> & LayerOptions

/** `label`: for screen readers, where it has no title. */
export const layerProps = (zIndex: number, kind: LayerKind = 'dialog', label?: string) => ({
  zIndex,
  closeOnEscape: false,
  attributes: { content: { 'data-layer': zIndex, 'data-layer-kind': kind, 'aria-label': label } },
})
