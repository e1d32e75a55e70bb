/**
 * The chosen row of the search panel. Spotlight chooses the first one when the text changes, before the hits have come, and
 * its package exports no call for a later moment.
 */
import type { createSpotlight } from '@mantine/spotlight'

type Store = ReturnType<typeof createSpotlight>[0]

const listOf = (store: Store) => document.getElementById(store.getState().listId)

/** The user chose another row than the first, by an arrow: rows that come later leave it chosen. */
export const isMoved = (store: Store): boolean =>
  store.getState().selected > 0 && listOf(store)?.querySelector('[data-selected]') !== null

export function selectFirst(store: Store): void {
  const list = listOf(store)
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

/** Runs the chosen row's action. */
export function takeSelected(store: Store): void {
  listOf(store)?.querySelector<HTMLElement>('[data-selected]')?.click()
}
