/** Protecting a device copies the user's own work from the clear store into the sealed one, and nothing else. */
import Dexie from 'dexie'
import { expect, test, vi } from 'vitest'
import { LayeredMirror } from '../../src/db/open.ts'
import { copyMissed, copyOwnWork } from '../../src/db/own-work.ts'
import type { MirrorDb } from '../../src/db/schema/mirror.ts'
import type { OutboxRecord } from '../../src/db/schema/records.ts'
import { deriveKeys } from '../../src/db/sealing/derive-keys.ts'
import { thisDevice } from '../../src/db/session/device-session.ts'
import { saveDraft } from '../../src/db/session/drafts.ts'
import { keepFile, readFile } from '../../src/db/session/files.ts'
import { hasClearWorkOfOthers } from '../../src/device/keyring/clear-work.ts'

let users = 900

/** A clear store and an empty sealed one of the same user. */
async function stores() {
  users += 1
  const keys = await deriveKeys(crypto.getRandomValues(new Uint8Array(32)), users)
  const home = { device: thisDevice(), options: {} }
  return { clear: new LayeredMirror(users, home), sealed: new LayeredMirror(users, { ...home, keys }) }
}

const command = (key: string): OutboxRecord => ({
  key,
  command: 'captureLead',
  schemaVersion: 1,
  args: { note: `de ${key}` },
  entityUid: 'uid-1',
  clientUid: null,
  dependsOn: null,
  base: {},
  occurredAt: '2026-03-02T12:00:00.000Z',
  queuedAt: 1,
  state: 'queued',
  attempts: 0,
  retryAt: 0,
  problem: null,
  subject: { leadId: 1, clientName: 'Ana' },
})

async function fill(clear: MirrorDb): Promise<void> {
  await clear.outbox.bulkAdd([command('one'), command('two')])
  await saveDraft(clear, 'lead:uid-1', { name: 'Ana Prado' }, 5)
  await keepFile(clear, {
    uid: 'file-1',
    leadUid: 'uid-1',
    name: 'apolice.pdf',
    queuedAt: 1,
    bytes: new Blob(['%PDF']),
  })
  await clear.meta.bulkPut([
    { name: 'screenSettings', value: { board: 1 } },
    { name: 'pullState', value: { generation: 1 } },
  ])
  await clear.catalogues.put({ kind: 'partner', id: '1', version: 1, generation: 1, value: { id: 1 } })
}

test('queue, drafts, documents and settings come over in their order; the mirror does not', async () => {
  const { clear, sealed } = await stores()
  await fill(clear)
  await copyOwnWork(clear, sealed)
  expect(await sealed.outbox.toArray()).toEqual(await clear.outbox.toArray())
  expect(await sealed.drafts.toArray()).toEqual(await clear.drafts.toArray())
  expect(await readFile(sealed, 'file-1')).toMatchObject({ name: 'apolice.pdf', uploaded: 0 })
  expect(await sealed.meta.get('screenSettings')).toMatchObject({ value: { board: 1 } })
  expect(await sealed.meta.get('pullState')).toBeUndefined()
  expect(await sealed.catalogues.count()).toBe(0)
})

test('what another tab queued after the copy is brought over once', async () => {
  const { clear, sealed } = await stores()
  await fill(clear)
  await copyOwnWork(clear, sealed)
  await clear.outbox.add(command('late'))
  await saveDraft(clear, 'create:/lead', { name: 'Bia' }, 6)
  await copyMissed(clear, sealed)
  await copyMissed(clear, sealed)
  expect((await sealed.outbox.toArray()).map(({ key }) => key)).toEqual(['one', 'two', 'late'])
  expect((await sealed.drafts.toArray()).map(({ name }) => name).toSorted()).toEqual([
    'create:/lead',
    'lead:uid-1',
  ])
})

test('work that others left in the clear is found, and neither an empty store of theirs nor the own one', async () => {
  const { clear, sealed } = await stores()
  const { clear: other } = await stores()
  // Other tests have left stores of their own.
  const names = vi
    .spyOn(Dexie, 'getDatabaseNames')
    .mockResolvedValue([clear, sealed, other].map(({ name }) => name))
  await clear.outbox.add(command('one'))
  await Promise.all([sealed.open(), other.open()])
  expect(await hasClearWorkOfOthers(clear.userId)).toBe(false)
  await saveDraft(other, 'lead:uid-1', { name: 'Ana Prado' }, 5)
  expect(await hasClearWorkOfOthers(clear.userId)).toBe(true)
  names.mockRestore()
})
