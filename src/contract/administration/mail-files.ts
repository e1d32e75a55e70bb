/** Mails that the server wrote as files because it has no mail server: docs/rules.md#mail-files */
import { z } from 'zod'
import { routesOf } from '../route.ts'
import { messageSchema } from '../session.ts'

const { get, remove } = routesOf('Configurações')
const action = 'mailFiles.manage'

export const mailFileSchema = z.object({
  name: z.string(),
  recipient: z.string(),
  subject: z.string(),
  written_at: z.string(),
  /** Bytes. */
  size: z.number().int(),
})
export type MailFile = z.infer<typeof mailFileSchema>

/** Files of one answer: the latest. */
export const MOST_MAIL_FILES = 500

const ofFile = z.object({
  name: z
    .string()
    .max(100)
    .regex(/^[\w-]+\.eml$/, 'Use o nome de um e-mail da lista')
    .meta({ title: 'Nome' }),
})

export const mailFilesRoute = get('/settings/mail-files', action, {
  answer: z.object({
    /** The latest first. */
    data: z.array(mailFileSchema),
    meta: z.object({
      total: z.number().int(),
      /** MAIL_FILES_DAYS: a file is deleted so many days after it was written. */
      days: z.number().int(),
    }),
  }),
})

/** The audit records each download, because a mail may contain the link that opens an account. */
export const mailFileRoute = get('/settings/mail-files/:name', action, {
  confirms: 'always',
  params: ofFile,
  answer: { file: 'message/rfc822' },
})

export const removeMailFileRoute = remove('/settings/mail-files/:name', action, {
  params: ofFile,
  answer: messageSchema,
})

/** Deletes all files that there are at this moment. */
export const removeMailFilesRoute = remove('/settings/mail-files', action, { answer: messageSchema })
