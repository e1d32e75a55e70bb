/** Layers and typed text of React components. docs/rules.md#leaving */
import { createContext, use, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { LAYERS, type LayerKind } from '../layer-order.ts'
import { addLayer, addTyped, type LayerName, onLayer, zIndexOf } from './layers.ts'

export interface LayerOptions {
  /** Default: a dialog. */
  readonly kind?: LayerKind | undefined
  /** False: the address names what it shows, and Back leaves that address. */
  readonly takesBack?: boolean | undefined
  /** False: Escape does nothing while it is on top. */
  readonly takesEscape?: boolean | undefined
}

/**
 * While `opened`, Escape and the browser's Back call `close` if nothing lies above. Returns the number by which it lies above
 * what was opened before it.
 */
export function useLayer(
  opened: boolean,
  close: () => void,
  { kind = 'dialog', takesBack = true, takesEscape = true }: LayerOptions = {},
): number {
  const onClose = useEffectEvent(close)
  const [name] = useState((): LayerName => ({}))
  // Before the next press of a key or of Back.
  useLayoutEffect(
    () => (opened ? addLayer(name, { kind, takesBack, takesEscape, close: () => onClose() }) : undefined),
    [opened, name, kind, takesBack, takesEscape],
  )
  return useSyncExternalStore(onLayer, () => zIndexOf(name)) ?? LAYERS[kind]
}

/** While `isTyped`, links, Back and closing the tab ask before the page is left. */
export function useTypedText(isTyped: boolean): void {
  useLayoutEffect(() => (isTyped ? addTyped() : undefined), [isTyped])
}

/** What a dialog offers to the form in it. */
export interface DialogLeaving {
  readonly report: (isTyped: boolean) => void
  /** Closes the dialog. Asks first if the form has typed text. */
  readonly close: () => void
}

export const DialogLeavingContext = createContext<DialogLeaving | null>(null)

/** For a form in a `Dialog`: typed text that closing would lose. Returns what 'Cancelar' calls. */
export function useTypedInDialog(isTyped: boolean): () => void {
  const dialog = use(DialogLeavingContext)
  if (dialog === null) throw new Error('useTypedInDialog needs a Dialog around it')
  const { report, close } = dialog
  useLayoutEffect(() => {
    report(isTyped)
    return () => report(false)
  }, [report, isTyped])
  return close
}
