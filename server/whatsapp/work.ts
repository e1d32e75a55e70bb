/** Takes the stored events in order, one at a time. Taken again after a crash, an event changes nothing twice. docs/rules.md#whatsapp */
import { sql } from 'kysely'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { messageKind, messageStatus } from '../../src/domain/whatsapp/message.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { isTransient, MANY_TRIES, triedAgain } from '../db/transient.ts'
import { readLead } from '../queries/lead-row.ts'
import { giveContact, type SentMessage } from './contact.ts'
import { changeMessage, enterMessage, lockMessage } from './entries.ts'
import { type Incoming, incomingSchema } from './incoming.ts'
import { joinNumber, numberOf } from './join.ts'
import { noteOptOut } from './opt-out.ts'
import { noteNotDelivered } from './sent-failures.ts'
import { countStranger } from './strangers.ts'

const EVERY_MS = 2000
const MOST_TRIES = 5
/** Longer than an event takes. */
const HELD_MS = MINUTE_MS

interface Taken {
  readonly id: number
  readonly tries: number
  readonly payload: unknown
}

const iso = (ms: number) => new Date(ms).toISOString()

async function take({ store: { db }, now }: AppContext): Promise<Taken | null> {
  const { rows } = await sql<Taken>`
    update whatsapp_events
    set held_until = ${iso(now() + HELD_MS)}, tries = tries + 1
    where id = (
      select id
      from whatsapp_events
      where state = 'waiting' and (held_until is null or held_until <= ${iso(now())})
      order by id
      limit 1
      for update skip locked)
    returning id, tries, payload`.execute(db)
  return rows[0] ?? null
}

type Outcome = { readonly state: 'done' | 'early'; readonly contact: SentMessage | null }
const DONE: Outcome = { state: 'done', contact: null }

interface Handling {
  readonly id: number
  readonly event: Incoming
  readonly nowMs: number
}

type Message = Extract<Incoming, { kind: 'message' }>

async function handleMessage(tx: Tx, message: Message, nowMs: number): Promise<Outcome> {
  const { hash, isSent, phoneNumberId, name, text } = message
  const own = await tx
    .selectFrom('whatsapp_numbers')
    .select('user_id')
    .where('phone_number_id', '=', phoneNumberId)
    .executeTakeFirst()
  // It was taken off the list meanwhile.
  if (own === undefined) return DONE
  const ownerId = own.user_id
  // A clock that is ahead elsewhere dates nothing in the future.
  const at = iso(Math.min(Date.parse(message.at), nowMs))
  const number = await numberOf(tx, message, at)
  // Also of a client without an open lead. docs/rules.md#opt-out
  if (message.optsOut && number !== null) await noteOptOut(tx, number, { atMs: Date.parse(at), nowMs })
  const { isKnown, lead } =
    number === null ? { isKnown: false, lead: null } : await joinNumber(tx, number, ownerId)
  if (lead === null) {
    // What the broker writes to others is nobody's business.
    if (!isKnown && !isSent)
      await countStranger(tx, { phoneNumberId, number, bsuid: message.bsuid, name, at })
    return DONE
  }
  // Commands lock the lead first.
  if ((await readLead(tx, lead.uid, { lock: true })) === null) return DONE
  await enterMessage(tx, {
    hash,
    leadUid: lead.uid,
    isSent,
    userId: isSent ? ownerId : null,
    at,
    kind: messageKind(message.what),
    text,
    nowMs,
  })
  const contact = isSent ? { hash, leadUid: lead.uid, ownerId, at, phone: lead.phone } : null
  return { state: 'done', contact }
}

async function handle(tx: Tx, { id, event, nowMs }: Handling): Promise<Outcome> {
  await lockMessage(tx, event.kind === 'message' ? event.hash : event.about)
  const known = async (change: Parameters<typeof changeMessage>[1]): Promise<Outcome> => {
    if (await changeMessage(tx, change)) return DONE
    await tx
      .updateTable('whatsapp_events')
      .set({ state: 'early', held_until: null })
      .where('id', '=', id)
      .execute()
    return { state: 'early', contact: null }
  }
  switch (event.kind) {
    case 'message':
      return handleMessage(tx, event, nowMs)
    case 'edit':
    case 'revoke':
      return known(event)
    case 'status': {
      await numberOf(tx, event, event.at)
      const status = messageStatus(event.status)
      // Of a message that Farol sent; one of the app is the broker's own to see.
      if (status === 'failed' && event.code !== null)
        await noteNotDelivered(tx, { hash: event.about, code: event.code, nowMs })
      return status === null ? DONE : known({ kind: 'status', about: event.about, status })
    }
  }
}

async function carryOut(context: AppContext, { id, payload }: Taken): Promise<void> {
  const { db } = context.store
  const event = incomingSchema.parse(payload)
  const { state, contact } = await triedAgain(MANY_TRIES, () =>
    db.transaction().execute((tx) => handle(tx, { id, event, nowMs: context.now() })),
  )
  if (state === 'early') return
  if (contact !== null) await giveContact(context, contact)
  await db
    .updateTable('whatsapp_events')
    .set({ state: 'done', held_until: null, payload: null })
    .where('id', '=', id)
    .execute()
}

async function giveUp({ store: { db }, now }: AppContext, { id }: Taken): Promise<void> {
  await db
    .updateTable('whatsapp_events')
    .set({ state: 'failed', payload: null })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('whatsapp_connection')
    .set({ last_error: 'failed', last_error_at: iso(now()) })
    .execute()
}

/** Takes all that waits. An event that fails is reported to `warn`, and taken again later; five times at most. */
export async function workThroughWhatsApp(
  context: AppContext,
  warn: (error: unknown) => void,
  stop: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!stop.aborted) {
    const taken = await take(context)
    if (taken === null) return
    try {
      await carryOut(context, taken)
    } catch (error) {
      if (!isTransient(error)) warn(error)
      if (taken.tries >= MOST_TRIES) await giveUp(context, taken)
    }
  }
}

/** Looks now and every two seconds. Returns a function that stops after the running event. */
export const keepWhatsApp = (context: AppContext, watch: LoopWatch): (() => Promise<void>) =>
  keepLooking(EVERY_MS, (stop) => workThroughWhatsApp(context, watch.warn, stop), watch)
