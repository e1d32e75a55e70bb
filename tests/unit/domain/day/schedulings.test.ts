/** The bell, 'Meu dia' and Agendamentos never differ: docs/rules.md#my-day */
import { describe, expect, it } from 'vitest'
import { BoardIndex } from '../../../../src/board-index/board-index.ts'
import { dayLead } from '../../../../src/domain/day/day-lead.ts'
import { queueOf } from '../../../../src/domain/day/queue.ts'
import { schedulingsOf } from '../../../../src/domain/day/schedulings.ts'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { CAPTURE_NOTE } from '../../../../src/domain/lead/scheduling.ts'
import { ALL_ON } from '../../../../src/domain/notices/kinds.ts'
import { badgeNumber } from '../../../../src/domain/notices/list.ts'
import { ownOpenLead } from '../../../../src/domain/notices/own-open-lead.ts'
import { IMPORT_NOTE } from '../../../../src/domain/renewals/renewal-lead.ts'
import { DAY_MS } from '../../../../src/domain/time/durations.ts'
import { chance } from '../../../sync/support/random.ts'
import { aLead, at, NOW, settings } from '../fixtures.ts'

const ME = 10
const ROUNDS = 300

const { pick, happens, next } = chance(4848)
const moment = () => new Date(NOW + (next() - 0.6) * 80 * DAY_MS).toISOString()
const anyLead = (place: number): Lead =>
  aLead({
    uid: `lead-${place}`,
    id: happens(0.9) ? place + 1 : null,
    state: pick([1, 2, 2, 3]),
    status: pick([1, 2, 3, 4, 5, 6]),
    broker_id: pick([ME, ME, 11, null]),
    channel_id: pick([1, 8, 27]),
    suspended_lead: happens(0.2),
    on_fire: happens(0.2),
    create_lead_date: moment(),
    lead_scheduling: happens(0.2)
      ? null
      : {
          scheduling_date: happens(0.2) ? new Date(NOW + (next() - 0.5) * DAY_MS).toISOString() : moment(),
          description: pick(['Ligar', '', IMPORT_NOTE, CAPTURE_NOTE]),
          status: pick([0, 0, 1] as const),
        },
  })

describe('the counts of schedulings', () => {
  it('are the same in the bell, in the day and on the board, after any change', () => {
    const index = new BoardIndex(ME)
    const leads = new Map<string, Lead>()
    for (let round = 0; round < ROUNDS; round++) {
      const changed = Array.from({ length: 8 }, () => anyLead(Math.floor(next() * 40)))
      index.put(changed)
      for (const lead of changed) leads.set(lead.uid, lead)
      const gone = `lead-${Math.floor(next() * 40)}`
      index.remove([gone])
      leads.delete(gone)

      const open = [...leads.values()].filter(({ broker_id, state }) => broker_id === ME && state !== 3)
      const day = queueOf({ own: open.map((lead) => dayLead(lead, [])), free: [], nowMs: NOW, settings })
      const board = schedulingsOf(index.appointmentsOf(ME), NOW)
      const badge = badgeNumber({
        user: { id: ME, role: 3 },
        switches: ALL_ON,
        leads: [...leads.values()].flatMap((lead) => ownOpenLead(lead, [], ME) ?? []),
        queue: [],
        nowMs: NOW,
      })
      const lateItems = day.items.filter(({ kind }) => kind === 'late-return').length
      expect({ bell: badge, day: day.late, items: lateItems }).toEqual({
        bell: board.late,
        day: board.late,
        items: board.late,
      })
      expect(day.later).toEqual(board.today)
    }
  })

  it('end with the day in São Paulo', () => {
    const appointments = [
      { uid: 'tomorrow', atMs: at('2026-11-19T00:00:00') },
      { uid: 'tonight', atMs: at('2026-11-18T23:59:00') },
      { uid: 'now', atMs: NOW },
      { uid: 'late', atMs: NOW - 1 },
    ]
    const { open, late, today } = schedulingsOf(appointments, NOW)
    expect({ late, today: today.map(({ uid }) => uid) }).toEqual({ late: 1, today: ['now', 'tonight'] })
    expect(open.map(({ uid }) => uid)).toEqual(['late', 'now', 'tonight', 'tomorrow'])
  })
})
