/**
 * The index on disk: blocks of rows, the order, and a small head that answers the first screen. Written under the number
 * of the last journal entry that it contains; what came later is read from the journal.
 */

import type { MirrorDb } from '../db/mirror.ts'
import type { BoardCounters } from '../domain/board/board-view.ts'
import type { BoardIndex } from './board-index.ts'

/** Raised with every change of what stands in the blocks. */
const FORMAT = 1
const BLOCK_ROWS = 8192
const HEAD_CARDS = 60

const HEAD = 'head'
const ORDER = 'order'
const blockName = (block: number) => `rows-${block}`

/** What the first screen needs, in a few kilobytes. */
export interface Head {
  readonly format: number
  readonly seq: number
  readonly rows: number
  readonly counters: BoardCounters
  /** First cards of each status tab, and how many it has. */
  readonly tabs: Readonly<Record<number, { uids: string[]; total: number }>>
  readonly schedules: { uids: string[]; total: number }
  readonly oldestPending: Readonly<Record<number, string>>
}

interface Block {
  uids: string
  names: string
  documents: string
  created: Float64Array
  ended: Float64Array
  scheduled: Float64Array
  ids: Uint32Array
  brokers: Uint32Array
  channels: Uint16Array
  insurances: Uint16Array
  states: Uint8Array
  statuses: Uint8Array
  flags: Uint8Array
}

const isHead = (value: unknown): value is Head =>
  typeof value === 'object' &&
  value !== null &&
  'format' in value &&
  value.format === FORMAT &&
  'seq' in value

/** Null when there is none, or one of another format. */
export async function readHead(db: MirrorDb): Promise<Head | null> {
  const record = await db.blocks.get(HEAD)
  return isHead(record?.bytes) ? record.bytes : null
}

function blockOf({ columns }: BoardIndex, block: number): Block {
  const from = block * BLOCK_ROWS
  const to = Math.min(from + BLOCK_ROWS, columns.length)
  return {
    uids: columns.uids.slice(from, to).join('\n'),
    names: columns.names.slice(from, to).join('\n'),
    documents: columns.documents.slice(from, to).join('\n'),
    created: columns.created.slice(from, to),
    ended: columns.ended.slice(from, to),
    scheduled: columns.scheduled.slice(from, to),
    ids: columns.ids.slice(from, to),
    brokers: columns.brokers.slice(from, to),
    channels: columns.channels.slice(from, to),
    insurances: columns.insurances.slice(from, to),
    states: columns.states.slice(from, to),
    statuses: columns.statuses.slice(from, to),
    flags: columns.flags.slice(from, to),
  }
}

function fill({ columns }: BoardIndex, block: Block, from: number): void {
  for (const [place, uid] of block.uids.split('\n').entries()) columns.uids[from + place] = uid
  for (const [place, name] of block.names.split('\n').entries()) columns.names[from + place] = name
  for (const [place, document] of block.documents.split('\n').entries())
    columns.documents[from + place] = document
  columns.created.set(block.created, from)
  columns.ended.set(block.ended, from)
  columns.scheduled.set(block.scheduled, from)
  columns.ids.set(block.ids, from)
  columns.brokers.set(block.brokers, from)
  columns.channels.set(block.channels, from)
  columns.insurances.set(block.insurances, from)
  columns.states.set(block.states, from)
  columns.statuses.set(block.statuses, from)
  columns.flags.set(block.flags, from)
}

export function headOf(index: BoardIndex, seq: number, counters: BoardCounters, nowMs: number): Head {
  const first = (status: number) => {
    const { uids, total } = index.slice({ kind: 'status', status }, 0, HEAD_CARDS, nowMs)
    return { uids: [...uids], total }
  }
  const schedules = index.slice({ kind: 'schedules', sevenDays: false }, 0, HEAD_CARDS, nowMs)
  return {
    format: FORMAT,
    seq,
    rows: index.columns.length,
    counters,
    tabs: Object.fromEntries([1, 2, 3, 4, 5, 6].map((status) => [status, first(status)])),
    schedules: { uids: [...schedules.uids], total: schedules.total },
    oldestPending: index.oldestPending(),
  }
}

/** Writes everything in one transaction and forgets the journal up to it. */
export async function writeSnapshot(db: MirrorDb, index: BoardIndex, head: Head): Promise<void> {
  const count = Math.ceil(index.columns.length / BLOCK_ROWS)
  const records = Array.from({ length: count }, (_, block) => ({
    name: blockName(block),
    bytes: blockOf(index, block),
  }))
  await db.transaction('rw', db.blocks, db.journal, async () => {
    await db.blocks.clear()
    await db.blocks.bulkPut([...records, { name: ORDER, bytes: index.order() }, { name: HEAD, bytes: head }])
    await db.journal.where('seq').belowOrEqual(head.seq).delete()
  })
}

/** Fills the index from the blocks; false when they are not all there. */
export async function readSnapshot(db: MirrorDb, index: BoardIndex, head: Head): Promise<boolean> {
  const count = Math.ceil(head.rows / BLOCK_ROWS)
  const names = Array.from({ length: count }, (_, block) => blockName(block))
  const [order, ...blocks] = await db.blocks.bulkGet([ORDER, ...names])
  if (blocks.some((block) => block === undefined) || !(order?.bytes instanceof Int32Array)) return false
  index.columns.reserve(head.rows)
  index.columns.length = head.rows
  for (const [place, record] of blocks.entries())
    if (record !== undefined) fill(index, record.bytes as Block, place * BLOCK_ROWS)
  index.loaded(new Int32Array(order.bytes))
  return true
}
