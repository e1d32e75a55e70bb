/**
 * Mails of saved views. A loop queues a mail when a view is due; its text and its sheets are made when it is sent, with
 * the scope and the permission that the user has then. docs/rules.md#report-mails
 */

import { Readable } from 'node:stream'
import { z } from 'zod'
import { XLSX } from '../../src/contract/xlsx.ts'
import { mayVisit } from '../../src/domain/permissions/routes.ts'
import { nextMailAt } from '../../src/domain/reports/views.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import { at } from '../../src/domain/time/at.ts'
import type { AppContext } from '../context/app-context.ts'
import { ownOrigin } from '../context/origin.ts'
import { Refusal } from '../context/refusal.ts'
import { readBrokerage, signatureOf } from '../mail/brokerage.ts'
import { reportLetter } from '../mail/letters.ts'
import { queueReport } from '../mail/queue.ts'
import { type MailAttachment, MailRefused } from '../mail/transport.ts'
import { writtenLetter } from '../mail/written-letter.ts'
import { sessionUser } from '../queries/session-user.ts'
import { audit } from '../records/audit.ts'
import { mailedReport } from './calls/registry.ts'
import { openSheet } from './calls/serve-report.ts'
import { readReportViews } from './queries/report-views.ts'

type ReportContext = Pick<AppContext, 'store' | 'reports' | 'integrations' | 'now' | 'config'>

/** What a mail of a view becomes when it is sent. */
export type PreparedMail =
  | {
      readonly kind: 'ready'
      readonly text: string
      readonly html: string
      readonly attachments: readonly MailAttachment[]
    }
  | { readonly kind: 'refused'; readonly problem: string }

const GONE = 'O usuário não pode mais ver este relatório.'
const NO_ADDRESS = 'O usuário não tem e-mail.'
const TOO_LARGE = 'A planilha passa de 15 MB. Diminua o período ou esconda colunas.'
/** Of all sheets. Larger mails are refused by most servers. */
const MOST_BYTES = 15 * 1024 * 1024

/** Queues the mail of the view that is due longest. Returns false when none is. */
async function queueNext({ store: { db }, now }: ReportContext): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Locked until the mail is written: of two processes one sees it.
    const due = await tx
      .selectFrom('report_mails')
      .select(['view_id', 'cadence'])
      .where('next_at', '<=', at(now()))
      .orderBy('next_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (due === undefined) return false
    const { view_id: viewId, cadence } = due
    const mailed = tx.updateTable('report_mails').where('view_id', '=', viewId)
    // Missed times are not made up for: one mail brings the present state.
    await mailed.set({ next_at: nextMailAt(cadence, now()) }).execute()
    const { user_id: userId, ...view } = await tx
      .selectFrom('report_views')
      .select(['user_id', 'path', 'name'])
      .where('id', '=', viewId)
      .executeTakeFirstOrThrow()
    const user = await sessionUser(tx, userId)
    const report = user === null ? null : mailedReport(user, view.path)
    if (user === null || report === null) {
      await mailed.set({ problem: GONE }).execute()
      return true
    }
    if (user.email === '') {
      await mailed.set({ problem: NO_ADDRESS }).execute()
      return true
    }
    await queueReport(tx, {
      userId,
      recipient: user.email,
      subject: `${report.title}: ${view.name}`,
      nowMs: now(),
      viewId,
    })
    return true
  })
}

/** Queues all mails that are due. Returns how many views were. */
export async function queueDueReports(context: ReportContext): Promise<number> {
  let queued = 0
  while (await queueNext(context)) queued++
  return queued
}

async function bytesOf(file: Buffer | Readable, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of file instanceof Readable ? file : [file]) {
    const bytes = Buffer.from(part)
    size += bytes.length
    if (size > most) return null
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

const mailSchema = z.object({ user_id: z.number(), view_id: z.uuid(), tries: z.number() })

/** Writes the text and the sheets of a mail that is about to be sent. */
export async function preparedReport(context: ReportContext, mailId: string): Promise<PreparedMail> {
  const { db } = context.store
  const row = await db
    .selectFrom('mails')
    .select(['user_id', 'view_id', 'tries'])
    .where('id', '=', mailId)
    .executeTakeFirst()
  const mail = mailSchema.safeParse(row).data
  if (mail === undefined) return { kind: 'refused', problem: GONE }
  const { user_id: userId, view_id: viewId } = mail
  const user = await sessionUser(db, userId)
  const [view] = await readReportViews(db, { userId, id: viewId })
  const report = user === null || view === undefined ? null : mailedReport(user, view.path)
  if (user === null || view === undefined || report === null || mayVisit(view.path, roleOf(user)) !== 'yes')
    return { kind: 'refused', problem: GONE }
  const { filter, sort, path } = view
  const { name: brokerage } = await readBrokerage(db)
  const attachments: MailAttachment[] = []
  let left = MOST_BYTES
  try {
    for (const { source, shown } of await report.sheetsOf({ context, user, filter, sort })) {
      const sheet = await openSheet(source, shown, brokerage)
      if (sheet === null) continue
      const content = await bytesOf(await sheet.file(), left)
      if (content === null) return { kind: 'refused', problem: TOO_LARGE }
      left -= content.length
      attachments.push({ name: sheet.name, content, mediaType: XLSX })
    }
  } catch (error) {
    // The view names what was the user's when it was saved.
    if (!(error instanceof Refusal)) throw error
    // An outside service that does not answer now may do so at the next try.
    if (error.body.code === 'unavailable') throw new MailRefused(error.message, false, error)
    return { kind: 'refused', problem: error.message }
  }
  if (attachments.length > 0 && mail.tries === 1)
    await db.transaction().execute((tx) =>
      audit(tx, {
        user,
        action: 'export',
        entity: 'reports',
        id: path,
        before: null,
        after: { view: viewId },
      }),
    )
  const letter = reportLetter(
    { name: user.name, login: user.login },
    {
      report: report.title,
      view: view.name,
      isEmpty: attachments.length === 0,
      link: `${ownOrigin(context)}${path}`,
    },
  )
  const { text, html } = writtenLetter(letter, signatureOf(await readBrokerage(db)))
  return { kind: 'ready', text, html, attachments }
}

/** What became of the mail of a view, for its user. `problem`: null for a mail that was sent, or written as a file. */
export async function noteReport(
  { store: { db }, now }: Pick<ReportContext, 'store' | 'now'>,
  viewId: string,
  { problem, isFile }: { readonly problem: string | null; readonly isFile: boolean },
): Promise<void> {
  const became = problem === null && !isFile ? { last_sent_at: at(now()), problem: null } : { problem }
  await db.updateTable('report_mails').set(became).where('view_id', '=', viewId).execute()
}
