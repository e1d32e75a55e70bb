/** When automations act, and that they end. docs/rules.md#automations */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_CONDITIONS, type Trigger, triggerSchema } from '../../../../src/domain/automations/definition.ts'
import { meets, occasionNow, occasionsOf } from '../../../../src/domain/automations/occasions.ts'
import {
  type LeadFacts,
  type LeadStory,
  momentsOf,
  type StoryEntry,
} from '../../../../src/domain/automations/story.ts'
import { IMPORT_NOTE } from '../../../../src/domain/renewals/renewal-lead.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/domain/time/durations.ts'
import { at, calendar, iso, settings } from '../fixtures.ts'

const world = { settings, calendar }
/** A Monday. */
const MONDAY = at('2026-11-16T10:00:00')

const facts = (changes: Partial<LeadFacts> = {}): LeadFacts => ({
  state: 2,
  status: 2,
  channel_id: 1,
  insurance_id: 1,
  partner_id: null,
  broker_id: 3,
  sale_value_cents: null,
  cancelled: false,
  suspended_lead: false,
  create_lead_date: new Date(MONDAY).toISOString(),
  old_end_of_validity: null,
  lead_scheduling: null,
  ...changes,
})
const entry = (id: number, ms: number, more: Partial<StoryEntry> = {}): StoryEntry => ({
  id,
  command: 'lead.update',
  receivedMs: ms,
  occurredMs: ms,
  isByAutomation: false,
  changes: {},
  ...more,
})
const BEGUN = { create_lead_date: { before: null, after: new Date(MONDAY).toISOString() } }
const story = (present: LeadFacts, entries: readonly StoryEntry[]): LeadStory => ({
  uid: 'lead-1',
  facts: present,
  entries,
})
const open = (local: string, description = 'Ligar') => ({
  scheduling_date: iso(local),
  description,
  status: 0,
})
const month = { sinceMs: MONDAY - DAY_MS, untilMs: MONDAY + 30 * DAY_MS }
const times = (trigger: Trigger, told: LeadStory, conditions = NO_CONDITIONS) =>
  occasionsOf({ trigger, conditions }, told, world, month).map(({ atMs }) => new Date(atMs).toISOString())

describe('the lead as it was', () => {
  test('is computed back from the lead as it is', () => {
    const told = story(facts({ status: 4, broker_id: 9 }), [
      entry(1, MONDAY, { changes: BEGUN }),
      entry(2, MONDAY + HOUR_MS, { changes: { status: { before: 2, after: 3 } } }),
      entry(3, MONDAY + 2 * HOUR_MS, {
        changes: { status: { before: 3, after: 4 }, broker_id: { before: 3, after: 9 } },
      }),
    ])
    expect(momentsOf(told).map(({ facts: { status, broker_id } }) => [status, broker_id])).toEqual([
      [2, 3],
      [3, 3],
      [4, 9],
    ])
  })

  test('a timeline that lacks its creation begins with the creation all the same', () => {
    const moments = momentsOf(story(facts(), [entry(5, MONDAY + DAY_MS)]))
    expect(moments.map(({ fromMs, entry: began }) => [fromMs, began?.id])).toEqual([
      [MONDAY, undefined],
      [MONDAY + DAY_MS, 5],
    ])
  })

  test('a value of an earlier version, which fits no more, changes nothing', () => {
    const told = story(facts(), [entry(1, MONDAY, { changes: { status: { before: 'novo', after: 2 } } })])
    expect(momentsOf(told)[0]?.facts.status).toBe(2)
  })
})

describe('an event', () => {
  const moved = { status: { before: 2, after: 3 } }
  test.each<[string, Trigger, Partial<StoryEntry>, number]>([
    ['a creation', { kind: 'lead_made', bulk: false }, { changes: BEGUN }, 1],
    [
      'a creation is no change of status',
      { kind: 'status_changed', to: null, bulk: false },
      { changes: { ...BEGUN, ...moved } },
      0,
    ],
    ['a move', { kind: 'status_changed', to: null, bulk: false }, { changes: moved }, 1],
    ['a move elsewhere', { kind: 'status_changed', to: 4, bulk: false }, { changes: moved }, 0],
    ['a move there', { kind: 'status_changed', to: 3, bulk: false }, { changes: moved }, 1],
    ['an import', { kind: 'lead_made', bulk: false }, { changes: BEGUN, command: 'lead.import' }, 0],
    [
      'an import, where they count',
      { kind: 'lead_made', bulk: true },
      { changes: BEGUN, command: 'lead.import' },
      1,
    ],
    [
      'a transfer',
      { kind: 'status_changed', to: null, bulk: false },
      { changes: moved, command: 'lead.transfer' },
      0,
    ],
    [
      'a renewal of an imported file',
      { kind: 'lead_made', bulk: false },
      {
        changes: {
          ...BEGUN,
          lead_scheduling: { before: null, after: open('2026-12-01T10:00:00', IMPORT_NOTE) },
        },
      },
      0,
    ],
    [
      'what an automation wrote',
      { kind: 'status_changed', to: null, bulk: false },
      { changes: moved, isByAutomation: true },
      0,
    ],
  ])('%s', (_what, trigger, more, count) => {
    expect(times(trigger, story(facts({ status: 3 }), [entry(1, MONDAY, more)]))).toHaveLength(count)
  })
})

describe('an instant', () => {
  test('two working days of nothing end at the same time of the third day', () => {
    const told = story(facts(), [entry(1, MONDAY, { changes: BEGUN })])
    expect(times({ kind: 'idle', days: 2 }, told)).toEqual([iso('2026-11-18T10:00:00')])
  })

  test('who agreed on a return is idle only after it, and what an automation scheduled is no agreement', () => {
    const scheduled = open('2026-11-18T15:00:00')
    const changes = { lead_scheduling: { before: null, after: scheduled } }
    const by = (isByAutomation: boolean) =>
      story(facts({ lead_scheduling: scheduled }), [
        entry(1, MONDAY, { changes: BEGUN }),
        entry(2, MONDAY + MINUTE_MS, { changes, isByAutomation }),
      ])
    expect(times({ kind: 'idle', days: 1 }, by(false))).toEqual([iso('2026-11-19T15:00:00')])
    expect(times({ kind: 'idle', days: 1 }, by(true))).toEqual([iso('2026-11-17T10:00:00')])
    expect(times({ kind: 'schedule_late' }, by(false))).toEqual([iso('2026-11-18T15:00:00')])
    expect(times({ kind: 'schedule_late' }, by(true))).toEqual([])
  })

  test('days before the end of a policy, when the house opens', () => {
    const told = story(facts({ old_end_of_validity: '2026-12-20' }), [entry(1, MONDAY, { changes: BEGUN })])
    const opens = `${String(Math.floor(calendar.startMinutes / 60)).padStart(2, '0')}:${String(calendar.startMinutes % 60).padStart(2, '0')}`
    expect(times({ kind: 'renewal_near', days: 30 }, told)).toEqual([iso(`2026-11-20T${opens}:00`)])
  })

  test.each([
    [{ state: 3 }],
    [{ cancelled: true }],
    [{ suspended_lead: true }],
  ])('none comes for a lead with %o', (over) => {
    const told = story(facts({ ...over, old_end_of_validity: '2026-12-20' }), [
      entry(1, MONDAY, { changes: BEGUN }),
    ])
    expect(times({ kind: 'idle', days: 1 }, told)).toEqual([])
    expect(times({ kind: 'deadline_near', hours: 1 }, told)).toEqual([])
    expect(times({ kind: 'renewal_near', days: 30 }, told)).toEqual([])
  })

  test('what is due now is what the look back finds, unless it is long past or before the switch', () => {
    const judged = { trigger: { kind: 'idle', days: 1 }, conditions: NO_CONDITIONS } as const
    const told = story(facts(), [entry(1, MONDAY, { changes: BEGUN })])
    const due = (afterMs: number, sinceMs = MONDAY) =>
      occasionNow(judged, told, world, { sinceMs, nowMs: MONDAY + afterMs })
    expect(due(DAY_MS - 1)).toBeNull()
    expect(due(DAY_MS)).toMatchObject({ atMs: MONDAY + DAY_MS })
    expect(due(7.9 * DAY_MS)).not.toBeNull()
    expect(due(8 * DAY_MS)).toBeNull()
    expect(due(2 * DAY_MS, MONDAY + DAY_MS)).toBeNull()
  })
})

test.each<[string, Partial<typeof NO_CONDITIONS>, boolean]>([
  ['no condition', {}, true],
  ['its channel', { channels: [1, 7] }, true],
  ['another channel', { channels: [7] }, false],
  ['a dealership where it has none', { partners: [24] }, false],
  ['its broker', { brokers: [3] }, true],
  ['a value that it lacks', { most_cents: 500 }, false],
])('conditions: %s', (_what, conditions, isMet) => {
  expect(meets(facts(), { ...NO_CONDITIONS, ...conditions })).toBe(isMet)
})

/** What the acts of automations write to a lead: a scheduling where none is open, or a note. */
function live(triggers: readonly Trigger[], acts: readonly ('schedule' | 'note')[], hours: number) {
  let present = facts({ old_end_of_validity: '2026-12-10' })
  const entries = [entry(1, MONDAY, { changes: BEGUN })]
  const done = new Set<string>()
  for (let hour = 0; hour < hours; hour++) {
    const nowMs = MONDAY + hour * HOUR_MS
    // Until nothing is due: a circle would never end here.
    for (let round = 0; ; round++) {
      if (round > 50) return null
      const told = story(present, entries)
      const found = triggers.flatMap((trigger, place) => {
        const judged = { trigger, conditions: NO_CONDITIONS }
        const due = occasionNow(judged, told, world, { sinceMs: MONDAY - 1, nowMs })
        const events = occasionsOf(judged, told, world, { sinceMs: MONDAY - 1, untilMs: nowMs }).filter(
          ({ key }) => key.startsWith('entry:'),
        )
        return [...(due === null ? [] : [due]), ...events].map(({ key }) => ({
          place,
          key: `${place} ${key}`,
        }))
      })
      const next = found.find(({ key }) => !done.has(key))
      if (next === undefined) break
      done.add(next.key)
      const id = entries.length + 1
      const before = present.lead_scheduling
      if (acts[next.place] === 'schedule' && before?.status !== 0) {
        const scheduling_date = new Date(nowMs + 3 * HOUR_MS).toISOString()
        present = { ...present, lead_scheduling: { scheduling_date, description: 'x', status: 0 } }
        const changes = { lead_scheduling: { before, after: present.lead_scheduling } }
        entries.push(entry(id, nowMs, { isByAutomation: true, changes }))
      } else entries.push(entry(id, nowMs, { isByAutomation: true }))
    }
  }
  return done.size
}

test('any set of automations ends: each acts on what people did, once', () => {
  const trigger: fc.Arbitrary<Trigger> = fc.oneof(
    fc.record({ kind: fc.constant('lead_made' as const), bulk: fc.boolean() }),
    fc.record({ kind: fc.constant('status_changed' as const), to: fc.constant(null), bulk: fc.boolean() }),
    fc.record({ kind: fc.constant('idle' as const), days: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('schedule_late' as const) }),
    fc.record({ kind: fc.constant('deadline_near' as const), hours: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constant('renewal_near' as const), days: fc.integer({ min: 1, max: 30 }) }),
  )
  const acting = fc.record({ trigger, act: fc.constantFrom('schedule' as const, 'note' as const) })
  fc.assert(
    fc.property(fc.array(acting, { minLength: 1, maxLength: 6 }), (set) => {
      for (const one of set) expect(triggerSchema.safeParse(one.trigger).success).toBe(true)
      const runs = live(
        set.map((one) => one.trigger),
        set.map(({ act }) => act),
        24 * 20,
      )
      // A person made the lead and nothing else: each automation has one occasion at most.
      expect(runs).not.toBeNull()
      expect(runs).toBeLessThanOrEqual(set.length)
    }),
    { numRuns: 25 },
  )
})
