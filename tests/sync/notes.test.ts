/** Quick notes: added, never in conflict, and no later save of the text loses another user's: docs/rules.md#quick-notes. */
import { expect, test } from 'vitest'
import { discardCommand } from '../../src/db/outbox/resolve-outbox.ts'
import { withNote } from '../../src/domain/lead/notes.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { aSyncedWorld, capture, goOffline, goOnline, queue, run, uuid, type World } from './support/world.ts'

const UID = 'lead-1'
const note = (world: World, text: string) => run(world, 'lead.addNote', { lead_uid: UID, note: text })
const save = (world: World, additional_information: string) =>
  run(world, 'lead.update', {
    lead_uid: UID,
    client_uid: uuid('client', 5001),
    changes: { additional_information },
  })
const shown = async ({ device }: World) => (await device.db.leads.get(UID))?.additional_information ?? ''
const stored = ({ server }: World) => server.leads.get(UID)?.additional_information ?? ''

async function anOwnLead(): Promise<World> {
  const world = await aSyncedWorld()
  await capture(world, UID)
  await world.device.cycle()
  return world
}

test('a note waits without a network, is shown at once, and joins what another user wrote meanwhile', async () => {
  const world = await anOwnLead()
  goOffline(world)
  const { key } = await note(world, 'Prefere a tarde')
  expect(await shown(world)).toMatch(/^\[.+\]\nPrefere a tarde$/)
  world.server.change(UID, { additional_information: 'De outra pessoa' })
  goOnline(world)
  await world.device.cycle()
  expect(world.server.applied.at(-1)).toBe(key)
  expect(await queue(world)).toEqual([])
  expect(stored(world)).toMatch(/^De outra pessoa\n\n\[.+\]\nPrefere a tarde$/)
  expect(await shown(world)).toBe(stored(world))
})

test('a lost answer sends the note again, and neither server nor screen has it twice', async () => {
  const world = await anOwnLead()
  await note(world, 'Prefere a tarde')
  world.network.fault = (path) => (path === '/api/sync/push' ? 'lost answer' : null)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([{ state: 'sending' }])
  expect(await shown(world)).toBe(stored(world))
  goOnline(world)
  await world.device.restart()
  await world.device.cycle()
  expect(stored(world).match(/Prefere/g)).toHaveLength(1)
  expect(await shown(world)).toBe(stored(world))
})

test('the same text saved behind a note is based on what the screen showed, and on no text that it did not show', async () => {
  for (const meanwhile of [null, 'De outra pessoa']) {
    const world = await anOwnLead()
    goOffline(world)
    await note(world, 'Prefere a tarde')
    const seen = await shown(world)
    await save(world, `${seen}\n\nDigitado`)
    const [, record] = await queue(world)
    expect(record?.base).toEqual({ additional_information: seen })
    if (meanwhile !== null) world.server.change(UID, { additional_information: meanwhile })
    goOnline(world)
    await world.device.cycle()
    if (meanwhile === null) {
      expect(stored(world)).toBe(`${seen}\n\nDigitado`)
      expect(await queue(world)).toEqual([])
    } else {
      expect(stored(world)).toContain(meanwhile)
      expect(await queue(world)).toMatchObject([{ command: 'lead.update', state: 'conflict' }])
    }
  }
})

test('a save, a note and a save of the text wait: the last is based on both, and is no conflict', async () => {
  const world = await anOwnLead()
  goOffline(world)
  await save(world, 'Primeiro')
  await note(world, 'Prefere a tarde')
  const seen = await shown(world)
  await save(world, `${seen} e mais`)
  // The first is answered alone.
  goOnline(world)
  let pushed = 0
  world.network.fault = (path) => (path === '/api/sync/push' && pushed++ > 0 ? 'lost request' : null)
  await world.device.cycle()
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(stored(world)).toBe(
    withNote(`${seen} e mais`, { text: '', who: null, at: null }).split('\n\n[Outra')[0],
  )
})

test.each([
  ['in one request', false],
  ['behind a note whose answer was lost', true],
])('a clock that jumped makes no conflict of a note and a save behind it: %s', async (_, isLost) => {
  const world = await anOwnLead()
  goOffline(world)
  world.clock.skew = 2 * DAY_MS
  await note(world, 'Prefere a tarde')
  if (isLost) {
    world.network.fault = (path) => (path === '/api/sync/push' ? 'lost answer' : null)
    await world.device.cycle()
  }
  const seen = await shown(world)
  await save(world, `${seen}\n\nDigitado`)
  goOnline(world)
  await world.device.restart()
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(stored(world)).toBe(`${seen}\n\nDigitado`)
})

test('a note under a clock that jumped is shown once while its answer is lost', async () => {
  const world = await anOwnLead()
  world.clock.skew = 2 * DAY_MS
  await note(world, 'Prefere a tarde')
  world.network.fault = (path) => (path === '/api/sync/push' ? 'lost answer' : null)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([{ state: 'sending' }])
  expect(stored(world).match(/Prefere/g)).toHaveLength(1)
  expect(await shown(world)).toBe(stored(world))
})

const FULL = 'As informações adicionais deste lead estão cheias.'

test.each([
  ['discarded before it was sent', false],
  ['refused as full, then discarded', true],
])('a note that goes leaves nothing in the saves behind it: %s', async (_, isRefused) => {
  const world = await anOwnLead()
  world.server.change(UID, { additional_information: 'Do servidor' })
  await world.device.cycle()
  goOffline(world)
  const { key } = await note(world, 'Nota errada')
  await note(world, 'Nota certa')
  await save(world, `${await shown(world)}\n\nDigitado`)
  if (isRefused) {
    world.server.refusal = (command) => (command.key === key ? { message: FULL, errors: {} } : null)
    goOnline(world)
    await world.device.cycle()
    expect((await queue(world)).map(({ state }) => state)).toEqual(['rejected', 'blocked', 'blocked'])
  }
  expect(await discardCommand(world.device.db, key)).toBe(true)
  expect(JSON.stringify(await queue(world))).not.toContain('Nota errada')
  expect(await shown(world)).toMatch(/^Do servidor\n\n\[.+\]\nNota certa\n\nDigitado$/)
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(stored(world)).toMatch(/^Do servidor\n\n\[.+\]\nNota certa\n\nDigitado$/)
})
