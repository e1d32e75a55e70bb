/** A mail is a row, written in the transaction of its cause and sent by the delivery. docs/rules.md#mail */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Letter } from './letters.ts'

export type MailPurpose =
  | 'verify'
  | 'redefine'
  | 'email'
  | 'email_changed'
  | 'password_changed'
  | 'report'
  | 'external_link'

export interface QueuedMail {
  /** null: the recipient is no user. */
  readonly userId: number | null
  readonly purpose: MailPurpose
  readonly recipient: string
  readonly letter: Letter
  readonly nowMs: number
  /** The saved view that it brings; its text is made when it is sent. */
  readonly viewId?: string
}

export async function queueMail(tx: Transaction<Database>, mail: QueuedMail): Promise<void> {
  const { userId, purpose, recipient, letter, nowMs, viewId = null } = mail
  const now = new Date(nowMs).toISOString()
  await tx
    .insertInto('mails')
    .values({
      id: randomUUID(),
      user_id: userId,
      purpose,
      recipient,
      subject: letter.subject,
      body_text: letter.text,
      body_html: letter.html,
      created_at: now,
      next_try_at: now,
      view_id: viewId,
    })
    .execute()
}
