/** What the notices read of the queue, and which tab shows a notification: docs/rules.md#notices */
import { expect, test } from 'vitest'
import { claimNotification } from '../../src/db/session/shown-notifications.ts'
import { dropAllButQueue } from '../../src/db/sign-out.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { queueProblems } from '../../src/features/notices/queue-problems.ts'
import { aSyncedWorld, run } from './support/world.ts'

test('a command is told once the server refused it, and no longer once it is gone', async () => {
  const world = await aSyncedWorld()
  const { device, clock } = world
  const { key } = await run(world, 'lead.capture', { lead_uid: 'lead-1' })
  expect(await queueProblems(device.db)).toEqual([])
  const problem = { message: 'Não pode.', code: null, errors: {}, holder: null, fields: [] }
  await device.db.outbox.where('key').equals(key).modify({ state: 'rejected', problem })
  expect(await queueProblems(device.db)).toEqual([
    {
      key,
      state: 'rejected',
      label: 'Capturar lead',
      reason: 'Não pode.',
      queuedAtMs: clock.now,
      leadId: 1,
      clientName: 'Cliente 1',
    },
  ])
  await device.db.outbox.clear()
  expect(await queueProblems(device.db)).toEqual([])
})

test('of several tabs one shows a notification, and a device that was wiped shows none', async () => {
  const { device, clock } = await aSyncedWorld()
  const claim = (tag: string, nowMs = clock.now) => claimNotification(device.db, tag, nowMs)
  expect((await Promise.all([claim('a'), claim('a'), claim('a')])).toSorted()).toEqual([false, false, true])
  expect(await claim('b')).toBe(true)
  // A day later the first is forgotten: its notification cannot arise again.
  await claim('c', clock.now + DAY_MS)
  expect((await device.db.meta.get('shownNotifications'))?.value).toEqual({ c: clock.now + DAY_MS })
  await dropAllButQueue(device.db)
  expect(await claim('d')).toBe(false)
})
