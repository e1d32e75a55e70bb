import { upperDialog } from './upper-dialog.ts'

/** Lines that screens reserve for the toast, so that it covers nothing. The last visible one is used. */
const places: HTMLElement[] = []

/** Registers an element as a line and returns the function that removes it. Used as a ref. */
export function offerToastPlace(place: HTMLElement | null): () => void {
  if (place === null) return () => {}
  places.push(place)
  return () => {
    places.splice(places.indexOf(place), 1)
  }
}

/** Returns the visible line, or null if there is none or a dialog covers it. */
export function freeToastPlace(): HTMLElement | null {
  const place = places.findLast((one) => one.getClientRects().length > 0)
  const dialog = upperDialog()
  if (place === undefined || (dialog !== undefined && !dialog.contains(place))) return null
  return place
}
