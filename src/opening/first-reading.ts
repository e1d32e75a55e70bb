/**
 * What the first screen of a signed-in start shows, read while the screens' code is still loading, so that React draws
 * shell and cards at once. The screens' live queries read the same again after the first painting.
 * docs/architecture.md#opening
 */
import { rowsFrom } from '../board-index/first-cards.ts'
import { HEAD, headFrom } from '../board-index/head.ts'
import { MANIFEST } from '../board-index/manifest.ts'
import { FIRST_ROWS } from '../db/changes/first-rows.ts'
import type { Catalogues } from '../db/mirror/catalogues.ts'
import { CLOCK_OFFSET, offsetFrom } from '../db/mirror/clock-offset.ts'
import { KEPT_CATALOGUES, keptCataloguesFrom } from '../db/mirror/kept-catalogues.ts'
import { type FirstPull, firstPullFrom } from '../db/mirror/pull-state.ts'
import { type RawRecords, rawRecords, rawSession } from '../db/mirror/raw-reading.ts'
import { type DeviceSession, PULL_STATE } from '../db/schema/records.ts'
import { filtersFrom, LAST_FILTERS, type LastFilters } from '../db/session/filters-record.ts'
import { loadStore, type StoreCode } from '../db/store.ts'
import { firstScreenShown } from './first-screen.ts'
import type { StoredBoard } from './stored-board.ts'

export interface FirstReading {
  readonly session: DeviceSession
  /** null if a pull has ended here. */
  readonly firstPull: FirstPull | null
  /** null when none are kept: the screens read them. */
  readonly catalogues: Catalogues | null
  /** The last filter of each list, by path. */
  readonly filters: LastFilters
  /** What the server's clock is ahead of the device's, ms. */
  readonly clockOffsetMs: number
  readonly storedBoard: StoredBoard | null
}

const NAMES = {
  meta: [PULL_STATE, CLOCK_OFFSET, KEPT_CATALOGUES, FIRST_ROWS, LAST_FILTERS],
  blocks: [HEAD, MANIFEST],
}

let reading: FirstReading | null = null

function storedBoardFrom({ meta, blocks, lastEntry }: RawRecords): StoredBoard | null {
  const head = headFrom(blocks.get(HEAD))
  return head === null
    ? null
    : { head, rows: rowsFrom(meta.get(FIRST_ROWS), lastEntry, blocks.get(MANIFEST)) }
}

/** Reads. Resolves without a reading when no user is signed in. Rejects when the store fails. */
export async function readFirst(): Promise<void> {
  const session = await rawSession()
  if (session === null) return
  const records = await rawRecords(session.user.id, NAMES)
  if (records === null) return
  reading = {
    session,
    firstPull: firstPullFrom(records.meta.get(PULL_STATE)),
    catalogues: keptCataloguesFrom(records.meta.get(KEPT_CATALOGUES)),
    filters: filtersFrom(records.meta.get(LAST_FILTERS)),
    clockOffsetMs: offsetFrom(records.meta.get(CLOCK_OFFSET)),
    storedBoard: storedBoardFrom(records),
  }
  void firstScreenShown().then(() => {
    reading = null
  })
}

/** Returns null without a session, and once `firstScreenShown` resolves: the screens read the store by then. */
export function firstReading(): FirstReading | null {
  return reading
}

/** `firstReading`, but null for another user than the session's. */
export function firstReadingOf(userId: number): FirstReading | null {
  return reading?.session.user.id === userId ? reading : null
}

const needed = Promise.withResolvers<void>()

/**
 * Call it when the screen that is shown needs more than what was read. `storeAfterPaint` then waits for no painting.
 */
export function needStoreNow(): void {
  needed.resolve()
}

/**
 * Loads the store's code when a screen may have it: after the first painting, or at once if what was read is not enough
 * for the first cards. Rejects as `loadStore` does.
 */
export async function storeAfterPaint(): Promise<StoreCode> {
  const isEnough =
    reading !== null &&
    reading.firstPull === null &&
    reading.catalogues !== null &&
    reading.storedBoard !== null
  if (isEnough) await Promise.race([firstScreenShown(), needed.promise])
  return loadStore()
}
