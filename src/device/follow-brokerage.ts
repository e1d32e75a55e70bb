/** Keeps the brokerage's name and logo as the mirror's settings have them. docs/rules.md#brokerage */
import { liveQuery } from 'dexie'
import { catalogue } from '../db/mirror/reads.ts'
import { openMirror } from '../db/open.ts'
import { brokerageOf } from '../domain/settings/brokerage.ts'
import { settingsFrom } from '../domain/settings/settings.ts'
import { keepBrokerage } from './brokerage.ts'

/** Returns what ends it. */
export function followBrokerage(userId: number): () => void {
  const settings = liveQuery(async () => catalogue(openMirror(userId), 'setting'))
  const subscription = settings.subscribe({
    next: (rows) => {
      // Before the first pull nothing is known.
      if (rows.length > 0) keepBrokerage(brokerageOf(settingsFrom(rows)))
    },
    error: () => {
      // The user has signed out: the device shows what it knew.
    },
  })
  return () => subscription.unsubscribe()
}
