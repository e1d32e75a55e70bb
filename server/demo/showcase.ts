/**
 * Leads of each demo: each README account has a due, a late, a fresh and a finished one. Times are in working time,
 * so that a Sunday night has the same leads as a Friday afternoon.
 */

import { businessCalendar } from '../../src/domain/sla/business-calendar.ts'
import { subtractWorkingMs } from '../../src/domain/sla/working-time.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { SETTINGS } from '../db/reference-data.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'
import type { PlannedLead } from './planned-lead.ts'

/** Pairs of referrer and broker. Administrator and manager see all leads. */
const PAIRS = [
  [DEMO_ACCOUNTS.concessionaria, DEMO_ACCOUNTS.corretor],
  [DEMO_ACCOUNTS.indicador, DEMO_ACCOUNTS.corretora],
  [DEMO_ACCOUNTS.especial, DEMO_ACCOUNTS.corretor],
  [DEMO_ACCOUNTS.parceiro, DEMO_ACCOUNTS.corretora],
] as const

export function showcase(nowMs: number): PlannedLead[] {
  const calendar = businessCalendar(SETTINGS.business_hours)
  const worked = (hours: number) => subtractWorkingMs(nowMs, hours * HOUR_MS, calendar)
  return PAIRS.flatMap(([inviterId, brokerId], place): PlannedLead[] => [
    {
      kind: 'fresh',
      createdMs: nowMs - (5 + 4 * place) * MINUTE_MS,
      shown: { inviterId, brokerId: null, schedule: null },
    },
    {
      kind: 'attended',
      createdMs: worked(30 + place),
      shown: { inviterId, brokerId, schedule: 'late' },
    },
    {
      kind: 'attended',
      createdMs: worked(20 + place),
      shown: { inviterId, brokerId, schedule: 'due' },
    },
    {
      kind: place % 2 === 0 ? 'sold' : 'lost',
      createdMs: worked(40 + 5 * place),
      shown: { inviterId, brokerId, schedule: null },
    },
  ])
}
