/**
 * The paintings: the board's first screen as it was drawn last, as markup. `begin.js` shows one before any code of the app is there
 * (docs/architecture.md#the-first-painting). They lie in the mirror, so that the transaction that changes a lead or a catalogue,
 * erases a person, or empties the mirror deletes them as well, in whichever thread and with no page open.
 */
import type { MirrorDb } from '../schema/mirror.ts'

/** Names of their `meta` records: a tablet that is turned there and back loses none. */
export const PAINTINGS = { wide: 'paintingWide', tall: 'paintingTall' } as const

export interface Painting {
  /** Names the built app: its style sheets and its markup belong together. */
  readonly build: string
  /** The window: src/opening/painting/layout.ts. */
  readonly layout: string
  /** The chosen look of the board as it is stored, or null. */
  readonly look: string | null
  /** The session's user as JSON: another role has another screen. */
  readonly user: string
  /** Epoch ms of the device's clock. */
  readonly keptAt: number
  /** From then on something in it is not true any more, epoch ms of the device's clock. */
  readonly trueUntil: number
  /** The last entry of the journal that it includes. A tab of an earlier version adds entries and deletes no painting. */
  readonly seq: number
  readonly markup: string
}

export const isPainting = (value: unknown): value is Painting =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'markup') === 'string' &&
  typeof Reflect.get(value, 'trueUntil') === 'number'

/** Runs inside the caller's transaction over meta. */
export async function dropPaintings(db: MirrorDb): Promise<void> {
  await db.meta.bulkDelete(Object.values(PAINTINGS))
}
