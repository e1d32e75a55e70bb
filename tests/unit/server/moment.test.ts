import { expect, test } from 'vitest'
import { SYNCED } from '../../../server/db/epoch.ts'
import { GROUPS } from '../../../server/feed/moment.ts'

/** A table that no group watches would change without leading a device to the database. */
test('each mirrored table but leads and clients is in one group', () => {
  const followedByTheFeed = ['leads', 'clients']
  expect(Object.values(GROUPS).flat().sort()).toEqual(
    SYNCED.filter((table) => !followedByTheFeed.includes(table)).sort(),
  )
})
