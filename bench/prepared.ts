/** Databases with demo data, filled once and measured by several benches. */
import { ensureEpoch } from '../server/db/epoch.ts'
import { migrate } from '../server/db/migrate.ts'
import { openStore, type StoreConfig } from '../server/db/store.ts'
import { fillDemo, isEmpty } from '../server/demo/fill-demo.ts'
import { refreshClocks } from '../server/reports/queries/working-clocks.ts'
import type { PostgresServer } from '../tests/api/support/postgres-server.ts'
import { type LoadDevice, makeDevices, tokenOf } from './load/devices.ts'

export interface Prepared {
  readonly devices: LoadDevice[]
  /** An administrator's token. */
  readonly admin: string
}

/** Migrates the database and fills it where it is empty. */
export async function prepareDemo(
  config: StoreConfig,
  { leads, devices }: { readonly leads: number; readonly devices: number },
): Promise<Prepared> {
  const store = await openStore(config)
  try {
    await migrate(store.db)
    await ensureEpoch(store.db)
    await refreshClocks(store.db)
    if (await isEmpty(store)) await fillDemo(store, { leads, now: new Date() })
    const admin = await store.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', 'admin')
      .executeTakeFirstOrThrow()
    return {
      devices: await makeDevices(store, devices),
      admin: await tokenOf(store.db, admin.id),
    }
  } finally {
    await store.close()
  }
}

/** Returns the URL of the database, which is created unless an earlier run has left it. */
export async function keptDatabase(postgres: PostgresServer, name: string): Promise<string> {
  const known = new URL(postgres.adminUrl)
  known.pathname = `/${name}`
  return postgres.newDatabase(name).catch(() => known.href)
}
