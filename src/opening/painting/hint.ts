/**
 * What local storage says of the kept painting, for `begin.js`: whether it is worth a look into the store, and the style sheets, which it asks
 * for meanwhile. It names nobody's data, and whether the painting may show is decided by the store alone.
 */
import type { Painting } from '../../db/changes/paintings.ts'
import type { Side } from './layout.ts'

export interface Hint extends Pick<Painting, 'build' | 'layout' | 'look' | 'keptAt'> {
  readonly userId: number
  /** Paths of the style sheets in the page's head, in their order. */
  readonly sheets: readonly string[]
}

const keyOf = (side: Side) => `farol_painting_${side}`

const isHint = (value: unknown): value is Hint =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'userId') === 'number' &&
  Array.isArray(Reflect.get(value, 'sheets'))

/** null: there is none. */
export function readHint(store: Storage, side: Side): Hint | null {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(side)) ?? 'null')
    return isHint(stored) ? stored : null
  } catch {
    // Foreign text under our key.
    return null
  }
}

/** Throws when the storage is full. */
export const writeHint = (store: Storage, side: Side, hint: Hint): void =>
  store.setItem(keyOf(side), JSON.stringify(hint))

export const dropHints = (store: Storage): void => {
  for (const side of ['wide', 'tall'] as const) store.removeItem(keyOf(side))
}
