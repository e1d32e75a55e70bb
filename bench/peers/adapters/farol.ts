/**
 * Farol: the product's sync worker over HTTP, its mirror, and its board worker over Comlink, called as the screens
 * do. No part of the product is replaced; only React is missing.
 */

import { leadsByUid } from '../../../src/db/mirror/reads.ts'
import { openMirror } from '../../../src/db/open.ts'
import { LiveLeads } from '../../../src/db/outbox/live-leads.ts'
import { runCommand } from '../../../src/db/outbox/run-command.ts'
import { readSession, writeSession } from '../../../src/db/session/device-session.ts'
import type { BoardFilters } from '../../../src/domain/board/board-filters.ts'
import type { BoardView } from '../../../src/domain/board/board-view.ts'
import type { SyncStatus } from '../../../src/sync/api.ts'
import { earlyAnswer, onBoardChange, openBoard } from '../../../src/workers/board-bridge.ts'
import { nudgeSync, onSyncStatus, startSync } from '../../../src/workers/sync-bridge.ts'
import { USER } from '../user.ts'
import { type MakeEngine, quietTime, type Search } from './adapter.ts'

const CARDS = 40
/** The board's screen also reads more rows than it shows. */
const READ = 72

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const filtersOf = ({ text, from, to }: Search): BoardFilters => ({
  clientName: text,
  startDate: day(from),
  endDate: day(to),
})

const make: MakeEngine = (world) => {
  const db = openMirror(USER.id)
  /** Like the board's screen: the snapshot's head answers until the worker runs. */
  const answerTo = async (view: BoardView, limit: number) => {
    const question = { view, offset: 0, limit }
    const early = await earlyAnswer(USER.id, question)
    return early ?? { answer: await (await openBoard(USER.id)).ask(question), leads: [] }
  }
  const ask = async (view: BoardView, limit: number) => (await answerTo(view, limit)).answer
  /** The rows on the board's screen. */
  const live = new LiveLeads(() => db)
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      if (isSo()) return resolve()
      const stop = live.subscribe(() => {
        if (!isSo()) return
        stop()
        resolve()
      })
    })
  /** Waits until the first cards of status 2 are on the screen with that status. Returns the first uid. */
  const boardShown = async () => {
    const { slice } = await ask({ kind: 'status', status: 2 }, READ)
    live.show(slice.uids)
    const cards = slice.uids.slice(0, CARDS)
    await until(() => cards.every((uid) => live.leads().get(uid)?.status === 2))
    return cards[0]
  }
  const untilChange = () =>
    new Promise<void>((resolve) => {
      const stop = onBoardChange(USER.id, () => {
        stop()
        resolve()
      })
    })
  const started = () =>
    new Promise<void>((resolve) => {
      const stop = onSyncStatus(USER.id, (status: SyncStatus) => {
        if (status.phase !== 'idle' || status.connection !== 'online') return
        stop()
        resolve()
      })
    })
  /** The number of leads in the snapshot, which the next opening starts with. */
  const snapshotRows = async () => {
    const manifest: unknown = (await db.blocks.get('manifest'))?.bytes
    return typeof manifest === 'object' && manifest !== null && 'rows' in manifest ? Number(manifest.rows) : 0
  }
  return {
    async open() {
      // Store and session open together. The workers start after the first cards, or with the first sync.
      const [session] = await Promise.all([readSession(), db.open()])
      // From here on the board's screen is open.
      live.subscribe(() => undefined)
      if (session !== undefined) return
      await writeSession(`bench-${world.leads}-${Date.now()}`, USER)
      await openBoard(USER.id)
    },
    async syncAll() {
      const synced = started()
      await startSync(USER.id)
      await synced
      for (;;) {
        const changed = untilChange()
        const { counters, complete } = await ask({ kind: 'status', status: 2 }, CARDS)
        if (complete && counters.total >= world.leads) return
        await changed
      }
    },
    async counts() {
      const { counters } = await ask({ kind: 'status', status: 2 }, 0)
      return Object.fromEntries(
        Object.entries(counters.byStatus).map(([status, { total }]) => [Number(status), total]),
      )
    },
    async firstCards(status, limit) {
      const { answer, leads } = await answerTo({ kind: 'status', status }, limit)
      const { uids } = answer.slice
      live.begin(leads)
      live.show(uids)
      await until(() => uids.every((uid) => live.leads().has(uid)))
      return uids.flatMap((uid) => live.leads().get(uid) ?? [])
    },
    async search(search, cards) {
      const { status, limit } = search
      const view: BoardView = { kind: 'results', filters: filtersOf(search), status }
      const { uids } = (await ask(view, limit)).slice
      return cards ? leadsByUid(db, uids) : uids
    },
    searchCounts: async (search) =>
      (await ask({ kind: 'results', filters: filtersOf(search) }, CARDS)).slice.byStatus,
    changeAndSee: (uid, service_status) =>
      new Promise((resolve, reject) => {
        let isAsked = false
        const look = () => {
          const lead = live.leads().get(uid)
          if (lead === undefined) return
          if (isAsked && lead.service_status === service_status) {
            stop()
            resolve()
          }
          if (isAsked) return
          isAsked = true
          runCommand(db, 'lead.setServiceStatus', { lead_uid: uid, service_status }).then((outcome) => {
            if (outcome.kind !== 'queued') reject(new Error(outcome.message))
          }, reject)
        }
        const stop = live.subscribe(look)
        live.show([uid])
        look()
      }),
    async takeChanged() {
      const before = await boardShown()
      let changed = untilChange()
      // Like a poke of the server's stream.
      nudgeSync()
      do {
        await changed
        changed = untilChange()
      } while ((await boardShown()) === before)
    },
    async atRest() {
      while ((await snapshotRows()) < world.leads) await quietTime(100)
      // Staged chunks of the first sync drain into the tables in the minutes after it.
      while ((await db.chunkDirectories.count()) > 0) await quietTime(200)
      // Then cleanup of the store runs.
      await quietTime(5000)
    },
  }
}

/** Starts the workers, as the app does after the first cards. Their background work is part of the measurement. */
export const startEngine = async () => {
  const idle = new Promise<void>((resolve) => {
    const stop = onSyncStatus(USER.id, (status) => {
      if (status.phase !== 'idle' || status.connection !== 'online') return
      stop()
      resolve()
    })
  })
  const board = await openBoard(USER.id)
  // Like the screen: the worker gets the query that the snapshot's head has answered.
  await board.ask({ view: { kind: 'status', status: 2 }, offset: 0, limit: READ })
  await startSync(USER.id)
  await idle
}
export default make
