/** The data of the pushers: a company, brokers with leads in attendance, and a token for each broker. */

import { createHash, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { ensureEpoch } from '../../../server/db/epoch.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { openStore, type Store, type StoreConfig } from '../../../server/db/store.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { addLead, BRUNA, DAVI, house, workedBy } from '../../api/support/people.ts'
import type { Pusher } from './pushers.ts'

const LEADS_EACH = 3

/** Migrates and fills an empty database, closes it, and returns that many pushers. */
export async function prepare(config: StoreConfig, pushers: number): Promise<Pusher[]> {
  const store = await openStore(config)
  try {
    await migrate(store.db)
    await ensureEpoch(store.db)
    await house(store)
    const prepared: Pusher[] = []
    for (let place = 0; place < pushers; place++) {
      const broker = place % 2 === 0 ? BRUNA : DAVI
      const leadUids: string[] = []
      for (let lead = 0; lead < LEADS_EACH; lead++)
        leadUids.push((await addLead(store, workedBy(broker))).uid)
      prepared.push({ token: await tokenOf(store, broker), leadUids })
    }
    return prepared
  } finally {
    await store.close()
  }
}

export async function tokenOf(store: Store, user_id: number): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await store.db
    .insertInto('sessions')
    .values({
      id: uuidv7(),
      token_hash: createHash('sha256').update(token).digest('hex'),
      user_id,
      device_id: `device-of-${user_id}`,
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
    })
    .execute()
  return token
}
