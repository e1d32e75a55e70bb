/** Asks pinned reports again while the app is open: docs/rules.md#pinned-reports */

import { dropAnswer, keepAnswer, mirrorGeneration, readAnswer } from '../../../db/mirror/answers.ts'
import { openMirror } from '../../../db/open.ts'
import type { MirrorDb } from '../../../db/schema/mirror.ts'
import { pinKey, pinnedReports } from '../../../db/session/pinned-reports.ts'
import { online } from '../../../device/online.ts'
import { mayVisit } from '../../../domain/permissions/routes.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { RoleId, SessionUser } from '../../../domain/session/session-user.ts'
import { MINUTE_MS } from '../../../domain/time/durations.ts'
import { pinnableAt } from '../report-calls.ts'
import type { Pinnable } from './pinnable.ts'

/** An answer that is younger is not asked for again. */
export const REFRESHED_AFTER_MS = 15 * MINUTE_MS
const REFUSED_FOR_GOOD = [403, 404, 410]

interface Refreshing {
  readonly db: MirrorDb
  readonly user: SessionUser
  readonly nowMs: number
  readonly reports?: (path: string, role: RoleId) => Promise<Pinnable | undefined>
  /** Calls with the session's token. */
  readonly exchange?: typeof online
}

/** Asks for the pins whose answers are missing or old, one after the other. A failed call leaves what is kept. */
export async function refreshDuePins(
  { db, user, nowMs, reports = pinnableAt, exchange = online }: Refreshing,
  signal: AbortSignal,
): Promise<void> {
  const role = roleOf(user)
  for (const { path, filter } of await pinnedReports(db)) {
    if (signal.aborted) return
    const report = mayVisit(path, role) === 'yes' ? await reports(path, role) : undefined
    if (report === undefined) continue
    const { route, ask } = report
    const key = pinKey(route, filter)
    const kept = await readAnswer(db, key)
    if (kept !== undefined && nowMs - kept.at < REFRESHED_AFTER_MS) continue
    const generation = await mirrorGeneration(db)
    const result = await exchange((token) => ask(filter, { nowMs, token }))
    if (signal.aborted || result.kind === 'unreachable') return
    if (result.kind === 'ok')
      await keepAnswer(db, { key, value: result.value, at: nowMs, pinned: true }, generation)
    else if (REFUSED_FOR_GOOD.includes(result.status)) await dropAnswer(db, key)
  }
}

const EVERY_MS = MINUTE_MS

/** Refreshes now, and looks every minute what is due. Of several tabs one does. Returns a function that stops it. */
export function keepPinsFresh(user: SessionUser): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const refresh = () => {
    navigator.locks
      .request(`farol-pins-${user.id}`, { ifAvailable: true }, async (lock) => {
        if (lock === null || signal.aborted) return
        await refreshDuePins({ db: openMirror(user.id), user, nowMs: Date.now() }, signal)
      })
      .catch(() => {
        // The disk is full, or the user has signed out. The next minute tries again.
      })
  }
  refresh()
  const timer = setInterval(refresh, EVERY_MS)
  return () => {
    clearInterval(timer)
    stopped.abort()
  }
}
