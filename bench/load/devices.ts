/** Simulated devices: brokers with a token that pull with a cursor and push commands on their own leads. */

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Store } from '../../server/db/store.ts'
import { pushResponseSchema } from '../../src/contract/sync.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'

export interface LoadDevice {
  readonly userId: number
  readonly token: string
  readonly leadUids: readonly string[]
  cursor: string | null
}

const LEADS_EACH = 4

/** Returns devices of the demo's brokers. A broker has several devices, each with leads of its own. */
export async function makeDevices({ db }: Store, count: number): Promise<LoadDevice[]> {
  const leads = await db
    .selectFrom('leads')
    .select(['uid', 'broker_id'])
    .where('state', '=', 2)
    .where('broker_id', 'is not', null)
    .orderBy('uid')
    .limit(count * LEADS_EACH)
    .execute()
  const byBroker = Map.groupBy(leads, (lead) => lead.broker_id ?? 0)
  const brokers = [...byBroker].map(([id, own]) => ({ id, uids: own.map(({ uid }) => uid) }))
  const devices: LoadDevice[] = []
  for (let number = 0; number < count; number++) {
    const broker = brokers[number % brokers.length]
    if (broker === undefined) throw new Error('the demo has no leads in attendance')
    const round = Math.floor(number / brokers.length)
    const own = Array.from(
      { length: LEADS_EACH },
      (_, at) => broker.uids[(round * LEADS_EACH + at) % broker.uids.length] ?? '',
    )
    devices.push({ userId: broker.id, token: await tokenOf(db, broker.id), leadUids: own, cursor: null })
  }
  return devices
}

export async function tokenOf(db: Store['db'], user_id: number): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      id: uuidv7(),
      token_hash: createHash('sha256').update(token).digest('hex'),
      user_id,
      device_id: `load-${token.slice(0, 12)}`,
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
    })
    .execute()
  return token
}

/** The body of a push with `commands` commands on the device's leads. */
export function pushBody({ leadUids }: LoadDevice, commands: number): string {
  return JSON.stringify({
    device_id: 'device-of-the-load',
    app_version: '1.0.0',
    commands: Array.from({ length: commands }, (_, at) => ({
      key: randomUUID(),
      command: 'lead.schedule',
      schema_version: 1,
      args: {
        lead_uid: leadUids[at % leadUids.length],
        scheduling_date: new Date(Date.now() + 3_600_000).toISOString(),
        description: 'Ligar',
      },
      base: {},
      occurred_at: new Date().toISOString(),
      depends_on: null,
    })),
  })
}

/** The number of applied commands in the answer. */
export function appliedIn(body: string): number {
  return pushResponseSchema.parse(JSON.parse(body)).results.filter(({ outcome }) => outcome === 'applied')
    .length
}
