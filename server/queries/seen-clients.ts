/**
 * `clients` as a user may see them. Whoever refers somebody by a document that was known already learns nothing by it: of
 * such a client its devices and answers have what was typed there, under the uid of the device that typed it and a number
 * of its own, until another lead makes the client its own. docs/rules.md#scope-of-clients
 */
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../src/domain/lead/access.ts'
import { isStaffScope } from '../../src/domain/lead/seen-columns.ts'
import { matchesScopeSql } from './scope.ts'

const TEXTS = ['name', 'phone', 'cellphone', 'mail', 'cpf', 'rg'] as const
const HOME = ['cep', 'street', 'number', 'comp', 'district', 'city', 'state'] as const

/** Column of `clientsSeenBy` that holds the uid by which the database knows the client, whatever its reader calls it. */
export const trueClientUid = (scope: Scope): RawBuilder<unknown> =>
  isStaffScope(scope) ? sql.ref('c.uid') : sql.ref('c.true_uid')

/** To stand in a `from` or `join` under the alias `c`, with the columns that `leadColumns` and `clientColumns` name. */
export function clientsSeenBy(scope: Scope): RawBuilder<unknown> {
  if (isStaffScope(scope)) return sql`clients c`
  const texts = TEXTS.map((field) => masked(field, sql`said.typed ->> ${sql.lit(field)}`))
  const home = HOME.map((field) => masked(field, sql`said.typed -> 'address' ->> ${sql.lit(field)}`))
  const folded = sql`coalesce(said.typed ->> 'name_folded', lower(said.typed ->> 'name'))`
  return sql`(
    select k.uid as true_uid, k.version,
      coalesce((said.typed ->> 'uid')::uuid, k.uid) as uid,
      coalesce((said.typed ->> 'id')::int, k.id) as id,
      ${masked('name_folded', folded)},
      ${sql.join([...texts, ...home])},
      ${masked('birth_date', sql`(said.typed ->> 'birth_date')::date`)}
    from clients k
    left join lateral (
      select l.client_as_referred as typed
      from leads l
      where l.client_uid = k.uid and ${matchesScopeSql(scope, 'l')}
      order by l.client_as_referred is not null, l.id
      limit 1) said on true) c`
}

/** `leads l` with their clients `c` as the scope sees them, to stand in a `from`. */
export const leadsWithClients = (scope: Scope): RawBuilder<unknown> =>
  sql`leads l join ${clientsSeenBy(scope)} on ${trueClientUid(scope)} = l.client_uid`

const masked = (field: string, typed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when said.typed is null then ${sql.ref(`k.${field}`)} else ${typed} end as ${sql.ref(field)}`
