/** What leads that got another client still have of the first one: docs/rules.md#identity-of-a-client */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Person } from './person.ts'

/**
 * The entries of `timeline` from the time in which the lead was the person's: from the one by which it came, up to the one by
 * which it left. The entries of a client that was merged since name it by its own number.
 */
export const isOfFormerLead = ({ clientUid, uids }: Person): RawBuilder<boolean> =>
  sql<boolean>`id = any(array(
    select entry.id
    from (
      select c.id from clients c where c.uid = ${clientUid}
      union all
      select m.alias_id from client_merges m where m.alias_uid = any(${[...uids]}::uuid[]) and m.undone_at is null
    ) person
    join timeline leaving on leaving.changes -> 'client_number' ->> 'before' = person.id::text
    join timeline entry on entry.lead_uid = leaving.lead_uid and entry.id < leaving.id
    where not exists (
      select 1
      from timeline coming
      where coming.lead_uid = leaving.lead_uid
        and coming.id > entry.id
        and coming.id < leaving.id
        and coming.changes ? 'client_number')))`

/** The entries of `timeline` of the person's leads, since they are the person's. */
export const isOfPresentLead = ({ leadUids }: Person): RawBuilder<boolean> =>
  sql<boolean>`id = any(array(
    select entry.id
    from timeline entry
    where entry.lead_uid = any(${[...leadUids]}::uuid[])
      and not exists (
        select 1
        from timeline coming
        where coming.lead_uid = entry.lead_uid
          and coming.id > entry.id
          and coming.changes ? 'client_number')))`

/** What `rows` of a table says is whose it is, where their lead changed hands: the rows stayed with the lead. */
export const ofLeadsBySaying =
  (rows: (person: Person) => RawBuilder<boolean>) =>
  (person: Person): RawBuilder<boolean> =>
    sql<boolean>`case
      when lead_uid in (select moved.lead_uid from timeline moved where moved.changes ? 'client_number')
        then ${rows(person)}
      else lead_uid = any(${[...person.leadUids]}::uuid[])
    end`

/** For an export: the entries of `isOfFormerLead`. */
export async function formerHistory(tx: Tx, person: Person): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select json_build_object('lead_id', l.id, 'occurred_at', t.occurred_at, 'changes', t.changes) as row
    from (select * from timeline where ${isOfFormerLead(person)}) t
    join leads l on l.uid = t.lead_uid
    order by t.id`.execute(tx)
  return rows.map(({ row }) => row)
}
