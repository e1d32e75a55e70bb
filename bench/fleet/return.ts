/** Devices that come back at once after an hour without network, each with a queue. */
import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { Counts, FleetDevice } from './device.ts'
import type { FleetData } from './people.ts'
import { beginAll } from './rates.ts'

const QUEUED = 20

const scheduling = (leadUids: readonly string[], place: number) => ({
  command: 'lead.schedule' as const,
  args: {
    lead_uid: leadUids[place % leadUids.length],
    scheduling_date: new Date(Date.now() + HOUR_MS).toISOString(),
    description: `Ligar ${randomUUID()}`,
  },
})

/** Returns the figures by their names: until all is sent and synced, and the longest requests. */
export async function returning(url: string, { people }: FleetData): Promise<ReadonlyMap<string, string>> {
  const counts = new Counts()
  const brokers = people.filter(({ isManager, leadUids }) => !isManager && leadUids.length > 0)
  const devices = brokers.map((person) => new FleetDevice(url, person, counts))
  await beginAll(devices)
  const began = performance.now()
  await Promise.all(
    devices.map(async (device) => {
      await device.pushAll(
        Array.from({ length: QUEUED }, (_, place) => scheduling(device.person.leadUids, place)),
      )
      await device.pull()
    }),
  )
  return new Map([
    ['devices · commands applied · refused', `${devices.length} · ${counts.applied} · ${counts.refused}`],
    ['all sent and synced, s', ((performance.now() - began) / 1000).toFixed(1)],
    ['longest push · pull, ms', `${counts.push.at(1).toFixed(0)} · ${counts.pull.at(1).toFixed(0)}`],
  ])
}
