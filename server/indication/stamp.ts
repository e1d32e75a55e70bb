/** A stamp records when a form was opened. Only the server makes it, so no caller can pretend that it took its time. */
import { createHmac } from 'node:crypto'
import { SHORTEST_FILLING_MS } from '../../src/domain/indication/shortest-filling.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { isSameSecret } from '../base/same-secret.ts'

/** A form may wait for a network as long as a command of a device. */
const LONGEST_MS = 30 * DAY_MS

const signed = (secret: string, at: string) =>
  createHmac('sha256', secret).update(at).digest('base64url').slice(0, 22)

export function stampOf(secret: string, nowMs: number): string {
  const at = nowMs.toString(36)
  return `${at}.${signed(secret, at)}`
}

/** 'fast': the form was opened a moment ago. 'void': not a stamp of this link, or too old. */
export function judgeStamp(secret: string, stamp: string, nowMs: number): 'good' | 'fast' | 'void' {
  const [at = '', signature = ''] = stamp.split('.')
  if (!isSameSecret(signature, signed(secret, at))) return 'void'
  const age = nowMs - Number.parseInt(at, 36)
  if (!(age >= 0 && age <= LONGEST_MS)) return 'void'
  return age < SHORTEST_FILLING_MS ? 'fast' : 'good'
}
