/**
 * Checks limits of the law: what the server holds follows from the commands that it applied, in order, and from what acts began and
 * ended by the histories. Devices show the server's limits with the waiting commands on them. docs/rules.md#obligations
 */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { z } from 'zod'
import { commands } from '../../../src/commands/registry.ts'
import { isReplayed } from '../../../src/db/outbox/replay.ts'
import type { OutboxRecord } from '../../../src/db/schema/records.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { lastDay, lawCalendar } from '../../../src/domain/obligations/calendar.ts'
import { settings } from '../../unit/domain/fixtures.ts'
import type { LogRow, SimServer } from './sim-server.ts'
import type { StoredRows } from './stored-rows.ts'
import type { Tablet } from './tablet.ts'
import type { Committed } from './witness.ts'

const BEGIN = commands['lead.beginObligation'].args
const FULFIL = commands['lead.fulfilObligation'].args
const DISMISS = commands['lead.dismissObligation'].args
const OURS: readonly string[] = ['lead.beginObligation', 'lead.fulfilObligation', 'lead.dismissObligation']
/** Commands that begin and end no limit, whatever the lead is like. */
const NEUTRAL: ReadonlySet<string> = new Set([
  ...OURS,
  'lead.setServiceStatus',
  'lead.schedule',
  'lead.closeScheduling',
  'lead.recordCall',
  'lead.callResult',
  'lead.undoCall',
  'lead.negotiate',
  'lead.addNote',
  'client.update',
])

const calendar = lawCalendar(settings.business_hours)

/** How a limit stands: it runs until this day, or how it ended. */
interface Standing {
  readonly until: string
  /** null: it runs. 'act': by one of the lead's own steps. */
  readonly end: { readonly outcome: 'fulfilled' | 'dismissed' | 'act'; readonly proof: string } | null
}

const runningSchema = z.array(z.object({ kind: z.string(), since: z.string(), until: z.string() })).nullable()
const changesSchema = z.object({
  obligations: z.object({ before: runningSchema.optional(), after: runningSchema.optional() }).optional(),
})
const claimSchema = z.object({ key: z.string(), command: z.string(), args: z.string() })
const entrySchema = z.object({ lead_uid: z.string(), changes: z.unknown() })

const keyOf = ({ kind, since }: { kind: string; since: string }) => `${kind} ${since}`
const jsonIn = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value)

interface RecordRow {
  readonly lead_uid: string
  readonly kind: string
  readonly since: string
  readonly until: string
  readonly outcome: string | null
  readonly proof: string
}

/** Replays what was committed. */
class Model {
  readonly leads = new Map<string, Map<string, Standing>>()

  of(lead: string): Map<string, Standing> {
    const known = this.leads.get(lead) ?? new Map<string, Standing>()
    this.leads.set(lead, known)
    return known
  }

  /** An applied command of a user's hand. */
  apply(command: string, args: unknown, key: string): void {
    if (command === 'lead.beginObligation') this.#begin(BEGIN.parse(args), key)
    else if (command === 'lead.fulfilObligation') {
      const { proof, ...which } = FULFIL.parse(args)
      this.#end(which, { outcome: 'fulfilled', proof }, key)
    } else {
      const { reason, ...which } = DISMISS.parse(args)
      this.#end(which, { outcome: 'dismissed', proof: reason }, key)
    }
  }

  #begin({ lead_uid, kind, since, until }: z.output<typeof BEGIN>, key: string): void {
    const limits = this.of(lead_uid)
    const known = limits.get(keyOf({ kind, since }))
    if (known?.end?.outcome === 'fulfilled') expect.fail(`${key} began a limit again that was kept`)
    const last = lastDay(kind, since, calendar)
    const asked = until !== null && until < last ? until : last
    const sooner = known !== undefined && known.end === null && known.until < asked ? known.until : asked
    limits.set(keyOf({ kind, since }), { until: sooner, end: null })
  }

  #end(which: { lead_uid: string; kind: string; since: string }, end: Standing['end'], key: string): void {
    const limits = this.of(which.lead_uid)
    const known = limits.get(keyOf(which))
    if (known === undefined || known.end !== null) expect.fail(`${key} ended a limit that did not run`)
    limits.set(keyOf(which), { ...known, end })
  }

  /** What a step of the lead began and ended, by its history. */
  byAct(lead: string, changes: z.output<typeof changesSchema>['obligations']): void {
    if (changes === undefined) return
    const limits = this.of(lead)
    const after = changes.after ?? []
    const kept = new Set(after.map(keyOf))
    for (const gone of (changes.before ?? []).filter((one) => !kept.has(keyOf(one)))) {
      const known = limits.get(keyOf(gone))
      if (known !== undefined) limits.set(keyOf(gone), { ...known, end: { outcome: 'act', proof: '' } })
    }
    const before = new Set((changes.before ?? []).map(keyOf))
    for (const one of after.filter((limit) => !before.has(keyOf(limit))))
      limits.set(keyOf(one), { until: one.until, end: null })
  }
}

export class ObligationOracle {
  readonly #server: SimServer
  readonly #isOne: boolean

  constructor(server: SimServer, isOne: boolean) {
    this.#server = server
    this.#isOne = isOne
  }

  /** Checks a tablet after a step: what it shows are the server's limits with its waiting commands on them. */
  check({ number }: Tablet, { leads, serverLeads, outbox }: StoredRows): void {
    if (!this.#isOne) return
    for (const [uid, serverRow] of serverLeads) {
      const waiting = outbox.filter((record) => record.entityUid === uid)
      const lead = leads.get(uid)
      if (lead === undefined || waiting.some(({ command }) => !NEUTRAL.has(command))) continue
      expect(keysOf(lead), `limits of lead ${uid} on tablet ${number}`).toEqual(shownKeys(serverRow, waiting))
    }
  }

  /** Compares the server with what was committed, a restore's copy included. */
  async settled(committed: readonly Committed[], log: readonly LogRow[]): Promise<void> {
    if (!this.#isOne) return
    const model = modelOf(committed, log)
    const { db } = this.#server
    const { rows: erased } = await sql<{
      uid: string
    }>`select unnest(uids) as uid from client_erasures`.execute(db)
    const { rows } = await sql<RecordRow>`
      select lead_uid, kind, since_day::text as since, until_day::text as until, outcome, proof
      from obligations`.execute(db)
    const isErased = new Set(erased.map(({ uid }) => uid))
    const records = Map.groupBy(rows, ({ lead_uid }) => lead_uid)
    for (const lead of await this.#server.leads())
      if (isErased.has(lead.uid)) expectErased(lead, records.get(lead.uid) ?? [])
      else expectStanding(lead, model.of(lead.uid), records.get(lead.uid) ?? [])
  }
}

function modelOf(committed: readonly Committed[], log: readonly LogRow[]): Model {
  const applied = new Set(log.filter(({ outcome }) => outcome === 'applied').map(({ key }) => key))
  const model = new Model()
  for (const { inserted } of committed) {
    let isOurs = false
    for (const { table, row } of inserted)
      if (table === 'command_log') {
        const { key, command, args } = claimSchema.parse(row)
        isOurs = OURS.includes(command)
        if (isOurs && applied.has(key)) model.apply(command, JSON.parse(args), `${command} ${key}`)
      } else if (table === 'timeline' && !isOurs) {
        const { lead_uid, changes } = entrySchema.parse(row)
        model.byAct(lead_uid, changesSchema.parse(jsonIn(changes)).obligations)
      }
  }
  return model
}

function expectStanding(
  lead: Lead,
  limits: ReadonlyMap<string, Standing>,
  records: readonly RecordRow[],
): void {
  const name = `of lead ${lead.uid}`
  const running = [...limits].filter(([, { end }]) => end === null)
  const shown = (lead.obligations ?? []).map((one) => `${keyOf(one)} until ${one.until}`)
  const expected = running.map(([key, { until }]) => `${key} until ${until}`)
  expect(shown.toSorted(), `running limits ${name}`).toEqual(expected.toSorted())
  expect(records.map(keyOf).toSorted(), `records of limits ${name}`).toEqual([...limits.keys()].toSorted())
  for (const record of records) {
    const standing = limits.get(keyOf(record))
    if (standing === undefined) continue
    const { end, until } = standing
    const what = `the record of ${keyOf(record)} ${name}`
    if (end === null) expect([record.outcome, record.until], what).toEqual([null, until])
    else if (end.outcome === 'act') expect(['fulfilled', 'dismissed'], what).toContain(record.outcome)
    else expect([record.outcome, record.proof], what).toEqual([end.outcome, end.proof])
  }
}

/** Nobody can keep them any more: the days alone stay. */
function expectErased(lead: Lead, records: readonly RecordRow[]): void {
  expect(lead.obligations, `limits of erased lead ${lead.uid}`).toBeNull()
  expect(
    records.filter(({ outcome, proof }) => outcome === null || proof !== ''),
    `records of limits of erased lead ${lead.uid}`,
  ).toEqual([])
}

const keysOf = ({ obligations }: Pick<Lead, 'obligations'>) => (obligations ?? []).map(keyOf).toSorted()

function shownKeys(serverRow: Pick<Lead, 'obligations'>, waiting: readonly OutboxRecord[]): string[] {
  const keys = new Set(keysOf(serverRow))
  for (const { command, args, state } of waiting.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) {
    if (!isReplayed({ state })) continue
    if (command === 'lead.beginObligation') keys.add(keyOf(BEGIN.parse(args)))
    else if (command === 'lead.fulfilObligation') keys.delete(keyOf(FULFIL.parse(args)))
    else if (command === 'lead.dismissObligation') keys.delete(keyOf(DISMISS.parse(args)))
  }
  return [...keys].toSorted()
}
