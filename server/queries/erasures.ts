/** Clients whose personal data was erased: docs/rules.md#personal-data */
import { sql } from 'kysely'
import { ERASED_MESSAGE } from '../../src/domain/client/erasure.ts'
import type { Reader } from './lead-row.ts'

/** The code and the sentence with which a command about an erased client is refused. */
export const ERASED_REFUSAL = { code: 'erased', message: ERASED_MESSAGE } as const

/** When the data of this client was erased; null: it was not. `uid` may be an alias. */
export async function erasedAt(db: Reader, uid: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    select e.at
    from client_erasures e
    where e.client_uid = ${uid}
      or e.client_uid = (select a.client_uid from client_aliases a where a.uid = ${uid})`.execute(db)
  return rows[0]?.at ?? null
}

/** Returns all uids of the erasures between two versions. They are few, and tell nothing of a person. */
export async function erasedBetween(db: Reader, from: number, high: number): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select unnest(e.uids)::text as uid
    from client_erasures e
    where e.version >= ${String(from)}::xid8
      and e.version < ${String(high)}::xid8`.execute(db)
  return rows.map(({ uid }) => uid)
}
