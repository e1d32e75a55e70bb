/**
 * Farol itself: the product's sync worker over HTTP, its mirror, and its board worker across Comlink, reached as the
 * screens reach them. Nothing of the product is replaced; only React is not here.
 */

import { LiveLeads } from '../../../src/db/mirror/live-leads.ts'
import { openMirror } from '../../../src/db/mirror/mirror.ts'
import { leadsByUid } from '../../../src/db/mirror/reads.ts'
import { runCommand } from '../../../src/db/outbox/run-command.ts'
import { readSession, writeSession } from '../../../src/db/session/device-session.ts'
import type { BoardFilters, BoardView } from '../../../src/domain/board/board-view.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { SyncStatus } from '../../../src/sync/api.ts'
import { earlyAnswer, firstAtAGlance, onBoardChange, openBoard } from '../../../src/workers/board-bridge.ts'
import { nudgeSync, onSyncStatus, startSync } from '../../../src/workers/sync-bridge.ts'
import { type MakeEngine, quietTime, type Search } from './adapter.ts'

const USER: SessionUser = {
  id: 1,
  name: 'Medição',
  login: 'bench',
  email: 'bench@exemplo.com.br',
  phone: '31999990000',
  roles: [{ id: 1, name: 'Administrador' }],
  channel_id: 1,
  channel: { id: 1, name: 'Canal' },
  partners: [],
  technical_team: null,
}
const CARDS = 40
/** As the board's screen, which reads some more than it shows. */
const READ = 72

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const filtersOf = ({ text, from, to }: Search): BoardFilters => ({
  clientName: text,
  startDate: day(from),
  endDate: day(to),
})

const make: MakeEngine = (world) => {
  const db = openMirror(USER.id)
  /** As the board's screen: the head answers until the worker runs. */
  const answerTo = async (view: BoardView, limit: number) => {
    const question = { view, offset: 0, limit }
    const early = await earlyAnswer(USER.id, question)
    return early ?? { answer: await (await openBoard(USER.id)).ask(question), leads: [] }
  }
  const ask = async (view: BoardView, limit: number) => (await answerTo(view, limit)).answer
  /** What the board's screen shows. */
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
  /** The first cards of status 2, each with its row as it is in that column. */
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
  /** The snapshot holds every lead: what the next opening begins with. */
  const snapshotRows = async () => {
    const manifest: unknown = (await db.blocks.get('manifest'))?.bytes
    return typeof manifest === 'object' && manifest !== null && 'rows' in manifest ? Number(manifest.rows) : 0
  }
  return {
    async open() {
      // Store and session are opened at once; the workers start after the first cards, or with the first sync.
      const [session] = await Promise.all([readSession(), db.open()])
      // The board's screen is open from here on.
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
      // The screen shows what it knows at a board preview, or else what comes first; the whole, which it asks for
      // too, is `searchCounts`.
      const first =
        firstAtAGlance(USER.id, view, limit) ?? (await (await openBoard(USER.id)).first(view, limit))
      const uids = first ?? (await ask(view, limit)).slice.uids
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
      // As after the poke of the server's stream.
      nudgeSync()
      do {
        await changed
        changed = untilChange()
      } while ((await boardShown()) === before)
    },
    async atRest() {
      while ((await snapshotRows()) < world.leads) await quietTime(100)
      // The rows of the first sync leave their chunks, as they do in the minutes after it.
      while ((await db.chunkDirectories.count()) > 0) await quietTime(200)
      // Then the store is tidied.
      await quietTime(5000)
    },
  }
}

/** After the first cards the workers run: what it does in the background is part of what is measured. */
export const startEngine = async () => {
  const idle = new Promise<void>((resolve) => {
    const stop = onSyncStatus(USER.id, (status) => {
      if (status.phase !== 'idle' || status.connection !== 'online') return
      stop()
      resolve()
    })
  })
  const board = await openBoard(USER.id)
  // As the screen: the worker is asked what the head has answered.
  await board.ask({ view: { kind: 'status', status: 2 }, offset: 0, limit: READ })
  await startSync(USER.id)
  await idle
}
export default make
