/**
 * What a toast says of commands: done, only waiting, or refused. Every command of every screen is told here.
 * docs/rules.md#waiting-changes
 */
import type { OutboxRecord } from '../db/schema/records.ts'
import { loadStore } from '../db/store.ts'
import { notify, type ToastAction } from '../ui/notify.ts'
import { lastSyncStatus } from './useSyncStatus.ts'

/** Said of work that the server does not have. */
export const WAITING = 'Guardado neste aparelho; será enviado'

/** How long the server may take to answer before its silence is told. */
export const PATIENCE_MS = 2000

interface Success {
  readonly done: string
  /** Holds while the change waits, too. Part of `done`, and said after `WAITING`. */
  readonly also?: string
  readonly kind?: 'success' | 'warning'
  readonly action?: ToastAction | undefined
}

/** null: the screen shows the success itself, and no toast tells it. */
export type Told = Success | string | null

interface Telling {
  readonly told: Told
  /** Said of a refusal, before its reason. */
  readonly failed: string
}

const successOf = (told: Success | string): Success => (typeof told === 'string' ? { done: told } : told)

const saidOf = ({ done, also, kind, action }: Success, waits: boolean) => ({
  message: waits ? (also === undefined ? WAITING : `${WAITING}. ${also}`) : done,
  ...(kind === undefined ? {} : { kind }),
  action,
  waits,
})

/** Whether the commands can reach the server at once, as far as this device knows. */
function areOnTheirWay(userId: number, queued: readonly OutboxRecord[]): boolean {
  const { connection, needsLogin } = lastSyncStatus(userId)
  const isHeldUp = queued.some(({ state }) => state === 'blocked')
  return navigator.onLine && connection !== 'offline' && !needsLogin && !isHeldUp
}

/**
 * Tells at once what the commands have done, or that they only wait, and corrects that when the server answers or stays
 * silent. Call it when they are stored on this device. Does not wait for the server.
 */
export function tellCommands(
  userId: number,
  queued: readonly OutboxRecord[],
  { told, failed }: Telling,
): void {
  const success = told === null ? null : successOf(told)
  const waits = !areOnTheirWay(userId, queued)
  const handle = success === null ? null : notify.changed(saidOf(success, waits))
  void courseOf(userId, queued).then((course) => {
    if (course.kind === 'refused') return notify.refused(handle, `${failed}. ${course.message}`)
    if (success === null || handle === null) return
    if (course.kind === 'dropped') return notify.withdrawn(handle)
    const waitsNow = course.kind === 'waiting'
    if (waitsNow !== waits) notify.revised(handle, saidOf(success, waitsNow))
  })
}

async function courseOf(userId: number, queued: readonly OutboxRecord[]) {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
  try {
    const { followCommands, openMirror } = await loadStore()
    return await followCommands(openMirror(userId), queued, patience.signal)
  } catch {
    // The store is closed for an upgrade or deleted: nothing more is known.
    return { kind: 'waiting' } as const
  } finally {
    clearTimeout(timer)
  }
}
