/**
 * The stored index: blocks of rows, their order, and a manifest with the last journal entry that they contain. Later
 * changes come from the journal. A write replaces only changed blocks, unless another tab wrote in between: another
 * tab's index has its leads in other rows.
 */
import type { MirrorDb } from '../db/schema/mirror.ts'
import { keysOf, rowOf } from '../domain/record/parts.ts'
import { BoardIndex } from './board-index.ts'
import { type Columns, copyNumbers, type Numbers, sliceNumbers } from './columns.ts'
import { type Head, putHead } from './head.ts'
import { isUpToDate, type Manifest, putManifest, readManifest } from './manifest.ts'
import { BLOCK_ROWS } from './text-column.ts'

/**
 * Increase it with every change of a column's name or meaning, of the order, and of `foldText`: the blocks have folded names. A
 * further column needs no increase.
 */
const FORMAT = 10

const ORDER = 'order'
const blockName = (block: number) => `rows-${block}`

/** Each text column is one string, which a browser stores and reads much faster than many. */
type Block = Readonly<Record<keyof Columns['texts'], string>> & { readonly numbers: Numbers }

const hasAll = (value: unknown, columns: object): value is object =>
  typeof value === 'object' && value !== null && keysOf(columns).every((name) => name in value)
/** A block of an earlier version, or of its tab, may lack a column. */
const isBlock = (value: unknown, { texts, numbers }: Columns): value is Block =>
  hasAll(value, texts) && 'numbers' in value && hasAll(value.numbers, numbers)

function takeBlock({ columns }: BoardIndex, block: number): Block {
  const from = block * BLOCK_ROWS
  return {
    ...rowOf(keysOf(columns.texts), (name) => columns.texts[name].joined(block)),
    numbers: sliceNumbers(columns.numbers, from, Math.min(from + BLOCK_ROWS, columns.length)),
  }
}

function giveBlock({ columns }: BoardIndex, block: number, kept: Block): void {
  for (const name of keysOf(columns.texts)) columns.texts[name].restore(block, kept[name])
  copyNumbers(kept.numbers, columns.numbers, block * BLOCK_ROWS)
}

export interface Writing {
  readonly index: BoardIndex
  /** Last journal entry that the index contains. */
  readonly seq: number
  /** Stamp of the blocks that the index read or last wrote. null for an index built from the rows. */
  readonly stamp: string | null
  readonly head: Head
}

/**
 * Writes head and blocks in one transaction, and deletes the journal up to them. Returns the new stamp. Returns null
 * and writes nothing when the journal or another tab's snapshot is newer, or when a sign-out emptied the mirror: its
 * data must not return. The index must not change meanwhile.
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
    const places = whole ? Array.from({ length: count }, (_, block) => block) : [...columns.dirtyBlocks]
    for (const block of places)
      await db.blocks.put({ name: blockName(block), bytes: takeBlock(index, block) })
    await db.blocks.put({ name: ORDER, bytes: index.order() })
    await putManifest(db, next)
    await putHead(db, head)
    await db.journal.where('seq').belowOrEqual(seq).delete()
    return next.stamp
  })
}

/** Writes the head alone, if the index is up to date. */
export async function writeHead(db: MirrorDb, { seq, stamp, head }: Omit<Writing, 'index'>): Promise<void> {
  await db.transaction('rw', db.blocks, db.journal, async () => {
    if (await isUpToDate(db, seq, stamp)) await putHead(db, head)
  })
}

export interface ReadSnapshot {
  readonly index: BoardIndex
  readonly manifest: Manifest
}

/** Returns an index built from the blocks, or null when there are none or they are inconsistent. */
export async function readSnapshot(db: MirrorDb): Promise<ReadSnapshot | null> {
  const index = new BoardIndex(db.userId)
  // Reads one block at a time, so that the worker can answer questions in between.
  return db.transaction('r', db.blocks, async () => {
    const manifest = await readManifest(db)
    if (manifest === null || manifest.format !== FORMAT) return null
    index.columns.reserve(manifest.rows)
    for (let block = 0; block * BLOCK_ROWS < manifest.rows; block++) {
      const value: unknown = (await db.blocks.get(blockName(block)))?.bytes
      if (!isBlock(value, index.columns)) return null
      giveBlock(index, block, value)
    }
    index.columns.length = manifest.rows
    const order: unknown = (await db.blocks.get(ORDER))?.bytes
    if (!(order instanceof Int32Array) || !index.restore(new Int32Array(order))) return null
    return { index, manifest }
  })
}
