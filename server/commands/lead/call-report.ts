/** Call reports of the phone system: docs/rules.md#calls. */
import type { Transaction } from 'kysely'
import type { CallStatus } from '../../../src/domain/lead/calls.ts'
import type { Database } from '../../db/database.ts'
import { type Call, type CallResult, callByUid, placedCall, writeResult } from '../../queries/calls.ts'
import { readLead } from '../../queries/lead-row.ts'
import { touchLead } from './write-lead.ts'
import { writeTimeline } from './write-timeline.ts'

export interface CallReport {
  readonly uid: string
  readonly status: CallStatus
  readonly duration: number
}

/**
 * Writes the report to the placed call and, once there is one, to the recorded call. Returns false for an unknown call.
 * A repeated report writes nothing.
 */
export async function takeReport(
  tx: Transaction<Database>,
  { uid, status, duration }: CallReport,
  nowMs: number,
): Promise<boolean> {
  // Locks the lead first, as every command does, to avoid a deadlock.
  const recorded = await callByUid(tx, uid)
  if (recorded !== undefined) await readLead(tx, recorded.lead_uid, { lock: true })
  const placed = await placedCall(tx, uid)
  if (placed !== undefined)
    await tx.updateTable('placed_calls').set({ status, duration }).where('uid', '=', uid).execute()
  const call = await callByUid(tx, uid)
  if (call === undefined) return placed !== undefined
  const isKnown = call.result_by === 'phone_system' && call.status === status && call.duration === duration
  if (!isKnown) await recordReport(tx, call, { status, duration, result_by: 'phone_system' }, nowMs)
  return true
}

async function recordReport(
  tx: Transaction<Database>,
  call: Call,
  result: CallResult,
  nowMs: number,
): Promise<void> {
  const lead = await readLead(tx, call.lead_uid, { lock: true })
  const further = await writeResult(tx, call, result)
  await touchLead(tx, call.lead_uid)
  const rows = { lead, client: null }
  const now = new Date(nowMs).toISOString()
  await writeTimeline({
    tx,
    before: rows,
    after: rows,
    further,
    command: 'lead.callResult',
    userId: null,
    deviceId: null,
    occurredAt: now,
    receivedAt: now,
  })
}
