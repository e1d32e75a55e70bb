/** The window's side of the board worker. Each tab has one worker, opened for the signed-in user. */
import { proxy, type Remote, wrap } from 'comlink'
import type { BoardApi, BoardQuestion } from '../board-index/api.ts'
import { keysToOpen } from '../db/sealing/held-keys.ts'
import { loadStore } from '../db/store.ts'
import { answerOfStoredBoard, type EarlyAnswer, readStoredBoard } from '../opening/stored-board.ts'

interface Bridge {
  readonly userId: number
  readonly worker: Worker
  readonly api: Remote<BoardApi>
  /** Rejects when the worker is terminated: its pending questions get no answer. Never resolves. */
  readonly ended: Promise<never>
  readonly end: () => void
  /** null after a failed opening. The next question tries again. */
  ready: Promise<void> | null
}

/** Set while the page is in the back/forward cache. Questions wait for its return. */
let pause: PromiseWithResolvers<void> | null = null
let bridge: Bridge | null = null
/** The listeners outlive a worker: the next worker calls them, too. */
const listeners = new Map<number, Set<() => void>>()

function start(userId: number): Bridge {
  if (bridge !== null && bridge.userId === userId) return bridge
  closeBoard()
  const worker = new Worker(new URL('./board.worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<BoardApi>(worker)
  const { promise: ended, reject } = Promise.withResolvers<never>()
  // The callers handle the rejection.
  ended.catch(() => undefined)
  const end = () => {
    worker.terminate()
    reject(new Error('The board worker was terminated.'))
  }
  bridge = { userId, worker, api, ended, end, ready: null }
  return bridge
}

async function listen({ api, userId }: Bridge): Promise<void> {
  await Promise.all([
    api.open(userId, keysToOpen(userId)),
    api.onChange(
      proxy(() => {
        for (const listener of listeners.get(userId) ?? []) listener()
      }),
    ),
  ])
}

/**
 * Answers from the stored head in this thread until the worker runs, so that the first cards wait for no other thread.
 * Returns null when the worker runs already, or when only the index can answer.
 */
export async function earlyAnswer(userId: number, question: BoardQuestion): Promise<EarlyAnswer | null> {
  if (bridge !== null) return null
  const { openMirror } = await loadStore()
  const storedBoard = await readStoredBoard(openMirror(userId))
  return storedBoard === null ? null : answerOfStoredBoard(storedBoard, question)
}

/** The part of the board that screens use. */
export type Board = Pick<
  BoardApi,
  | 'ask'
  | 'find'
  | 'state'
  | 'oldestPending'
  | 'times'
  | 'ownOpenLeads'
  | 'lawLeads'
  | 'day'
  | 'team'
  | 'whatIf'
>

/**
 * Asks the worker when it has opened the board. A question that gets no answer because the page was suspended is asked
 * again when the page returns.
 */
async function asked<Answer>(
  userId: number,
  question: (api: Remote<BoardApi>) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    await pause?.promise
    const opened = start(userId)
    try {
      opened.ready ??= listen(opened)
      await Promise.race([opened.ready, opened.ended])
      return await Promise.race([question(opened.api), opened.ended])
    } catch (error) {
      opened.ready = null
      if (pause === null) throw error
    }
  }
}

/** Resolves when the worker has opened the user's board. */
export async function openBoard(userId: number): Promise<Board> {
  await asked(userId, async () => undefined)
  return {
    ask: (question) => asked(userId, (api) => api.ask(question)),
    find: (text, limit) => asked(userId, (api) => api.find(text, limit)),
    state: () => asked(userId, (api) => api.state()),
    oldestPending: () => asked(userId, (api) => api.oldestPending()),
    times: (uids) => asked(userId, (api) => api.times(uids)),
    ownOpenLeads: () => asked(userId, (api) => api.ownOpenLeads()),
    lawLeads: () => asked(userId, (api) => api.lawLeads()),
    day: (mayAny) => asked(userId, (api) => api.day(mayAny)),
    team: (members, openedId) => asked(userId, (api) => api.team(members, openedId)),
    whatIf: (question) => asked(userId, (api) => api.whatIf(question)),
  }
}

/** Forgets what the questions of 'E se?' have read. Starts no worker for it. */
export function endWhatIf(userId: number): void {
  if (bridge?.userId !== userId || bridge.ready === null) return
  bridge.api.endWhatIf().catch(() => {
    // A worker that has ended has forgotten it.
  })
}

/** Calls `listener` after each change of the index. Returns a function that unsubscribes. */
export function onBoardChange(userId: number, listener: () => void): () => void {
  const mine = listeners.get(userId) ?? new Set()
  listeners.set(userId, mine.add(listener))
  return () => {
    mine.delete(listener)
  }
}

/** Ends the worker before a sign-out empties the mirror, so that no data stays in memory. */
export function closeBoard(): void {
  bridge?.end()
  bridge = null
}

/**
 * Ends the worker as the page goes into the back/forward cache: otherwise it would keep the store open in the cache.
 */
export function pauseBoard(): void {
  pause ??= Promise.withResolvers()
  closeBoard()
}

/** Asks the waiting questions, and makes screens ask theirs again. */
export function resumeBoard(): void {
  pause?.resolve()
  pause = null
  for (const mine of listeners.values()) for (const listener of mine) listener()
}
