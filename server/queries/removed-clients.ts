/**
 * The clients that a device must drop, since no lead of its scope names them any more. A lead that leaves a scope, or gets
 * another client, leaves the client's uid in `tombstones`. docs/sync-protocol.md#removed-clients
 */

import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../src/domain/lead/access.ts'
import { isStaffScope } from '../../src/domain/lead/access.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import { inScopeSql, matchesScopeSql } from './scope.ts'
import { leadsWithClients } from './seen-clients.ts'

interface Seen {
  readonly scope: Scope
  readonly settings: Settings
  readonly nowMs: number
}

/**
 * True when no lead in the scope names the client `seen`. `client` is the row of `clients` behind it, or an alias of it: the
 * leads that can name it are looked for by that.
 */
export function unnamedSql(
  seen: RawBuilder<unknown>,
  client: RawBuilder<unknown>,
  { scope, settings, nowMs }: Seen,
): RawBuilder<boolean> {
  if (isStaffScope(scope))
    return sql<boolean>`not exists (
      select 1 from leads l where l.client_uid = ${seen} and ${inScopeSql(scope, settings, nowMs)})`
  // `l` and `c` may be names outside, too: what is asked is read there, in a row of its own.
  return sql<boolean>`not exists (
    select 1
    from (select ${seen} as seen_uid, ${client} as behind_uid) asked, ${leadsWithClients(scope)}
    where l.client_uid in (
        asked.behind_uid,
        (select a.client_uid from client_aliases a where a.uid = asked.behind_uid))
      and c.uid = asked.seen_uid
      and ${inScopeSql(scope, settings, nowMs)})`
}

/**
 * For a select from `tombstones t`: the uids of the lead's client, as the scope saw it, that no lead of the scope names any
 * more. A referrer saw what it typed, or the client itself where another lead had made that its own.
 */
export function goneClientsSql(seen: Seen): RawBuilder<string[]> {
  const { scope } = seen
  const gone = (uid: RawBuilder<unknown>) =>
    sql`case when ${unnamedSql(uid, sql`t.client_uid`, seen)} then ${uid} end`
  if (isStaffScope(scope)) return sql<string[]>`array_remove(array[${gone(sql`t.client_uid`)}], null)`
  const isOwn = sql<boolean>`exists (
    select 1
    from leads o
    where o.client_uid = t.client_uid
      and o.client_as_referred is null
      and ${matchesScopeSql(scope, 'o')})`
  return sql<string[]>`array_remove(array[
    ${gone(sql`coalesce(t.referred_uid, t.client_uid)`)},
    case when t.referred_uid is not null and ${isOwn} then ${gone(sql`t.client_uid`)} end], null)`
}

/**
 * Typed clients in whose place the leads of a page (`page`) name the client itself, since another lead made that the
 * user's own.
 */
export function replacedClientsSql(seen: Seen): RawBuilder<unknown> {
  if (isStaffScope(seen.scope)) return sql`null::uuid[]`
  const typed = sql`(r.client_as_referred ->> 'uid')::uuid`
  return sql`
    select array_agg(distinct ${typed})
    from page p
    join leads r on r.uid = p.uid
    where r.client_as_referred is not null
      and ${typed} <> p.client_uid
      and ${unnamedSql(typed, sql`r.client_uid`, seen)}`
}
