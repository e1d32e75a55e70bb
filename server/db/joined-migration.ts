/**
 * The migration that joins 40 of the time between two releases. Databases of that time ran these parts, the last of which was
 * LAST_PART.
 */
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'

const JOINED = '0047-since-0.2.0'
const LAST_PART = '0104-free-leads'
/** What that time called itself. */
const VERSION = '0.2.0'

/** The name here of the migration after which a backup or an export was made. */
export const inJoined = (migration: string) => (migration === LAST_PART ? JOINED : migration)

const isOfBetween = (migration: string) => migration >= JOINED && migration <= LAST_PART

/** Whether a backup with this head was made in that time. */
export const isBackupOfBetween = (head: { readonly version: string; readonly migration: string }) =>
  head.version === VERSION && isOfBetween(head.migration)

/** A database that ran all parts has run the migration. One that lacks a part is left as it is. */
export const joinParts = (db: Kysely<Database>) =>
  sql`
    with part as (
      delete from kysely_migration
      where name between '0047' and ${LAST_PART}
        and (select count(*) from kysely_migration where name between '0047' and ${LAST_PART}) = 40
        and not exists (select from kysely_migration where name = ${JOINED})
      returning timestamp)
    insert into kysely_migration (name, timestamp)
    select ${JOINED}, max(timestamp) from part having count(*) > 0`.execute(db)

const BETWEEN_RELEASES =
  'o banco de dados tem mudanças do tempo entre a versão 0.2.0 e a seguinte. Se tem todas, a partida do servidor as ' +
  'reconhece. Se faltam algumas, nada foi mudado: inicie-o antes, uma vez, com o último Farol daquele tempo, que tem a ' +
  `mudança ${LAST_PART}, ou restaure uma cópia feita com a versão 0.2.0.`

/**
 * Returns why a database with a foreign migration of that time cannot be used; null: it is not of that time. A later migration may
 * have such a number again: a database that ran JOINED is not of it.
 */
export const whyOfBetween = (foreign: string, ran: readonly { readonly name: string }[]) =>
  isOfBetween(foreign) && !ran.some(({ name }) => name === JOINED) ? BETWEEN_RELEASES : null
