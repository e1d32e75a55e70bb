/** Fills the empty database of DATA_DIR or DATABASE_URL with demo data: `npm run demo -- --leads N [--seed S] [--password P]`. */
import { parseArgs } from 'node:util'
import { wallNow } from '../base/clock/machine.ts'
import { readConfig } from '../base/config.ts'
import { asCommand } from '../context/as-command.ts'
import { ensureEpoch } from '../db/epoch.ts'
import { migrate } from '../db/migrate.ts'
import { configuredStore, openStore } from '../db/store.ts'
import { refreshClocks } from '../reports/queries/working-clocks.ts'
import { DEMO_LEADS, DEMO_PASSWORD, fillDemo, isEmpty } from './fill-demo.ts'

const MOST_LEADS = 1_000_000

async function main(): Promise<string> {
  const { values } = parseArgs({
    options: {
      leads: { type: 'string', default: String(DEMO_LEADS) },
      seed: { type: 'string' },
      /** Of all accounts: a protected device asks for one of 12 characters. */
      password: { type: 'string', default: DEMO_PASSWORD },
    },
  })
  const leads = Number(values.leads)
  const { password } = values
  if (!Number.isInteger(leads) || leads < 0 || leads > MOST_LEADS)
    throw new Error(`--leads: um número inteiro de 0 a ${MOST_LEADS}`)
  const seed = values.seed === undefined ? {} : { seed: Number(values.seed) }
  const config = readConfig(process.env)
  const started = performance.now()
  const store = await openStore(configuredStore(config))
  try {
    await migrate(store.db)
    await ensureEpoch(store.db)
    if (!(await isEmpty(store)))
      throw new Error('O banco já tem dados. Os dados de demonstração só entram num banco vazio.')
    // As at a server's first start: the leads have their clocks at once.
    await refreshClocks(store.db)
    await fillDemo(store, { leads, now: new Date(wallNow()), password, ...seed })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    return `${leads} leads de demonstração em ${seconds} s. Entre com admin, gerente, corretor…, senha ${password}.`
  } finally {
    await store.close()
  }
}

await asCommand(main)
