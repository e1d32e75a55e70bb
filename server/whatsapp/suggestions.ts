/**
 * Messages that are suggested to a lead's broker, who sends each or does not. The first undecided one is a field of the lead:
 * it reaches its broker's devices with the row, and a transfer takes it along. docs/rules.md#suggested-messages
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { openSuggestion } from '../records/suggested-messages.ts'

export interface Suggestion {
  readonly leadUid: string
  /** null: a message that was not sent, and had no template. */
  readonly templateId: number | null
  /** In words, shown to the broker: 'Automação: Renovação em 30 dias'. */
  readonly reason: string
  /** What it is suggested for. A second suggestion of a lead under the same key does nothing. */
  readonly key: string
  /** Who sent what did not go: it is told whatever the client wants, and after the lead's end. */
  readonly senderId?: number
  readonly nowMs: number
}

/** Why nothing was suggested. `exists`: it was suggested before. */
export type NotSuggested = 'opt-out' | 'erased' | 'no-lead' | 'ended' | 'no-broker' | 'no-template' | 'exists'

const ENDED = 3

/** Suggests a message to the lead's broker. Returns null, or why not. Locks the lead. */
export async function suggestMessage(
  tx: Tx,
  { leadUid, templateId, reason, key, senderId, nowMs }: Suggestion,
): Promise<NotSuggested | null> {
  const { rows } = await sql<{
    state: number
    broker_id: number | null
    no_messages_since: string | null
    is_erased: boolean
  }>`
    select l.state, l.broker_id, c.no_messages_since,
      exists (select 1 from client_erasures e where e.client_uid = c.uid) as is_erased
    from leads l
    join clients c on c.uid = l.client_uid
    where l.uid = ${leadUid}
    for update of l`.execute(tx)
  const [lead] = rows
  if (lead === undefined) return 'no-lead'
  if (lead.is_erased) return 'erased'
  if (senderId === undefined && lead.no_messages_since !== null) return 'opt-out'
  if (senderId === undefined && lead.state === ENDED) return 'ended'
  if (lead.broker_id === null) return 'no-broker'
  if (senderId === undefined && templateId !== null && !(await isOffered(tx, templateId)))
    return 'no-template'
  const made = await tx
    .insertInto('suggested_messages')
    .values({
      uid: randomUUID(),
      lead_uid: leadUid,
      reason_key: key,
      template_id: templateId,
      broker_id: lead.broker_id,
      sender_id: senderId ?? null,
      reason,
      made_at: new Date(nowMs).toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['lead_uid', 'reason_key']).doNothing())
    .returning('uid')
    .executeTakeFirst()
  if (made === undefined) return 'exists'
  await showFirst(tx, leadUid)
  return null
}

/** Whether the template is active. Locks it. */
async function isOffered(tx: Tx, templateId: number): Promise<boolean> {
  const template = tx.selectFrom('message_templates').select('id').where('id', '=', templateId)
  return (await template.where('active', '=', true).forKeyShare().executeTakeFirst()) !== undefined
}

/** The lead's row gets its first undecided suggestion, and with it a new version where that is another one. */
async function showFirst(tx: Tx, leadUid: string): Promise<void> {
  const first = await openSuggestion(tx, leadUid)
  const shown = first === null ? null : JSON.stringify(first)
  await sql`
    update leads set suggested_message = ${shown}::jsonb
    where uid = ${leadUid} and suggested_message is distinct from ${shown}::jsonb`.execute(tx)
}
