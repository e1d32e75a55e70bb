/** The insurers that files name: which are known, and the spellings that are not. docs/rules.md#insurers */
import { sql } from 'kysely'
import { insurerKey } from '../../src/domain/insurer/insurer-key.ts'
import { proposedInsurer } from '../../src/domain/insurer/proposed.ts'
import { type InsurersByKey, NO_INSURER } from '../../src/domain/insurer/same-insurer.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'

/** The insurers of these spellings, by key. */
export async function knownInsurers(
  db: Reader,
  spellings: readonly string[],
): Promise<InsurersByKey<number>> {
  const keys = [...new Set(spellings.map(insurerKey))]
  const rows = await db.selectFrom('insurer_aliases').selectAll().where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, insurer_id }) => [key, insurer_id]))
}

export interface SeenSpelling {
  readonly spelling: string
  /** The insurer of the policy that it may be; null: the nearest name is proposed. */
  readonly proposed_id: number | null
}

/** Keeps the spellings that no insurer has, for an administrator. One that was kept or ignored before is not again. */
export async function noteSpellings(tx: Tx, seen: readonly SeenSpelling[]): Promise<void> {
  const byKey = new Map(seen.toReversed().map((each) => [insurerKey(each.spelling), each]))
  byKey.delete(NO_INSURER)
  if (byKey.size === 0) return
  const { rows: fresh } = await sql<{ key: string }>`
    select key
    from unnest(${[...byKey.keys()]}::text[]) key
    where not exists (select 1 from insurer_aliases a where a.key = key.key)
      and not exists (select 1 from insurer_spellings s where s.key = key.key)`.execute(tx)
  if (fresh.length === 0) return
  const { rows: known } = await sql<{ id: number; key: string }>`
    select insurer_id as id, key from insurer_aliases`.execute(tx)
  const rows = fresh.flatMap(({ key }) => {
    const each = byKey.get(key)
    return each === undefined
      ? []
      : [{ ...each, key, proposed_id: each.proposed_id ?? proposedInsurer(each.spelling, known) }]
  })
  await tx
    .insertInto('insurer_spellings')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
