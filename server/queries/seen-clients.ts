/**
 * `clients` with the values that a user may see. A user who refers a known client by its document must not learn
 * anything about it. Its devices and answers hold the typed values, under the uid of the device and an id of its own,
 * until another lead makes the client the user's own. docs/rules.md#scope-of-clients
 */

import { type RawBuilder, sql } from 'kysely'
import { ADDRESS_NAMES, ofPerson } from '../../src/domain/client/fields.ts'
import type { Scope } from '../../src/domain/lead/access.ts'
import { isStaffScope } from '../../src/domain/lead/access.ts'
import { matchesScopeSql } from './scope.ts'

/**
 * For a `from` clause: `leads l` with their clients `c` as the scope sees them. `c` has the columns of `leadColumns`
 * and `clientColumns`.
 */
export function leadsWithClients(scope: Scope): RawBuilder<unknown> {
  if (isStaffScope(scope)) return sql`leads l join clients c on c.uid = l.client_uid`
  const types = { ...ofPerson(() => 'text', 'date'), name_folded: 'text', uid: 'uuid', id: 'int' }
  const person = Object.entries(types).map(([field, type]) =>
    masked(field, sql`(referred.typed ->> ${sql.lit(field)})::${sql.raw(type)}`),
  )
  const home = ADDRESS_NAMES.map((field) =>
    masked(field, sql`referred.typed -> 'address' ->> ${sql.lit(field)}`),
  )
  return sql`
    leads l
    join clients k on k.uid = l.client_uid
    cross join lateral (select case when ${isMetByDocument(scope)} then l.client_as_referred end as typed) referred
    cross join lateral (select k.version, ${sql.join([...person, ...home])}) c`
}

/**
 * True when the scope met the client of `leads l` by document only. Any other lead of the scope would make the client
 * its own.
 */
const isMetByDocument = (scope: Scope): RawBuilder<boolean> => sql<boolean>`
  l.client_as_referred is not null
  and not exists (
    select 1
    from leads o
    where o.client_uid = l.client_uid
      and o.client_as_referred is null
      and ${matchesScopeSql(scope, 'o')})`

const masked = (field: string, typed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when referred.typed is null then ${sql.ref(`k.${field}`)} else ${typed} end as ${sql.ref(field)}`
