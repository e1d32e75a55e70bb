/** The code of the menu's other screens is loaded some seconds after the first one, where the browser saves no data. docs/architecture.md#opening */
import { expect, test, vi } from 'vitest'
import { knownReading } from '../../../src/features/reports/known-reading.ts'
import { FIRST_TAPS_MS } from '../../../src/opening/first-screen.ts'
import { openApp } from '../support/app.tsx'

test('after the first taps everything is loaded beforehand, and last what a report reads first', {
  timeout: 120_000,
}, async () => {
  const later = globalThis.setTimeout
  const held: (() => void)[] = []
  let isOver = false
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act, ms) => {
    if (ms !== FIRST_TAPS_MS) return later(act, ms)
    if (isOver) return later(act, 0)
    held.push(act)
    return later(() => {}, 0)
  })
  const { user } = await openApp('/', { role: 1, savesData: false })
  await expect.poll(() => held.length).toBeGreaterThan(0)
  expect(knownReading(user.id)).not.toHaveProperty('pins')
  isOver = true
  for (const act of held) act()
  // All screens come through Vite here.
  await expect.poll(() => knownReading(user.id), { timeout: 90_000 }).toHaveProperty('pins')
})
