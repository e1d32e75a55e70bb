/** Lines that screens keep free for the toast, so that it lies over nothing; the last that came is the one in sight. */
const places: HTMLElement[] = []

/** Offers an element; answers how to take it back. A ref. */
export function offerToastPlace(place: HTMLElement | null): () => void {
  if (place === null) return () => {}
  places.push(place)
  return () => {
    places.splice(places.indexOf(place), 1)
  }
}

/** The line that can be seen now; null: none, or a dialog stands over it. */
export function freeToastPlace(): HTMLElement | null {
  const place = places.findLast((one) => one.getClientRects().length > 0)
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
  if (place === undefined || (dialog !== undefined && !dialog.contains(place))) return null
  return place
}
