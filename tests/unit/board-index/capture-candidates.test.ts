/** The leads to capture that the index names, against the rules on whole rows. docs/rules.md#my-day */
import { expect, test } from 'vitest'
import { BoardIndex } from '../../../src/board-index/board-index.ts'
import { dayLead } from '../../../src/domain/day/day-lead.ts'
import { queueOf } from '../../../src/domain/day/queue.ts'
import { captureProblem } from '../../../src/domain/lead/capture.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { chance } from '../../sync/support/random.ts'
import { aLead, aUser, NOW, settings } from '../domain/fixtures.ts'

const ROUNDS = 150

test.each<[role: RoleId]>([
  [3],
  [2],
])('role %i: of each channel the one that the rules let the user capture first', (role) => {
  const { pick, happens, next } = chance(48 + role)
  const user = aUser(role)
  const moment = () => new Date(NOW + (next() - 0.8) * 12 * DAY_MS).toISOString()
  for (let round = 0; round < ROUNDS; round++) {
    const leads = Array.from(
      { length: 40 },
      (_, place): Lead =>
        aLead({
          uid: `lead-${place}`,
          id: place + 1,
          state: pick([1, 1, 1, 2]),
          broker_id: happens(0.2) ? 99 : null,
          channel_id: pick([1, 3, 8, 27]),
          suspended_lead: happens(0.1),
          create_lead_date: moment(),
          lead_scheduling: happens(0.3)
            ? { scheduling_date: moment(), description: 'Ligar', status: pick([0, 1]) }
            : null,
        }),
    )
    const index = new BoardIndex(user.id)
    index.put(leads)
    const oldest = index.oldestPending()
    const allowed = leads.filter(
      (lead) =>
        lead.broker_id === null &&
        captureProblem(lead, { user, nowMs: NOW, oldestPendingUid: oldest[lead.channel_id] ?? null }) ===
          null,
    )
    const capturesOf = (free: readonly Lead[]) =>
      queueOf({ own: [], free: free.map((lead) => dayLead(lead, [])), nowMs: NOW, settings }).items
    const named = new Set(index.captureCandidates(NOW, settings, role === 2))
    expect(capturesOf(leads.filter(({ uid }) => named.has(uid)))).toEqual(capturesOf(allowed))
    expect([...named].every((uid) => leads.find((lead) => lead.uid === uid)?.broker_id === null)).toBe(true)
  }
})
