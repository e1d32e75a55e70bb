/**
 * F6 moves the focus to the next section, Shift+F6 to the one before: of the open dialog or form, otherwise of the screen.
 * Sections are the landmarks that screen readers list too. After the last one comes the first.
 */
import { useEffect } from 'react'
import { upperDialog } from '../../ui/upper-dialog.ts'

const SECTIONS = [
  'header',
  'nav',
  'main',
  'section[aria-label]',
  'section[aria-labelledby]',
  'form[aria-label]',
  'table',
  ...['region', 'search', 'tablist', 'feed'].map((role) => `[role="${role}"]`),
].join()
const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]'

interface Stop {
  /** The innermost section around the control. */
  readonly section: Element
  /** The first control of the section. */
  readonly control: HTMLElement
}

const isUsable = (control: HTMLElement) =>
  control.tabIndex >= 0 &&
  !control.matches(':disabled') &&
  control.checkVisibility({ visibilityProperty: true })

/** Of a group of radio buttons Tab reaches the chosen one. */
function reachedByTab(control: HTMLElement, section: Element): HTMLElement {
  if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return control
  return section.querySelector<HTMLElement>(`[name="${CSS.escape(control.name)}"]:checked`) ?? control
}

/** Returns the sections with a control, in the order of the document. */
function stopsOf(scope: ParentNode): Stop[] {
  const stops = new Map<Element, Stop>()
  for (const one of scope.querySelectorAll(SECTIONS)) {
    const control = [...one.querySelectorAll<HTMLElement>(CONTROLS)].find(isUsable)
    const section = control?.closest(SECTIONS)
    if (control === undefined || !section || stops.has(section)) continue
    stops.set(section, { section, control: reachedByTab(control, section) })
  }
  return [...stops.values()]
}

const follows = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

function nextStop(stops: readonly Stop[], held: Element, isBackward: boolean): Stop | undefined {
  const others = stops.filter(({ section }) => !section.contains(held))
  return isBackward
    ? (others.findLast(({ control }) => follows(control, held)) ?? others.at(-1))
    : (others.find(({ control }) => follows(held, control)) ?? others[0])
}

export function useSectionKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return
      const held = document.activeElement ?? document.body
      const dialog = held.closest('[role="dialog"]') ?? upperDialog()
      const stop = nextStop(stopsOf(dialog ?? document), held, event.shiftKey)
      if (stop === undefined) return
      event.preventDefault()
      stop.control.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
