/** The code of the menu's other screens is loaded after the first one, where the browser saves no data. docs/architecture.md#opening */
import { expect, test } from 'vitest'
import { knownReading } from '../../../src/features/reports/known-reading.ts'
import { openApp } from '../support/app.tsx'

test('after the first screen everything is loaded beforehand, and last what a report reads first', {
  timeout: 120_000,
}, async () => {
  const { user } = await openApp('/', { role: 1, savesData: false })
  // All screens come through Vite here.
  await expect.poll(() => knownReading(user.id), { timeout: 90_000 }).toHaveProperty('pins')
})
