/** Documents: they stay until the server has attached them, go before their command, and delay no other lead. */

import { expect, test } from 'vitest'
import { discardCommand, retryCommand } from '../../src/db/outbox/resolve-outbox.ts'
import { dropFile, fileOutcomes, fileState, keepFile, readFile } from '../../src/db/session/files.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import {
  aSyncedWorld,
  capture,
  goOffline,
  goOnline,
  queue,
  run,
  setStatus,
  uuid,
  type World,
} from './support/world.ts'

const FILE = uuid('file', 1)
const PATH = `/api/sync/files/${FILE}`

const keep = ({ device, clock }: World, text = '%PDF-1.7', uid = FILE) =>
  keepFile(device.db, {
    uid,
    leadUid: 'lead-1',
    name: 'apolice.pdf',
    bytes: new Blob([text], { type: 'application/pdf' }),
    queuedAt: clock.now,
  })

const attach = (world: World, lead_uid = 'lead-1', file_uid = FILE) =>
  run(world, 'lead.attachFile', { lead_uid, file_uid, name: 'apolice.pdf', size: 8 })

/** The broker has leads 1 and 2 and is offline. */
async function ownLeads(): Promise<World> {
  const world = await aSyncedWorld()
  await capture(world, 'lead-1')
  await capture(world, 'lead-2')
  await world.device.cycle()
  goOffline(world)
  return world
}

test('the bytes of a file are sent once before its command, and deleted when the command is applied', async () => {
  const world = await ownLeads()
  await keep(world)
  await attach(world)
  expect(await world.device.db.leads.get('lead-1')).toMatchObject({ file_path: FILE })
  expect(await (await readFile(world.device.db, FILE))?.bytes.text()).toBe('%PDF-1.7')
  goOnline(world)
  world.network.requests.length = 0
  await world.device.cycle()
  const order = world.network.requests.map(({ path }) => path).filter((path) => path !== '/api/sync')
  expect(order.slice(0, 2)).toEqual([PATH, '/api/sync/push'])
  expect(world.network.requests[0]?.bytes).toBe('%PDF-1.7')
  expect(world.server.leads.get('lead-1')).toMatchObject({ file_path: FILE })
  expect(await readFile(world.device.db, FILE)).toBeUndefined()
  expect(await queue(world)).toEqual([])
})

test('an uploaded file is not sent again when only the answer to its command is lost', async () => {
  const world = await ownLeads()
  await keep(world)
  await attach(world)
  world.network.fault = (path) => (path === '/api/sync/push' ? 'lost answer' : null)
  await world.device.cycle()
  expect(await readFile(world.device.db, FILE)).toMatchObject({ uploaded: 1 })
  goOnline(world)
  await world.device.restart()
  await world.device.cycle()
  expect(world.server.files.get(FILE)).toBe(1)
  expect(await queue(world)).toEqual([])
})

test('a refused file rejects its command with the server’s message, and the file stays', async () => {
  const world = await ownLeads()
  await keep(world, 'no document')
  const { key } = await attach(world)
  await setStatus(world, 'lead-1', 2)
  await setStatus(world, 'lead-2', 3)
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([
    {
      key,
      state: 'rejected',
      problem: { message: 'O arquivo não é um PDF.', errors: { file: ['Envie um PDF.'] } },
    },
    { state: 'blocked' },
  ])
  expect(await world.device.db.leads.get('lead-1')).toMatchObject({ file_path: null, service_status: null })
  expect(world.server.leads.get('lead-2')).toMatchObject({ service_status: 3 })
  expect(await readFile(world.device.db, FILE)).toBeDefined()
  await discardCommand(world.device.db, key)
  expect(await readFile(world.device.db, FILE)).toBeUndefined()
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({ service_status: 2 })
})

test('a failing upload delays only later commands on its lead', async () => {
  const world = await ownLeads()
  await setStatus(world, 'lead-1', 1)
  await keep(world)
  await attach(world)
  await setStatus(world, 'lead-1', 2)
  await setStatus(world, 'lead-2', 3)
  world.network.fault = (path) => (path.startsWith('/api/sync/files/') ? 'lost request' : null)
  world.server.change('lead-3', { on_fire: true })
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({ service_status: 1, file_path: null })
  expect(world.server.leads.get('lead-2')).toMatchObject({ service_status: 3 })
  expect(await world.device.db.leads.get('lead-3')).toMatchObject({ on_fire: true })
  expect(await queue(world)).toMatchObject([
    { command: 'lead.attachFile', state: 'queued', attempts: 1 },
    { command: 'lead.setServiceStatus', state: 'queued' },
  ])
  expect(world.device.wait).toBeLessThanOrEqual(60_000)
  goOnline(world)
  world.clock.now += 90_000
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({ service_status: 2, file_path: FILE })
})

test('an upload is not repeated at once after a busy server or a dead session', async () => {
  const world = await ownLeads()
  await keep(world)
  await attach(world)
  world.network.fault = (path) => (path === PATH ? 'busy' : null)
  await world.device.cycle()
  expect(world.network.count(PATH)).toBe(1)
  expect(world.device.wait).toBe(2000)
  world.network.fault = (path) => (path === PATH ? 'session' : null)
  await world.device.cycle()
  expect(world.device.status.needsLogin).toBe(true)
  expect(await readFile(world.device.db, FILE)).toBeDefined()
})

test('the server refuses a command whose file is missing, and a retry sends a restored file', async () => {
  const world = await ownLeads()
  await keep(world)
  const { key } = await attach(world)
  await dropFile(world.device.db, FILE)
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([{ key, state: 'rejected' }])
  await keep(world)
  await retryCommand(world.device.db, key)
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({ file_path: FILE })
})

test('a refused command that is sent again brings its file, which the server may have swept', async () => {
  const world = await ownLeads()
  await keep(world)
  const { key } = await attach(world)
  world.network.fault = (path) => (path === '/api/sync/push' ? 'lost request' : null)
  await world.device.cycle()
  expect(await readFile(world.device.db, FILE)).toMatchObject({ uploaded: 1 })
  world.server.files.delete(FILE)
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([{ key, state: 'rejected' }])
  await retryCommand(world.device.db, key)
  await world.device.cycle()
  expect(world.server.leads.get('lead-1')).toMatchObject({ file_path: FILE })
})

test('a full disk rejects a file with a message in Portuguese and stores nothing', async () => {
  const world = await ownLeads()
  world.device.faults.full = true
  await expect(keep(world)).rejects.toThrow(/armazenamento deste aparelho está cheio/)
  world.device.faults.full = false
  expect(await readFile(world.device.db, FILE)).toBeUndefined()
})

test('a start deletes a file without a command after a day', async () => {
  const world = await ownLeads()
  await keep(world)
  await attach(world)
  await keep(world, '%PDF', uuid('file', 2))
  await world.device.restart()
  await world.device.cycle()
  expect(await world.device.db.files.count()).toBe(2)
  world.clock.now += 2 * DAY_MS
  await world.device.restart()
  await world.device.cycle()
  expect((await world.device.db.files.toArray()).map(({ uid }) => uid)).toEqual([FILE])
})

test('a file counts as sent only when the server has attached it to its lead', async () => {
  const world = await ownLeads()
  const { db } = world.device
  const state = async () =>
    fileState(db, (await db.leads.get('lead-1')) ?? { uid: 'lead-1', file_path: null })
  expect(await state()).toBe('none')
  await keep(world)
  await attach(world)
  expect(await state()).toBe('queued')
  expect(await fileOutcomes(db)).toEqual({ lastSent: undefined, refused: [] })
  world.network.fault = (path) => (path === '/api/sync/push' ? 'lost answer' : null)
  await world.device.cycle()
  expect(await state()).toBe('queued')
  expect(await fileOutcomes(db)).toEqual({ lastSent: undefined, refused: [] })
  goOnline(world)
  await world.device.restart()
  await world.device.cycle()
  expect(await fileOutcomes(world.device.db)).toEqual({ lastSent: FILE, refused: [] })
  expect(await fileState(world.device.db, { uid: 'lead-1', file_path: FILE })).toBe('sent')
})

test('a refused file is reported with the server’s message, and a discarded one is not reported', async () => {
  const world = await ownLeads()
  const { db } = world.device
  await keep(world, 'no document')
  const { key } = await attach(world)
  goOnline(world)
  await world.device.cycle()
  expect(await fileOutcomes(db)).toEqual({
    lastSent: undefined,
    refused: [{ key, message: 'O arquivo não é um PDF.' }],
  })
  expect(await fileState(db, { uid: 'lead-1', file_path: null })).toBe('refused')
  await discardCommand(db, key)
  expect(await fileOutcomes(db)).toEqual({ lastSent: undefined, refused: [] })
  expect(await fileState(db, { uid: 'lead-1', file_path: null })).toBe('none')
})
