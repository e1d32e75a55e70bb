/** A backup that an earlier version left: restored as it was, then migrated by the next start. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restore, verify } from '../../../server/backup/restore.ts'
import { recordedBackup } from '../../../server/backup/runs.ts'
import { lastMigration, migrate, migrateTo } from '../../../server/db/migrate.ts'
import { folderStore } from '../../../server/integrations/files/folder-store.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { addLead, BRUNA, house, workedBy } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import { withoutTables } from './places.ts'

const EARLIER = '0043-sync-marks'

describeEachDatabase('a backup of an earlier version', (open) => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'farol-earlier-'))
  })
  afterAll(() => removeFolder(root))

  test('is made before the upgrade, restored as it was, and migrated by the next start', async () => {
    const store = await open()
    await withoutTables(store)
    await migrateTo(store.db, EARLIER)
    await house(store)
    const { uid } = await addLead(store, workedBy(BRUNA))
    const files = folderStore(join(root, 'files'))
    const made = await recordedBackup(
      { store, files },
      { dir: root, key: null, scheduled: false, ownDir: null },
    )
    await withoutTables(store)

    await restore(await verify(join(root, made.file), null), { store, files })
    expect(await lastMigration(store.db)).toBe(EARLIER)
    await migrate(store.db)
    const server = await startServer(store)
    const { rows } = await (await server.device(BRUNA)).pull()
    expect(rows.leads.map((lead) => lead.uid)).toEqual([uid])
    await server.stop()
  })
})
