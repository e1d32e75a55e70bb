/** The board worker: one user's board session, called over Comlink. */
import { expose } from 'comlink'
import { liveQuery, type Subscription } from 'dexie'
import type { BoardApi } from '../board-index/api.ts'
import { BoardSession } from '../board-index/board-session.ts'
import type { WhatIfDesk } from '../board-index/what-if-desk.ts'
import { type LeadChanges, leadChangesChannel } from '../db/changes/lead-changes.ts'
import { readCatalogues } from '../db/mirror/catalogues.ts'
import { cataloguesVersion, keepCatalogues } from '../db/mirror/keep-catalogues.ts'
import { openMirror } from '../db/open.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import { takeKeys } from '../db/session/take-keys.ts'

const listeners = new Set<(revision: number) => void>()
let userId: number | null = null
let session: Promise<BoardSession> | null = null

/** Only those who ask 'E se?' load its code. */
let desk: WhatIfDesk | null = null

async function whatIfDesk(): Promise<WhatIfDesk> {
  if (desk !== null) return desk
  const { WhatIfDesk: Desk } = await import('../board-index/what-if-desk.ts')
  desk ??= new Desk()
  return desk
}

let following: Subscription | null = null

/** Keeps the catalogues for the next opening, with each change. Ends the following of a mirror that was closed. */
function followCatalogues(db: MirrorDb): void {
  following?.unsubscribe()
  const end = () => {
    // The database is closed or full. The next worker keeps them.
  }
  following = liveQuery(async () => cataloguesVersion(db)).subscribe({
    next: () => void keepCatalogues(db, readCatalogues).catch(end),
    error: end,
  })
}

function start(user: number): Promise<BoardSession> {
  const db = openMirror(user)
  followCatalogues(db)
  return BoardSession.open({
    db,
    now: () => Date.now(),
    onChange: (revision) => {
      for (const listener of listeners) listener(revision)
    },
    // Only one tab writes its index. A tab that does not get the lock skips the write.
    alone: async (work) => {
      await navigator.locks.request(`farol-board-${user}`, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await work()
      })
    },
  })
}

/** Returns the session. Opens a new one when another tab closed the database or when the opening failed. */
async function opened(): Promise<BoardSession> {
  if (userId === null) throw new Error('The board is not open.')
  const asked = session
  const present = await asked?.catch(() => null)
  if (present && !present.lost) return present
  // Of several waiting calls only the first opens a session.
  if (session !== asked && session !== null) return session
  present?.close()
  session = start(userId)
  return session
}

/** Passes an event to the session. A session that is not open misses nothing: it reads the journal when it opens. */
async function notify(how: (present: BoardSession) => Promise<void>): Promise<void> {
  const present = await session?.catch(() => null)
  if (present && !present.lost) await how(present)
}

const api: BoardApi = {
  open: async (user, keys) => {
    if (userId !== null && userId !== user) throw new Error('A board worker serves one user.')
    await takeKeys(keys)
    if (userId === null) {
      const channel = new BroadcastChannel(leadChangesChannel(user))
      channel.onmessage = ({ data }: MessageEvent<LeadChanges>) =>
        void notify((present) => present.hear(data))
    }
    userId = user
    await opened()
  },
  ask: async (question) => (await opened()).ask(question),
  find: async (text, limit) => (await opened()).find(text, limit),
  state: async () => (await opened()).state(),
  oldestPending: async () => (await opened()).oldestPending(),
  times: async (uids) => (await opened()).times(uids),
  ownOpenLeads: async () => (await opened()).ownOpenLeads(),
  lawLeads: async () => (await opened()).lawLeads(),
  day: async (mayAny) => (await opened()).day(mayAny),
  team: async (members, openedId) => (await opened()).team(members, openedId),
  whatIf: async (question) => {
    if (userId === null) throw new Error('The board is not open.')
    // Opens the store anew if another tab closed it.
    await opened()
    return (await whatIfDesk()).answer(openMirror(userId), question)
  },
  endWhatIf: async () => {
    desk = null
  },
  onChange: async (listener) => {
    listeners.add(listener)
  },
}

expose(api)
