/**
 * The manifest: what the stored blocks contain, up to which journal entry. It shows whether an index, or what was
 * stored with it, belongs to this mirror and is up to date.
 */
import type { MirrorDb } from '../db/schema/mirror.ts'

/** Name of the manifest's block. */
export const MANIFEST = 'manifest'

export interface Manifest {
  readonly format: number
  /** Last journal entry that the blocks contain. */
  readonly seq: number
  readonly rows: number
  /** Identifies the write. Only the index that wrote or read exactly these blocks may replace single ones. */
  readonly stamp: string
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'format' in value && 'seq' in value

const manifestFrom = (value: unknown): Manifest | null => (isManifest(value) ? value : null)

/** Returns the manifest in any format: `seq` is valid in all of them. */
export async function readManifest(db: MirrorDb): Promise<Manifest | null> {
  return manifestFrom((await db.blocks.get(MANIFEST))?.bytes)
}

/**
 * Returns the number of the last journal entry that this mirror has had. Entries are numbered without gaps: an aborted
 * transaction releases its number, and only a snapshot that contains entries deletes them.
 */
export async function lastSeq(db: MirrorDb): Promise<number> {
  const last = await db.journal.orderBy('seq').last()
  return last?.seq ?? lastSeqFrom(null, await readManifest(db))
}

/** `lastSeq` by the number of the journal's last entry, if it has one, and by the manifest's block. */
export function lastSeqFrom(lastEntry: number | null, manifest: unknown): number {
  return lastEntry ?? manifestFrom(manifest)?.seq ?? 0
}

const areBlocksGone = async (db: MirrorDb, stamp: string | null): Promise<boolean> =>
  stamp !== null && (await readManifest(db)) === null

/**
 * Whether this is another mirror than the index was built from: a sign-out emptied it. The journal's numbers continue
 * then, but the blocks are gone.
 */
export async function isOtherMirror(db: MirrorDb, seq: number, stamp: string | null): Promise<boolean> {
  return (await lastSeq(db)) < seq || (await areBlocksGone(db, stamp))
}

/**
 * Whether the index may be written. An index behind the journal may contain deleted leads, or be older than another
 * tab's. It is written after it has followed the journal.
 */
export async function isUpToDate(db: MirrorDb, seq: number, stamp: string | null): Promise<boolean> {
  return (await lastSeq(db)) === seq && !(await areBlocksGone(db, stamp))
}

/** Runs inside the caller's transaction. */
export async function putManifest(db: MirrorDb, manifest: Manifest): Promise<void> {
  await db.blocks.put({ name: MANIFEST, bytes: manifest })
}
