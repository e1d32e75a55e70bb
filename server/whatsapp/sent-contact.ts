/**
 * A message that Meta took is a contact by the rule of every message (`giveContact`), and moves the lead as 'Enviou mensagem'
 * does, without its return. docs/rules.md#messages-sent
 */
import { commands } from '../../src/commands/registry.ts'
import { nextStatus } from '../../src/domain/lead/status.ts'
import { executeCommand } from '../commands/execute-command.ts'
import type { AppContext } from '../context/app-context.ts'
import { mayPass } from '../db/may-pass.ts'
import { statusFlowOf } from '../queries/catalogues.ts'
import { readLead } from '../queries/lead-row.ts'
import { sessionUser } from '../queries/session-user.ts'
import { giveContact } from './contact.ts'

/** The status that a message moves a lead to, and no further. */
const WROTE_OR_CALLED = 3

interface Sent {
  readonly uid: string
  readonly lead_uid: string
  readonly user_id: number
  readonly hash: string
  readonly at: string
}

/** Under keys of the message: what ran before a crash does not run again. A rule that refuses one changes nothing. */
async function record(context: AppContext, { uid, lead_uid, user_id, hash, at }: Sent): Promise<void> {
  const { db } = context.store
  const lead = await readLead(db, lead_uid)
  const user = await sessionUser(db, user_id)
  if (lead === null || user === null) return
  const phone = lead.client_cellphone || lead.client_phone
  await giveContact(context, { hash, leadUid: lead_uid, ownerId: user_id, at, phone })
  if (nextStatus(lead.status, await statusFlowOf(db, lead.channel_id)) !== WROTE_OR_CALLED) return
  await executeCommand(context, {
    key: `msg:${uid}:advance`,
    command: 'lead.advance',
    schemaVersion: commands['lead.advance'].version,
    args: { lead_uid },
    base: {},
    occurredAt: at,
    dependsOn: null,
    user,
    deviceId: null,
  })
}

/** Records what was sent and is not recorded yet. What can't be recorded is told to `warn`, and holds up no other. */
export async function recordSent(
  context: AppContext,
  stop: AbortSignal,
  warn: (error: unknown) => void,
): Promise<void> {
  const { db } = context.store
  const sent = await db
    .selectFrom('message_sendings')
    .select(['uid', 'lead_uid', 'user_id', 'message_hash', 'ended_at'])
    .where('state', '=', 'sent')
    .where('recorded_at', 'is', null)
    .orderBy('uid')
    .limit(100)
    .execute()
  for (const { ended_at, message_hash: hash, ...one } of sent) {
    if (stop.aborted) return
    try {
      if (hash !== null && ended_at !== null)
        await record(context, { ...one, hash, at: new Date(ended_at).toISOString() })
    } catch (error) {
      if (mayPass(error)) throw error
      warn(error)
    }
    await db
      .updateTable('message_sendings')
      .set({ recorded_at: new Date(context.now()).toISOString() })
      .where('uid', '=', one.uid)
      .execute()
  }
}
