/** Stores what Meta sends, before it is answered. Its turn comes by work.ts. docs/rules.md#whatsapp */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { endsConnection } from '../../src/domain/whatsapp/connection.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { openedWhatsApp } from '../device-keys/whatsapp-secrets.ts'
import { readNumbers } from '../queries/whatsapp-numbers.ts'
import { bodySchema, type Incoming, type Keyed, readEntry, type WebhookBody } from './incoming.ts'

type Receiving = Pick<AppContext, 'store' | 'now' | 'deviceSecrets'>

const iso = (ms: number) => new Date(ms).toISOString()

/** Whether the header `X-Hub-Signature-256` fits the bytes. Its duration does not show where they differ. */
export function isSignedBy(secret: string, bytes: Buffer, header: string): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1]
  if (given === undefined) return false
  return timingSafeEqual(createHmac('sha256', secret).update(bytes).digest(), Buffer.from(given, 'hex'))
}

/** For the screen. At most once a minute: anybody may send what is refused. */
async function noteRefusal({ store: { db }, now }: Receiving, trouble: string): Promise<void> {
  await db
    .updateTable('whatsapp_connection')
    .set({ last_error: trouble, last_error_at: iso(now()) })
    .where((where) =>
      where.or([where('last_error_at', 'is', null), where('last_error_at', '<', iso(now() - MINUTE_MS))]),
    )
    .execute()
}

/** Why a body is not taken: there is no connection, or it is not signed by its secret. null: it is. */
export async function refusalOf(
  context: Receiving,
  bytes: Buffer,
  header: string,
): Promise<'closed' | 'wrong' | null> {
  const row = await context.store.db.selectFrom('whatsapp_connection').select('app_secret').executeTakeFirst()
  if (row === undefined) return 'closed'
  const secret = openedWhatsApp(context, row.app_secret, 'app_secret')
  if (secret !== null && isSignedBy(secret, bytes, header)) return null
  await noteRefusal(context, secret === null ? 'secret' : 'signature')
  return 'wrong'
}

/** Of the message that a change is about; null: it is about no earlier one. */
const aboutOf = (event: Incoming): string | null => (event.kind === 'message' ? null : event.about)

/** Each once, by its key. */
async function storeEvents(tx: Tx, events: readonly Keyed[], nowMs: number): Promise<void> {
  if (events.length === 0) return
  const once = new Map(events.map((one) => [one.key, one]))
  await tx
    .insertInto('whatsapp_events')
    .values(
      [...once.values()].map(({ key, event }) => ({
        key,
        about: aboutOf(event),
        payload: JSON.stringify(event),
        received_at: iso(nowMs),
      })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

async function takeEntry(tx: Tx, entry: WebhookBody['entry'][number], nowMs: number): Promise<void> {
  const connection = await tx
    .selectFrom('whatsapp_connection')
    .select(['waba_id', 'keeps_text'])
    .executeTakeFirst()
  if (connection === undefined) return
  const now = iso(nowMs)
  const note = (last_error: string) =>
    tx.updateTable('whatsapp_connection').set({ last_error, last_error_at: now }).execute()
  if (entry.id !== connection.waba_id) return void (await note('other_account'))
  const known = new Set((await readNumbers(tx)).map(({ phoneNumberId }) => phoneNumberId))
  const isKnown = (number: string) => known.has(number)
  const read = readEntry(entry, { keepsText: connection.keeps_text, isKnown })
  await storeEvents(tx, read.events, nowMs)
  await tx
    .updateTable('whatsapp_connection')
    .set({ last_event_at: now, history_ignored: sql`history_ignored + ${read.history}` })
    .execute()
  if (read.hasUnreadable) await note('unreadable')
  if (!read.numbers.every(isKnown)) await note('unknown_number')
  for (const event of read.account) {
    await note(event)
    if (endsConnection(event))
      await tx.updateTable('whatsapp_connection').set({ state: 'removed', state_since: now }).execute()
  }
}

/** Stores the events of a signed body. What is no body of Meta's is noted, and is no failure: sent again, it would be the same. */
export async function receive({ store: { db }, now }: Receiving, body: unknown): Promise<void> {
  const parsed = bodySchema.safeParse(body)
  await db.transaction().execute(async (tx) => {
    if (!parsed.success || parsed.data.object !== 'whatsapp_business_account') {
      await tx
        .updateTable('whatsapp_connection')
        .set({ last_error: 'unreadable', last_error_at: iso(now()) })
        .execute()
      return
    }
    for (const entry of parsed.data.entry) await takeEntry(tx, entry, now())
  })
}
