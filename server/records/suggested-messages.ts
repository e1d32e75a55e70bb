/** Suggested messages as their records are written: docs/rules.md#suggested-messages */
import type { SuggestedMessage } from '../../src/domain/lead/fields.ts'
import type { SuggestionDecision } from '../../src/domain/whatsapp/templates.ts'
import type { Tx } from '../db/database.ts'

/** The first undecided suggestion of the lead, what did not go before what is suggested; null: there is none. */
export async function openSuggestion(tx: Tx, leadUid: string): Promise<SuggestedMessage | null> {
  const row = await tx
    .selectFrom('suggested_messages')
    .select(['uid', 'template_id', 'reason', 'sender_id', 'made_at'])
    .where('lead_uid', '=', leadUid)
    .where('decided_at', 'is', null)
    .orderBy((order) => order('sender_id', 'is', null))
    .orderBy('made_at')
    .orderBy('uid')
    .executeTakeFirst()
  return row === undefined ? null : { ...row, made_at: new Date(row.made_at).toISOString() }
}

interface Decided {
  readonly uid: string
  readonly leadUid: string
  readonly decision: SuggestionDecision
  readonly userId: number
  /** ISO 8601. */
  readonly at: string
}

/** Writes the decision, unless there was one. Returns the lead's next suggestion; null: there is none. */
export async function decideSuggestion(
  tx: Tx,
  { uid, leadUid, decision, userId, at }: Decided,
): Promise<SuggestedMessage | null> {
  await tx
    .updateTable('suggested_messages')
    .set({ decided_at: at, decided_by: userId, decision })
    .where('uid', '=', uid)
    .where('lead_uid', '=', leadUid)
    .where('decided_at', 'is', null)
    .execute()
  return openSuggestion(tx, leadUid)
}
