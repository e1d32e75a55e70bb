/** What becomes of a mail that a user's action causes, and its words: docs/rules.md#mail */
import { z } from 'zod'

/** Each call that causes a mail for a person answers this. */
export const mailedSchema = z.object({
  /** `queued`: the mail server gets it. `file`: no mail server is configured, so no one receives it. */
  way: z.enum(['queued', 'file']),
  recipient: z.string(),
  /** What the mail brings, to be passed on by hand. With `file` alone, and only for a caller who may have it. */
  link: z.url().nullable(),
})
export type Mailed = z.infer<typeof mailedSchema>

/** What became of a mail. `file`: it is, or will be, in a folder of the server, and no one received it. */
export const mailStateSchema = z.enum(['waiting', 'sent', 'file', 'failed'])
export type MailState = z.infer<typeof mailStateSchema>

const NO_MAIL_SERVER = 'Este servidor ainda não envia e-mails'

/** For a caller without the link. */
export const ASK_ADMINISTRATOR = `${NO_MAIL_SERVER}: peça o link a um administrador.`
/** The same for an administrator: the link to one's own address is another's to give. */
export const ASK_OTHER_ADMINISTRATOR = `${NO_MAIL_SERVER}: peça o link a outro administrador.`

/** Returns what the caller does next if the mail is a file on the server. */
export const copyWords = ({ recipient }: Pick<Mailed, 'recipient'>): string =>
  `${NO_MAIL_SERVER}. Copie o link e envie-o você mesmo a ${recipient}.`

/** Of a report that is mailed regularly. */
export const REPORT_NOT_MAILED = `${NO_MAIL_SERVER}: a planilha fica só numa pasta do servidor.`

/** Returns what to do about a mail that the recipient's server refused, or that failed otherwise. */
export const undeliveredWords = (recipient: string, addressRefused: boolean): string =>
  addressRefused
    ? `O e-mail para ${recipient} não foi entregue: confira o endereço.`
    : `O e-mail para ${recipient} não foi enviado. Copie o link e envie de outro jeito.`
