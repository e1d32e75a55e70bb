/**
 * `clients` as a user may see them. Whoever refers somebody by a document that was known already learns nothing by it: of
 * such a client its devices and answers have what was typed there, until another lead makes the client its own.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../src/domain/lead/access.ts'
import { matchesScopeSql } from './scope.ts'

const TEXTS = ['name', 'phone', 'cellphone', 'mail', 'cpf', 'rg'] as const
const HOME = ['cep', 'street', 'number', 'comp', 'district', 'city', 'state'] as const

/** Only who refers, or a dealership, meets a client in this way: staff find any. */
export const seesAllOfClients = (scope: Scope): boolean => scope.kind === 'all' || scope.kind === 'broker'

/** To stand in a `from` or `join` under the alias `c`, with the columns that `leadColumns` and `clientColumns` name. */
export function clientsSeenBy(scope: Scope): RawBuilder<unknown> {
  if (seesAllOfClients(scope)) return sql`clients c`
  const texts = TEXTS.map((field) => masked(field, sql`said.typed ->> ${sql.lit(field)}`))
  const home = HOME.map((field) => masked(field, sql`said.typed -> 'address' ->> ${sql.lit(field)}`))
  return sql`(select k.uid, k.id, k.version, ${masked('name_folded', sql`lower(said.typed ->> 'name')`)}, ${sql.join([...texts, ...home])}, ${masked('birth_date', sql`(said.typed ->> 'birth_date')::date`)}
    from clients k left join lateral (select l.client_as_referred as typed from leads l where l.client_uid = k.uid and ${matchesScopeSql(scope, 'l')}
      order by l.client_as_referred is not null, l.id limit 1) said on true) c`
}

const masked = (field: string, typed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when said.typed is null then ${sql.ref(`k.${field}`)} else ${typed} end as ${sql.ref(field)}`
