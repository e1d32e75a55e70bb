/** A mail is a row, written in the transaction of its cause and sent by the delivery. docs/rules.md#mail */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import { readBrokerage, signatureOf } from './brokerage.ts'
import type { Letter } from './letters.ts'
import { writtenLetter } from './written-letter.ts'

export type MailPurpose =
  | 'verify'
  | 'redefine'
  | 'email'
  | 'email_asked'
  | 'email_changed'
  | 'password_changed'
  | 'factor_changed'
  | 'new_device'
  | 'wrong_codes'
  | 'report'
  | 'external_link'
  | 'receipt'
  | 'webhook_stopped'
  | 'history_broken'
  | 'test'

export interface QueuedMail {
  /** null: the recipient is no user. */
  readonly userId: number | null
  readonly purpose: MailPurpose
  readonly recipient: string
  readonly letter: Letter
  readonly nowMs: number
  /** Whose link it brings. */
  readonly inviterId?: number
}

/** A mail of a saved view, whose text is made when it is sent. */
export type QueuedReport = Omit<QueuedMail, 'letter' | 'purpose' | 'inviterId'> & {
  readonly subject: string
  readonly viewId: string
}

/** The brokerage signs the letter as it is named now. */
export async function queueMail(tx: Transaction<Database>, mail: QueuedMail): Promise<void> {
  const { letter, ...rest } = mail
  const { text, html } = writtenLetter(letter, signatureOf(await readBrokerage(tx)))
  await insertMail(tx, { ...rest, subject: letter.subject, text, html })
}

export async function queueReport(tx: Transaction<Database>, mail: QueuedReport): Promise<void> {
  await insertMail(tx, { ...mail, purpose: 'report', text: '', html: '' })
}

type Row = Omit<QueuedMail, 'letter'> & {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly viewId?: string
}

async function insertMail(tx: Transaction<Database>, mail: Row): Promise<void> {
  const { userId, purpose, recipient, subject, text, html, nowMs, viewId = null, inviterId = null } = mail
  // A user without an address: docs/rules.md#users
  if (recipient === '') return
  const now = new Date(nowMs).toISOString()
  await tx
    .insertInto('mails')
    .values({
      id: randomUUID(),
      user_id: userId,
      purpose,
      recipient,
      subject,
      body_text: text,
      body_html: html,
      created_at: now,
      next_try_at: now,
      view_id: viewId,
      inviter_id: inviterId,
    })
    .execute()
}
