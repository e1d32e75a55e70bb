/**
 * A message that did not go, or of which nobody knows: the history says so, and the lead's broker, its substitute and the sender
 * get it as a suggestion, on every device. docs/rules.md#messages-sent
 */
import { NOT_KNOWN, sendFailureOf } from '../../src/domain/whatsapp/send-failures.ts'
import { touchLead } from '../commands/lead/write-lead.ts'
import { writeTimeline } from '../commands/lead/write-timeline.ts'
import type { Tx } from '../db/database.ts'
import { readLead } from '../queries/lead-row.ts'
import { noteOptOutOf } from './opt-out.ts'
import { suggestMessage } from './suggestions.ts'

interface NotSent {
  /** Meta took the message, and says later that it did not deliver it. */
  readonly afterSent?: boolean
  readonly uid: string
  readonly state: 'failed' | 'unknown'
  /** In small words. */
  readonly problem: string
  readonly nowMs: number
}

/** Ends the sending. A second call for it does nothing. Locks the lead first, as the record of what was sent does. */
export async function noteNotSent(
  tx: Tx,
  { afterSent = false, uid, state, problem, nowMs }: NotSent,
): Promise<void> {
  const now = new Date(nowMs).toISOString()
  const sending = tx.selectFrom('message_sendings').select('lead_uid').where('uid', '=', uid)
  const { lead_uid } = (await sending.executeTakeFirst()) ?? {}
  const lead = lead_uid === undefined ? null : await readLead(tx, lead_uid, { lock: true })
  if (lead === null) return
  const ended = await tx
    .updateTable('message_sendings')
    .set({ state, problem, phone: '', message: null, ended_at: now })
    .where('uid', '=', uid)
    .where('state', 'in', afterSent ? ['sent'] : ['waiting', 'sending'])
    .returning(['template_id', 'user_id'])
    .executeTakeFirst()
  if (ended === undefined) return
  const rows = { lead, client: null }
  await writeTimeline({
    tx,
    before: rows,
    after: rows,
    further: { message: { before: null, after: problem } },
    command: 'lead.messageFailed',
    userId: null,
    deviceId: null,
    occurredAt: now,
    receivedAt: now,
  })
  await touchLead(tx, lead.uid)
  await suggestMessage(tx, {
    leadUid: lead.uid,
    templateId: ended.template_id,
    reason: `Não enviada: ${problem}`,
    key: `failed:${uid}`,
    senderId: ended.user_id,
    nowMs,
  })
}

/**
 * Of a database that came from a backup: what waited there may have gone since. Returns how many messages that are.
 * docs/rules.md#messages-sent
 */
export async function endRestored(tx: Tx, nowMs: number): Promise<number> {
  const waiting = await tx
    .selectFrom('message_sendings')
    .select('uid')
    .where('state', 'in', ['waiting', 'sending'])
    .orderBy('uid')
    .execute()
  for (const { uid } of waiting) await noteNotSent(tx, { uid, state: 'unknown', problem: NOT_KNOWN, nowMs })
  return waiting.length
}

interface LaterFailure {
  /** Of Meta's id of the message (`hashOf`). */
  readonly hash: string
  readonly code: number
  readonly nowMs: number
}

/** Of an event of Meta about a message that it took, and did not deliver. Unknown messages are another system's. */
export async function noteNotDelivered(tx: Tx, { hash, code, nowMs }: LaterFailure): Promise<void> {
  const sending = await tx
    .selectFrom('message_sendings as s')
    .innerJoin('leads as l', 'l.uid', 's.lead_uid')
    .select(['s.uid', 'l.client_uid'])
    .where('s.message_hash', '=', hash)
    .executeTakeFirst()
  if (sending === undefined) return
  const failure = sendFailureOf(code)
  // Its number is forgotten by now, and may be another one on the client.
  if (failure.optOut === true) await noteOptOutOf(tx, [sending.client_uid], { atMs: nowMs, nowMs })
  await noteNotSent(tx, {
    afterSent: true,
    uid: sending.uid,
    state: 'failed',
    problem: failure.words,
    nowMs,
  })
}
