/**
 * Pending writes (docs/decisions/006): rows that a transaction has begun to write, or that a command is about to write.
 * They are announced at once to the screens of the same thread, and their end again, so that a screen shows a user's
 * change before the disk has it.
 */
import Dexie, { type DBCore, type DBCoreTable, type Transaction } from 'dexie'
import type { Lead } from '../../domain/lead/lead.ts'
import { outermost } from '../access/outermost.ts'
import { isStaging } from '../staging/middleware.ts'

/** `id` identifies a transaction's writes. `settled` ends them; `stored` is whether the transaction committed. */
export type PendingWrites =
  | { readonly kind: 'coming'; readonly id: string; readonly leads: readonly Lead[] }
  | { readonly kind: 'settled'; readonly id: string; readonly stored: boolean }

type Listener = (writes: PendingWrites) => void

/** Returns the lead on the screen if a command would find the same lead. Returns null if not, or if that is unknown. */
export type CurrentLead = (uid: string) => Lead | null

interface Screen {
  readonly listener: Listener
  readonly currentLead: CurrentLead
}

const screens = new WeakMap<Dexie, Set<Screen>>()

/** Calls `listener` with the pending writes of this thread. Returns a function that unsubscribes. */
export function onPendingWrites(
  db: Dexie,
  listener: Listener,
  currentLead: CurrentLead = () => null,
): () => void {
  const screen = { listener, currentLead }
  const mine = screens.get(db) ?? new Set()
  screens.set(db, mine.add(screen))
  return () => {
    mine.delete(screen)
  }
}

/** Listeners run outside the transaction, and their errors do not abort it. */
const announce = (db: Dexie, writes: PendingWrites) =>
  Dexie.ignoreTransaction(() => {
    for (const { listener } of screens.get(db) ?? [])
      try {
        listener(writes)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
  })

/**
 * Announces the result of `change` before its transaction begins, if a screen shows the lead. Returns a function that
 * withdraws it. Call that function when the transaction has ended: by then it has announced its own row, or failed.
 */
export function predict(db: Dexie, uid: string, change: (lead: Lead) => Lead | null): () => void {
  for (const { currentLead } of screens.get(db) ?? []) {
    const lead = currentLead(uid)
    const changed = lead && change(lead)
    if (changed === null) continue
    const id = crypto.randomUUID()
    announce(db, { kind: 'coming', id, leads: [changed] })
    return () => announce(db, { kind: 'settled', id, stored: false })
  }
  return () => undefined
}

/** Announces the writes to `leads`. Call it before the database opens. */
export function reportPendingWrites(db: Dexie): void {
  const ids = new WeakMap<Transaction, string>()

  const idOf = (inner: Transaction): string => {
    const transaction = outermost(inner)
    const known = ids.get(transaction)
    if (known !== undefined) return known
    const id = crypto.randomUUID()
    ids.set(transaction, id)
    transaction.on('complete', () => announce(db, { kind: 'settled', id, stored: true }))
    transaction.on('error', () => announce(db, { kind: 'settled', id, stored: false }))
    return id
  }

  const watch = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    mutate(request) {
      const transaction = Dexie.currentTransaction
      const hasListener = (screens.get(db)?.size ?? 0) > 0
      // A first sync stages chunks faster than it could announce their rows.
      if (hasListener && request.type === 'put' && transaction && !isStaging(request.trans))
        announce(db, { kind: 'coming', id: idOf(transaction), leads: request.values })
      return table.mutate(request)
    },
  })

  db.use({
    stack: 'dbcore',
    name: 'pending-writes',
    create: (core): DBCore => ({
      ...core,
      table: (name) => (name === 'leads' ? watch(core.table(name)) : core.table(name)),
    }),
  })
}
