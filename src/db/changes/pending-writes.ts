/**
 * Leads on their way to the store (decision 006): a row that a transaction has begun to write, or a command is about to, is
 * told at once, and its end once more, so that a screen need not wait for the disk to show it.
 */
import Dexie, { type DBCore, type DBCoreTable, type Transaction } from 'dexie'
import type { Lead } from '../../domain/lead/lead.ts'
import { outermost } from '../access/outermost.ts'
import { isStaging } from '../staging/middleware.ts'

/** `id` names the telling, one for each transaction; `settled` ends it, with whether anything of it was stored. */
export type PendingWrites =
  | { readonly kind: 'coming'; readonly id: string; readonly leads: readonly Lead[] }
  | { readonly kind: 'settled'; readonly id: string; readonly stored: boolean }

/** A writer in another thread that has not said for so long, ms, how it ended is gone. */
export const GIVEN_UP_AFTER_MS = 10_000

type Listener = (writes: PendingWrites) => void

/** The lead as a screen shows it, where that is what a command would find; null where it isn't, or can't be known. */
export type CurrentLead = (uid: string) => Lead | null

interface Screen {
  readonly hear: Listener
  readonly currentLead: CurrentLead
}

const screens = new WeakMap<Dexie, Set<Screen>>()

/** Calls back with what this thread writes; answers the unsubscription. */
export function onPendingWrites(
  db: Dexie,
  hear: Listener,
  currentLead: CurrentLead = () => null,
): () => void {
  const screen = { hear, currentLead }
  const mine = screens.get(db) ?? new Set()
  screens.set(db, mine.add(screen))
  return () => {
    mine.delete(screen)
  }
}

/** What a listener does is no part of the transaction, nor is its failure. */
const tell = (db: Dexie, writes: PendingWrites) =>
  Dexie.ignoreTransaction(() => {
    for (const { hear } of screens.get(db) ?? [])
      try {
        hear(writes)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
  })

/**
 * Before its transaction begins: what a change makes of a lead, told where a screen shows that lead. Answers what takes it
 * back; called when the transaction has ended, which by then has told its own row, or come to nothing.
 */
export function predict(db: Dexie, uid: string, change: (lead: Lead) => Lead | null): () => void {
  for (const { currentLead } of screens.get(db) ?? []) {
    const lead = currentLead(uid)
    const changed = lead && change(lead)
    if (changed === null) continue
    const id = crypto.randomUUID()
    tell(db, { kind: 'coming', id, leads: [changed] })
    return () => tell(db, { kind: 'settled', id, stored: false })
  }
  return () => undefined
}

/** Called before the database is opened. */
export function reportPendingWrites(db: Dexie): void {
  const ids = new WeakMap<Transaction, string>()

  const idOf = (inner: Transaction): string => {
    const transaction = outermost(inner)
    const known = ids.get(transaction)
    if (known !== undefined) return known
    const id = crypto.randomUUID()
    ids.set(transaction, id)
    transaction.on('complete', () => tell(db, { kind: 'settled', id, stored: true }))
    transaction.on('error', () => tell(db, { kind: 'settled', id, stored: false }))
    return id
  }

  const watch = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    mutate(request) {
      const transaction = Dexie.currentTransaction
      const isHeard = (screens.get(db)?.size ?? 0) > 0
      // A first sync is written by the chunk, quicker than it could be told.
      if (isHeard && request.type === 'put' && transaction && !isStaging(request.trans))
        tell(db, { kind: 'coming', id: idOf(transaction), leads: request.values })
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

/** Below this few a message costs more than it saves; beyond this many it would hold the screen up, which then waits for the disk. */
const WORTH_TELLING = { least: 100, most: 1000 }

const channelOf = (userId: number) => `farol-leads-ahead-${userId}`

/** What this thread writes by the hundred is told to every other of this browser; answers what ends it. */
export function relayPendingWrites(db: Dexie & { readonly userId: number }): () => void {
  // One for all: only then they come in their order.
  const channel = new BroadcastChannel(channelOf(db.userId))
  const told = new Set<string>()
  const stop = onPendingWrites(db, (writes) => {
    if (writes.kind === 'coming') {
      const { length } = writes.leads
      if (length < WORTH_TELLING.least || length > WORTH_TELLING.most) return
      told.add(writes.id)
    } else if (!told.delete(writes.id)) return
    channel.postMessage(writes)
  })
  return () => {
    stop()
    channel.close()
  }
}

/** Calls back with what any thread of this browser relays; answers the unsubscription. */
export function onRelayedWrites(userId: number, listener: Listener): () => void {
  const channel = new BroadcastChannel(channelOf(userId))
  channel.onmessage = ({ data }: MessageEvent<PendingWrites>) => listener(data)
  return () => channel.close()
}
