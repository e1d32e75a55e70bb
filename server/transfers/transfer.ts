/** A transfer of leads that management chose, once for its uid. docs/rules.md#transfers */
import { sql } from 'kysely'
import { z } from 'zod'
import { type TransferAnswer, transferRoute } from '../../src/contract/transfers.ts'
import { type Destination, UNDO_MS } from '../../src/domain/lead/transfer.ts'
import { notFound, Refusal } from '../context/refusal.ts'
import { digest } from '../context/request-key.ts'
import type { Tx } from '../db/database.ts'
import { audit } from '../records/audit.ts'
import { lockChosen, planTransfer, toldOf } from './plan-transfer.ts'
import { beginTransfer, moveLeads } from './write-transfer.ts'

const storedSchema = z.object({
  /** What was asked for. */
  asked: z.string(),
  answer: transferRoute.answer.extend({
    left_leads: z.array(z.object({ id: z.number(), reason: z.string() })),
  }),
})

const OTHER_BODY =
  'O que você enviou antes já foi feito, com outro destino ou outros leads. Feche esta janela e confira as transferências recentes.'

export const undoUntil = (madeMs: number) => new Date(madeMs + UNDO_MS).toISOString()

interface Asked {
  readonly uid: string
  readonly leads: readonly string[]
  readonly to: Destination
  readonly userId: number
  readonly nowMs: number
}

/** Returns what was done; for a uid that was used before what was done then. Throws Refusal. */
export async function transferLeads(
  tx: Tx,
  { uid, leads, to, userId, nowMs }: Asked,
): Promise<TransferAnswer> {
  const head = { uid, madeBy: userId, nowMs, leaverId: null }
  const asked = digest(JSON.stringify([[...new Set(leads)].toSorted(), to]))
  if (!(await beginTransfer(tx, head))) return storedAnswer(tx, { uid, userId, asked })
  const chosen = await lockChosen(tx, sql`l.uid = any(${[...new Set(leads)]}::uuid[])`)
  const { moves, left } = await planTransfer(tx, chosen, { to })
  await moveLeads(tx, head, moves)
  const answer = { uid, moved: moves.length, undo_until: undoUntil(nowMs), ...toldOf(left) }
  const left_leads = answer.left_leads.map(({ id, reason }) => ({ id, reason }))
  const stored = { asked, answer: { ...answer, left_leads } }
  await storeTransfer(tx, uid, { moved: moves.length, answer: stored, leaver: null })
  if (moves.length > 0)
    await audit(tx, {
      user: { id: userId },
      action: 'update',
      entity: 'lead_transfers',
      id: uid,
      before: null,
      after: {
        moved: moves.length,
        ...(to.kind === 'broker' ? { broker_id: to.broker_id } : { destination: to.kind }),
      },
    })
  return answer
}

export async function storeTransfer(
  tx: Tx,
  uid: string,
  { moved, answer, leaver }: { moved: number; answer: unknown; leaver: unknown },
): Promise<void> {
  await tx
    .updateTable('lead_transfers')
    .set({ moved, answer: JSON.stringify(answer), leaver: JSON.stringify(leaver) })
    .where('uid', '=', uid)
    .execute()
}

/**
 * The stored answer keeps only numbers of leads, so the returned names are the present ones. Throws Refusal `not_found` for
 * another user's transfer, `conflict` for other leads or another destination.
 */
async function storedAnswer(
  tx: Tx,
  { uid, userId, asked }: { readonly uid: string; readonly userId: number; readonly asked: string },
): Promise<TransferAnswer> {
  const stored = await tx
    .selectFrom('lead_transfers')
    .select('answer')
    .where('uid', '=', uid)
    .where('made_by', '=', userId)
    .where('leaver_id', 'is', null)
    .executeTakeFirst()
  if (stored === undefined) throw notFound()
  const { answer, asked: first } = storedSchema.parse(stored.answer)
  if (first !== asked) throw new Refusal('conflict', OTHER_BODY)
  const ids = answer.left_leads.map(({ id }) => id)
  const { rows } = await sql<{ id: number; client_name: string }>`
    select l.id, c.name as client_name
    from leads l
    join clients c on c.uid = l.client_uid
    where l.id = any(${ids}::int[])`.execute(tx)
  const names = new Map(rows.map(({ id, client_name }) => [id, client_name]))
  return {
    ...answer,
    left_leads: answer.left_leads.map((lead) => ({ ...lead, client_name: names.get(lead.id) ?? '' })),
  }
}
