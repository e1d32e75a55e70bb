/** The window's side of the board worker. One worker a tab, opened for the user who is signed in. */
import { proxy, type Remote, wrap } from 'comlink'
import type { BoardApi } from '../board-index/api.ts'

interface Bridge {
  readonly userId: number
  readonly worker: Worker
  readonly api: Remote<BoardApi>
  readonly ready: Promise<void>
  readonly listeners: Set<() => void>
}

let bridge: Bridge | null = null

function open(userId: number): Bridge {
  if (bridge !== null && bridge.userId === userId) return bridge
  bridge?.worker.terminate()
  const worker = new Worker(new URL('./board.worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<BoardApi>(worker)
  const listeners = new Set<() => void>()
  const ready = api.open(userId).then(() =>
    api.onChange(
      proxy(() => {
        for (const listener of listeners) listener()
      }),
    ),
  )
  bridge = { userId, worker, api, ready, listeners }
  return bridge
}

/** The user's board, once its worker has opened it. */
export async function openBoard(userId: number): Promise<Remote<BoardApi>> {
  const { api, ready } = open(userId)
  await ready
  return api
}

/** Calls back after each change of the index; answers the unsubscription. */
export function onBoardChange(userId: number, listener: () => void): () => void {
  const { listeners } = open(userId)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function closeBoard(): void {
  bridge?.worker.terminate()
  bridge = null
}
