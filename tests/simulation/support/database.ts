/**
 * One PGlite in memory for all scenarios of a worker. It is migrated and filled with users once. A reset takes
 * milliseconds.
 */
import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import type { Database } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { pgliteDialect } from '../../../server/db/pglite-dialect.ts'
import { PgliteSession } from '../../../server/db/pglite-session.ts'
import { Recorder } from '../../../server/db/revocations/recorder.ts'
import type { Store } from '../../../server/db/store.ts'
import { valueParsers } from '../../../server/db/value-parsers.ts'
import { POKE_CHANNEL } from '../../../server/sync/poke-hub.ts'
import { imagePath } from '../../api/support/embedded-image.ts'
import { house } from '../../api/support/people.ts'
import { Witness, withWitness } from './witness.ts'

export interface SimDatabase {
  readonly store: Store
  readonly witness: Witness
  /** Restores the users as they were at the beginning and deletes all other rows. */
  reset(): Promise<void>
  /** Copies all rows, as a dump does. It replaces an earlier dump. */
  dump(): Promise<void>
  /** Replaces all rows by those of the dump. */
  restore(): Promise<void>
  close(): Promise<void>
}

const PEOPLE = sql`
  update users set phone = '3133334444';
  insert into insurances (id, name) values (4, 'Residencial'), (5, 'Consórcio');
  create table initial_users as
    select id, technical_team_id, status, active_all_dealerships
    from users;
  create table initial_roles as select * from user_roles;
  create table initial_partners as select * from user_partners;
  create table initial_team_channels as select * from technical_team_channels`

const RESET = sql`
  delete from external_indications;
  delete from client_merges;
  delete from leads;
  delete from clients;
  delete from uploaded_files;
  delete from command_log;
  delete from sessions;
  delete from devices;
  delete from settings;
  delete from user_roles;
  insert into user_roles select * from initial_roles;
  delete from technical_team_channels;
  insert into technical_team_channels select * from initial_team_channels;
  delete from user_partners;
  insert into user_partners select * from initial_partners;
  update users u
    set technical_team_id = i.technical_team_id, status = i.status,
      active_all_dealerships = i.active_all_dealerships
    from initial_users i
    where i.id = u.id;
  update channels set status_flow = '[1,2,3,4,5,6]' where status_flow <> '[1,2,3,4,5,6]';
  -- A deleted lead is a link of its history.
  delete from history_links;
  delete from history_heads;
  delete from tombstones;
  update sync_epoch set oldest_tombstone = '0';
  alter sequence lead_numbers restart;
  alter sequence client_numbers restart`

/** Runs a statement for each table with rows of the scenario. `%1$I` is the table's name. */
const forEachTable = (statement: string) => `
  for name in select tablename from pg_tables
    where schemaname = 'public' and tablename not like 'initial\\_%' and tablename not like 'kysely\\_%'
  loop
    execute format('${statement}', name);
  end loop;`

const run = (...lines: readonly string[]) =>
  sql.raw(`do $$ declare name text; begin ${lines.join('\n')} end $$;`)

const EMPTY_DUMP = run(
  'create schema dump;',
  'create table dump.numbers as select 0::bigint as leads, 0::bigint as clients;',
  forEachTable('create table dump.%1$I as table public.%1$I with no data'),
)

const DUMP = run(
  forEachTable('delete from dump.%1$I'),
  forEachTable('insert into dump.%1$I table public.%1$I'),
  `update dump.numbers
    set leads = (select last_value from lead_numbers), clients = (select last_value from client_numbers);`,
)

const RESTORE = run(
  // A restore fires no triggers and checks no references.
  `perform set_config('session_replication_role', 'replica', true);`,
  forEachTable('delete from public.%1$I'),
  forEachTable('insert into public.%1$I overriding system value table dump.%1$I'),
  `perform setval('lead_numbers', leads), setval('client_numbers', clients) from dump.numbers;`,
)

let shared: Promise<SimDatabase> | null = null
/** One for all files of a worker (vitest.config.ts): a start costs seconds. It ends with the worker. */
export const sharedDatabase = (): Promise<SimDatabase> => {
  shared ??= openDatabase()
  return shared
}

/** `isNew`: the migrations run here, for a fault in them, which takes seconds. The others are a copy of a migrated one. */
export async function openDatabase({ isNew = false } = {}): Promise<SimDatabase> {
  const image = isNew
    ? {}
    : { loadDataDir: await openAsBlob(await imagePath(), { type: 'application/gzip' }) }
  // In the scenario's own thread: with two that wait for each other, waking up takes a third of the time.
  const pglite = await PGlite.create({ ...image, parsers: { ...valueParsers } })
  const session = await PgliteSession.begin(pglite)
  await pglite.exec('set plan_cache_mode = force_generic_plan')
  const witness = new Witness()
  const db = new Kysely<Database>({ dialect: withWitness(pgliteDialect(session), witness) })
  const listeners = new Set<(payload: string) => void>()
  const store: Store = {
    db,
    recorder: new Recorder(null),
    rounds: db,
    kind: 'pglite',
    listen: async (channel, listener) => {
      if (channel !== POKE_CHANNEL) throw new Error(`no process of the simulation listens to ${channel}`)
      listeners.add(listener)
      return async () => {
        listeners.delete(listener)
      }
    },
    ask: async (query) => (await sql.raw(query).execute(db)).rows,
    waiting: () => 0,
    interrupt: () => {},
    dump: () => Promise.reject(new Error('the simulation supports no dump')),
    close: () => pglite.close(),
  }
  await pglite.listen(POKE_CHANNEL, (payload) => {
    for (const listener of listeners) listener(payload)
  })
  await migrate(db)
  await house(store)
  await PEOPLE.execute(db)
  await EMPTY_DUMP.execute(db)
  return {
    store,
    witness,
    reset: async () => {
      witness.revive()
      await RESET.execute(db)
      witness.committed = []
    },
    dump: async () => {
      await DUMP.execute(db)
    },
    restore: async () => {
      await RESTORE.execute(db)
    },
    close: () => pglite.close(),
  }
}
