/** Layers and typed text of React components. docs/rules.md#leaving */
import { createContext, use, useEffectEvent, useLayoutEffect } from 'react'
import { addLayer, addTyped } from './layers.ts'

/** While `opened`, the browser's Back calls `close` and leaves the page where it is. */
export function useLayer(opened: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  // Before the next press of Back.
  useLayoutEffect(() => (opened ? addLayer({ close: () => onBack() }) : undefined), [opened])
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
