/**
 * What the first screen of a signed-in start shows, read while the screens' code is still loading, so that React draws
 * shell and cards at once. The screens' live queries read the same again after the first painting.
 * docs/architecture.md#opening
 */
import { type Catalogues, readCatalogues } from '../db/mirror/catalogues.ts'
import { openMirror } from '../db/mirror/mirror.ts'
import { type FirstPull, firstPull as readFirstPull } from '../db/mirror/reads.ts'
import type { DeviceSession } from '../db/mirror/schema.ts'
import { correctedNow } from '../db/outbox/command-context.ts'
import { readSession } from '../db/session/device-session.ts'
import { type Beginning, readBeginning } from './board-bridge.ts'
import { firstScreenShown } from './first-screen.ts'
import { watchPageLife } from './page-life-bridge.ts'

export interface FirstReading {
  readonly session: DeviceSession
  /** null if a pull has ended here. */
  readonly firstPull: FirstPull | null
  readonly catalogues: Catalogues
  /** What the server's clock is ahead of the device's, ms. */
  readonly clockOffsetMs: number
  readonly beginning: Beginning | null
}

let reading: FirstReading | null = null

/** Reads in one transaction. Resolves without a reading when nobody is signed in. Rejects when the store fails. */
export async function readFirst(): Promise<void> {
  watchPageLife()
  const session = await readSession()
  if (session === undefined) return
  const db = openMirror(session.user.id)
  const found = await db.transaction('r', db.meta, db.blocks, db.journal, db.catalogues, async () => {
    const [firstPull, catalogues, clockOffsetMs, beginning] = await Promise.all([
      readFirstPull(db),
      readCatalogues(db),
      correctedNow(db, 0),
      readBeginning(db),
    ])
    return { firstPull, catalogues, clockOffsetMs, beginning }
  })
  reading = { session, ...found }
  void firstScreenShown().then(() => {
    reading = null
  })
}

/** Returns null without a session, and once the first screen is painted: what was read may have changed by then. */
export function firstReading(): FirstReading | null {
  return reading
}

/** `firstReading`, but null for another user than the session's. */
export function firstReadingOf(userId: number): FirstReading | null {
  return reading?.session.user.id === userId ? reading : null
}
