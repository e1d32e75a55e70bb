/**
 * Fills the CEP cache with the addresses of the demo's clients and proposals, without expiry, so that look-ups work
 * without a service.
 */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Runs after clients and proposals are written. */
export async function fillCeps(tx: Kysely<Database>, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString()
  await sql`
    insert into cep_cache (cep, address, fetched_at)
    select distinct on (cep)
      cep,
      json_build_object('uf', state, 'cidade', city, 'bairro', district, 'logradouro', street),
      ${now}::timestamptz
    from clients
    where cep <> ''
    order by cep, id`.execute(tx)
  await sql`
    insert into cep_cache (cep, address, fetched_at)
    select distinct on (e.address ->> 'cep')
      e.address ->> 'cep',
      json_build_object(
        'uf', t.state,
        'cidade', t.city,
        'bairro', e.address ->> 'district',
        'logradouro', e.address ->> 'street'
      ),
      ${now}::timestamptz
    from (select id, client_informations -> 'address' as address from elective_leads) e
    join (select distinct city, state from clients) t on t.city = e.address ->> 'city'
    order by e.address ->> 'cep', e.id
    on conflict (cep) do nothing`.execute(tx)
}
