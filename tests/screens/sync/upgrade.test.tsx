/** A database of the first version in a real browser. tests/sync/upgrade.test.ts has all versions, and the sending. */
import Dexie from 'dexie'
import { expect, test } from 'vitest'
import { closeMirror, openMirror } from '../../../src/db/open.ts'
import { earlierRecord, VERSION_1 } from '../../sync/support/earlier-version.ts'
import { aLead } from '../../unit/domain/fixtures.ts'

const USER_ID = 987_654

test('the browser upgrades it with its leads and its queue, in their order', async () => {
  const old = new Dexie(`farol-${USER_ID}`)
  old.version(1).stores(VERSION_1)
  await old.table('leads').add({ ...aLead({ uid: 'lead-1' }), generation: 1 })
  const keys = ['first', 'second', 'third']
  await old.table('outbox').bulkAdd(keys.map((key) => earlierRecord(key, 'lead-1', 'queued')))
  old.close()

  const db = openMirror(USER_ID)
  expect(await db.leads.toCollection().primaryKeys()).toEqual(['lead-1'])
  const queue = await db.outbox.orderBy('seq').toArray()
  expect(queue.map(({ key, clientUid }) => [key, clientUid])).toEqual(keys.map((key) => [key, null]))
  expect(await db.outbox.where('clientUid').equals('nobody').count()).toBe(0)
  closeMirror(USER_ID)
  await Dexie.delete(db.name)
})
