/** Commands by the clock, and when the other devices see them. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { Timings, timedCall } from '../load/timing.ts'
import { CALLS } from '../reports/calls.ts'
import { type Fleet, serversMs } from './costs.ts'
import { Counts, type FleetCommand, FleetDevice, type SeenPage } from './device.ts'
import type { FleetData, Person } from './people.ts'
import { familyMs, memoryMb } from './processor-time.ts'

/** Commands under way, beyond which more are dropped and counted. */
const MOST_UNDER_WAY = 400
const CAPTURES = 0.05
/** For what is still on its way at the end. */
const SETTLE_MS = 3000
const BEGINNING_AT_ONCE = 16
/** Between two reports that a manager opens. */
const REPORT_PAUSE_MS = 500

/** What the commands of a run changed, and who has seen it. */
class Sightings {
  readonly managers = new Timings()
  readonly brokers = new Timings()
  readonly #scheduled = new Map<string, { at: number; by: number }>()
  readonly #captured = new Map<string, number>()

  schedule(text: string, by: number): void {
    this.#scheduled.set(text, { at: performance.now(), by })
  }
  capture(uid: string): void {
    this.#captured.set(uid, performance.now())
  }

  look({ person }: FleetDevice, { rows, removed }: SeenPage): void {
    const seen = person.isManager ? this.managers : this.brokers
    for (const { lead_scheduling } of rows.leads) {
      const sent = this.#scheduled.get(lead_scheduling?.description ?? '')
      if (sent !== undefined && sent.by !== person.userId) seen.add(performance.now() - sent.at)
    }
    for (const uid of removed.leads) {
      const at = this.#captured.get(uid)
      if (at !== undefined) seen.add(performance.now() - at)
    }
  }
}

/** Schedulings, and captures of the oldest lead of a channel, which concern all brokers of a team. */
function* commandsFor(
  { people, pending }: FleetData,
  sightings: Sightings,
): Generator<{ readonly person: Person; readonly command: FleetCommand }> {
  const brokers = people.filter((person) => !person.isManager && person.leadUids.length > 0)
  const next = new Map([...pending].map(([channel, uids]) => [channel, [...uids]]))
  for (let count = 0; ; count++) {
    const person = brokers[Math.floor(Math.random() * brokers.length)]
    if (person === undefined) throw new Error('the demo has no leads in attendance')
    const channel = person.channelIds.find((id) => (next.get(id)?.length ?? 0) > 0)
    const oldest =
      count % (1 / CAPTURES) === 0 && channel !== undefined ? next.get(channel)?.shift() : undefined
    if (oldest !== undefined) {
      sightings.capture(oldest)
      yield { person, command: { command: 'lead.capture', args: { lead_uid: oldest } } }
      continue
    }
    const description = `Ligar ${randomUUID()}`
    sightings.schedule(description, person.userId)
    const args = {
      lead_uid: person.leadUids[count % person.leadUids.length],
      scheduling_date: new Date(Date.now() + HOUR_MS).toISOString(),
      description,
    }
    yield { person, command: { command: 'lead.schedule', args } }
  }
}

/** Processor time of all of the machine so far, ms. */
async function machineMs(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const [user = 0, nice = 0, system = 0] = line.split(/\s+/).slice(1).map(Number)
  return (user + nice + system) * 10
}

async function spentMs(fleet: Fleet) {
  const { user, system } = process.cpuUsage()
  return {
    server: await serversMs(fleet),
    postgres: fleet.postgresPid === null ? 0 : await familyMs(fleet.postgresPid),
    bench: (user + system) / 1000,
    machine: await machineMs(),
  }
}

export async function beginAll(devices: readonly FleetDevice[]): Promise<void> {
  const waiting = [...devices]
  await Promise.all(
    Array.from({ length: BEGINNING_AT_ONCE }, async () => {
      for (let device = waiting.shift(); device !== undefined; device = waiting.shift()) await device.begin()
    }),
  )
}

export interface Run {
  /** Commands a second. */
  readonly rate: number
  readonly seconds: number
  /** Whether a manager opens reports of a year meanwhile, one after the other. */
  readonly asksReports: boolean
}

/** Opens reports of a year with a pause between them, until `isOver`. Returns the times of all and of the slowest report. */
async function reportsUntil(isOver: () => boolean, url: string, token: string) {
  const all = new Timings()
  const each = Object.entries(CALLS).map(([report, pathOf]) => ({
    report,
    path: `/api/${pathOf(365)}`,
    times: new Timings(),
  }))
  while (!isOver())
    for (const { path, times } of each) {
      if (isOver()) break
      const began = performance.now()
      await timedCall(url, { path, token }, times)
      all.add(performance.now() - began)
      await sleep(REPORT_PAUSE_MS)
    }
  const slowest = each.toSorted((a, b) => b.times.at(0.5) - a.times.at(0.5))[0]
  return { all, slowest }
}

/** Returns the figures of one rate by their names. */
export async function atRate(
  fleet: Fleet,
  data: FleetData,
  { rate, seconds, asksReports }: Run,
): Promise<ReadonlyMap<string, string>> {
  const counts = new Counts()
  const sightings = new Sightings()
  const devices = data.people.map(
    (person, place) =>
      new FleetDevice(fleet.urls[place % fleet.urls.length] ?? fleet.url, person, counts, (device, page) =>
        sightings.look(device, page),
      ),
  )
  const ofUser = new Map(devices.map((device) => [device.person.userId, device]))
  await beginAll(devices)
  for (const device of devices) await device.listen()
  const [pulls, empty, bytes] = [counts.pulls, counts.empty, counts.bytes]
  const before = await spentMs(fleet)
  const began = performance.now()
  let [sent, dropped, underWay] = [0, 0, 0]
  let isOver = false
  const reports = asksReports ? reportsUntil(() => isOver, fleet.url, data.adminToken) : null
  reports?.catch((error: unknown) => counts.errors.push(String(error)))
  for (const { person, command } of commandsFor(data, sightings)) {
    const due = began + ((sent + dropped) * 1000) / rate
    if (due > began + seconds * 1000) break
    await sleep(Math.max(0, due - performance.now()))
    if (underWay >= MOST_UNDER_WAY) {
      dropped += 1
      continue
    }
    sent += 1
    underWay += 1
    void ofUser
      .get(person.userId)
      ?.push([command])
      .catch((error: unknown) => counts.errors.push(String(error)))
      .finally(() => {
        underWay -= 1
      })
  }
  isOver = true
  const took = (performance.now() - began) / 1000
  const after = await spentMs(fleet)
  const memory = await Promise.all(fleet.serverPids.map(memoryMb))
  const opened = await reports
  await sleep(SETTLE_MS)
  for (const device of devices) device.end()
  const cores = (of: keyof typeof before) => (after[of] - before[of]) / 1000 / took
  const others = cores('machine') - cores('server') - cores('postgres') - cores('bench')
  const seen = (timings: Timings) =>
    `${timings.at(0.5).toFixed(0)} · ${timings.at(0.95).toFixed(0)} (${timings.count})`
  return new Map([
    ['commands sent · dropped · refused', `${sent} · ${dropped} · ${counts.refused}`],
    ['commands answered a second', (counts.push.count / took).toFixed(1)],
    ['push, ms (p50 · p95)', seen(counts.push)],
    ['seen by managers', seen(sightings.managers)],
    ['seen by brokers', seen(sightings.brokers)],
    [
      'pulls a second · empty',
      `${((counts.pulls - pulls) / took).toFixed(0)} · ${((counts.empty - empty) / took).toFixed(0)}`,
    ],
    ['kB a second', ((counts.bytes - bytes) / 1000 / took).toFixed(0)],
    [
      'cores: server · PostgreSQL · bench · all else',
      [cores('server'), cores('postgres'), cores('bench'), others].map((each) => each.toFixed(2)).join(' · '),
    ],
    ['memory of each server process, MB', memory.map((each) => each.toFixed(0)).join(' · ')],
    ...(opened === null
      ? []
      : [
          [`a report of a year, ms (p50 · p95 · p99, ${opened.all.count})`, opened.all.summary] as const,
          [`the slowest, ${opened.slowest?.report ?? ''}, ms`, opened.slowest?.times.summary ?? ''] as const,
        ]),
    ['resets · errors', `${counts.resets} · ${counts.errors.length} ${counts.errors[0] ?? ''}`],
  ])
}
