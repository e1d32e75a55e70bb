/**
 * What the blocks on disk contain, and where in the journal that is: whether an index, or what was written with it, is still of
 * this mirror and as new as it.
 */
import type { MirrorDb } from '../db/mirror/mirror.ts'

const MANIFEST = 'manifest'

export interface Manifest {
  readonly format: number
  /** Last journal entry that the blocks contain. */
  readonly seq: number
  readonly rows: number
  /** Names the writing: blocks may be replaced singly only by the index that wrote or read exactly these. */
  readonly stamp: string
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'format' in value && 'seq' in value

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
export async function isUpToDate(db: MirrorDb, seq: number, stamp: string | null): Promise<boolean> {
  return (await lastSeq(db)) === seq && !(await areBlocksGone(db, stamp))
}

/** Runs inside the caller's transaction. */
export async function putManifest(db: MirrorDb, manifest: Manifest): Promise<void> {
  await db.blocks.put({ name: MANIFEST, bytes: manifest })
}
