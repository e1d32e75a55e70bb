/** Cases of steps by user and lead. The unit and API tests share them. */
import type { CommandName } from '../../../../src/commands/registry.ts'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import type { StepProblemCode } from '../../../../src/domain/lead/lifecycle-problems.ts'

export type Actor = 'administrator' | 'manager' | 'broker' | 'colleague'

export type StepName = Extract<
  CommandName,
  | 'lead.negotiate'
  | 'lead.pendingSell'
  | 'lead.advance'
  | 'lead.markQuoted'
  | 'lead.recordCall'
  | 'lead.noteContact'
  | 'lead.recover'
  | 'lead.cancel'
  | 'lead.setDeadlines'
  | 'lead.setSuspended'
>

export interface StepCase {
  readonly step: StepName
  readonly by: Actor
  readonly name: string
  /** Changes to a lead in negotiation that the broker attends. */
  readonly lead: Partial<Lead>
  readonly code: StepProblemCode | null
}

const origin: Partial<Lead> = { state: 1, status: 1, broker_id: null, capture_date: null }
const finished: Partial<Lead> = { state: 3, status: 6, sold: 1 }
const cancelled: Partial<Lead> = { ...finished, sold: 0, cancelled: true }

const ATTENDANCE = [
  'lead.negotiate',
  'lead.pendingSell',
  'lead.advance',
  'lead.markQuoted',
  'lead.recordCall',
  'lead.noteContact',
] as const

export const STEP_CASES: readonly StepCase[] = [
  ...ATTENDANCE.flatMap((step): StepCase[] => [
    { step, by: 'broker', name: 'its own', lead: {}, code: null },
    { step, by: 'administrator', name: 'anybody’s', lead: {}, code: null },
    { step, by: 'manager', name: 'anybody’s', lead: {}, code: null },
    { step, by: 'manager', name: 'not captured', lead: origin, code: 'origin' },
    { step, by: 'broker', name: 'finished', lead: finished, code: 'finished' },
    { step, by: 'manager', name: 'cancelled', lead: cancelled, code: 'cancelled' },
  ]),
  { step: 'lead.negotiate', by: 'broker', name: 'from a quote', lead: { status: 4 }, code: null },
  {
    step: 'lead.negotiate',
    by: 'broker',
    name: 'sold with something pending',
    lead: { status: 5, pending_sell: true },
    code: 'too_late_to_negotiate',
  },
  {
    step: 'lead.pendingSell',
    by: 'broker',
    name: 'twice',
    lead: { status: 5, pending_sell: true },
    code: 'already_sold',
  },
  {
    step: 'lead.advance',
    by: 'broker',
    name: 'to a pending sale',
    lead: { status: 4 },
    code: 'needs_observation',
  },
  {
    step: 'lead.advance',
    by: 'broker',
    name: 'to the end',
    lead: { status: 5, pending_sell: true },
    code: 'needs_finish',
  },
  { step: 'lead.recover', by: 'administrator', name: 'finished', lead: finished, code: null },
  { step: 'lead.recover', by: 'manager', name: 'cancelled', lead: cancelled, code: null },
  { step: 'lead.recover', by: 'manager', name: 'not finished', lead: {}, code: 'not_finished' },
  { step: 'lead.recover', by: 'broker', name: 'its own', lead: finished, code: 'role' },
  { step: 'lead.cancel', by: 'broker', name: 'its own', lead: {}, code: null },
  { step: 'lead.cancel', by: 'manager', name: 'not captured', lead: origin, code: null },
  { step: 'lead.cancel', by: 'broker', name: 'not captured', lead: origin, code: 'not_yours' },
  { step: 'lead.cancel', by: 'manager', name: 'finished', lead: finished, code: 'finished' },
  { step: 'lead.setDeadlines', by: 'administrator', name: 'in attendance', lead: {}, code: null },
  { step: 'lead.setDeadlines', by: 'administrator', name: 'finished', lead: finished, code: null },
  { step: 'lead.setDeadlines', by: 'manager', name: 'in attendance', lead: {}, code: 'role' },
  { step: 'lead.setDeadlines', by: 'broker', name: 'its own', lead: {}, code: 'role' },
  { step: 'lead.setSuspended', by: 'manager', name: 'in Origem', lead: origin, code: null },
  { step: 'lead.setSuspended', by: 'administrator', name: 'in attendance', lead: {}, code: 'not_in_origin' },
  { step: 'lead.setSuspended', by: 'broker', name: 'in Origem', lead: origin, code: 'role' },
]
