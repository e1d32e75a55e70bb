/**
 * The first contact by a message: by the commands that a person's tap runs, so that journal, devices, clocks and webhooks see it
 * alike. A message that was sent before the one that gave the contact, and came after it, takes its place.
 * docs/rules.md#whatsapp-contact
 */
import { commands } from '../../src/commands/registry.ts'
import { isFirstCall, withoutCall } from '../../src/domain/lead/calls.ts'
import { sameValue } from '../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { saoPauloDay, wholeMinute } from '../../src/domain/time/sao-paulo.ts'
import { isContactBy } from '../../src/domain/whatsapp/joining.ts'
import { executeCommand } from '../commands/execute-command.ts'
import { touchLead, writeLead } from '../commands/lead/write-lead.ts'
import { writeTimeline } from '../commands/lead/write-timeline.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { substituteOn } from '../queries/acting.ts'
import { type Reader, readLead } from '../queries/lead-row.ts'
import { sessionUser } from '../queries/session-user.ts'
import { readSettings } from '../queries/settings.ts'

const WHATSAPP = 4

/** A message that may be the lead's contact. */
export interface SentMessage {
  readonly hash: string
  readonly leadUid: string
  /** Who sent it: the number's owner, or the user of Farol; null: somebody at the house's number. */
  readonly ownerId: number | null
  readonly at: string
  /** The client's, as it is stored. */
  readonly phone: string
}

/**
 * Returns who the message counts for. The house's number is used by whoever acts for the lead's broker: the substitute of a leave
 * that runs and was there when the message was sent, else the broker.
 */
async function senderOf(db: Reader, lead: Lead, { ownerId, at }: SentMessage): Promise<SessionUser | null> {
  const known = ownerId ?? (await substituteOn(db, lead, saoPauloDay(Date.parse(at)))) ?? lead.broker_id
  return known === null ? null : sessionUser(db, known)
}

const hasContact = ({ contact_type, contact_date }: Pick<Lead, 'contact_type' | 'contact_date'>) =>
  contact_type !== null && contact_date !== null

/** The message with the conversation that it counts as. */
const ownRow = (db: AppContext['store']['db'] | Tx, hash: string) =>
  db.selectFrom('whatsapp_messages').select(['hash', 'call_uid', 'at']).where('hash', '=', hash)

/** Under keys of the message: run again after a crash, it changes nothing. */
async function run(
  context: AppContext,
  user: SessionUser,
  { hash, leadUid, at, phone }: SentMessage,
  lead: Lead,
): Promise<void> {
  const { call_uid } = await ownRow(context.store.db, hash).executeTakeFirstOrThrow()
  const common = { base: {}, occurredAt: at, dependsOn: null, user, deviceId: null }
  const key = (what: string) => `wa:${what}:${hash.slice(0, 40)}`
  if (lead.first_call_date === null)
    await executeCommand(context, {
      ...common,
      key: key('call'),
      command: 'lead.recordCall',
      schemaVersion: commands['lead.recordCall'].version,
      args: { lead_uid: leadUid, phone, call_uid, way: 'whatsapp' },
    })
  if (!hasContact(lead))
    await executeCommand(context, {
      ...common,
      key: key('contact'),
      command: 'lead.noteContact',
      schemaVersion: commands['lead.noteContact'].version,
      args: { lead_uid: leadUid, contact_type: WHATSAPP, contact_date: wholeMinute(at) },
    })
}

/** Whether the lead has its contact or its first call by the message. */
async function markContact(tx: Tx, { hash, leadUid, at }: SentMessage): Promise<void> {
  const lead = await readLead(tx, leadUid, { lock: true })
  if (lead === null) return
  const { call_uid } = await ownRow(tx, hash).executeTakeFirstOrThrow()
  const call = await tx.selectFrom('calls').select('id').where('uid', '=', call_uid).executeTakeFirst()
  const isDated = lead.contact_type === WHATSAPP && sameValue(lead.contact_date, wholeMinute(at))
  if (call === undefined && !isDated) return
  await tx.updateTable('whatsapp_messages').set({ is_contact: true }).where('hash', '=', hash).execute()
}

/** The earlier message takes contact and conversation over, as far as they are still the later one's. */
async function takeOver(tx: Tx, message: SentMessage, sender: SessionUser, nowMs: number): Promise<void> {
  const lead = await readLead(tx, message.leadUid, { lock: true })
  if (lead === null || !isContactBy(lead, { sender, atMs: Date.parse(message.at) })) return
  const later = await tx
    .selectFrom('whatsapp_messages')
    .select(['hash', 'call_uid', 'at'])
    .where('lead_uid', '=', message.leadUid)
    .where('is_contact', '=', true)
    .where('at', '>', message.at)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  if (later === undefined) return
  const own = await ownRow(tx, message.hash).executeTakeFirstOrThrow()
  const settings = await readSettings(tx)
  let after: Lead = lead
  if (lead.contact_type === WHATSAPP && sameValue(lead.contact_date, wholeMinute(later.at)))
    after = { ...after, contact_date: wholeMinute(message.at) }
  const call = await tx
    .selectFrom('calls')
    .select(['id', 'date', 'given_flag'])
    .where('uid', '=', later.call_uid)
    .executeTakeFirst()
  if (call !== undefined && isFirstCall(lead, call.date)) {
    const counted = { date: message.at, settings }
    after = withoutCall(after, { date: call.date, givenFlag: call.given_flag }, counted)
    const given_flag = lead.first_call_on_time === call.given_flag ? after.first_call_on_time : null
    await tx.updateTable('calls').set({ date: message.at, given_flag }).where('id', '=', call.id).execute()
  }
  const swap = (hash: string, call_uid: string, is_contact: boolean) =>
    tx.updateTable('whatsapp_messages').set({ call_uid, is_contact }).where('hash', '=', hash).execute()
  await swap(later.hash, own.call_uid, false)
  await swap(own.hash, later.call_uid, true)
  const userId = sender.id
  const occurredAt = message.at
  await writeLead({ tx, before: lead, after, userId, occurredAt, nowMs })
  const changed = await writeTimeline({
    tx,
    before: { lead, client: null },
    after: { lead: after, client: null },
    further: {},
    command: 'lead.noteContact',
    userId,
    deviceId: null,
    occurredAt,
    receivedAt: new Date(nowMs).toISOString(),
  })
  if (changed) await touchLead(tx, lead.uid)
}

/** Gives the lead its contact where a rule allows it. What a rule refuses stays an entry in the history. */
export async function giveContact(context: AppContext, message: SentMessage): Promise<void> {
  const { db } = context.store
  const lead = await readLead(db, message.leadUid)
  const sender = lead === null ? null : await senderOf(db, lead, message)
  if (lead === null || sender === null) return
  if (!isContactBy(lead, { sender, atMs: Date.parse(message.at) })) return
  if (lead.first_call_date === null || !hasContact(lead)) {
    await run(context, sender, message, lead)
    await db.transaction().execute((tx) => markContact(tx, message))
    return
  }
  await db.transaction().execute((tx) => takeOver(tx, message, sender, context.now()))
}
