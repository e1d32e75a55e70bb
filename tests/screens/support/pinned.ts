/** Columns of buttons that stay in sight, and what scrolls below them. docs/rules.md#tables */

const FADE = 24

/** Text of the cells beside a pinned column, by the boxes in which it is painted. */
function textBoxes(cell: Element): DOMRect[] {
  const range = document.createRange()
  range.selectNodeContents(cell)
  return [...range.getClientRects()].filter(({ width }) => width > 1)
}

/** Whether the column runs out before the pinned one, over what is below. */
function fades(pinned: Element): boolean {
  const { opacity, width, backgroundImage } = getComputedStyle(pinned, '::after')
  return opacity === '1' && Number.parseFloat(width) >= FADE && backgroundImage.startsWith('linear-gradient')
}

/** The words that a pinned column cuts through without a sign that there is more. */
export const cutByPinned = (): string[] =>
  [...document.querySelectorAll('tr')].flatMap((row) => {
    const pinned = row.querySelector(':scope > [data-pinned="right"]')
    if (pinned === null || fades(pinned)) return []
    const { left } = pinned.getBoundingClientRect()
    return [...row.children]
      .filter((cell) => cell !== pinned)
      .filter((cell) => textBoxes(cell).some((box) => box.left < left && box.right > left + 1))
      .map((cell) => cell.textContent)
  })

/** How many columns stay in sight over rows that are wider than their frame. */
export const pinnedOverMore = (): number =>
  [...document.querySelectorAll('.mantine-datatable:has(th[data-pinned="right"])')].filter((table) => {
    const view = table.querySelector('.mantine-ScrollArea-viewport')
    return view !== null && view.scrollWidth > view.clientWidth + 1
  }).length
