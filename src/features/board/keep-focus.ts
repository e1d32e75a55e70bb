import { focusCards } from './CardGrid.tsx'

/**
 * Focuses the cards if nothing else has the focus. The card that opened a dialog may have disappeared by the dialog's
 * action. Call it while the dialog fades out: a focus that could not return is then still inside the dialog.
 */
export function keepFocus(): void {
  const at = document.activeElement
  if (at === null || at === document.body || at.closest('[role="dialog"]') !== null) focusCards()
}
