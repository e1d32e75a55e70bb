/**
 * Anchors: once a day the heads of all chains that grew are leaves of one tree, whose root is in an anchor that follows from the
 * one before. docs/rules.md#chain
 */
import { z } from 'zod'
import type { Sha256 } from '../signed/signature.ts'
import type { Head } from './chain.ts'

export interface Leaf extends Head {
  readonly leadUid: string
}

/** What an anchor says, whose text is hashed. */
export const anchorSaidSchema = z.strictObject({
  n: z.number().int(),
  /** ISO 8601. */
  at: z.string(),
  /** The hash of the anchor before; '' of the first. */
  before: z.string(),
  root: z.string(),
  heads: z.number().int(),
  /** A backup was restored since the anchor before. */
  restored: z.boolean(),
})
export type AnchorSaid = z.infer<typeof anchorSaidSchema>

/** As it is stored, and as a line of the file of anchors. */
export const anchorSchema = z.strictObject({
  n: z.number().int(),
  said: z.string(),
  hash: z.string(),
  /** The key's name and the signature of the hash; null: the server has no key. */
  signature: z.string().nullable(),
})
export type Anchor = z.infer<typeof anchorSchema>

/** A line of the file of anchors: these, by their hashes, went with the restore of a backup. */
export const restoredSchema = z.strictObject({ restored: z.array(z.string()), at: z.string() })
export type Restored = z.infer<typeof restoredSchema>

/** What the file has. */
export interface KeptAnchors {
  readonly anchors: readonly Anchor[]
  /** The hashes of those that went with a restore. */
  readonly restored: ReadonlySet<string>
}

/** What `signature` of an anchor has: the key's name and what it signed. */
export function anchorSignature(text: string): { readonly keyId: string; readonly value: string } {
  const [keyId = '', value = ''] = text.split('.')
  return { keyId, value }
}

/** From a leaf to the root: the hashes beside it, and on which side they are. */
export const pathSchema = z.array(z.strictObject({ side: z.enum(['left', 'right']), hash: z.string() }))
export type Path = z.infer<typeof pathSchema>

export const leafHash = (sha: Sha256, { leadUid, seq, hash }: Leaf) => sha(`leaf ${leadUid} ${seq} ${hash}`)
const nodeHash = (sha: Sha256, left: string, right: string) => sha(`node ${left} ${right}`)

/** null: it is no anchor of Farol. */
export function anchorSaidOf({ said }: Pick<Anchor, 'said'>): AnchorSaid | null {
  try {
    return anchorSaidSchema.safeParse(JSON.parse(said)).data ?? null
  } catch {
    // The text is no JSON.
    return null
  }
}

/** The levels of the tree, leaves first. A node without a neighbour goes up as it is. */
async function levelsOf(sha: Sha256, leaves: readonly string[]): Promise<string[][]> {
  const levels: string[][] = [[...leaves]]
  for (let level = levels[0] ?? []; level.length > 1; ) {
    const above: string[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left = '', right] = [level[at], level[at + 1]]
      above.push(right === undefined ? left : await nodeHash(sha, left, right))
    }
    levels.push(above)
    level = above
  }
  return levels
}

/** In the order in which they are leaves. */
export const inLeafOrder = <Of extends Leaf>(leaves: readonly Of[]): Of[] =>
  leaves.toSorted((one, other) => (one.leadUid < other.leadUid ? -1 : 1))

async function leafHashes(sha: Sha256, leaves: readonly Leaf[]): Promise<string[]> {
  const hashes: string[] = []
  for (const leaf of leaves) hashes.push(await leafHash(sha, leaf))
  return hashes
}

/** Returns the node above all of these; of none the hash of nothing. */
export const nodeOver = async (sha: Sha256, hashes: readonly string[]): Promise<string> =>
  (await levelsOf(sha, hashes)).at(-1)?.[0] ?? (await sha(''))

/** Returns the path from one of these nodes to the one above all of them. */
export async function pathAmong(sha: Sha256, hashes: readonly string[], place: number): Promise<Path> {
  let at = place
  const path: Path = []
  for (const level of await levelsOf(sha, hashes)) {
    const isRight = at % 2 === 1
    const hash = level[isRight ? at - 1 : at + 1]
    if (hash !== undefined) path.push({ side: isRight ? 'left' : 'right', hash })
    at = Math.floor(at / 2)
  }
  return path
}

/**
 * Leaves of one subtree, in their order. A power of two: the nodes above such subtrees are nodes of the whole tree, so a big tree is
 * made, checked and shown part by part.
 */
export const SUBTREE_LEAVES = 1024

/** Returns the root of the tree; of no leaves the hash of nothing. */
export const rootOf = async (sha: Sha256, leaves: readonly Leaf[]): Promise<string> =>
  nodeOver(sha, await leafHashes(sha, inLeafOrder(leaves)))

/** Returns the path of the lead's leaf; null: it is none of them. */
export async function pathOf(sha: Sha256, leaves: readonly Leaf[], leadUid: string): Promise<Path | null> {
  const ordered = inLeafOrder(leaves)
  const at = ordered.findIndex((leaf) => leaf.leadUid === leadUid)
  return at < 0 ? null : pathAmong(sha, await leafHashes(sha, ordered), at)
}

/** Returns the root to which a leaf leads by this path. */
export async function rootBy(sha: Sha256, leaf: Leaf, path: Path): Promise<string> {
  let hash = await leafHash(sha, leaf)
  for (const { side, hash: beside } of path)
    hash = side === 'left' ? await nodeHash(sha, beside, hash) : await nodeHash(sha, hash, beside)
  return hash
}

/** The texts of a new anchor. The order of the keys is that of the schema. */
export const anchorText = (said: AnchorSaid): string => JSON.stringify(anchorSaidSchema.parse(said))
export const anchorHash = (sha: Sha256, said: string) => sha(`anchor ${said}`)

/** True when its text is the one that was hashed, and follows from the anchor before. */
export async function anchorHolds(sha: Sha256, anchor: Anchor, before: Anchor | null): Promise<boolean> {
  const said = anchorSaidOf(anchor)
  return (
    said !== null &&
    said.n === anchor.n &&
    said.n === (before?.n ?? 0) + 1 &&
    said.before === (before?.hash ?? '') &&
    (await anchorHash(sha, anchor.said)) === anchor.hash
  )
}

/** The anchors of the file that the database has otherwise, or has no more, and that no restore in the file explains. */
export function anchorsLost({ anchors, restored }: KeptAnchors, present: readonly Anchor[]): Anchor[] {
  const isPresent = new Set(present.map(({ hash }) => hash))
  return anchors.filter(({ hash }) => !isPresent.has(hash) && !restored.has(hash))
}

/**
 * What a file of anchors that lay outside the database says of those in it. 'restored': the file says that they went with a
 * restore. 'unknown': only the database says so. 'other': anchors that the database has otherwise, or has no more.
 */
export function comparedWithFile(
  kept: KeptAnchors,
  present: readonly Anchor[],
): {
  readonly missing: readonly Anchor[]
  readonly restored: readonly number[]
  readonly unknown: readonly number[]
  readonly other: readonly number[]
} {
  const isPresent = new Set(present.map(({ hash }) => hash))
  const isKept = new Set(kept.anchors.map(({ hash }) => hash))
  const lost = anchorsLost(kept, present)
  const restores = present.flatMap((anchor) => {
    const said = anchorSaidOf(anchor)
    return said?.restored === true ? [{ n: said.n, atMs: Date.parse(said.at) }] : []
  })
  const isOfRestore = (anchor: Anchor) => {
    const said = anchorSaidOf(anchor)
    return said !== null && restores.some(({ n, atMs }) => n <= said.n && atMs >= Date.parse(said.at))
  }
  return {
    missing: present.filter(({ hash }) => !isKept.has(hash)),
    restored: kept.anchors
      .filter(({ hash }) => kept.restored.has(hash) && !isPresent.has(hash))
      .map(({ n }) => n),
    unknown: lost.filter(isOfRestore).map(({ n }) => n),
    other: lost.filter((anchor) => !isOfRestore(anchor)).map(({ n }) => n),
  }
}
