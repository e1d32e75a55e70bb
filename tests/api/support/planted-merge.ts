/** A client that was merged from two. docs/rules.md#merging-clients */
import { uuidv7 } from 'uuidv7'
import type { TestStore } from './databases.ts'

interface Merged {
  readonly client_uid: string
  readonly lead_uid: string
  /** What the rows of before say of the person. */
  readonly person: { readonly name: string; readonly cpf: string; readonly mail: string }
}

/** The client was merged from two, and a lead of it goes on showing what a dealership saw. */
export async function plantMerge(
  { db }: TestStore,
  { client_uid, lead_uid, person: of }: Merged,
): Promise<void> {
  const alias_uid = uuidv7()
  const person = JSON.stringify({ uid: alias_uid, ...of })
  await db.insertInto('client_aliases').values({ uid: alias_uid, client_uid }).execute()
  const { id: merge_id } = await db
    .insertInto('client_merges')
    .values({
      survivor_uid: client_uid,
      alias_uid,
      alias_id: 900_001,
      alias_row: person,
      survivor_before: person,
      survivor_after: person,
      from_alias: ['mail'],
      leads: 1,
      merged_at: new Date().toISOString(),
      merged_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('client_merge_leads')
    .values({ merge_id, lead_uid, moved: true, before: person, frozen: person })
    .execute()
}
