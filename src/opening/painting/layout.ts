/** Where a painting fits: the window that it was drawn for, exactly. */
import type { PAINTINGS } from '../../db/changes/paintings.ts'

/** Two windows of the same layout draw the same boxes. */
export function layoutNow(): string {
  const pointer = matchMedia('(pointer: coarse)').matches ? 'coarse' : 'fine'
  return `${innerWidth}x${innerHeight} ${devicePixelRatio} ${pointer}`
}

export type Side = keyof typeof PAINTINGS

/** How the window is held. */
export const sideNow = (): Side => (innerWidth >= innerHeight ? 'wide' : 'tall')
