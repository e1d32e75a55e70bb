/** How a dialog closes: by its X, Escape, Back and 'Cancelar' alike. With typed text it asks first. */
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import { onQuestion, presentQuestion } from './layers.ts'
import { useTypedText } from './useLayer.ts'

export interface Closing {
  readonly close: () => void
  /** A question about the typed text is shown: keys are for it. */
  readonly asks: boolean
  readonly question: ReactNode
}

interface ClosingOptions {
  readonly opened: boolean
  readonly isTyped: boolean
  /** A save runs: nothing closes it meanwhile. */
  readonly isHeld?: boolean
  readonly onClose: () => void
}

export function useClosing({ opened, isTyped, isHeld = false, onClose }: ClosingOptions): Closing {
  const [leaving, setLeaving] = useState(false)
  const asksToLeave = useSyncExternalStore(onQuestion, presentQuestion) !== null
  // The save has ended or closed the dialog meanwhile, so there is nothing to ask.
  if (leaving && !(opened && isTyped)) setLeaving(false)
  const close = () => {
    if (isHeld) return
    if (isTyped) setLeaving(true)
    else onClose()
  }
  useTypedText(opened && isTyped)
  const asks = opened && leaving
  const leave = () => {
    setLeaving(false)
    onClose()
  }
  return {
    close,
    asks: asks || asksToLeave,
    question: asks ? <DiscardQuestion onDiscard={leave} onStay={() => setLeaving(false)} /> : null,
  }
}
