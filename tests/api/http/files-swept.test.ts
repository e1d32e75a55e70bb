/** The sweep of unused documents and a command that joins one of them to a lead at the same time. */

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { sweepFiles } from '../../../server/sync/housekeeping.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describePostgres } from '../support/databases.ts'
import { untilWaiting } from '../support/lock-waits.ts'
import { addLead, BRUNA, house, workedBy } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')

describePostgres('the sweep of documents', (open) => {
  test('waits for a command that takes a document, and keeps the document', async () => {
    const store = await open()
    await house(store)
    const dir = await mkdtemp(join(tmpdir(), 'farol-swept-'))
    const server = await startServer(store, { FILES_DIR: dir })
    try {
      const { uid, id } = await addLead(store, workedBy(BRUNA))
      const bruna = await server.device(BRUNA)
      const headers = { authorization: `Bearer ${bruna.token}` }
      const file_uid = uuidv7()
      await server.app.inject({
        method: 'PUT',
        url: `/api/sync/files/${file_uid}`,
        headers: { ...headers, 'content-type': 'application/pdf' },
        payload: PDF,
      })
      server.forward(8 * DAY_MS)
      const args = { lead_uid: uid, file_uid, name: 'oc.pdf', size: PDF.length }
      const [attached, swept] = await store.db
        .transaction()
        .execute(async (tx) => {
          // The command reaches the list of the lead's files and waits there until this transaction ends.
          await sql`lock table lead_files in share row exclusive mode`.execute(tx)
          const attaching = bruna.run({ command: 'lead.attachFile', args })
          await untilWaiting(store)
          const sweeping = sweepFiles(server.context)
          await Promise.race([sweeping, untilWaiting(store, 2)])
          return [attaching, sweeping] as const
        })
        .then((both) => Promise.all(both))
      expect(attached).toMatchObject({ outcome: 'applied' })
      expect(swept).toBeUndefined()
      const url = `/api/leads/fileDownload?lead_id=${id}`
      const fetched = await server.app.inject({ method: 'GET', url, headers })
      expect(fetched.statusCode).toBe(200)
      expect(fetched.rawPayload.equals(PDF)).toBe(true)
    } finally {
      await server.stop()
      await removeFolder(dir)
    }
  })
})
