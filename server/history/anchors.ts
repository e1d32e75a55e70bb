/** Anchors: made once a day of all chains that grew, and checked against themselves and the file outside the database. docs/rules.md#chain */
import { type Kysely, sql } from 'kysely'
import {
  type Anchor,
  anchorHash,
  anchorHolds,
  anchorSaidOf,
  anchorSignature,
  anchorText,
  comparedWithFile,
  type KeptAnchors,
} from '../../src/domain/dossier/anchors.ts'
import type { BreakKind } from '../../src/domain/dossier/chain.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Signer } from '../device-keys/signing.ts'
import type { Reader } from '../queries/lead-row.ts'
import { sha256 } from './sha.ts'
import { ALL_TREES, LEAVES_A_LOOK, treeOf, wrongTrees } from './trees.ts'
import type { LeadBreak } from './verify.ts'

const signed = ({ keyId, sign }: Signer, hash: string) => `${keyId}.${sign(hash)}`

/** null: another key signed it, or none. */
export function isSigned(
  signer: Signer | null,
  { hash, signature }: Pick<Anchor, 'hash' | 'signature'>,
): boolean | null {
  const { keyId, value } = anchorSignature(signature ?? '')
  return signer === null || keyId !== signer.keyId ? null : signer.verify(hash, value)
}

export const readAllAnchors = (db: Reader): Promise<Anchor[]> =>
  db.selectFrom('history_anchors').select(['n', 'said', 'hash', 'signature']).orderBy('n').execute()

export const lastAnchor = (db: Reader): Promise<Anchor | undefined> =>
  db
    .selectFrom('history_anchors')
    .select(['n', 'said', 'hash', 'signature'])
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The database came from a backup: what later anchors held is gone with them, which the next one says. */
export const noteRestore = (db: Kysely<Database>): Promise<unknown> =>
  db
    .insertInto('history_checks')
    .values({ restored: true })
    .onConflict((conflict) => conflict.column('single').doUpdateSet({ restored: true }))
    .execute()

/** `c` is the condition on `h`: the chain grew since an anchor held it. */
export const GREW = sql<boolean>`h.seq > coalesce(
  (select d.seq from history_anchored d where d.lead_uid = h.lead_uid order by d.n desc limit 1), 0)`

/** The row of the checks, locked: one process at a time. */
export async function lockChecks(tx: Tx) {
  await sql`insert into history_checks default values on conflict do nothing`.execute(tx)
  return tx.selectFrom('history_checks').selectAll().forUpdate().executeTakeFirstOrThrow()
}

/** Makes the anchor of this day, once. Returns it; null: there is one, or nothing to hold. */
export async function makeAnchor(
  tx: Tx,
  { nowMs, signer }: { readonly nowMs: number; readonly signer: Signer | null },
): Promise<Anchor | null> {
  const { restored } = await lockChecks(tx)
  const before = await lastAnchor(tx)
  const said = before === undefined ? null : anchorSaidOf(before)
  if (!restored && said !== null && saoPauloDay(Date.parse(said.at)) === saoPauloDay(nowMs)) return null
  const n = (before?.n ?? 0) + 1
  await sql`
    insert into history_anchored (n, lead_uid, seq, hash)
    select ${n}::int, h.lead_uid, h.seq, h.hash from history_heads h where ${GREW}`.execute(tx)
  const { root, heads, subtrees } = await treeOf(tx, n)
  if (heads === 0 && !restored) return null
  const at = new Date(nowMs).toISOString()
  const text = anchorText({
    n,
    at,
    before: before?.hash ?? '',
    root,
    heads,
    restored,
  })
  const hash = await anchorHash(sha256, text)
  const anchor = { n, said: text, hash, signature: signer === null ? null : signed(signer, hash) }
  await tx
    .insertInto('history_anchors')
    .values({ ...anchor, at, subtrees: JSON.stringify(subtrees) })
    .execute()
  await tx.updateTable('history_checks').set({ restored: false }).execute()
  return anchor
}

export interface AnchorsChecked {
  readonly breaks: readonly LeadBreak[]
  /** In the database, not yet in the file. */
  readonly missing: readonly Anchor[]
  /** Of kind 'restored': no break, and always told. */
  readonly restored: readonly LeadBreak[]
  readonly treesTo: number
}

/** Checks all anchors: the chain, the signatures, the trees, and what the file outside the database says. */
export async function checkAnchors(
  db: Reader,
  { kept, signer }: { readonly kept: KeptAnchors; readonly signer: Signer | null },
  trees = ALL_TREES,
): Promise<AnchorsChecked> {
  const present = await readAllAnchors(db)
  const { wrong, to: treesTo } = await wrongTrees(db, present, trees)
  const broken = new Set(wrong)
  let before: Anchor | null = null
  for (const anchor of present) {
    const holds = await anchorHolds(sha256, anchor, before)
    if (!holds || isSigned(signer, anchor) === false) broken.add(anchor.n)
    before = anchor
  }
  const { missing, restored, unknown, other } = comparedWithFile(kept, present)
  const named = (kind: BreakKind, numbers: Iterable<number>) =>
    [...new Set(numbers)].map((seq) => ({ leadUid: null, kind, seq, entry: 0 }))
  return {
    breaks: [
      ...named('anchor', broken),
      ...named('anchors_file', other),
      ...named('restored_unknown', unknown),
    ],
    missing,
    restored: named('restored', restored),
    treesTo,
  }
}

/** Goes on with the trees where the look of the day before ended, and begins anew after the last one. */
export async function checkNextAnchors(
  db: Kysely<Database>,
  {
    most = LEAVES_A_LOOK,
    ...given
  }: { readonly kept: KeptAnchors; readonly signer: Signer | null; readonly most?: number },
): Promise<AnchorsChecked> {
  const checks = await db.selectFrom('history_checks').select('trees_to').executeTakeFirst()
  const checked = await checkAnchors(db, given, { from: checks?.trees_to ?? 0, most })
  await db.updateTable('history_checks').set({ trees_to: checked.treesTo }).execute()
  return checked
}
