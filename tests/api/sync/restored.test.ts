/** A dump restored into another cluster: the server notices that the device's cursor is invalid there. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { openStore } from '../../../server/db/store.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { TEST_DATABASE_URL } from '../support/databases.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { addLead, BRUNA, house, workedBy } from '../support/people.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { startServer } from '../support/server.ts'

const run = promisify(execFile)

describe.skipIf(TEST_DATABASE_URL === null)('restored elsewhere', () => {
  test("the device resets to the dump's rows, and the server applies its queued commands", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'farol-restored-'))
    await chmod(folder, 0o755)
    const old = await startPostgres({ dir: join(folder, 'old') })
    const fresh = await startPostgres({ dir: join(folder, 'fresh') })
    try {
      const before = await openStore({ url: old.url })
      await migrate(before.db)
      await house({ ...before })
      for (let count = 0; count < 300; count++) await sql`select pg_current_xact_id()`.execute(before.db)
      const kept = await addLead(before, workedBy(BRUNA))
      const first = await startServer(before)
      const mirror = new Mirror()
      const dump = join(folder, 'dump.sql')
      await run(join(old.binaries, 'pg_dump'), ['--no-owner', '-f', dump, old.url])
      const lost = await addLead(before, workedBy(BRUNA))
      await pullAll(await first.device(BRUNA), mirror)
      expect(mirror.uids).toEqual([kept.uid, lost.uid].sort())
      await first.stop()
      await before.close()

      await run(join(fresh.binaries, 'psql'), ['-q', '-v', 'ON_ERROR_STOP=1', '-f', dump, fresh.url])
      const after = await openStore({ url: fresh.url })
      const second = await startServer(after)
      const device = await second.device(BRUNA)
      const queued = { command: 'lead.setServiceStatus', args: { lead_uid: kept.uid, service_status: 2 } }
      expect(await device.run(queued)).toMatchObject({ outcome: 'applied' })
      const [page] = await pullAll(device, mirror)
      expect(page?.reset).toBe(true)
      expect(mirror.uids).toEqual([kept.uid])
      expect(mirror.leads.get(kept.uid)?.service_status).toBe(2)
      await second.stop()
      await after.close()
    } finally {
      await old.kill()
      await fresh.kill()
      await removeFolder(folder)
    }
  })
})
