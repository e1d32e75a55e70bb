/** Leaves of brokers, by days from today. docs/rules.md#absences */
import { expect } from 'vitest'
import { newAbsenceRoute } from '../../../src/contract/absences.ts'
import { addDays, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { Device } from './server.ts'

/** YYYY-MM-DD */
export const inDays = (days: number) => addDays(saoPauloDay(Date.now()), days)

export interface Leave {
  readonly user_id: number
  readonly substitute_id: number | null
  /** Days from today, both included. */
  readonly from: number
  readonly to: number
}

export const leaveBody = ({ user_id, substitute_id, from, to }: Leave) => ({
  user_id,
  substitute_id,
  from_day: inDays(from),
  to_day: inDays(to),
})

export const writeLeave = (device: Device, leave: Leave) => device.call('POST', '/absences', leaveBody(leave))

export async function makeLeave(device: Device, leave: Leave): Promise<{ readonly id: number }> {
  const { status, body } = await writeLeave(device, leave)
  expect(status, JSON.stringify(body)).toBe(200)
  return newAbsenceRoute.answer.parse(body)
}
