/** The answer to a device that sends what another handed to it: docs/rules.md#hand-over */
import { sql } from 'kysely'
import type { PushResult } from '../../src/contract/sync.ts'
import { HAND_OVER_ENTRY } from '../../src/domain/hand-over/rules.ts'
import type { Tx } from '../db/database.ts'
import type { Rules } from '../feed/rounds.ts'
import { rowsOfLead } from './apply-decision.ts'
import type { CommandRequest, Receiver } from './command-request.ts'
import { clampOccurredAt } from './handle-command.ts'
import { touchLead } from './lead/write-lead.ts'
import { rejection } from './rejection.ts'

interface Receiving {
  readonly request: CommandRequest
  readonly receiver: Receiver
  /** The answer to the author. */
  readonly result: PushResult
  readonly leadUid: string
  readonly rules: Rules
  readonly nowMs: number
}

const CHANGED = 'o cadastro deste cliente mudou no servidor'

/** Returns the answer with what the receiver may see alone, and notes who was handed the lead. */
export async function toReceiver(tx: Tx, receiving: Receiving): Promise<PushResult> {
  const { request, receiver, result, leadUid, rules, nowMs } = receiving
  const { key, user: author } = request
  if (result.outcome === 'blocked') return result
  if (result.outcome !== 'applied' && !(await isMadeSince(tx, leadUid, author.id))) {
    const why = result.outcome === 'conflict' ? CHANGED : result.message
    const code = result.outcome === 'conflict' || result.code === 'key_taken' ? 'rule' : result.code
    // Its values are for who signed: the refusal of the author's own device has them.
    const refused = rejection(key, code, `O lead entregue por ${author.name} não foi aceito: ${why}`)
    return (await isAuthorRefused(tx, key, author.id)) ? { ...refused, author_refused: true } : refused
  }
  if (await noteReceiver(tx, key, receiver.user.id)) await enterReceipt(tx, receiving)
  const rows = await rowsOfLead(tx, leadUid, receiver.user, { settings: rules.settings, nowMs })
  const sentBy = await senderOf(tx, key)
  return {
    key,
    outcome: 'applied',
    ...rows,
    ...(sentBy?.id === receiver.user.id ? {} : { sent_by: sentBy?.name ?? author.name }),
  }
}

/** Whether the author made the lead by another command, after the refusal of the one that was handed over. */
async function isMadeSince(tx: Tx, leadUid: string, authorId: number): Promise<boolean> {
  const made = tx.selectFrom('leads').select('uid').where('uid', '=', leadUid)
  return (await made.where('created_by', '=', authorId).executeTakeFirst()) !== undefined
}

/** Whether the creation itself was refused for good, and waits for no decision between two values. */
async function isAuthorRefused(tx: Tx, key: string, authorId: number): Promise<boolean> {
  const refused = tx.selectFrom('command_log').select('key').where('key', '=', key)
  const found = await refused
    .where('user_id', '=', authorId)
    .where('outcome', '=', 'rejected')
    .executeTakeFirst()
  return found !== undefined
}

/** Notes that the user was handed it. Returns false where that was noted before. */
async function noteReceiver(tx: Tx, key: string, userId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update command_log set received_by = received_by || ${userId}::int
    where key = ${key} and not ${userId}::int = any(received_by)`.execute(tx)
  return numAffectedRows > 0n
}

async function enterReceipt(tx: Tx, { receiver, leadUid, nowMs }: Receiving): Promise<void> {
  const lead = await tx.selectFrom('leads').select('uid').where('uid', '=', leadUid).executeTakeFirst()
  if (lead === undefined) return
  await tx
    .insertInto('timeline')
    .values({
      lead_uid: leadUid,
      user_id: receiver.user.id,
      device_id: receiver.deviceId,
      command: HAND_OVER_ENTRY,
      changes: JSON.stringify({}),
      occurred_at: clampOccurredAt(receiver.handedAt, nowMs),
      received_at: new Date(nowMs).toISOString(),
    })
    .execute()
  // Devices get the history with the lead.
  await touchLead(tx, leadUid)
}

/** Returns the user whose device sent it first, where that was not its author. */
export async function senderOf(
  tx: Tx,
  key: string,
): Promise<{ readonly id: number; readonly name: string } | null> {
  const found = await tx
    .selectFrom('command_log')
    .innerJoin('users', 'users.id', 'command_log.sent_by')
    .select(['users.id', 'users.name'])
    .where('command_log.key', '=', key)
    .executeTakeFirst()
  return found ?? null
}
