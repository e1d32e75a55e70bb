/** The window's side of the board worker. One worker a tab, opened for the user who is signed in. */
import { proxy, type Remote, wrap } from 'comlink'
import type { BoardApi } from '../board-index/api.ts'

interface Bridge {
  readonly userId: number
  readonly worker: Worker
  readonly api: Remote<BoardApi>
  /** Null after an opening that failed: the next question tries again. */
  ready: Promise<void> | null
}

let bridge: Bridge | null = null
/** Outlives the worker: a screen that listens goes on listening to the next one. */
const listeners = new Map<number, Set<() => void>>()

function start(userId: number): Bridge {
  if (bridge !== null && bridge.userId === userId) return bridge
  closeBoard()
  const worker = new Worker(new URL('./board.worker.ts', import.meta.url), { type: 'module' })
  bridge = { userId, worker, api: wrap<BoardApi>(worker), ready: null }
  return bridge
}

async function listen(api: Remote<BoardApi>, userId: number): Promise<void> {
  await Promise.all([
    api.open(userId),
    api.onChange(
      proxy(() => {
        for (const listener of listeners.get(userId) ?? []) listener()
      }),
    ),
  ])
}

/** The user's board, once its worker has opened it. */
export async function openBoard(userId: number): Promise<Remote<BoardApi>> {
  const opened = start(userId)
  opened.ready ??= listen(opened.api, userId)
  try {
    await opened.ready
  } catch (error) {
    opened.ready = null
    throw error
  }
  return opened.api
}

/** Calls back after each change of the index; answers the unsubscription. */
export function onBoardChange(userId: number, listener: () => void): () => void {
  const mine = listeners.get(userId) ?? new Set()
  listeners.set(userId, mine.add(listener))
  return () => {
    mine.delete(listener)
  }
}

/** Before a sign-out empties the mirror: nothing of it is left in memory. */
export function closeBoard(): void {
  bridge?.worker.terminate()
  bridge = null
}
