/** The code of the menu's other screens is loaded some seconds after the first one, where the browser saves no data. docs/architecture.md#opening */
import { expect, test, vi } from 'vitest'
import { knownReading } from '../../../src/features/reports/known-reading.ts'
import { FIRST_TAPS_MS } from '../../../src/opening/first-screen.ts'
import { openApp } from '../support/app.tsx'

test('after the first taps everything is loaded beforehand, and last what a report reads first', {
  timeout: 120_000,
}, async () => {
  const { setTimeout: later } = window
  const { promise, resolve } = Promise.withResolvers<() => void>()
  vi.spyOn(window, 'setTimeout').mockImplementation((act, ms, ...more) => {
    if (ms !== FIRST_TAPS_MS || typeof act === 'string') return later(act, ms, ...more)
    resolve(() => act())
    return 0
  })
  const { user } = await openApp('/', { role: 1, savesData: false })
  const over = await promise
  expect(knownReading(user.id)).toBeUndefined()
  over()
  // All screens come through Vite here.
  await expect.poll(() => knownReading(user.id), { timeout: 90_000 }).toHaveProperty('pins')
})
