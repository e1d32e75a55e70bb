/** The board worker: one user's board session, reached over Comlink. */
import { expose } from 'comlink'
import type { BoardApi } from '../board-index/api.ts'
import { BoardSession } from '../board-index/board-session.ts'
import { type LeadChanges, leadChangesChannel } from '../db/changes/lead-changes.ts'
import { onRelayedWrites } from '../db/changes/pending-writes.ts'
import { openMirror } from '../db/mirror/mirror.ts'

const listeners = new Set<(revision: number) => void>()
let userId: number | null = null
let session: Promise<BoardSession> | null = null

function start(user: number): Promise<BoardSession> {
  return BoardSession.open({
    db: openMirror(user),
    now: () => Date.now(),
    onChange: (revision) => {
      for (const listener of listeners) listener(revision)
    },
    // One tab's index is written; a tab that can't have the lock leaves it to the other.
    alone: async (work) => {
      await navigator.locks.request(`farol-board-${user}`, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await work()
      })
    },
  })
}

/** The session; a new one where the database of the last was closed by another tab, or could not be opened. */
async function opened(): Promise<BoardSession> {
  if (userId === null) throw new Error('the board is not open')
  const asked = session
  const present = await asked?.catch(() => null)
  if (present && !present.lost) return present
  // Only the first of those that waited starts anew.
  if (session !== asked && session !== null) return session
  present?.close()
  session = start(userId)
  return session
}

/** A session that is not there, or can't be opened, misses nothing: it reads the journal. */
async function tell(how: (present: BoardSession) => Promise<void>): Promise<void> {
  const present = await session?.catch(() => null)
  if (present && !present.lost) await how(present)
}

const api: BoardApi = {
  open: async (user) => {
    if (userId !== null && userId !== user) throw new Error('one worker serves one user')
    if (userId === null) {
      const channel = new BroadcastChannel(leadChangesChannel(user))
      channel.onmessage = ({ data }: MessageEvent<LeadChanges>) => void tell((present) => present.hear(data))
      onRelayedWrites(user, (writes) => void tell((present) => present.predict(writes)))
    }
    userId = user
    await opened()
  },
  ask: async (question) => (await opened()).ask(question),
  first: async (view, limit) => (await opened()).first(view, limit),
  boardPreview: async () => (await opened()).boardPreview(),
  oldestPending: async () => (await opened()).oldestPending(),
  progress: async (uids) => (await opened()).progress(uids),
  onChange: async (listener) => {
    listeners.add(listener)
  },
}

expose(api)
