/** The board worker: holds the index of one user, answers from memory, and keeps its snapshot on disk. */

import { expose } from 'comlink'
import { liveQuery } from 'dexie'
import type { BoardAnswer, BoardApi, BoardQuestion } from '../board-index/api.ts'
import { MirrorFeed } from '../board-index/mirror-feed.ts'
import { type Head, headOf, writeSnapshot } from '../board-index/snapshot.ts'
import { correctedNow } from '../db/command-context.ts'
import { type MirrorDb, openMirror } from '../db/mirror.ts'
import { settings as readSettings } from '../db/reads.ts'
import { type Settings, settingsFrom } from '../domain/settings/settings.ts'

/** A snapshot is written when this much time has passed since a change; a burst of changes is one. */
const SNAPSHOT_AFTER_MS = 3000

interface Open {
  readonly db: MirrorDb
  readonly feed: MirrorFeed
  readonly userId: number
  head: Head | null
  ready: boolean
  settings: Settings
  /** This device's clock plus the measured offset, epoch ms. */
  now: () => number
}

let board: Open | null = null
const listeners = new Set<(revision: number) => void>()
/** Grows with each change that a screen may see; unlike the index's own it survives a reload of the index. */
let revision = 0
let snapshotTimer: ReturnType<typeof setTimeout> | null = null

function changed(): void {
  revision += 1
  for (const listener of listeners) listener(revision)
}

/** Only one tab writes; one that can't have the lock leaves it to the other. */
function scheduleSnapshot(open: Open): void {
  if (snapshotTimer !== null) return
  snapshotTimer = setTimeout(() => {
    snapshotTimer = null
    navigator.locks
      .request(`farol-board-${open.userId}`, { ifAvailable: true }, async (lock) => {
        if (lock === null) return
        const { index, seq } = open.feed
        await writeSnapshot(
          open.db,
          index,
          headOf(index, seq, index.counters(open.now(), open.settings), open.now()),
        )
      })
      .catch(() => {
        // A full disk or a closed database: the journal stays, and the next change tries again.
      })
  }, SNAPSHOT_AFTER_MS)
}

/** Follows the journal, one change after the other. */
function watch(open: Open): void {
  let running = false
  let again = false
  const follow = async () => {
    if (running) {
      again = true
      return
    }
    running = true
    try {
      do {
        again = false
        if (await open.feed.follow()) {
          changed()
          scheduleSnapshot(open)
        }
      } while (again)
    } finally {
      running = false
    }
  }
  liveQuery(() => open.db.journal.orderBy('seq').last()).subscribe({
    next: () => void follow().catch(() => {}),
    error: () => {},
  })
  liveQuery(async () => ({
    settings: await readSettings(open.db),
    offset: await correctedNow(open.db, 0),
  })).subscribe({
    next: ({ settings, offset }) => {
      open.settings = settings
      open.now = () => Date.now() + offset
      changed()
    },
    error: () => {},
  })
}

async function load(open: Open): Promise<void> {
  await open.feed.open()
  open.ready = true
  changed()
  if (open.head === null || open.head.seq !== open.feed.seq) scheduleSnapshot(open)
  watch(open)
}

/** The head knows the first cards of each tab without filters; other questions wait for the index. */
function fromHead(head: Head, { view, offset, limit }: BoardQuestion): BoardAnswer | null {
  const narrowed = view.kind === 'status' && (view.channelId !== undefined || view.insuranceId !== undefined)
  if (view.kind === 'results' || narrowed || (view.kind === 'schedules' && view.sevenDays)) return null
  const tab = view.kind === 'status' ? head.tabs[view.status] : head.schedules
  if (tab === undefined) return null
  const byStatus = view.kind === 'status' ? { [view.status]: tab.total } : {}
  return {
    slice: { uids: tab.uids.slice(offset, offset + limit), total: tab.total, byStatus },
    counters: head.counters,
    revision,
    complete: false,
  }
}

const opened = () => {
  if (board === null) throw new Error('the board is not open')
  return board
}

let loading: Promise<void> | null = null

const api: BoardApi = {
  open: async (userId) => {
    if (board !== null && board.userId === userId) return
    const db = openMirror(userId)
    const open: Open = {
      db,
      feed: new MirrorFeed(db),
      userId,
      head: null,
      ready: false,
      settings: settingsFrom([]),
      now: () => Date.now(),
    }
    board = open
    open.head = await open.feed.readHead()
    open.settings = await readSettings(db)
    loading = load(open)
    if (open.head === null) await loading
    else loading.catch(() => {})
  },

  ask: async (question) => {
    const open = opened()
    if (!open.ready) {
      const answer = open.head === null ? null : fromHead(open.head, question)
      if (answer !== null) return answer
      await loading
    }
    const now = open.now()
    const { index } = open.feed
    return {
      slice: index.slice(question.view, question.offset, question.limit, now),
      counters: index.counters(now, open.settings),
      revision,
      complete: true,
    }
  },

  oldestPending: async () => {
    const open = opened()
    if (!open.ready && open.head !== null) return open.head.oldestPending
    await loading
    return open.feed.index.oldestPending()
  },

  progress: async (uids) => {
    const open = opened()
    await loading
    const now = open.now()
    return uids.map((uid) => open.feed.index.progress(uid, now, open.settings))
  },

  onChange: async (listener) => {
    listeners.add(listener)
  },
}

expose(api)
