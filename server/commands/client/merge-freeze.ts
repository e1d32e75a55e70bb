/**
 * What roles 4 to 7 see of a client stays the same over a merge, so that they learn nothing: their leads keep the client
 * as it was, as if they had referred it by document. docs/rules.md#merging-clients
 */
import { type RawBuilder, sql } from 'kysely'
import type { Client } from '../../../src/domain/client/client.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import type { Tx } from '../../db/database.ts'

const seen = (client: Client) => {
  const { version: _, ...fields } = client
  return JSON.stringify({ ...fields, name_folded: foldText(client.name) })
}

/** True for `leads l` that a dealership or a referrer may see. */
const isSeenOutside = sql<boolean>`(l.partner_id is not null or l.inviter_id is not null)`

/** True when no scope sees `leads l` by the column, or the scope that does knows the client itself by another lead. */
function isOwnBy(column: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    l.${column} is null
    or exists (
      select 1
      from leads o
      where o.client_uid = l.client_uid
        and o.client_as_referred is null
        and not o.cancelled
        and o.${column} = l.${column}))`
}

/**
 * True when each scope that sees `leads l` knows the client itself by another lead. A user who knows only what they
 * typed themselves must not be shown the client by the merge.
 */
const isOwnByAnother = sql<boolean>`(
  ${isOwnBy(sql`partner_id`)} and ${isOwnBy(sql`inviter_id`)})`

/** True for `leads o` and `leads l` that one dealership or referrer sees: a user may be of several dealerships. */
const isSeenWith = sql<boolean>`(
  o.partner_id = l.partner_id
  or o.inviter_id = l.inviter_id
  or exists (
    select 1
    from user_partners one
    join user_partners other on other.user_id = one.user_id
    where one.partner_id = l.partner_id and other.partner_id = o.partner_id))`

/**
 * Notes the leads of both clients that a merge moves or freezes, and freezes them. The survivor's are frozen where its
 * fields change, or where a user sees leads of both.
 */
export async function freeze(
  tx: Tx,
  mergeId: string,
  { survivor, alias, changes }: { survivor: Client; alias: Client; changes: boolean },
): Promise<void> {
  const isMoved = sql<boolean>`l.client_uid = ${alias.uid}`
  const seesBoth = sql<boolean>`exists (
    select 1
    from leads o
    where o.client_uid = ${alias.uid}
      and ${isSeenWith})`
  await sql`
    with judged as (
      select l.uid, ${isMoved} as moved, l.client_as_referred as before,
        case
          when ${isSeenOutside}
            and (${isMoved} or ${changes} or ${seesBoth})
            and (l.client_as_referred is null or ${isOwnByAnother})
          then case when ${isMoved} then ${seen(alias)}::jsonb else ${seen(survivor)}::jsonb end
        end as frozen
      from leads l
      where l.client_uid in (${alias.uid}, ${survivor.uid}))
    insert into client_merge_leads (merge_id, lead_uid, moved, before, frozen)
    select ${mergeId}, uid, moved, before, frozen
    from judged
    where moved or frozen is not null`.execute(tx)
  await sql`
    update leads l
    set client_as_referred = m.frozen
    from client_merge_leads m
    where m.merge_id = ${mergeId}
      and m.lead_uid = l.uid
      and m.frozen is not null`.execute(tx)
}

/** Roles 4 to 7 go on seeing this client in a lead that gets another one: they learn nothing of that person. */
export async function keepAsSeenOutside(tx: Tx, leadUid: string, client: Client): Promise<void> {
  await sql`
    update leads l
    set client_as_referred = ${seen(client)}::jsonb
    where l.uid = ${leadUid}
      and l.client_as_referred is null
      and ${isSeenOutside}`.execute(tx)
}

/**
 * Gives the leads back what they had, unless a referrer typed over it meanwhile, or the lead is another person's by now:
 * docs/rules.md#identity-of-a-client
 */
export async function thaw(tx: Tx, mergeId: string): Promise<void> {
  await sql`
    update leads l
    set client_as_referred = m.before
    from client_merge_leads m
    join client_merges merged on merged.id = m.merge_id
    where m.merge_id = ${mergeId}
      and m.lead_uid = l.uid
      and l.client_uid in (merged.survivor_uid, merged.alias_uid)
      and m.frozen is not null
      and l.client_as_referred = m.frozen`.execute(tx)
}
