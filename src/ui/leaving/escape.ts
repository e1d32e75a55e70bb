/**
 * Escape closes what lies on top, and nothing else: one listener decides for all dialogs. Lists, menus and calendars close
 * themselves. docs/rules.md#layers
 */
import { upperLayer } from './layers.ts'

/** A menu, a list of options or a calendar: it closes by its own key. */
const POPUP = '.mantine-Popover-dropdown, .mantine-Menu-dropdown, [role="menu"]'

function opensNothing(field: Element): boolean {
  const list = field.getAttribute('aria-controls')
  return list !== null && (document.getElementById(list)?.getClientRects().length ?? 0) === 0
}

/** A list without suggestions is open, but nothing of it is to be seen. */
function isOfPopup({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(POPUP) !== null) return true
  return target.getAttribute('data-mantine-stop-propagation') === 'true' && !opensNothing(target)
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return
  const upper = upperLayer()
  if (upper === undefined || isOfPopup(event)) return
  // What lies below hears nothing of it.
  event.stopImmediatePropagation()
  if (upper.takesEscape) upper.close()
}

/** Call it before any screen: the listener that was added first gets the key first. */
export function closeByEscape(): void {
  window.addEventListener('keydown', onKey, { capture: true })
}
