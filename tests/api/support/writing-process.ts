/**
 * A process that writes to a data folder until it is killed. After each acknowledged row it prints the row's name on a
 * line. Unprinted rows may be lost, printed ones may not.
 */
import { migrate } from '../../../server/db/migrate.ts'
import { openStore } from '../../../server/db/store.ts'

const [dataDir = '', round = ''] = process.argv.slice(2)

async function write(): Promise<never> {
  const store = await openStore({ dataDir })
  await migrate(store.db)
  for (let count = 0; ; count++) {
    const name = `${round}-${count}`
    await store.db.insertInto('competitor_brokers').values({ name }).execute()
    process.stdout.write(`${name}\n`)
  }
}

write().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof Error && 'code' in error && error.code === 'data_dir_in_use' ? 3 : 1)
})
