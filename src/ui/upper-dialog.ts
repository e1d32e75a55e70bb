/** The dialog that lies above the others, in the document. docs/rules.md#layers */

const numberOf = (dialog: HTMLElement) => Number(dialog.dataset.layer)

export const upperDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-layer]')]
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .at(-1)

/** For what opens over a dialog by a key: a dialog that was just opened has not taken the focus yet, and gets it back later. */
export function focusUpperDialog(): void {
  const dialog = upperDialog()
  if (dialog !== undefined && !dialog.contains(document.activeElement)) dialog.focus({ preventScroll: true })
}
