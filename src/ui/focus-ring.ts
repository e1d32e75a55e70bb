/**
 * After a tap or a click no focus ring is drawn. Browsers draw one around what code focuses if nothing had the focus
 * before, such as the X of a form that a tap opens. The next key that moves the focus brings it back.
 */
const MOVES = /^(?:Tab|Enter|Escape|Arrow\w+|Home|End|Page\w+)$/u

/** Notes on the document's element whether the last input was a pointer's: src/ui/styles.css. */
export function watchPointer(): void {
  const { dataset } = document.documentElement
  // A form may open with the page, before any tap.
  if (window.matchMedia('(pointer: coarse)').matches) dataset.pointer = ''
  document.addEventListener(
    'pointerdown',
    () => {
      dataset.pointer = ''
    },
    { capture: true, passive: true },
  )
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (MOVES.test(key)) delete dataset.pointer
    },
    { capture: true, passive: true },
  )
}
