/**
 * Leads on their way to the store (decision 006): a row that a transaction has begun to write is told at once, and once more
 * when the transaction has ended, so that a screen need not wait for the disk to show it.
 */
import Dexie, { type DBCore, type DBCoreTable, type Transaction } from 'dexie'
import type { Lead } from '../domain/lead/lead.ts'
import { isLanding } from './packs/middleware.ts'

/** `id` is the transaction's; `settled` ends it, with whether anything of it was stored. */
export type LeadsAhead =
  | { readonly kind: 'coming'; readonly id: string; readonly leads: readonly Lead[] }
  | { readonly kind: 'settled'; readonly id: string; readonly stored: boolean }

/** A writer that has not said for so long, ms, how it ended is gone. */
export const GIVEN_UP_AFTER_MS = 10_000

type Listener = (ahead: LeadsAhead) => void

const listeners = new WeakMap<Dexie, Set<Listener>>()

/** Calls back with what this thread writes; answers the unsubscription. */
export function onLeadsAhead(db: Dexie, listener: Listener): () => void {
  const mine = listeners.get(db) ?? new Set()
  listeners.set(db, mine.add(listener))
  return () => {
    mine.delete(listener)
  }
}

/** Called before the database is opened. */
export function tellLeadsAhead(db: Dexie): void {
  const ids = new WeakMap<Transaction, string>()

  // What a listener does is no part of the transaction, nor is its failure.
  const tell = (ahead: LeadsAhead) =>
    Dexie.ignoreTransaction(() => {
      for (const listener of listeners.get(db) ?? [])
        try {
          listener(ahead)
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
    })

  const idOf = (inner: Transaction): string => {
    // One within another is stored with the outermost.
    let transaction = inner
    while (transaction.parent) transaction = transaction.parent
    const known = ids.get(transaction)
    if (known !== undefined) return known
    const id = crypto.randomUUID()
    ids.set(transaction, id)
    transaction.on('complete', () => tell({ kind: 'settled', id, stored: true }))
    transaction.on('error', () => tell({ kind: 'settled', id, stored: false }))
    return id
  }

  const watch = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    mutate(request) {
      const transaction = Dexie.currentTransaction
      const isHeard = (listeners.get(db)?.size ?? 0) > 0
      // A first sync is written by the pack, quicker than it could be told.
      if (isHeard && request.type === 'put' && transaction && !isLanding(request.trans))
        tell({ kind: 'coming', id: idOf(transaction), leads: request.values })
      return table.mutate(request)
    },
  })

  db.use({
    stack: 'dbcore',
    name: 'leads-ahead',
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
export function relayLeadsAhead(db: Dexie & { readonly userId: number }): () => void {
  // One for all: only then they come in their order.
  const channel = new BroadcastChannel(channelOf(db.userId))
  const told = new Set<string>()
  const stop = onLeadsAhead(db, (ahead) => {
    if (ahead.kind === 'coming') {
      const { length } = ahead.leads
      if (length < WORTH_TELLING.least || length > WORTH_TELLING.most) return
      told.add(ahead.id)
    } else if (!told.delete(ahead.id)) return
    channel.postMessage(ahead)
  })
  return () => {
    stop()
    channel.close()
  }
}

/** Calls back with what any thread of this browser relays; answers the unsubscription. */
export function onRelayedLeads(userId: number, listener: Listener): () => void {
  const channel = new BroadcastChannel(channelOf(userId))
  channel.onmessage = ({ data }: MessageEvent<LeadsAhead>) => listener(data)
  return () => channel.close()
}
