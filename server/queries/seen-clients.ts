/**
 * `clients` as a user may see them. Whoever refers somebody by a document that was known already learns nothing by
 * it: of such a client its devices and answers have what was typed there, under the uid of the device that typed it
 * and a number of its own, until another lead makes the client its own. docs/rules.md#scope-of-clients
 */
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../src/domain/lead/access.ts'
import { isStaffScope } from '../../src/domain/lead/seen-columns.ts'
import { matchesScopeSql } from './scope.ts'

const TEXTS = ['name', 'phone', 'cellphone', 'mail', 'cpf', 'rg', 'name_folded'] as const
const HOME = ['cep', 'street', 'number', 'comp', 'district', 'city', 'state'] as const

/**
 * `leads l` with their clients `c` as the scope sees them, to stand in a `from`. `c` has the columns that
 * `leadColumns` and `clientColumns` name.
 */
export function leadsWithClients(scope: Scope): RawBuilder<unknown> {
  if (isStaffScope(scope)) return sql`leads l join clients c on c.uid = l.client_uid`
  const texts = TEXTS.map((field) => masked(field, sql`said.typed ->> ${sql.lit(field)}`))
  const home = HOME.map((field) => masked(field, sql`said.typed -> 'address' ->> ${sql.lit(field)}`))
  const rest = [
    masked('uid', sql`(said.typed ->> 'uid')::uuid`),
    masked('id', sql`(said.typed ->> 'id')::int`),
    masked('birth_date', sql`(said.typed ->> 'birth_date')::date`),
  ]
  return sql`
    leads l
    join clients k on k.uid = l.client_uid
    cross join lateral (select case when ${isMetByDocument(scope)} then l.client_as_referred end as typed) said
    cross join lateral (select k.version, ${sql.join([...texts, ...home, ...rest])}) c`
}

/**
 * Whether the scope met the client of `leads l` by a document alone. Any other lead of the scope would make it its
 * own.
 */
const isMetByDocument = (scope: Scope): RawBuilder<boolean> => sql<boolean>`
  l.client_as_referred is not null and not exists (
    select 1 from leads o
    where o.client_uid = l.client_uid and o.client_as_referred is null and ${matchesScopeSql(scope, 'o')})`

const masked = (field: string, typed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when said.typed is null then ${sql.ref(`k.${field}`)} else ${typed} end as ${sql.ref(field)}`
