/** With DATABASE_REPLICA_URL the reports read a streaming replica and say of which instant they are. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { migrate } from '../../../server/db/migrate.ts'
import { openStore } from '../../../server/db/store.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describePostgres } from '../support/databases.ts'
import { startPostgres, startReplica } from '../support/postgres-server.ts'
import { startServer } from '../support/server.ts'
import { LEADS, MAIN_PERIOD } from './data/leads.ts'
import { loadReportData } from './data/load.ts'
import { MANAGER } from './data/people.ts'
import { isIn } from './data/reading.ts'

const answerSchema = z.object({ as_of: z.string(), total: z.object({ broker_all_leads: z.number() }) })

describePostgres('reports from a replica', () => {
  test('figures and instant come from the replica', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'farol-replica-'))
    const primary = await startPostgres({ dir: join(dir, 'primary') })
    const store = await openStore({ url: primary.url })
    await migrate(store.db)
    await loadReportData(store.db)
    const replica = await startReplica(primary, join(dir, 'replica'))
    const copy = await openStore({ url: replica.urlOf('farol') })
    const server = await startServer(store, {}, copy.db)
    try {
      const device = await server.device(MANAGER)
      const query = new URLSearchParams({ date_ini: MAIN_PERIOD.from, date_end: MAIN_PERIOD.to })
      const ask = async () =>
        answerSchema.parse((await device.call('GET', `/leads/indicationManagerReport?${query}`)).body)
      const counted = LEADS.filter((lead) => !lead.cancelled && isIn(MAIN_PERIOD, lead.create_lead_date))
      await expect
        .poll(async () => (await ask()).total.broker_all_leads, { timeout: 10_000 })
        .toBe(counted.length)

      await sql`select pg_wal_replay_pause()`.execute(copy.db)
      const cancelled = counted[0]?.uid ?? ''
      await store.db.updateTable('leads').set({ cancelled: true }).where('uid', '=', cancelled).execute()
      const changedAt = Date.now()
      const held = await ask()
      expect(held.total.broker_all_leads).toBe(counted.length)
      expect(Date.parse(held.as_of)).toBeLessThan(changedAt)

      await sql`select pg_wal_replay_resume()`.execute(copy.db)
      await expect
        .poll(async () => (await ask()).total.broker_all_leads, { timeout: 10_000 })
        .toBe(counted.length - 1)
      expect(Date.parse((await ask()).as_of)).toBeGreaterThan(Date.parse(held.as_of))
    } finally {
      await server.stop()
      await copy.close()
      await store.close()
      await replica.stop()
      await primary.stop()
      await removeFolder(dir)
    }
  }, 60_000)
})
