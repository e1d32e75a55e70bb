/**
 * The index on disk: blocks of rows, their order, and a manifest with the number of the last journal entry that they
 * contain; what came later is read from the journal. Only blocks that changed are written again, as long as nobody
 * else wrote in between: another tab's index has its leads in other rows.
 */
import type { MirrorDb } from '../db/mirror.ts'
import { BoardIndex } from './board-index.ts'
import { copyNumbers, type Numbers, sliceNumbers } from './columns.ts'
import { type Head, putHead } from './head.ts'
import { BLOCK_ROWS } from './text-column.ts'

/** Raised with every change of what stands in the blocks. */
const FORMAT = 2

const MANIFEST = 'manifest'
const ORDER = 'order'
const blockName = (block: number) => `rows-${block}`

export interface Manifest {
  readonly format: number
  /** Last journal entry that the blocks contain. */
  readonly seq: number
  readonly rows: number
  /** Names the writing: blocks may be replaced singly only by the index that wrote or read exactly these. */
  readonly stamp: string
}

/** Texts as one string a column, which a browser stores and reads far faster than many. */
interface Block {
  readonly uids: string
  readonly names: string
  readonly documents: string
  readonly numbers: Numbers
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'format' in value && 'seq' in value

const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' && value !== null && 'uids' in value && 'numbers' in value

/** Of whatever format: the number of the journal entry holds for all. */
export async function readManifest(db: MirrorDb): Promise<Manifest | null> {
  const value: unknown = (await db.blocks.get(MANIFEST))?.bytes
  return isManifest(value) ? value : null
}

/**
 * Number of the last journal entry that this mirror ever had, as far as it still knows. Entries are numbered without
 * gaps (an aborted transaction gives its number back), and only a snapshot that contains them removes them.
 */
export async function lastSeq(db: MirrorDb): Promise<number> {
  const last = await db.journal.orderBy('seq').last()
  return last?.seq ?? (await readManifest(db))?.seq ?? 0
}

const areBlocksGone = async (db: MirrorDb, stamp: string | null): Promise<boolean> =>
  stamp !== null && (await readManifest(db)) === null

/**
 * Whether this is not the mirror that an index of that place and stamp was made from: a sign-out emptied it. Its
 * journal goes on counting then, but its blocks are gone.
 */
export async function isOtherMirror(db: MirrorDb, seq: number, stamp: string | null): Promise<boolean> {
  return (await lastSeq(db)) < seq || (await areBlocksGone(db, stamp))
}

/**
 * Whether an index of that place may be written. One that is behind the journal may hold leads that are gone for good, or be
 * older than another tab's: it is written when it has followed.
 */
async function isUpToDate(db: MirrorDb, seq: number, stamp: string | null): Promise<boolean> {
  return (await lastSeq(db)) === seq && !(await areBlocksGone(db, stamp))
}

function takeBlock({ columns }: BoardIndex, block: number): Block {
  const from = block * BLOCK_ROWS
  const { uids, names, documents } = columns.texts
  return {
    uids: uids.joined(block),
    names: names.joined(block),
    documents: documents.joined(block),
    numbers: sliceNumbers(columns.numbers, from, Math.min(from + BLOCK_ROWS, columns.length)),
  }
}

function giveBlock({ columns }: BoardIndex, block: number, kept: Block): void {
  columns.texts.uids.restore(block, kept.uids)
  columns.texts.names.restore(block, kept.names)
  columns.texts.documents.restore(block, kept.documents)
  copyNumbers(kept.numbers, columns.numbers, block * BLOCK_ROWS)
}

export interface Writing {
  readonly index: BoardIndex
  /** Last journal entry that the index contains. */
  readonly seq: number
  /** Stamp of the blocks that the index was read from or wrote last; null for one made from the rows. */
  readonly stamp: string | null
  readonly head: Head
}

/**
 * Writes head and blocks in one transaction, and forgets the journal up to them. Answers the new stamp; null when the
 * journal or another tab's writing is ahead of this index, or this is no longer the mirror that it was made from (a
 * sign-out emptied it): nothing of it may come back then. The index must not change meanwhile.
 */
export async function writeSnapshot(
  db: MirrorDb,
  { index, seq, stamp, head }: Writing,
): Promise<string | null> {
  const { columns } = index
  const count = Math.ceil(columns.length / BLOCK_ROWS)
  const next: Manifest = { format: FORMAT, seq, rows: columns.length, stamp: crypto.randomUUID() }
  return db.transaction('rw', db.blocks, db.journal, async () => {
    const before = await readManifest(db)
    if (!(await isUpToDate(db, seq, stamp))) return null
    const whole = before === null || before.stamp !== stamp
    if (whole) await db.blocks.clear()
    const places = whole ? Array.from({ length: count }, (_, block) => block) : [...columns.touchedBlocks]
    for (const block of places)
      await db.blocks.put({ name: blockName(block), bytes: takeBlock(index, block) })
    await db.blocks.bulkPut([
      { name: ORDER, bytes: index.order() },
      { name: MANIFEST, bytes: next },
    ])
    await putHead(db, head)
    await db.journal.where('seq').belowOrEqual(seq).delete()
    return next.stamp
  })
}

/** Writes the head alone, where the index may be written. */
export async function writeHead(db: MirrorDb, { seq, stamp, head }: Omit<Writing, 'index'>): Promise<void> {
  await db.transaction('rw', db.blocks, db.journal, async () => {
    if (await isUpToDate(db, seq, stamp)) await putHead(db, head)
  })
}

export interface ReadSnapshot {
  readonly index: BoardIndex
  readonly manifest: Manifest
}

/** A new index from the blocks; null when there are none, or they do not fit together. */
export async function readSnapshot(db: MirrorDb): Promise<ReadSnapshot | null> {
  const index = new BoardIndex()
  // Block by block: between two of them the worker answers what is asked meanwhile.
  return db.transaction('r', db.blocks, async () => {
    const manifest = await readManifest(db)
    if (manifest === null || manifest.format !== FORMAT) return null
    index.columns.reserve(manifest.rows)
    for (let block = 0; block * BLOCK_ROWS < manifest.rows; block++) {
      const value: unknown = (await db.blocks.get(blockName(block)))?.bytes
      if (!isBlock(value)) return null
      giveBlock(index, block, value)
    }
    index.columns.length = manifest.rows
    const order: unknown = (await db.blocks.get(ORDER))?.bytes
    if (!(order instanceof Int32Array) || !index.restore(new Int32Array(order))) return null
    return { index, manifest }
  })
}
