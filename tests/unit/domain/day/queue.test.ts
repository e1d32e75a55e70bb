/** The queue of the day: docs/rules.md#my-day */
import { describe, expect, it } from 'vitest'
import { type DayLead, dayLead, type LeadAct } from '../../../../src/domain/day/day-lead.ts'
import { DAY_KINDS, queueOf } from '../../../../src/domain/day/queue.ts'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { IMPORT_NOTE } from '../../../../src/domain/renewals/renewal-lead.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/domain/time/durations.ts'
import { chance } from '../../../sync/support/random.ts'
import { aLead, iso, NOW, plain, settings } from '../fixtures.ts'

const ME = 10

/** In attendance since half an hour, called, spoken to and moved a moment ago: not for now. */
const calm: Partial<Lead> = {
  state: 2,
  status: 2,
  broker_id: ME,
  channel_id: 8,
  create_lead_date: iso('2026-11-18T09:30:00'),
  capture_date: iso('2026-11-18T09:35:00'),
  first_call_date: iso('2026-11-18T09:40:00'),
  contact_date: iso('2026-11-18T09:40:00'),
}
const returnAt = (local: string, description = 'Ligar', status: 0 | 1 = 0): Partial<Lead> => ({
  lead_scheduling: { scheduling_date: iso(local), description, status },
})
/** Its bar has ended long ago. */
const OLD = { create_lead_date: iso('2026-11-03T09:00:00'), capture_date: iso('2026-11-03T09:10:00') }

const own = (changes: Partial<Lead>, acts: readonly LeadAct[] = [], uid = 'lead-1') =>
  dayLead(aLead({ ...calm, ...OLD, uid, ...changes }), acts)

const queue = (leads: readonly DayLead[], free: readonly DayLead[] = [], nowMs = NOW) =>
  queueOf({ own: leads, free, nowMs, settings })
const first = (lead: DayLead) => {
  const [item] = queue([lead]).items
  return item === undefined ? null : plain(`${item.kind}: ${item.reason}`)
}

const act = (occurredAt: string, command = 'lead.update'): LeadAct => ({
  command,
  occurredAt: iso(occurredAt),
})

describe('the kinds of own leads', () => {
  it.each<[what: string, lead: Partial<Lead>, expected: string | null]>([
    [
      'a late return of today',
      returnAt('2026-11-18T09:20:00'),
      'late-return: Você prometeu ligar às 09:20 de hoje · atrasado 40 min',
    ],
    [
      'a late return of last week',
      returnAt('2026-11-13T14:30:00'),
      'late-return: Você prometeu ligar em 13/11 às 14:30 · atrasado 3 dias úteis',
    ],
    [
      'a closed return',
      { ...returnAt('2026-11-18T09:20:00', 'Ligar', 1), contact_date: iso('2026-11-18T09:50:00') },
      null,
    ],
    ["an import's scheduling", { ...returnAt('2026-11-18T09:20:00', IMPORT_NOTE), status: 5 }, null],
    [
      'a hot client without a word since Friday',
      { on_fire: true, first_call_date: null, contact_date: iso('2026-11-13T10:00:00') },
      'fire: Cliente quente, sem contato desde sexta',
    ],
    [
      'a hot client without any word',
      { on_fire: true, first_call_date: null, contact_date: null },
      'fire: Cliente quente, ainda sem contato',
    ],
    ['a hot client with a word today', { on_fire: true }, null],
    [
      'a hot client who is put off to tomorrow',
      { on_fire: true, first_call_date: null, contact_date: null, ...returnAt('2026-11-19T09:00:00') },
      null,
    ],
    [
      'a first call that is due',
      { first_call_date: null, capture_date: iso('2026-11-17T17:00:00') },
      'limit: A 1ª ligação vence em 30 min',
    ],
    [
      'an attendance that ends',
      { create_lead_date: iso('2026-11-13T15:30:00'), capture_date: iso('2026-11-13T15:40:00'), status: 3 },
      'limit: O prazo de atendimento vence em 1 h',
    ],
    ['a return in nine minutes', returnAt('2026-11-18T10:09:00'), 'today-return: Retorno às 10:09'],
    ['a return in eleven minutes', returnAt('2026-11-18T10:11:00'), null],
    [
      'a renewal that ends in nine days',
      {
        channel_id: 27,
        old_end_of_validity: '2026-11-27',
        ...returnAt('2026-12-01T09:00:00'),
        first_call_date: iso('2026-11-03T10:00:00'),
        contact_date: null,
      },
      'renewal: O seguro vence em 9 dias',
    ],
    [
      'a renewal that ends in sixteen days',
      {
        channel_id: 27,
        old_end_of_validity: '2026-12-04',
        ...returnAt('2026-12-01T09:00:00'),
        first_call_date: iso('2026-11-03T10:00:00'),
        contact_date: null,
      },
      null,
    ],
    [
      'a renewal with a word four working days ago',
      {
        channel_id: 27,
        old_end_of_validity: '2026-11-27',
        ...returnAt('2026-12-01T09:00:00'),
        first_call_date: iso('2026-11-12T10:00:00'),
        contact_date: null,
      },
      null,
    ],
    [
      'a suspended lead',
      { suspended_lead: true, on_fire: true, first_call_date: null, contact_date: null },
      null,
    ],
    [
      'a suspended lead that was promised a call',
      { suspended_lead: true, ...returnAt('2026-11-18T09:20:00') },
      'late-return: Você prometeu ligar às 09:20 de hoje · atrasado 40 min',
    ],
  ])('%s', (_, lead, expected) => {
    expect(first(own(lead, [act('2026-11-18T09:40:00')]))).toBe(expected)
  })

  it.each<[lastAct: string, status: number, expected: string | null]>([
    ['2026-11-16T17:00:00', 2, 'no-step: Sem próximo passo há 2 dias úteis'],
    ['2026-11-17T09:00:00', 2, null],
    ['2026-11-13T09:00:00', 5, 'pending-sale: Venda pendente há 3 dias úteis'],
    ['2026-11-16T09:00:00', 5, null],
  ])('a lead whose last act was at %s, of status %i', (lastAct, status, expected) => {
    expect(first(own({ status: status === 5 ? 5 : 2 }, [act(lastAct)]))).toBe(expected)
  })

  it('an act on this device that waits for the network counts', () => {
    const quiet = { on_fire: true, first_call_date: null, contact_date: null }
    expect(first(own(quiet, [act('2026-11-18T09:58:00', 'lead.recordCall')]))).toBeNull()
  })
})

describe('captures', () => {
  const free = (uid: string, changes: Partial<Lead> = {}) =>
    dayLead(aLead({ uid, channel_id: 8, create_lead_date: iso('2026-11-18T09:22:00'), ...changes }), [])

  it('one lead a channel, the shortest limit first, and says whose it is', () => {
    const leads = [
      free('old', { create_lead_date: iso('2026-11-10T09:00:00') }),
      free('near'),
      free('far', { create_lead_date: iso('2026-11-18T09:40:00') }),
      free('other', { channel_id: 9, create_lead_date: iso('2026-11-18T09:50:00') }),
    ]
    expect(queue([], leads).items).toMatchObject([
      { uid: 'near', kind: 'capture', reason: 'Livre para você · vence em 22\u00a0min' },
      { uid: 'other', kind: 'capture', reason: 'Livre para você · vence em 50\u00a0min' },
    ])
    expect(queue([], leads.slice(0, 1)).items).toMatchObject([{ uid: 'old', reason: 'Livre para você' }])
    const mine = own({ state: 1, status: 1, capture_date: null, first_call_date: null, contact_date: null })
    expect(queue([mine]).items).toMatchObject([{ reason: 'Separado para você' }])
  })

  it('a lead that waits for a later day, is suspended or comes tomorrow is not for now', () => {
    expect(
      queue(
        [],
        [
          free('later', returnAt('2026-11-25T09:00:00')),
          free('suspended', { suspended_lead: true }),
          free('tomorrow', { create_lead_date: iso('2026-11-19T09:00:00') }),
        ],
      ).items,
    ).toEqual([])
  })
})

describe('the queue', () => {
  const random = chance(48)
  const { pick, happens } = random
  const moment = () => new Date(NOW + (random.next() - 0.7) * 20 * DAY_MS).toISOString()
  const maybe = <Value>(value: Value) => (happens(0.5) ? null : value)
  const anyLead = (uid: string): DayLead => {
    const state = pick([1, 2, 2] as const)
    return dayLead(
      aLead({
        uid,
        state,
        status: state === 1 ? 1 : pick([2, 3, 4, 5]),
        broker_id: ME,
        channel_id: pick([1, 6, 8, 27]),
        on_fire: happens(0.2),
        suspended_lead: happens(0.1),
        create_lead_date: moment(),
        capture_date: maybe(moment()),
        first_call_date: maybe(moment()),
        contact_date: maybe(moment()),
        old_end_of_validity: maybe(moment().slice(0, 10)),
        lead_scheduling: maybe({
          scheduling_date: moment(),
          description: 'Ligar',
          status: pick([0, 1] as const),
        }),
      }),
      happens(0.5) ? [] : [{ command: pick(['lead.update', 'lead.recordCall']), occurredAt: moment() }],
    )
  }

  it('has each lead once, in the order of the kinds, whatever the order of the leads', () => {
    for (let round = 0; round < 200; round++) {
      const leads = Array.from({ length: 30 }, (_, place) => anyLead(`lead-${place}`))
      const mine = leads.slice(0, 20)
      const free = leads.slice(20)
      const { items, late } = queue(mine, free)
      expect(new Set(items.map(({ uid }) => uid)).size).toBe(items.length)
      const places = items.map(({ kind }) => DAY_KINDS.indexOf(kind))
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      expect(queue(mine.toReversed(), free.toReversed()).items).toEqual(items)
      expect(items.filter(({ kind }) => kind === 'late-return')).toHaveLength(late)
      expect(items.every(({ reason }) => reason !== '')).toBe(true)
    }
  })

  it('follows the clock: what is later today becomes due, then late', () => {
    const lead = own(returnAt('2026-11-18T14:30:00'), [act('2026-11-18T09:40:00')])
    const kindAt = (afterMs: number) => queue([lead], [], NOW + afterMs).items[0]?.kind
    const due = 4.5 * HOUR_MS
    expect([kindAt(0), kindAt(due - 11 * MINUTE_MS)]).toEqual([undefined, undefined])
    expect([kindAt(due - 10 * MINUTE_MS), kindAt(due + 1)]).toEqual(['today-return', 'late-return'])
    expect(queue([lead])).toMatchObject({ late: 0, later: [{ uid: 'lead-1' }] })
  })
})
