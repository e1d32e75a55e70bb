/**
 * Sends waiting mails in the background. A mail is leased before it is sent, so that two processes never send one at the
 * same time; five tries, then it has failed and its user's record shows why. docs/rules.md#mail
 */

import { sql } from 'kysely'
import { at } from '../../src/domain/time/at.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import { signed } from '../mail/signed.ts'
import { MailRefused, type MailTransport, type OutgoingMail } from '../mail/transport.ts'
import { noteReport, preparedReport, queueDueReports } from './report-mail.ts'

const TRIES = 5
/** Longer than sheets and their sending may take. After it another process may try. */
const LEASE_MS = 5 * MINUTE_MS
/** After the first, second … failed try. */
const WAITS_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS)
const EVERY_MS = 2000

type MailContext = Pick<AppContext, 'store' | 'now' | 'reports' | 'integrations' | 'config'>

interface Leased extends OutgoingMail {
  /** The saved view that it brings. */
  readonly viewId: string | null
  /** With this one. */
  readonly tries: number
}

/** Takes the mail that waits longest, or null. */
async function lease({ store: { db }, now }: MailContext): Promise<Leased | null> {
  const row = await db
    .updateTable('mails')
    .set({ tries: sql`tries + 1`, next_try_at: at(now() + LEASE_MS) })
    .where('id', '=', (due) =>
      due
        .selectFrom('mails')
        .select('id')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('next_try_at', '<=', at(now()))
        .orderBy('next_try_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'recipient', 'subject', 'body_text', 'body_html', 'created_at', 'tries', 'view_id'])
    .executeTakeFirst()
  if (row === undefined) return null
  const { body_text: text, body_html: html, created_at: createdAt, view_id: viewId, ...rest } = row
  return { ...rest, viewId, text, html, createdAt: new Date(createdAt).toISOString() }
}

const NOT_MADE = 'Não foi possível fazer o e-mail.'

/** A mail that is sent or given up loses its body: the link in it is a secret. */
const WITHOUT_BODY = { body_text: '', body_html: '' }

/** Erasures are never taken back, so a changed number means that there was another one. */
async function erasures({ store: { db } }: MailContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from client_erasures`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

interface Sending {
  readonly mail: Leased
  /** Of the time before the mail was read. */
  readonly erasuresBefore: number
}

async function send(
  context: MailContext,
  transport: MailTransport,
  { mail, erasuresBefore }: Sending,
): Promise<void> {
  const { db } = context.store
  // A lease that ran out, or a link that ended meanwhile: the row is no longer this try's.
  const row = db
    .updateTable('mails')
    .where('id', '=', mail.id)
    .where('tries', '=', mail.tries)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
  const note = async (problem: string | null) => {
    if (mail.viewId !== null) await noteReport(context, mail.viewId, { problem, isFile: transport.isFolder })
  }
  const failed = { failed_at: at(context.now()), ...WITHOUT_BODY }
  try {
    const prepared = mail.viewId === null ? null : await preparedReport(context, mail.id)
    if (prepared?.kind === 'refused') throw new MailRefused(prepared.problem, true, null)
    await transport.send(await signed(context, { ...mail, ...prepared }))
  } catch (error) {
    // A sheet that could not be made counts as a try, too.
    const {
      message: problem,
      isFinal,
      addressRefused,
    } = error instanceof MailRefused ? error : new MailRefused(NOT_MADE, false, error)
    const wait = WAITS_MS[mail.tries - 1]
    const isOver = isFinal || mail.tries >= TRIES || wait === undefined
    await row
      .set(
        isOver
          ? { problem, address_refused: addressRefused, ...failed }
          : { problem, next_try_at: at(context.now() + wait) },
      )
      .execute()
    if (isOver) await note(problem)
    if (error instanceof MailRefused) return
    throw error
  }
  // The file may name a person whose data was erased while it was made. It is made anew. docs/rules.md#mail-files
  if (transport.takeBack !== undefined && (await erasures(context)) !== erasuresBefore) {
    await transport.takeBack(mail)
    await row.set({ tries: mail.tries - 1, next_try_at: at(context.now() + MINUTE_MS) }).execute()
    return
  }
  await row
    .set({ sent_at: at(context.now()), is_file: transport.isFolder, problem: null, ...WITHOUT_BODY })
    .execute()
  await note(null)
}

/** Sends all that are due, one after the other. Returns how many were tried. */
export async function deliverDue(context: MailContext, transport: MailTransport): Promise<number> {
  let tried = 0
  for (;;) {
    const erasuresBefore = transport.takeBack === undefined ? 0 : await erasures(context)
    const mail = await lease(context)
    if (mail === null) return tried
    tried++
    await send(context, transport, { mail, erasuresBefore })
  }
}

/** Delivers every two seconds. Returns a function that stops it and resolves when the running delivery has ended. */
export function keepDelivering(
  context: MailContext,
  transport: MailTransport,
  watch: LoopWatch,
): () => Promise<void> {
  const stop = keepLooking(
    EVERY_MS,
    async () => {
      // Mails that wait are sent, even when the due reports could not be queued.
      await queueDueReports(context).catch(watch.warn)
      await deliverDue(context, transport)
    },
    watch,
  )
  return async () => {
    await stop()
    transport.close()
  }
}
