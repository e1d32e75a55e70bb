/**
 * The tree of an anchor. It is read and hashed one subtree after the other, so that the leaves of all are never in memory together
 * and other work goes on in between. The anchor's row keeps the root of each subtree: a leaf's path reads one of them.
 * docs/rules.md#chain
 */
import { sql } from 'kysely'
import { z } from 'zod'
import {
  type Anchor,
  anchorSaidOf,
  type Leaf,
  nodeOver,
  type Path,
  pathAmong,
  pathOf,
  rootOf,
  SUBTREE_LEAVES,
} from '../../src/domain/dossier/anchors.ts'
import type { Reader } from '../queries/lead-row.ts'
import { sha256 } from './sha.ts'

const leavesSchema = z.array(z.object({ leadUid: z.string(), seq: z.number(), hash: z.string() }))

/** The lead of its first leaf, and the node over it. */
const subtreesSchema = z.array(z.strictObject({ first: z.string(), hash: z.string() }))
type Subtrees = z.infer<typeof subtreesSchema>

/** The leaves of one subtree: those from this lead on, or after this one. null: the first. */
async function leavesOf(db: Reader, n: number, from: string | null, isAfter = false): Promise<Leaf[]> {
  const begins = isAfter ? sql`lead_uid > ${from}::uuid` : sql`lead_uid >= ${from}::uuid`
  const { rows } = await sql`
    select lead_uid as "leadUid", seq, encode(hash, 'hex') as hash
    from history_anchored
    where n = ${n} and ${from === null ? sql`true` : begins}
    order by lead_uid
    limit ${SUBTREE_LEAVES}`.execute(db)
  return leavesSchema.parse(rows)
}

const paused = () => new Promise<void>((go) => setImmediate(go))

interface Tree {
  readonly root: string
  readonly heads: number
  readonly subtrees: Subtrees
}

/** Computes the tree of the leaves that the anchor holds. */
export async function treeOf(db: Reader, n: number): Promise<Tree> {
  const subtrees: Subtrees = []
  let heads = 0
  for (let after: string | null = null; ; ) {
    const leaves = await leavesOf(db, n, after, true)
    const [first] = leaves
    if (first === undefined) break
    subtrees.push({ first: first.leadUid, hash: await rootOf(sha256, leaves) })
    heads += leaves.length
    after = leaves.at(-1)?.leadUid ?? null
    await paused()
  }
  const root = await nodeOver(
    sha256,
    subtrees.map(({ hash }) => hash),
  )
  return { root, heads, subtrees }
}

const subtreesOf = async (db: Reader, n: number): Promise<Subtrees> =>
  subtreesSchema
    .nullable()
    .parse(
      (await db.selectFrom('history_anchors').select('subtrees').where('n', '=', n).executeTakeFirst())
        ?.subtrees ?? null,
    ) ?? []

/** Whether the leaves, and what is kept of them, give the root that the anchor says; and how many leaves they are. */
async function treeHolds(
  db: Reader,
  n: number,
  root: string | undefined,
): Promise<{ readonly holds: boolean; readonly heads: number }> {
  const tree = await treeOf(db, n)
  const kept = await subtreesOf(db, n)
  const isKept =
    JSON.stringify(kept.map(({ first, hash }) => [first, hash])) ===
    JSON.stringify(tree.subtrees.map(({ first, hash }) => [first, hash]))
  return { holds: tree.root === root && isKept, heads: tree.heads }
}

/** Returns the path of the lead's leaf to the anchor's root; null: the anchor does not hold it. */
export async function pathTo(db: Reader, n: number, leadUid: string): Promise<Path | null> {
  const subtrees = await subtreesOf(db, n)
  const at = subtrees.findLastIndex(({ first }) => first <= leadUid)
  const subtree = subtrees[at]
  if (subtree === undefined) return null
  const below = await pathOf(sha256, await leavesOf(db, n, subtree.first), leadUid)
  if (below === null) return null
  const above = await pathAmong(
    sha256,
    subtrees.map(({ hash }) => hash),
    at,
  )
  return [...below, ...above]
}

/** Of a look: the trees of the last anchors, those that did not hold, and the next ones until so many leaves are checked. */
const LATEST_TREES = 2
export const LEAVES_A_LOOK = 50_000

/** Returns after which anchor the next look goes on. */
export async function wrongTrees(
  db: Reader,
  present: readonly Anchor[],
  { from, most }: { readonly from: number; readonly most: number },
): Promise<{ readonly wrong: readonly number[]; readonly to: number }> {
  const known = await db
    .selectFrom('history_breaks')
    .select('seq')
    .where('lead_uid', 'is', null)
    .where('kind', '=', 'anchor')
    .execute()
  const always = new Set([...present.slice(-LATEST_TREES).map(({ n }) => n), ...known.map(({ seq }) => seq)])
  const wrong: number[] = []
  let left = most
  let to = from
  for (const anchor of present) {
    const isNext = anchor.n > from && left > 0
    if (!isNext && !always.has(anchor.n)) continue
    const { holds, heads } = await treeHolds(db, anchor.n, anchorSaidOf(anchor)?.root)
    if (!holds) wrong.push(anchor.n)
    if (!isNext) continue
    left -= heads
    to = anchor.n
  }
  return { wrong, to: to >= (present.at(-1)?.n ?? 0) ? 0 : to }
}

export const ALL_TREES = { from: 0, most: Number.POSITIVE_INFINITY }
