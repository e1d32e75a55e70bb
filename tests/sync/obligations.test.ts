/** Limits of the law on a device without a network, and the kept line of a receipt: also on the store of a protected device. */
import { expect, test } from 'vitest'
import { receiptNewsRoute } from '../../src/contract/receipt.ts'
import { answerKey, keepAnswer, mirrorGeneration, readAnswer } from '../../src/db/mirror/answers.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { isSealed, rawText } from './support/raw-text.ts'
import { aSyncedWorld, capture, goOffline, goOnline, queue, run, type World } from './support/world.ts'

const LEAD = 'lead-1'
const NOTE = 'CNH de Zenaide Prates'
const PROOF = 'Entregue a Zenaide, com recibo'

const begin = (world: World) =>
  run(world, 'lead.beginObligation', {
    lead_uid: LEAD,
    kind: 'handover',
    since: saoPauloDay(world.clock.now),
    until: null,
    note: NOTE,
  })
const keep = (world: World) => {
  const day = saoPauloDay(world.clock.now)
  const proof = { done_on: day, proof_kind: 'note', proof: PROOF } as const
  return run(world, 'lead.fulfilObligation', { lead_uid: LEAD, kind: 'handover', since: day, ...proof })
}
const onDevice = async ({ device }: World) => (await device.db.leads.get(LEAD))?.obligations

test('one that is begun and kept without a network is on the device at once, and is sent once in its order', async () => {
  const world = await aSyncedWorld()
  goOffline(world)
  await capture(world, LEAD)
  await begin(world)
  expect(await onDevice(world)).toMatchObject([{ kind: 'handover', note: NOTE, begun_by: 'hand' }])
  await world.device.restart()
  expect(await onDevice(world)).toMatchObject([{ note: NOTE }])
  await keep(world)
  expect(await onDevice(world)).toBeNull()
  const text = await rawText(world.user.id)
  for (const words of [NOTE, PROOF]) expect(text.includes(words)).toBe(!isSealed(world.user.id))
  const waiting = await queue(world)
  expect(waiting.map(({ command }) => command)).toEqual([
    'lead.capture',
    'lead.beginObligation',
    'lead.fulfilObligation',
  ])
  goOnline(world)
  for (let cycle = 0; cycle < 2; cycle++) await world.device.cycle()
  expect(await queue(world)).toEqual([])
  expect(world.server.applied).toEqual(waiting.map(({ key }) => key))
  expect(await onDevice(world)).toBeNull()
})

test('one that a colleague kept meanwhile stays in the queue with its reason, and its proof with it', async () => {
  const world = await aSyncedWorld()
  await capture(world, LEAD)
  await begin(world)
  await world.device.cycle()
  goOffline(world)
  await keep(world)
  world.server.refusal = ({ command }) =>
    command === 'lead.fulfilObligation'
      ? { message: 'Este prazo já foi cumprido por Rui.', errors: {} }
      : null
  goOnline(world)
  await world.device.cycle()
  expect(await queue(world)).toMatchObject([
    { command: 'lead.fulfilObligation', state: 'rejected', args: { proof: PROOF } },
  ])
  expect((await rawText(world.user.id)).includes(PROOF)).toBe(!isSealed(world.user.id))
})

test('the line of an indication is kept for a start without a network, and is readable on a clear device alone', async () => {
  const { device, user, clock } = await aSyncedWorld()
  const key = answerKey(receiptNewsRoute, {})
  const value = { data: [{ name: 'Zenaide Prates' }] }
  const answer = { key, value, about: [LEAD], at: clock.now }
  await keepAnswer(device.db, answer, await mirrorGeneration(device.db))
  await device.restart()
  expect((await readAnswer(device.db, key))?.value).toEqual(value)
  expect((await rawText(user.id)).includes('Zenaide Prates')).toBe(!isSealed(user.id))
})
