/**
 * `clients` with the values that a user may see. A user who refers a known client by its document must not learn
 * anything about it. Its devices and answers hold the typed values, under the uid of the device and an id of its own,
 * until another lead makes the client the user's own. docs/rules.md#scope-of-clients
 */
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../src/domain/lead/access.ts'
import { isStaffScope } from '../../src/domain/lead/seen-columns.ts'
import { matchesScopeSql } from './scope.ts'

const TEXTS = ['name', 'phone', 'cellphone', 'mail', 'cpf', 'rg', 'name_folded'] as const
const HOME = ['cep', 'street', 'number', 'comp', 'district', 'city', 'state'] as const

/**
 * For a `from` clause: `leads l` with their clients `c` as the scope sees them. `c` has the columns of `leadColumns`
 * and `clientColumns`.
 */
export function leadsWithClients(scope: Scope): RawBuilder<unknown> {
  if (isStaffScope(scope)) return sql`leads l join clients c on c.uid = l.client_uid`
  const texts = TEXTS.map((field) => masked(field, sql`referred.typed ->> ${sql.lit(field)}`))
  const home = HOME.map((field) => masked(field, sql`referred.typed -> 'address' ->> ${sql.lit(field)}`))
  const rest = [
    masked('uid', sql`(referred.typed ->> 'uid')::uuid`),
    masked('id', sql`(referred.typed ->> 'id')::int`),
    masked('birth_date', sql`(referred.typed ->> 'birth_date')::date`),
  ]
  return sql`
    leads l
    join clients k on k.uid = l.client_uid
    cross join lateral (select case when ${isMetByDocument(scope)} then l.client_as_referred end as typed) referred
    cross join lateral (select k.version, ${sql.join([...texts, ...home, ...rest])}) c`
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
