/**
 * Sends what waits for Meta's service. A message goes once: what may have gone is never sent again by itself, since Meta knows
 * no key by which it would notice. docs/rules.md#messages-sent
 */

import { sql } from 'kysely'
import { whatsappNumber } from '../../src/domain/phone/phone.ts'
import { at } from '../../src/domain/time/at.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { type OutgoingMessage, outgoingMessageSchema } from '../../src/domain/whatsapp/outgoing.ts'
import {
  ENDED_CONNECTION,
  NOT_KNOWN,
  sendFailureOf,
  sendPauseMs,
  TOO_LATE,
  WAITED,
  WITHOUT_NUMBER,
} from '../../src/domain/whatsapp/send-failures.ts'
import { optOutProblem, STALE_MS } from '../../src/domain/whatsapp/sending.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { MANY_TRIES, triedAgain } from '../db/transient.ts'
import { readLead } from '../queries/lead-row.ts'
import { senderNumber } from '../queries/whatsapp-numbers.ts'
import { readConnection } from './connection.ts'
import { enterMessage, lockMessage } from './entries.ts'
import { type SendAnswer, sendByGraph } from './graph.ts'
import { hashOf } from './incoming.ts'
import { noteOptOut } from './opt-out.ts'
import { recordSent } from './sent-contact.ts'
import { noteNotSent } from './sent-failures.ts'

export type SendingContext = Pick<AppContext, 'store' | 'now' | 'deviceSecrets' | 'config'>

/** Longer than a call may take. A message that is still being sent after it may have gone. */
const HOLD_MS = 2 * MINUTE_MS
const EVERY_MS = 2000
const TIMEOUT_MS = 20_000

interface Taken {
  readonly uid: string
  readonly lead_uid: string
  readonly user_id: number
  readonly phone: string
  readonly message: unknown
  readonly made_at: string
  readonly tries: number
  readonly no_messages_since: string | null
}

/** Takes the message that waits for the longest time. A process that dies from here on leaves one that may have gone. */
async function take({ store: { db }, now }: SendingContext): Promise<Taken | null> {
  const nowMs = now()
  const { rows } = await sql<Taken>`
    update message_sendings s set state = 'sending', tries = s.tries + 1, next_try_at = ${at(nowMs + HOLD_MS)}
    from leads l
    join clients c on c.uid = l.client_uid
    where l.uid = s.lead_uid and s.uid = (
      select uid
      from message_sendings
      where state = 'waiting' and next_try_at <= ${at(nowMs)}
      order by next_try_at, uid
      limit 1
      for update skip locked)
    returning s.uid, s.lead_uid, s.user_id, s.phone, s.message, s.made_at, s.tries, c.no_messages_since`.execute(
    db,
  )
  return rows[0] ?? null
}

const waitAgain = (tx: Tx, uid: string, nextMs: number) =>
  tx
    .updateTable('message_sendings')
    .set({ state: 'waiting', next_try_at: at(nextMs) })
    .where('uid', '=', uid)
    .where('state', '=', 'sending')
    .execute()

interface Went {
  readonly hash: string
  readonly message: OutgoingMessage
  /** The house keeps texts. */
  readonly keepsText: boolean
  readonly nowMs: number
}

/** The message is in the history as one that was sent in the app, and what Meta tells of it later finds it there. */
async function enterSent(tx: Tx, taken: Taken, { hash, message, keepsText, nowMs }: Went): Promise<void> {
  const { uid, lead_uid: leadUid, user_id: userId } = taken
  // What Meta tells of it may come at the same time. It waits, and has its turn after this.
  await lockMessage(tx, hash)
  if ((await readLead(tx, leadUid, { lock: true })) === null) return
  await tx
    .updateTable('message_sendings')
    .set({ state: 'sent', message_hash: hash, phone: '', message: null, ended_at: at(nowMs) })
    .where('uid', '=', uid)
    .execute()
  const text = keepsText ? message.text : null
  await enterMessage(tx, {
    hash,
    leadUid,
    isSent: true,
    userId,
    at: at(nowMs),
    kind: message.kind,
    text,
    nowMs,
  })
}

/** What Meta said is known once: a deadlock does not lose it. */
const inTransaction = (
  { store: { db } }: Pick<SendingContext, 'store'>,
  act: (tx: Tx) => Promise<void>,
): Promise<void> => triedAgain(MANY_TRIES, () => db.transaction().execute(act))

interface Answered {
  readonly answer: SendAnswer
  readonly message: OutgoingMessage
  readonly keepsText: boolean
}

async function settle(
  context: SendingContext,
  taken: Taken,
  { answer, message, keepsText }: Answered,
): Promise<void> {
  const nowMs = context.now()
  const { uid, tries } = taken
  await inTransaction(context, async (tx) => {
    if (answer.kind === 'sent')
      return enterSent(tx, taken, { hash: hashOf(answer.wamid), message, keepsText, nowMs })
    if (answer.kind === 'unknown')
      return noteNotSent(tx, { uid, state: 'unknown', problem: NOT_KNOWN, nowMs })
    const failure = answer.kind === 'refused' ? sendFailureOf(answer.code) : null
    if (failure === null || failure.act === 'retry') {
      const nextMs = nowMs + sendPauseMs(tries, answer.kind === 'refused' ? answer.waitMs : null)
      if (nextMs - Date.parse(taken.made_at) < STALE_MS) {
        await waitAgain(tx, uid, nextMs)
        return
      }
    }
    if (failure?.account === true)
      await tx
        .updateTable('whatsapp_connection')
        .set({ last_error: 'sending', last_error_at: at(nowMs) })
        .execute()
    if (failure?.optOut === true) await noteOptOut(tx, taken.phone, { atMs: nowMs, nowMs })
    await noteNotSent(tx, {
      uid,
      state: 'failed',
      problem: failure?.act === 'stop' ? failure.words : TOO_LATE,
      nowMs,
    })
  })
}

const fails = (context: SendingContext, uid: string, problem: string) =>
  inTransaction(context, (tx) => noteNotSent(tx, { uid, state: 'failed', problem, nowMs: context.now() }))

const isTemplate = ({ kind }: OutgoingMessage) => kind === 'template'

async function send(context: SendingContext, taken: Taken, timeoutMs: number): Promise<void> {
  const { uid, phone, user_id: userId } = taken
  if (context.now() - Date.parse(taken.made_at) >= STALE_MS) return fails(context, uid, WAITED)
  const message = outgoingMessageSchema.parse(taken.message)
  const to = whatsappNumber(phone)
  const connection = await readConnection(context.store.db, context)
  // The client may have said no since the command.
  const refusal = isTemplate(message) ? optOutProblem(taken) : null
  if (refusal !== null) return fails(context, uid, refusal)
  if (connection === null || to === null) return fails(context, uid, ENDED_CONNECTION)
  // It may have gone to another user since the command.
  const phoneNumberId = senderNumber(connection.numbers, userId)
  if (phoneNumberId === null) return fails(context, uid, WITHOUT_NUMBER)
  const answer = await sendByGraph({
    graphUrl: context.config.whatsapp.graphUrl,
    token: connection.token,
    phoneNumberId,
    to,
    message,
    uid,
    timeoutMs,
  })
  await settle(context, taken, { answer, message, keepsText: connection.keepsText })
}

/** A process that died, or a database that went away, left them between the call and its record. */
async function settleLost(context: SendingContext): Promise<void> {
  const nowMs = context.now()
  const lost = await context.store.db
    .selectFrom('message_sendings')
    .select('uid')
    .where('state', '=', 'sending')
    .where('next_try_at', '<=', at(nowMs))
    .orderBy('uid')
    .limit(50)
    .execute()
  // Each by itself: its lead is locked first. An answer that came meanwhile is kept.
  for (const { uid } of lost)
    await inTransaction(context, (tx) =>
      noteNotSent(tx, { uid, state: 'unknown', problem: NOT_KNOWN, nowMs }),
    )
}

/** Sends what is due. Throws what the database throws; the next call goes on there. */
export async function sendMessages(
  context: AppContext,
  stop: AbortSignal,
  { timeoutMs = TIMEOUT_MS, warn }: { readonly timeoutMs?: number; readonly warn: (error: unknown) => void },
): Promise<void> {
  await settleLost(context)
  while (!stop.aborted) {
    const taken = await take(context)
    if (taken === null) break
    await send(context, taken, timeoutMs)
  }
  await recordSent(context, stop, warn)
}

/** Sends every two seconds. Returns a function that stops it. */
export const keepSendingMessages = (context: AppContext, watch: LoopWatch): (() => Promise<void>) =>
  keepLooking(EVERY_MS, (stop) => sendMessages(context, stop, watch), watch)
