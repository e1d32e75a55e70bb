/**
 * Leads on their way to the store (decision 006): a row that a transaction has begun to write is told at once, and once more
 * when the transaction has ended, so that a screen need not wait for the disk to show it.
 */
import Dexie, { type DBCore, type DBCoreTable, type Transaction } from 'dexie'
import type { Lead } from '../domain/lead/lead.ts'
import { isLanding } from './packs/middleware.ts'

export type LeadsAhead =
  | { readonly kind: 'coming'; readonly id: string; readonly leads: readonly Lead[] }
  /** Not stored: what was told of it never was. */
  | { readonly kind: 'settled'; readonly id: string; readonly stored: boolean }

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

  // What a listener does is no part of the transaction.
  const tell = (ahead: LeadsAhead) =>
    Dexie.ignoreTransaction(() => {
      for (const listener of listeners.get(db) ?? []) listener(ahead)
    })

  const idOf = (transaction: Transaction): string => {
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

/** Beside this few a message costs more than it saves; beyond this many it would hold the screen up, which then waits for the disk. */
const WORTH_TELLING = { least: 100, most: 1000 }

const channelOf = (userId: number) => `farol-leads-ahead-${userId}`

/** What this thread writes by the hundred is told in every window of this browser. */
export function relayLeadsAhead(db: Dexie & { readonly userId: number }): void {
  const told = new Set<string>()
  onLeadsAhead(db, (ahead) => {
    if (ahead.kind === 'coming') {
      const { length } = ahead.leads
      if (length < WORTH_TELLING.least || length > WORTH_TELLING.most) return
      told.add(ahead.id)
    } else if (!told.delete(ahead.id)) return
    const channel = new BroadcastChannel(channelOf(db.userId))
    channel.postMessage(ahead)
    channel.close()
  })
}

/** Calls back with what any thread of this browser relays; answers the unsubscription. */
export function onRelayedLeads(userId: number, listener: Listener): () => void {
  const channel = new BroadcastChannel(channelOf(userId))
  channel.onmessage = ({ data }: MessageEvent<LeadsAhead>) => listener(data)
  return () => channel.close()
}
