/** Finds an element by role and name. It runs in the page: everything that it needs is inside. */
import type { Point } from './browser.ts'

export type Role =
  | 'article'
  | 'button'
  | 'combobox'
  | 'dialog'
  | 'field'
  | 'link'
  | 'menuitem'
  | 'option'
  | 'radio'
  | 'radiogroup'
  | 'tab'

/** `name` is a regular expression in a form that JSON carries. */
export interface Wanted {
  readonly role: Role
  readonly name: string
  readonly within: Wanted | null
}

export interface Sight {
  readonly count: number
  /** The text of the first match. */
  readonly text: string
  readonly type: string
  readonly enabled: boolean
  /** A point where a click reaches it; null while it moves or another element covers it. */
  readonly at: Point | null
}

/**
 * 'reach' scrolls the element into view and waits until it does not move. `set` gives it a date or time, in the
 * standard's format.
 */
export type Doing = 'look' | 'reach' | { readonly set: string }

/** Counts the matches and acts on the first. */
export async function look(wanted: Wanted, doing: Doing): Promise<Sight> {
  const selectors: Readonly<Record<Role, string>> = {
    article: 'article',
    button: 'button:not([role]), [role=button]',
    combobox: '[role=combobox], [aria-haspopup=listbox]',
    dialog: '[role=dialog]',
    field: 'input, textarea',
    link: 'a[href]',
    menuitem: '[role=menuitem]',
    option: '[role=option]',
    radio: 'input[type=radio]',
    radiogroup: '[role=radiogroup]',
    tab: '[role=tab]',
  }
  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()
  /** The accessible name, as far as this app's controls need it. A required field has a star. */
  const nameOf = (element: HTMLElement): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const named = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : []
    const labelled = labels.map((label) => label.textContent ?? '').join(' ')
    const name = named || element.ariaLabel || labelled || element.innerText || element.title
    return tidy(name).replace(/ \*$/, '')
  }
  const seen = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[aria-hidden=true], [inert]') === null
  const find = ({ role, name, within }: Wanted): HTMLElement[] => {
    const pattern = new RegExp(name)
    const roots: ParentNode[] = within === null ? [document] : find(within)
    return roots
      .flatMap((root) => [...root.querySelectorAll<HTMLElement>(selectors[role])])
      .filter((element) => seen(element) && pattern.test(nameOf(element)))
  }
  const place = (element: HTMLElement) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  }
  const reached = async (element: HTMLElement): Promise<Point | null> => {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const before = place(element)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const at = place(element)
    const top = document.elementFromPoint(at.x, at.y)
    const still = at.x === before.x && at.y === before.y
    return still && top !== null && element.contains(top) ? at : null
  }
  /** Bypasses React's own setter on the field. */
  const set = (element: HTMLElement, value: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value)
    for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
  }

  const found = find(wanted)
  const [first] = found
  if (first === undefined) return { count: 0, text: '', type: '', enabled: false, at: null }
  if (typeof doing === 'object') set(first, doing.set)
  return {
    count: found.length,
    text: tidy(first.innerText),
    type: first instanceof HTMLInputElement ? first.type : '',
    enabled: !first.matches(':disabled, [aria-disabled=true]'),
    at: doing === 'reach' ? await reached(first) : null,
  }
}
