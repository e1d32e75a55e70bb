/** Says what becomes of the mail that a call caused, for the answer to its caller: docs/rules.md#mail */
import type { Mailed, MailState } from '../../src/domain/mail/mailed.ts'
import type { AppContext } from '../context/app-context.ts'

/** Whether a mail server takes the mails. Otherwise they are files in a folder, which no one receives. */
export const sendsMail = ({ config }: Pick<AppContext, 'config'>): boolean =>
  config.integrations.mailUrl !== null

/** `link`: null where the caller may not have it, such as one that proves the caller's own address. */
export const mailedTo = (
  context: Pick<AppContext, 'config'>,
  { recipient, link }: Pick<Mailed, 'recipient' | 'link'>,
): Mailed =>
  sendsMail(context) ? { way: 'queued', recipient, link: null } : { way: 'file', recipient, link }

interface MailRow {
  readonly sent_at: string | null
  readonly failed_at: string | null
  readonly is_file: boolean | null
}

/**
 * What became of a mail. A mail of an earlier version does not record whether it is a file. The present server's
 * configuration decides then.
 */
export function mailState(context: Pick<AppContext, 'config'>, mail: MailRow): MailState {
  const isFile = mail.is_file ?? !sendsMail(context)
  if (mail.failed_at !== null) return 'failed'
  if (isFile) return 'file'
  return mail.sent_at === null ? 'waiting' : 'sent'
}
