/** The code of the menu's other screens is loaded after the first one, where the browser saves no data. docs/architecture.md#opening */
import { expect, test } from 'vitest'
import { knownReading } from '../../../src/features/reports/known-reading.ts'
import { openApp } from '../support/app.tsx'

test('the code of all screens is loaded beforehand, and then what a report reads first', async () => {
  const { user } = await openApp('/', { role: 1, savesData: false })
  await expect.poll(() => knownReading(user.id)).toHaveProperty('pins')
})
