/** The window's side of the board worker. One worker a tab, opened for the user who is signed in. */
import { proxy, type Remote, wrap } from 'comlink'
import type { BoardAnswer, BoardApi, BoardQuestion } from '../board-index/api.ts'
import { keptRows, rowsOfBeginning } from '../board-index/first-cards.ts'
import { readHead, sliceOfHead } from '../board-index/head.ts'
import { openMirror } from '../db/mirror/mirror.ts'
import type { BoardView } from '../domain/board/board-view.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { KeptBoardPreview } from './kept-board-preview.ts'

interface Bridge {
  readonly userId: number
  readonly worker: Worker
  readonly api: Remote<BoardApi>
  readonly boardPreview: KeptBoardPreview
  /** Never fulfilled: rejects when the worker is ended, which leaves what it was asked without an answer. */
  readonly ended: Promise<never>
  readonly end: () => void
  /** Null after an opening that failed: the next question tries again. */
  ready: Promise<void> | null
}

/** The page went into the browser's cache; whatever asks waits until it is back. */
let pause: PromiseWithResolvers<void> | null = null
let bridge: Bridge | null = null
/** Outlives the worker: a screen that listens goes on listening to the next one. */
const listeners = new Map<number, Set<() => void>>()

function start(userId: number): Bridge {
  if (bridge !== null && bridge.userId === userId) return bridge
  closeBoard()
  const worker = new Worker(new URL('./board.worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<BoardApi>(worker)
  const { promise: ended, reject } = Promise.withResolvers<never>()
  // Heard by those who asked.
  ended.catch(() => undefined)
  const end = () => {
    worker.terminate()
    reject(new Error('the board worker was ended'))
  }
  const boardPreview = new KeptBoardPreview(() => Promise.race([api.boardPreview(), ended]))
  bridge = { userId, worker, api, boardPreview, ended, end, ready: null }
  return bridge
}

async function listen({ api, boardPreview, userId }: Bridge): Promise<void> {
  await Promise.all([
    api.open(userId),
    api.onChange(
      proxy(() => {
        boardPreview.renew()
        for (const listener of listeners.get(userId) ?? []) listener()
      }),
    ),
  ])
  // It may have told of its index before anybody listened.
  boardPreview.renew()
}

/** An answer with what the board's rules ask beside it. */
export interface EarlyAnswer {
  readonly answer: BoardAnswer
  readonly oldestPending: Readonly<Record<number, string>>
  /** Rows of the cards that it begins with, where they are at hand; else none. */
  readonly leads: readonly Lead[]
}

/** Who writes leads holds up the rows that are kept of them: the head waits for these no longer than nobody notices. */
const PATIENCE_MS = 150

const inTime = (rows: Promise<readonly Lead[]>): Promise<readonly Lead[]> =>
  Promise.race([rows, new Promise<readonly Lead[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS))])

/**
 * Until the worker runs, the head on disk answers from this thread: the first cards wait for no other. Null where the
 * worker runs already, or where only the index can answer.
 */
export async function earlyAnswer(userId: number, question: BoardQuestion): Promise<EarlyAnswer | null> {
  if (bridge !== null) return null
  const db = openMirror(userId)
  // What can't be read now is read by its key, and says what is wrong then.
  const rows = keptRows(db).catch(() => [])
  const head = await readHead(db)
  const slice = head === null ? null : sliceOfHead(head, question)
  if (head === null || slice === null) return null
  return {
    answer: { slice, counters: head.counters, revision: 0, complete: false },
    oldestPending: head.oldestPending,
    leads: rowsOfBeginning(await inTime(rows), slice.uids),
  }
}

/** The first leads of the view, where this thread knows so many of them; else null. */
export function firstAtAGlance(userId: number, view: BoardView, limit: number): readonly string[] | null {
  return bridge?.userId === userId ? (bridge.boardPreview.present?.first(view, limit) ?? null) : null
}

/** What screens ask of the board. */
export type Board = Pick<BoardApi, 'ask' | 'first' | 'oldestPending' | 'progress'>

/** Of its worker, once that has opened it. A question that a page's going left without an answer is asked anew when the page is back. */
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

/** The user's board, once its worker has opened it. */
export async function openBoard(userId: number): Promise<Board> {
  await asked(userId, async () => undefined)
  return {
    ask: (question) => asked(userId, (api) => api.ask(question)),
    first: (view, limit) => asked(userId, (api) => api.first(view, limit)),
    oldestPending: () => asked(userId, (api) => api.oldestPending()),
    progress: (uids) => asked(userId, (api) => api.progress(uids)),
  }
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
  bridge?.end()
  bridge?.boardPreview.close()
  bridge = null
}

/** The page goes into the browser's cache: its worker would keep the store open there. */
export function pauseBoard(): void {
  pause ??= Promise.withResolvers()
  closeBoard()
}

/** What was asked meanwhile is asked, and what is shown asked again. */
export function resumeBoard(): void {
  pause?.resolve()
  pause = null
  for (const mine of listeners.values()) for (const listener of mine) listener()
}
