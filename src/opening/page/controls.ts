/** Buttons and links of the screen by their names: the painting's and React's are other elements. */

export interface Control {
  /** The uid of its card's lead; null: it is outside of all cards. Leads without a number share one name. */
  readonly card: string | null
  readonly name: string
}

/** What a tap means, in the painting and in what React draws. */
export const CONTROLS = 'a[href], button'

/** The uid of the lead whose card it is in, or null. */
export const cardOf = (element: Element): string | null => element.closest('article')?.dataset['uid'] ?? null

/** The number of that lead; null: it has none yet. */
export const numberOf = (element: Element): string | null =>
  /\d+/.exec(element.closest('article')?.getAttribute('aria-label') ?? '')?.[0] ?? null

/** 'Avisos, 6 novos' is 'Avisos': a count may be another one by the time that React draws it. */
const withoutCount = (words: string) => (words.split(',', 1)[0] ?? '').replaceAll(/\d[\d.]*/gu, '').trim()

/** What a person calls it. Links of one name differ by where they lead. */
function nameOf(control: Element): string {
  const whole = control.getAttribute('aria-label') ?? control.textContent
  const words = cardOf(control) === null ? withoutCount(whole) : whole
  return `${control.tagName} ${words} ${control.getAttribute('href') ?? ''}`
}

export const controlOf = (element: Element): Control => ({ card: cardOf(element), name: nameOf(element) })

/** The same control now, or null. */
export const find = ({ card, name }: Control): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(`#root :is(${CONTROLS})`)].find(
    (element) => cardOf(element) === card && nameOf(element) === name,
  ) ?? null
