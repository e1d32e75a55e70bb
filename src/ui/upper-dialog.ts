/** The dialog that lies above the others, in the document. docs/rules.md#layers */

const numberOf = (dialog: HTMLElement) => Number(dialog.dataset.layer)

export const upperDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-layer]')]
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .at(-1)
